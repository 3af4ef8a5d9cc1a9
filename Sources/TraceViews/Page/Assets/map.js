/* A small map of the whole run: how many events there are where, and the part that is shown, which can be moved. */
class RunMap {
  static grip = 9
  static narrowest = 8

  constructor(element, rows, view, ruler) {
    Object.assign(this, { element, rows, view, ruler })
    this.canvas = element.querySelector('canvas')
    this.frame = element.querySelector('.frame')
    element.addEventListener('pointerdown', (event) => this.take(event))
    element.addEventListener('pointermove', (event) => this.drag(event))
    for (const name of ['pointerup', 'pointercancel']) element.addEventListener(name, () => { this.held = null })
    element.addEventListener('keydown', (event) => this.press(event))
  }

  // MARK: Drawing

  draw(colours) {
    const { element, view } = this, width = element.clientWidth, height = element.clientHeight
    if (this.drawn !== `${width} ${height} ${view.axis} ${colours.paper}`) this.drawDensity(width, height, colours)
    this.drawn = `${width} ${height} ${view.axis} ${colours.paper}`
    const whole = view.last - view.first
    const [from, to] = [view.from, view.to].map((at) => ((at - view.first) / whole) * width)
    const shown = Math.max(to - from, RunMap.narrowest)
    this.frame.style.left = `${Math.min(Math.max((from + to - shown) / 2, 0), width - shown)}px`
    this.frame.style.width = `${shown}px`
    element.setAttribute('aria-valuenow', Math.round((100 * ((view.from + view.to) / 2 - view.first)) / whole))
    element.setAttribute('aria-valuetext', this.ruler.words)
  }

  drawDensity(width, height, colours) {
    const scale = window.devicePixelRatio || 1, context = this.canvas.getContext('2d')
    Object.assign(this.canvas, { width: Math.round(width * scale), height: Math.round(height * scale) })
    context.scale(scale, scale)
    const { counts, failures } = this.density(Math.max(Math.floor(width), 1))
    const most = Math.log1p(Math.max(...counts, 1))
    counts.forEach((count, x) => {
      const high = count === 0 ? 0 : 2 + ((height - 6) * Math.log1p(count)) / most
      context.fillStyle = colours.soft
      context.fillRect(x, height - high, 1, high)
      context.fillStyle = colours.failed
      if (failures[x] > 0) context.fillRect(x, height - high, 1, Math.max(high / 3, 3))
    })
  }

  density(width) {
    const { view, rows } = this
    const counts = new Int32Array(width), failures = new Int32Array(width)
    const column = (at) => Math.min(Math.floor(((at - view.first) / (view.last - view.first)) * width), width - 1)
    for (const row of rows.all) {
      const at = row[view.axis]
      for (let place = 0; place < at.length; place++) counts[column(at[place])] += 1
      for (const place of row.failures) failures[column(at[place])] += 1
    }
    return { counts, failures }
  }

  // MARK: Moving the part that is shown

  at(event) {
    const { left, width } = this.element.getBoundingClientRect()
    return this.view.first + ((event.clientX - left) / width) * (this.view.last - this.view.first)
  }

  take(event) {
    if (event.button !== 0) return
    this.element.setPointerCapture(event.pointerId)
    const { left, right, width } = this.frame.getBoundingClientRect(), x = event.clientX
    const grip = Math.min(RunMap.grip, width / 4)
    const edge = Math.abs(x - left) < grip ? 'from' : Math.abs(x - right) < grip ? 'to' : null
    const isInside = x >= left && x <= right
    const at = this.at(event), middle = (this.view.from + this.view.to) / 2
    this.held = { edge, offset: isInside ? middle - at : 0 }
    if (!edge && !isInside) this.drag(event)
  }

  drag(event) {
    if (!this.held) return
    const { view } = this, at = this.at(event)
    if (this.held.edge === 'from') return view.show(Math.min(at, view.to - view.least), view.to)
    if (this.held.edge === 'to') return view.show(view.from, Math.max(at, view.from + view.least))
    view.pan(at + this.held.offset - (view.from + view.to) / 2)
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { view } = this, step = view.span / 8
    const keys = {
      ArrowLeft: () => view.pan(-step), ArrowDown: () => view.pan(-step),
      ArrowRight: () => view.pan(step), ArrowUp: () => view.pan(step),
      PageDown: () => view.pan(-view.span), PageUp: () => view.pan(view.span),
      Home: () => view.pan(view.first - view.from), End: () => view.pan(view.last - view.to),
    }
    if (!keys[event.key]) return
    event.preventDefault()
    event.stopPropagation()
    keys[event.key]()
  }
}
