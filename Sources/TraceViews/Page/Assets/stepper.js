/* The current step, and the ways to other steps. */
class Stepper {
  constructor(recording, listing, tree, details, changed) {
    Object.assign(this, { recording, listing, tree, details, changed })
    this.row = null
    this.timer = null
  }

  get index() {
    if (this.row === null) return -1
    return this.recording.order[this.row < 0 ? this.listing.repeats.all[~this.row].start : this.row]
  }

  // MARK: Going

  go(row) {
    if (row === null) return
    this.row = row
    this.tree.select(row)
    this.details.show(row)
    this.changed()
  }

  /** Goes to a step by its index; opens folds and ends a search that hide it. */
  jump(index) {
    if (!(index >= 0 && index < this.recording.count)) return false
    const at = this.recording.position[index]
    const wasSearching = this.listing.found !== null
    if (this.listing.reveal(at)) this.tree.redraw()
    if (wasSearching && this.listing.found === null) this.searchEnded()
    this.go(at)
    return true
  }

  move(stops) { this.go(this.row === null ? this.listing.edge(1) : this.listing.rowAfter(this.row, stops)) }
  first() { this.go(this.listing.edge(1)) }
  last() { this.go(this.listing.edge(-1)) }

  /** To the next row that is not inside the current one, or the one before on its level or further out. */
  moveOver(direction) {
    if (this.row === null) return this.move(direction)
    const { recording, listing } = this
    const levelOf = (row) => recording.level[row < 0 ? listing.repeats.all[~row].start : row]
    const level = levelOf(this.row)
    let row = this.row, next = listing.rowAfter(row, direction)
    while (next !== row && levelOf(next) > level) [row, next] = [next, listing.rowAfter(next, direction)]
    this.go(levelOf(next) > level ? this.row : next)
  }

  out() {
    const at = this.row < 0 ? this.listing.repeats.all[~this.row].start : this.row
    if (this.row !== null && this.recording.outer[at] >= 0) this.jump(this.recording.order[this.recording.outer[at]])
  }

  toCause() {
    for (let index = this.index; index >= 0; index = this.recording.parent[index]) {
      if (this.recording.cause[index] >= 0) return this.jump(this.recording.cause[index])
    }
  }

  /** To the next error or event that was not delivered. */
  moveToMark(direction) {
    const { recording } = this
    for (let index = this.index + direction; index >= 0 && index < recording.count; index += direction) {
      if (recording.isError(index) || recording.undelivered[index]) return this.jump(index)
    }
  }

  // MARK: Folding

  setExpanded(row, isExpanded) {
    if (!this.listing.isExpandable(row) || this.listing.isExpanded(row) === isExpanded) return false
    this.listing.setExpanded(row, isExpanded)
    this.relisted()
    return true
  }

  toggle(row) { this.setExpanded(row, !this.listing.isExpanded(row)) }

  setAllExpanded(isExpanded) {
    this.listing.setAllExpanded(isExpanded)
    this.relisted()
  }

  /** After the list has changed: stays at the current row, or at the row that stands for it now. */
  relisted() {
    this.tree.redraw()
    if (this.row === null || this.listing.length === 0) return
    const isThere = this.listing.indexOf(this.row) >= 0 && this.listing.isStop(this.row)
    this.go(isThere ? this.row : this.standIn())
  }

  /** The innermost listed row around one that is not listed any more; in a search, the first found row from there on. */
  standIn() {
    const { listing } = this
    const index = Math.max(0, listing.indexNear(this.row)), row = listing.rows[index]
    if (listing.isStop(row)) return row
    const next = listing.rowAfter(row, 1)
    return listing.isStop(next) ? next : listing.edge(-1)
  }

  // MARK: Playing

  get isPlaying() { return this.timer !== null }

  play(milliseconds) {
    this.pause()
    if (this.row === null || this.row === this.listing.edge(-1)) this.first()
    this.timer = setInterval(() => {
      const before = this.row
      this.move(1)
      if (this.row === before) this.pause()
    }, milliseconds)
    this.changed()
  }

  pause() {
    clearInterval(this.timer)
    this.timer = null
    this.changed()
  }
}
