/* Draws only the rows that are in view. */
class TreeView {
  /* Browsers limit the height of an element, so a longer list is scrolled proportionally. */
  static tallest = 8e6
  static spare = 8
  static branch = 17
  static chain = 7
  static longestText = 300

  constructor(element, recording, listing) {
    this.element = element
    this.recording = recording
    this.listing = listing
    this.body = element.querySelector('.rows')
    this.drawn = new Map()
    this.current = null
    this.indents = this.indentation()
    element.addEventListener('scroll', () => this.draw(), { passive: true })
    new ResizeObserver(() => this.draw()).observe(element)
  }

  /** An only child is hardly indented, because chains are long. */
  indentation() {
    const { recording } = this, indents = new Int32Array(recording.count)
    for (let at = 0; at < recording.count; at++) {
      const outer = recording.outer[at]
      if (outer < 0) continue
      indents[at] = indents[outer] + (recording.childCount(outer) > 1 ? TreeView.branch : TreeView.chain)
    }
    return indents
  }

  // MARK: The visible rows

  measure() {
    this.rowHeight = parseFloat(getComputedStyle(this.element).getPropertyValue('--row'))
    this.viewHeight = this.element.clientHeight
    this.fullHeight = this.listing.length * this.rowHeight
    this.height = Math.min(this.fullHeight, TreeView.tallest)
    this.deepest = Math.max(100, this.element.clientWidth * 0.4)
  }

  /** The scroll position of the list, as if its height were unlimited. */
  get top() {
    const room = this.height - this.viewHeight
    return room <= 0 ? 0 : (this.element.scrollTop / room) * (this.fullHeight - this.viewHeight)
  }

  set top(top) {
    const room = this.fullHeight - this.viewHeight
    this.element.scrollTop = room <= 0 ? 0 : (top / room) * (this.height - this.viewHeight)
  }

  draw() {
    this.measure()
    this.body.style.height = `${this.height}px`
    const top = this.top, offset = this.element.scrollTop - top
    const first = Math.max(0, Math.floor(top / this.rowHeight) - TreeView.spare)
    const last = Math.min(this.listing.length, Math.ceil((top + this.viewHeight) / this.rowHeight) + TreeView.spare)
    const drawn = new Map()
    for (let index = first; index < last; index++) {
      const row = this.listing.rows[index]
      const element = this.drawn.get(row) ?? this.makeRow(row)
      element.style.transform = `translateY(${index * this.rowHeight + offset}px)`
      drawn.set(row, element)
    }
    for (const [row, element] of this.drawn) if (!drawn.has(row)) element.remove()
    let place = this.body.firstChild
    for (const element of drawn.values()) {
      if (element === place) place = place.nextSibling
      else this.body.insertBefore(element, place)
    }
    this.drawn = drawn
    this.markCurrent()
  }

  /** Redraws everything after the list has changed. */
  redraw() {
    this.drawn = new Map()
    this.body.replaceChildren()
    this.draw()
  }

  select(row) {
    this.current = row
    this.measure()
    const y = this.listing.indexOf(row) * this.rowHeight, top = this.top
    const margin = Math.min(3 * this.rowHeight, this.viewHeight / 3)
    if (y < top + margin - this.rowHeight || y + this.rowHeight > top + this.viewHeight - margin) {
      const isNear = y > top - this.viewHeight / 2 && y < top + 1.5 * this.viewHeight
      if (!isNear) this.top = y - this.viewHeight / 3
      else this.top = y < top + margin ? y - margin : y + this.rowHeight + margin - this.viewHeight
    }
    this.draw()
  }

  markCurrent() {
    for (const [row, element] of this.drawn) {
      const isCurrent = row === this.current
      element.classList.toggle('current', isCurrent)
      element.setAttribute('aria-selected', isCurrent)
    }
    const current = this.drawn.get(this.current)
    if (current) this.element.setAttribute('aria-activedescendant', current.id)
    else this.element.removeAttribute('aria-activedescendant')
  }

  get pageSize() { return Math.max(1, Math.floor(this.viewHeight / this.rowHeight) - 2) }

  // MARK: Rows

  makeRow(row) {
    const { recording, listing } = this
    const at = row < 0 ? listing.repeats.all[~row].start : row
    const isExpandable = listing.isExpandable(row)
    const element = make('div', {
      class: `row ${this.rowClasses(row)}`, role: 'treeitem', id: row < 0 ? `fold-${~row}` : `row-${row}`,
      'aria-level': recording.level[at] + 1, 'aria-setsize': recording.siblings[recording.outer[at] + 1],
      'aria-posinset': recording.rank[at] + 1, 'aria-expanded': isExpandable ? String(listing.isExpanded(row)) : null,
    })
    element.row = row
    const sign = isExpandable ? (listing.isExpanded(row) ? '▾' : '▸') : ''
    element.append(
      make('span', { class: 'number' }, row < 0 ? '' : String(recording.numbers[recording.order[row]])), this.guide(row, at),
      make('span', { class: 'sign', 'aria-hidden': 'true' }, sign),
      row < 0 ? this.foldText(listing.repeats.all[~row], listing.isExpanded(row)) : this.stepText(recording.order[row], row))
    if (row >= 0) element.append(make('span', { class: 'where' }, this.placeOf(recording.order[row])))
    return element
  }

