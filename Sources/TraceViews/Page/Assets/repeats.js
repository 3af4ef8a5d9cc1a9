/*
 * Finds repeated calls: neighbours, single or in groups of up to eight, that call the same on the same object and
 * enclose the same calls. The first of them is listed, the others are folded into one row.
 */
class Repeats {
  static longestGroup = 8
  static fewest = 4

  constructor(recording) {
    this.recording = recording
    this.all = []
    /* For each position one more than the fold that starts there, and the fold that the step is hidden by; 0 for none. */
    this.startingAt = new Int32Array(recording.count)
    this.hiding = new Int32Array(recording.count)
    this.shape = this.shapes()
    const family = new Int32Array(recording.count)
    this.findAmong(family, this.members(family, 0, recording.count))
    for (let at = 0; at < recording.count; at++) {
      if (recording.childCount(at) >= Repeats.fewest) {
        this.findAmong(family, this.members(family, at + 1, recording.end[at]))
      }
    }
  }

  /** A number for each step that identifies the calls in it, from the inside out; objects count by their types. */
  shapes() {
    const { recording } = this, { order, outer, count } = recording
    const shapes = new Int32Array(count), inner = new Int32Array(count)
    const type = (object) => (object < 0 ? -1 : recording.objects[object].type)
    for (let at = count - 1; at >= 0; at--) {
      const index = order[at]
      let shape = inner[at]
      shape = Math.imul(shape, 31) + (recording.call[index] << 3 | recording.event[index] << 1 | recording.undelivered[index])
      shape = Math.imul(shape, 0x01000193) + type(recording.object[index])
      shape = Math.imul(shape, 0x01000193) + type(recording.other[index])
      shape = Math.imul(shape, 0x01000193) + recording.site[index]
      // A closure that threw is unlike any other.
      if (recording.thrown.has(index)) shape = Math.imul(shape, 31) + index + 1
      shapes[at] = Math.imul(shape ^ (shape >>> 15), 0x2c1b3c6d)
      if (outer[at] >= 0) inner[outer[at]] = Math.imul(inner[outer[at]], 0x9e3779b1 | 0) + shapes[at]
    }
    return shapes
  }

  /** Puts the steps of one level between two positions into an array, and returns their number. */
  members(family, start, end) {
    let count = 0
    for (let at = start; at < end; at = this.recording.end[at]) family[count++] = at
    return count
  }

  isSame(one, other) {
    const { order, object, place } = this.recording
    const [first, second] = [order[one], order[other]]
    return this.shape[one] === this.shape[other] && object[first] === object[second] && place[first] === place[second]
  }

  findAmong(family, count) {
    for (let start = 0; start + Repeats.fewest <= count; ) {
      const group = this.repeatingGroup(family, count, start)
      if (!group) {
        start += 1
        continue
      }
      this.fold(family, start + group.size, start + group.size * group.times, group.size, count)
      start += group.size * group.times
    }
  }

  /** The smallest group at a position that is followed by equal groups. */
  repeatingGroup(family, count, start) {
    for (let size = 1; size <= Repeats.longestGroup && start + size * Repeats.fewest <= count; size++) {
      let next = start + size
      while (next < count && this.isSame(family[next], family[next - size])) next += 1
      const times = Math.floor((next - start) / size)
      if (times >= Repeats.fewest) return { size, times }
    }
    return null
  }

  fold(family, first, behind, size, count) {
    const { recording } = this
    const start = family[first]
    const end = recording.end[family[behind - 1]]
    this.all.push({ start, end, size, times: (behind - first) / size })
    this.startingAt[start] = this.all.length
    for (let member = first; member < behind; member++) this.hiding[family[member]] = this.all.length
  }
}
