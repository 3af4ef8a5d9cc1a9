/* Draws the rows in view. Where events are too close to be told apart, a bar stands for all events of a pixel. */
class MarbleCanvas {
  static longestLabel = 18
  static height = 22
  /* More events than this in view have no lines from their causes. */
  static mostCauses = 800

  constructor(canvas, rows, view) {
    Object.assign(this, { canvas, rows, view, context: canvas.getContext('2d') })
    this.widths = new Map()
    this.readColours()
  }

  readColours() {
    const style = getComputedStyle(document.documentElement)
    const colour = (name) => style.getPropertyValue(`--${name}`).trim()
    this.colours = {
      paper: colour('paper'), ink: colour('ink'), soft: colour('soft'), faint: colour('faint'), raised: colour('raised'),
      chosen: colour('lit-edge'), failed: colour('caution'), hues: [1, 2, 3, 4, 5].map((hue) => colour(`lane-${hue}`)),
    }
    this.fonts = { value: `12px ${colour('mono')}`, ruler: `11px ${colour('ui')}` }
  }

  // MARK: Coordinates

  resize(width, height, left) {
    Object.assign(this, { width, height, left, room: Math.max(width - left, 1) })
    const scale = window.devicePixelRatio || 1
    const [wide, high] = [Math.round(width * scale), Math.round(height * scale)]
    if (this.canvas.width !== wide || this.canvas.height !== high) Object.assign(this.canvas, { width: wide, height: high })
    this.context.setTransform(scale, 0, 0, scale, 0, 0)
  }

  x(at) { return this.left + ((at - this.view.from) * this.room) / this.view.span }
  at(x) { return this.view.from + ((x - this.left) * this.view.span) / this.room }

  /** The event of a row that is nearest to a place on the screen; null for a row without events. */
  nearest(row, x) {
    const at = row[this.view.axis], after = firstFrom(at, this.at(x))
    const places = [after - 1, after].filter((place) => place >= 0 && place < at.length)
    const near = places.map((place) => ({ row, place, distance: Math.abs(this.x(at[place]) - x) }))
    return near.sort((one, other) => one.distance - other.distance)[0] ?? null
  }

  // MARK: Drawing

  /**
   * lanes: `[{ row, y, bottom, isNewGroup }]`, those in view; top: the height of the ruler.
   * Returns the number of events in view.
   */
  draw(lanes, top, ruler, chosen) {
    const { context } = this
    context.clearRect(0, 0, this.width, this.height)
    this.drawRuler(ruler.marks(this.room), top)
    context.save()
    context.beginPath()
    context.rect(this.left, top, this.room, this.height - top)
    context.clip()
    const ranges = lanes.map((lane) => this.range(lane.row))
    const count = ranges.reduce((sum, { first, end }) => sum + end - first, 0)
    for (const lane of lanes) this.drawLine(lane)
    if (count <= MarbleCanvas.mostCauses) this.drawCauses(lanes, ranges)
    lanes.forEach((lane, index) => this.drawEvents(lane, ranges[index]))
    if (chosen) this.drawChosen(lanes, chosen)
    context.restore()
    return count
  }

  range(row) {
    const at = row[this.view.axis], margin = (120 * this.view.span) / this.room
    return { first: firstFrom(at, this.view.from - margin), end: firstFrom(at, this.view.to + margin) }
  }

  drawRuler(marks, top) {
    const { context, colours } = this
    context.font = this.fonts.ruler
    context.textBaseline = 'middle'
    context.textAlign = 'left'
    for (const { at, text } of marks) {
      const x = Math.round(this.x(at)) + 0.5
      this.stroke(colours.faint, 1, x, 0, x, this.height)
      context.fillStyle = colours.soft
      if (x + 4 + context.measureText(text).width <= this.width) context.fillText(text, x + 4, top / 2)
    }
    this.stroke(colours.faint, 1, this.left, top - 0.5, this.width, top - 0.5)
  }

  stroke(colour, width, x1, y1, x2, y2) {
    const { context } = this
    context.strokeStyle = colour
    context.lineWidth = width
    context.beginPath()
    context.moveTo(x1, y1)
    context.lineTo(x2, y2)
    context.stroke()
  }

  /** From the subscription to the end. */
  drawLine({ row, y }) {
    const { rows, view, colours, context } = this
    const start = this.x(rows.start(row, view.axis)), end = this.x(rows.end(row, view.axis))
    if (end < this.left || start > this.width) return
    this.stroke(colours.soft, 1, Math.max(start, this.left), y, Math.min(end, this.width), y)
    if (rows.isDisposed(row)) this.stroke(colours.soft, 2, end, y - 5, end, y + 5)
    if (start < this.left - 4) return
    context.fillStyle = colours.paper
    context.strokeStyle = colours.soft
    context.lineWidth = 1
    this.shape(() => context.arc(start, y, 3, 0, 7))
  }

