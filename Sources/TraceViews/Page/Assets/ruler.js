/* The marks of an axis: round times, or the steps of round columns. */
class Ruler {
  static room = 96

  constructor(rows, view) { Object.assign(this, { rows, view }) }

  /** `[{ at, text }]`, with at least so many pixels between two marks. */
  marks(width) {
    const { view } = this
    const step = this.roundUp((view.span * Ruler.room) / Math.max(width, 1))
    const marks = []
    for (let number = Math.ceil(view.from / step); number * step <= view.to; number++) {
      const text = this.text(number * step, step)
      if (text) marks.push({ at: number * step, text })
    }
    return marks
  }

  /** 1, 2 or 5 with zeros, at least as large. */
  roundUp(distance) {
    const zeros = 10 ** Math.floor(Math.log10(distance))
    const step = [1, 2, 5, 10].find((step) => step * zeros >= distance) * zeros
    return this.view.axis === 'column' || this.rows.hasTicks ? Math.max(step, 1) : step
  }

  text(at, step) {
    if (this.view.axis === 'column') return at in this.rows.stepOfColumn ? `#${this.rows.stepOfColumn[at]}` : ''
    if (at < 0) return ''
    if (this.rows.hasTicks) return String(Math.round(at))
    const [unit, size] = [['s', 1e9], ['ms', 1e6], ['µs', 1e3], ['ns', 1]].find(([, size]) => this.view.to >= size) ?? ['ns', 1]
    const digits = Math.min(Math.max(0, Math.ceil(-Math.log10(step / size) - 1e-9)), 9)
    return `${(at / size).toFixed(digits)} ${unit}`
  }

  /** The window in words: `1.20 s to 1.25 s of 4.00 s`. */
  get words() {
    const { view, rows } = this
    if (view.axis === 'time') return `${rows.hasTicks ? 'virtual time ' : ''}${this.text(Math.max(view.from, 0), view.span / 100)} to ${this.text(view.to, view.span / 100)} of ${rows.hasTicks ? Math.floor(view.last) : duration(view.last)}`
    const steps = rows.stepOfColumn
    if (steps.length === 0) return ''
    const step = (at) => steps[Math.min(Math.max(Math.round(at), 0), steps.length - 1)].toLocaleString('en')
    return `steps ${step(view.from)} to ${step(view.to)} of ${step(steps.length)}`
  }
}
