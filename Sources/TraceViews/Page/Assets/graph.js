/* The objects around a step's object: those that hold it, and those that it holds, some levels down. */
class ObjectGraph {
  static mostHolders = 6
  static deepest = 4
  static mostHeld = 16

  constructor(recording) { this.recording = recording }

  /** Null for an object without links. */
  figure(object) {
    const { links, holders } = this.recording.objects[object]
    if (links.length + holders.length === 0) return null
    this.left = ObjectGraph.mostHeld
    const name = this.recording.objectName(object)
    return make('figure', { class: 'graph' }, make('figcaption', {}, 'Who holds whom'),
      make('ul', { 'aria-label': `Objects around ${name}` },
        ...this.holderItems(holders), make('li', { class: 'self' }, make('b', {}, printable(name)), this.held(object, [object]))))
  }

  holderItems(holders) {
    const shown = holders.slice(0, ObjectGraph.mostHolders).map(({ name, target }) =>
      make('li', { class: 'holder' }, this.node(target), make('span', { class: 'link' }, ` ${printable(name)} ↓`)))
    const more = holders.length - shown.length
    if (more > 0) shown.push(make('li', { class: 'holder more' }, `and ${counted(more, 'other holder')}`))
    return shown
  }

  held(object, path) {
    const { links } = this.recording.objects[object]
    if (links.length === 0) return null
    if (path.length > ObjectGraph.deepest || this.left <= 0) return make('span', { class: 'more' }, ' …')
    const items = links.map(({ name, target }) => {
      this.left -= 1
      const isAbove = path.includes(target)
      return make('li', { class: 'held' }, make('span', { class: 'link' }, `${printable(name)} → `), this.node(target),
        isAbove ? make('span', { class: 'more' }, ' (above)') : this.held(target, [...path, target]))
    })
    return make('ul', {}, ...items)
  }

  /** An object, as a link to the first step that names it. */
  node(object) {
    const step = this.recording.firstStep(object), name = printable(this.recording.objectName(object))
    if (step < 0) return make('span', { class: 'object' }, name)
    return make('a', { href: `#step-${this.recording.numbers[step]}`, title: `To its first step, ${this.recording.numbers[step]}` }, name)
  }
}
