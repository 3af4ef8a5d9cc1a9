/* Dragging, pinching and the wheel over the rows, as calls of `actions`: pan, scroll, zoom, look and choose. */
class Gestures {
  static slack = 4

  constructor(element, actions) {
    Object.assign(this, { element, actions, pointers: new Map(), hasMoved: false })
    element.addEventListener('pointerdown', (event) => this.down(event))
    element.addEventListener('pointermove', (event) => this.move(event))
    element.addEventListener('pointerup', (event) => this.up(event))
    element.addEventListener('pointercancel', (event) => this.pointers.delete(event.pointerId))
    element.addEventListener('wheel', (event) => this.wheel(event), { passive: false })
  }

  point(event) {
    const { left, top } = this.element.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }

  down(event) {
    if (event.button !== 0) return
    if (this.pointers.size === 0) this.hasMoved = false
    this.pointers.set(event.pointerId, this.point(event))
  }

  move(event) {
    const before = this.pointers.get(event.pointerId), after = this.point(event)
    if (!before) return this.pointers.size === 0 && this.actions.look(after)
    if (!this.hasMoved && Math.hypot(after.x - before.x, after.y - before.y) < Gestures.slack) return
    this.hasMoved = true
    this.element.setPointerCapture(event.pointerId)
    const [other] = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point)
    this.pointers.set(event.pointerId, after)
    if (other) return this.pinch(before, after, other)
    this.actions.pan(after.x - before.x)
    // A finger scrolls by itself.
    if (event.pointerType === 'mouse') this.actions.scroll(before.y - after.y)
  }

  pinch(before, after, other) {
    const distance = (point) => Math.max(Math.abs(point.x - other.x), 12)
    this.actions.pan((after.x - before.x) / 2)
    this.actions.zoom(distance(before) / distance(after), (after.x + other.x) / 2)
  }

  up(event) {
    const point = this.pointers.get(event.pointerId)
    this.pointers.delete(event.pointerId)
    if (point && !this.hasMoved && !event.target.closest('button')) this.actions.choose(point)
  }

  wheel(event) {
    const scale = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1
    const { deltaX, deltaY } = event
    if (event.ctrlKey || event.metaKey || event.altKey) {
      event.preventDefault()
      const turn = Math.min(Math.max(deltaY * scale, -120), 120)
      this.actions.zoom(Math.exp(turn * 0.005), this.point(event).x)
    } else if (event.shiftKey || Math.abs(deltaX) > Math.abs(deltaY)) {
      event.preventDefault()
      this.actions.pan(-(deltaX || deltaY) * scale)
    }
  }
}