  shape(trace) {
    this.context.beginPath()
    trace()
    this.context.fill()
    this.context.stroke()
  }

  /** Lines from events of other rows to the events that they caused. A line to a later event leads to the next row only. */
  drawCauses(lanes, ranges) {
    const { context, view, rows } = this
    const heights = new Map(lanes.map(({ row, y }) => [row.index, y]))
    context.setLineDash([1, 3])
    lanes.forEach(({ row, y }, index) => {
      for (let place = ranges[index].first; place < ranges[index].end; place++) {
        const from = heights.get(row.causeRow[place])
        if (from === undefined || (row.flags[place] & MarbleRows.isLater && row.causeRow[place] !== row.index - 1)) continue
        const cause = rows.all[row.causeRow[place]]
        const start = cause[view.axis][firstFrom(cause.column, row.causeColumn[place])]
        this.stroke(this.colours.soft, 1, this.x(start), from, this.x(row[view.axis][place]), y)
      }
    })
    context.setLineDash([])
  }

  drawEvents({ row, y }, { first, end }) {
    const at = row[this.view.axis]
    if (end - first > this.room / 4) return this.drawCrowd(row, at, first, end, y)
    for (let place = first; place < end; place++) {
      const x = this.x(at[place])
      const before = place > 0 ? x - this.x(at[place - 1]) : Infinity
      const after = place + 1 < at.length ? this.x(at[place + 1]) - x : Infinity
      this.drawEvent(row, place, x, y, Math.min(before, after))
    }
  }

  drawCrowd(row, at, first, end, y) {
    const { context, colours } = this
    for (let place = first; place < end;) {
      const x = Math.floor(this.x(at[place]))
      const next = firstFrom(at, this.at(x + 1), place + 1, end)
      const height = Math.min(5 + 2.5 * Math.log2(next - place), MarbleCanvas.height)
      context.fillStyle = colours.hues[row.source[place] % colours.hues.length]
      context.fillRect(x, y - height / 2, 1, height)
      place = next
    }
    context.fillStyle = colours.failed
    for (let index = firstFrom(row.failures, first), last = -1; row.failures[index] < end; index++) {
      const x = Math.floor(this.x(at[row.failures[index]]))
      if (x !== last) context.fillRect(x, y - MarbleCanvas.height / 2, 2, MarbleCanvas.height)
      last = x
    }
  }

  drawEvent(row, place, x, y, gap) {
    const { context, colours } = this
    const event = MarbleRows.event(row, place), isLate = (row.flags[place] & MarbleRows.isLate) !== 0
    if (event === 'completed') return this.stroke(isLate ? colours.soft : colours.ink, 2, x, y - 11, x, y + 11)
    const colour = event === 'error' ? colours.failed : colours.hues[row.source[place] % colours.hues.length]
    const { text, width } = this.label(row, place, event)
    context.strokeStyle = isLate ? colours.soft : colour
    context.lineWidth = 1.5
    if (text !== '' && width + 4 <= gap) return this.drawPill(text, width, x, y, isLate)
    context.fillStyle = isLate ? colours.paper : colour
    this.shape(() => context.arc(x, y, Math.min(Math.max(gap / 2 - 1, 1.5), 6), 0, 7))
  }

  drawPill(text, width, x, y, isLate) {
    const { context, colours } = this, height = MarbleCanvas.height
    context.fillStyle = colours.paper
    if (isLate) context.setLineDash([3, 2])
    this.shape(() => context.roundRect(x - width / 2, y - height / 2, width, height, height / 2))
    context.setLineDash([])
    context.font = this.fonts.value
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillStyle = isLate ? colours.soft : colours.ink
    context.fillText(text, x, y + 0.5)
  }

  label(row, place, event) {
    const whole = this.rows.text(row, place), key = `${event} ${row.value[place]}`
    const known = this.widths.get(key)
    if (known) return known
    const { text, more } = beginning(whole, MarbleCanvas.longestLabel)
    const shown = (event === 'error' ? '✕ ' : '') + text + (more > 0 ? '…' : '')
    this.context.font = this.fonts.value
    const label = { text: shown.trim(), width: Math.max(this.context.measureText(shown).width + 14, MarbleCanvas.height) }
    if (this.widths.size > 20_000) this.widths.clear()
    this.widths.set(key, label)
    return label
  }

  drawChosen(lanes, { row, place }) {
    const lane = lanes.find((lane) => lane.row === row)
    if (!lane) return
    const { context, colours } = this, x = this.x(row[this.view.axis][place])
    context.strokeStyle = colours.chosen
    context.lineWidth = 2
    context.beginPath()
    context.roundRect(x - 9, lane.y - 15, 18, 30, 9)
    context.stroke()
  }
}
