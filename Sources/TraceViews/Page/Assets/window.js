/* The part of the axis that is shown. */
class TimeWindow {
  constructor({ spans, leastSpans }, axis, changed) {
    this.spans = spans
    this.leastSpans = leastSpans
    this.changed = changed
    this.setAxis(axis)
  }

  setAxis(axis) {
    this.axis = axis;
    [this.first, this.last] = this.spans[axis]
    this.least = Math.min(this.leastSpans[axis], this.last - this.first)
    this.showWhole()
  }

  get span() { return this.to - this.from }
  get isWhole() { return this.span >= (this.last - this.first) * 0.999 }

  show(from, to) {
    const span = Math.min(Math.max(to - from, this.least), this.last - this.first)
    // A window that is too small or too large keeps its middle.
    const start = from + (to - from - span) / 2
    this.from = Math.min(Math.max(start, this.first), this.last - span)
    this.to = this.from + span
    this.changed()
  }

  showWhole() { this.show(this.first, this.last) }
  pan(distance) { this.show(this.from + distance, this.to + distance) }
  zoom(factor, around = (this.from + this.to) / 2) {
    const span = Math.min(Math.max(this.span * factor, this.least), this.last - this.first)
    const from = around - ((around - this.from) / this.span) * span
    this.show(from, from + span)
  }

  /** Moves as little as is needed to show a place. */
  reveal(at) {
    const margin = this.span / 10
    if (at < this.from + margin) this.pan(at - this.from - margin)
    else if (at > this.to - margin) this.pan(at - this.to + margin)
  }
}
