/* Numbers of seven bits a byte, the least first. */
class NumberStream {
  constructor(base64) {
    const text = atob(base64)
    this.bytes = new Uint8Array(text.length)
    for (let place = 0; place < text.length; place++) this.bytes[place] = text.charCodeAt(place)
    this.place = 0
  }

  next() {
    let byte = this.bytes[this.place++]
    if (byte < 0x80) return byte
    let number = byte & 0x7f, scale = 0x80
    do {
      byte = this.bytes[this.place++]
      number += (byte & 0x7f) * scale
      scale *= 0x80
    } while (byte >= 0x80)
    return number
  }

  /** A number given by its distance from another; -1 for none. */
  near(other) {
    const code = this.next()
    if (code === 0) return -1
    return code % 2 === 1 ? other + (code - 1) / 2 : other - code / 2
  }
}