  rowClasses(row) {
    const { recording, listing } = this
    if (row < 0) return `fold lane-${this.lane(recording.order[listing.repeats.all[~row].start])}`
    const index = recording.order[row]
    return [
      `lane-${this.lane(index)}`, recording.isOutput(index) ? 'printed' : '', recording.isError(index) ? 'failed' : '',
      recording.undelivered[index] ? 'lost' : '', listing.isStop(row) ? '' : 'around',
    ].join(' ')
  }

  lane(index) { return this.recording.threads.length < 2 ? 'none' : (this.recording.thread(index) % 6) + 1 }

  /** The lines that lead to the row from the calls around it. */
  guide(row, at) {
    const { recording, indents } = this, height = this.rowHeight
    const indent = indents[at], width = Math.min(indent, this.deepest), shift = indent - width
    const lines = []
    for (let inner = at; recording.outer[inner] >= 0; inner = recording.outer[inner]) {
      const outer = recording.outer[inner]
      if (recording.childCount(outer) < 2) continue
      const x = indents[outer] + 6.5 - shift
      if (x < 0) break
      const follows = this.endOf(inner, inner === at ? row : inner) < recording.familyEnd(inner)
      if (inner === at) lines.push(`M${x} 0V${height / 2}H${width + 1}`)
      if (follows) lines.push(`M${x} ${inner === at ? height / 2 : 0}V${height}`)
    }
    const drawing = makeDrawing(width, height, lines.join(''))
    drawing.setAttribute('class', 'guide')
    if (shift === 0) return drawing
    return make('span', { class: 'deep' }, drawing, make('span', { class: 'level' }, `${recording.level[at]}`))
  }

  endOf(at, row) { return row < 0 ? this.listing.repeats.all[~row].end : this.recording.end[at] }

  foldText(fold, isUnfolded) {
    const steps = fold.size === 1 ? 'the same' : `the same ${fold.size} calls`
    const all = counted(fold.end - fold.start, 'step')
    return make('span', { class: 'what' },
      make('b', { class: 'times' }, `${fold.times.toLocaleString('en')} ×`), ` ${steps} again`,
      make('span', { class: 'count' }, isUnfolded ? `${all}, unfolded` : `${all} folded`))
  }

  stepText(index, at) {
    const { recording } = this
    const text = make('span', { class: 'what' })
    if (recording.threads.length > 1 && recording.parent[index] < 0) text.append(this.threadLabel(index))
    if (recording.isOutput(index)) text.append(this.printedText(index))
    else text.append(...this.callText(index))
    if (recording.thrown.has(index)) {
      text.append(make('span', { class: 'mark lost' }, `threw ${printable(beginning(recording.thrownText(index), 200).text)}`))
    }
    if (recording.undelivered[index]) text.append(make('span', { class: 'mark lost' }, 'not delivered: disposed'))
    const cause = recording.distantCause(index)
    if (cause >= 0) text.append(make('span', { class: 'cause' }, `← scheduled in step ${recording.numbers[cause]}`))
    const hidden = recording.end[at] - at - 1
    if (!this.listing.isExpanded(at) && hidden > 0) text.append(make('span', { class: 'count' }, `${counted(hidden, 'step')} inside`))
    return text
  }

  threadLabel(index) {
    const { recording } = this, queue = recording.queue(index)
    const thread = recording.thread(index)
    return make('span', { class: 'thread' }, queue ? `thread ${thread + 1} · ${printable(queue)}` : recording.threadName(thread))
  }

  callText(index) {
    const { recording } = this, call = recording.callName(index)
    const parts = []
    if (recording.object[index] >= 0) parts.push(this.objectText(recording.object[index]))
    parts.push(make('span', { class: 'call' }, recording.isClosure(index) ? ` ${call}` : `.${call}`))
    if (recording.other[index] >= 0 && recording.kind(index) !== 'forwardOn') {
      parts.push(make('span', { class: 'arrow' }, ' → '), this.objectText(recording.other[index]))
    }
    const event = recording.eventName(index)
    if (event && !recording.isClosure(index)) parts.push(make('span', { class: `event ${event}` }, event))
    if (recording.value[index] >= 0) parts.push(this.valueText(recording.value[index]))
    return parts
  }

  objectText(object) {
    const { recording } = this
    return make('span', { class: `object ${recording.role(object)}` }, printable(recording.typeName(object)),
      make('span', { class: 'ordinal' }, `#${recording.objects[object].ordinal}`))
  }

  valueText(value) {
    const { text, more } = beginning(this.recording.values[value], TreeView.longestText)
    const isWhole = more === 0 && !this.recording.cutValues.has(value)
    return make('bdi', { class: 'value' }, printable(text) + (isWhole ? '' : '…'))
  }

  printedText(index) {
    const whole = this.recording.values[this.recording.value[index]] ?? ''
    const [line] = beginning(whole, TreeView.longestText).text.split('\n')
    const lines = (whole.replace(/\n$/, '').match(/\n/g) ?? []).length
    const more = lines > 0 ? make('span', { class: 'count' }, `and ${counted(lines, 'more line')}`) : ''
    return make('samp', {}, make('bdi', {}, printable(line)), more)
  }

  placeOf(index) {
    const { recording } = this
    const isOwn = recording.kind(index) === 'subscribe(onNext:)' || recording.kind(index) === 'subscribe(_:)'
    const origin = isOwn ? recording.origin(index) : null
    const site = origin ? origin.site : recording.site[index]
    return site < 0 ? '' : printable(recording.siteName(site))
  }
}
