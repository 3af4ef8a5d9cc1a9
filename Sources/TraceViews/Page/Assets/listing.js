/*
 * The listed rows. A row of 0 or more is the step at that position of the tree, one below 0 the fold `~row` of
 * repeated calls. While a search is on, these are the steps found and the calls around them, and nothing is folded.
 */
class Listing {
  constructor(recording, repeats) {
    this.recording = recording
    this.repeats = repeats
    this.closed = new Uint8Array(recording.count)
    this.unfolded = new Uint8Array(repeats.all.length)
    this.found = null
    this.build()
  }

  build() {
    const rows = new Int32Array(this.recording.count + this.repeats.all.length)
    this.length = this.found ? this.listFound(rows) : this.listAll(rows)
    this.rows = rows.subarray(0, this.length)
  }

  listAll(rows) {
    const { end, count } = this.recording, { startingAt, all } = this.repeats
    let length = 0
    for (let at = 0; at < count; ) {
      const fold = startingAt[at] - 1
      if (fold >= 0) rows[length++] = ~fold
      if (fold >= 0 && !this.unfolded[fold]) {
        at = all[fold].end
      } else {
        rows[length++] = at
        at = this.closed[at] ? end[at] : at + 1
      }
    }
    return length
  }

  listFound(rows) {
    const { outer, count } = this.recording
    const isListed = Uint8Array.from(this.found)
    for (let at = 0; at < count; at++) {
      if (!this.found[at]) continue
      for (let around = outer[at]; around >= 0 && !isListed[around]; around = outer[around]) isListed[around] = 1
    }
    let length = 0
    for (let at = 0; at < count; at++) if (isListed[at]) rows[length++] = at
    return length
  }

  // MARK: Finding rows

  /** The place of a row in the order of the list; a fold stands before the first step that it hides. */
  rankOf(row) { return row >= 0 ? 2 * row + 1 : 2 * this.repeats.all[~row].start }

  /** The index of a row, or of the row before its place if it is not listed. */
  indexNear(row) {
    const rank = this.rankOf(row)
    let low = 0, high = this.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.rankOf(this.rows[middle]) <= rank) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  indexOf(row) {
    const index = this.indexNear(row)
    return index >= 0 && this.rows[index] === row ? index : -1
  }

  /** Skips rows that are only listed as the callers of found rows. */
  isStop(row) { return row < 0 || !this.found || this.found[row] === 1 }

  /** The row that many stops further on, or the last one. */
  rowAfter(row, stops) {
    let index = this.indexNear(row), last = row
    const direction = Math.sign(stops)
    for (let left = Math.abs(stops); left > 0; left--) {
      do index += direction
      while (index >= 0 && index < this.length && !this.isStop(this.rows[index]))
      if (index < 0 || index >= this.length) break
      last = this.rows[index]
    }
    return last
  }

  edge(direction) {
    const start = direction > 0 ? 0 : this.length - 1
    for (let index = start; index >= 0 && index < this.length; index += direction) {
      if (this.isStop(this.rows[index])) return this.rows[index]
    }
    return null
  }

  // MARK: Folding

  isExpandable(row) { return !this.found && (row < 0 || this.recording.childCount(row) > 0) }
  isExpanded(row) { return row < 0 ? this.unfolded[~row] === 1 : this.found !== null || this.closed[row] === 0 }

  setExpanded(row, isExpanded) {
    if (row < 0) this.unfolded[~row] = isExpanded ? 1 : 0
    else this.closed[row] = isExpanded ? 0 : 1
    this.build()
  }

  setAllExpanded(isExpanded) {
    this.unfolded.fill(isExpanded ? 1 : 0)
    for (let at = 0; at < this.closed.length; at++) {
      this.closed[at] = isExpanded || this.recording.level[at] > 0 || this.recording.childCount(at) === 0 ? 0 : 1
    }
    this.build()
  }

  /** Lists the step at a position even if it was hidden; returns whether that ends a search. */
  reveal(at) {
    if (this.found) {
      if (this.indexOf(at) >= 0) return false
      this.found = null
    }
    const { outer } = this.recording
    for (let around = at; around >= 0; around = outer[around]) {
      const fold = this.repeats.hiding[around] - 1
      if (fold >= 0) this.unfolded[fold] = 1
      if (around !== at) this.closed[around] = 0
    }
    this.build()
    return true
  }
}
