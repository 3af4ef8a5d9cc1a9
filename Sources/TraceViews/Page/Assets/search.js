/*
 * The conditions of a search. Words are searched for in the text of rows; `kind:`, `object:`, `thread:`, `queue:`, `value:`,
 * `source:`, `event:` and `step:` select one column; `-` before a word excludes, `*` stands for anything.
 */
class Search {
  constructor(recording) {
    this.recording = recording
    this.lowered = {}
  }

  /** Marks each step that meets a query and the chosen marks; null if all do. */
  matches(query, thread, marks) {
    const tests = this.words(query).map((word) => this.test(word)).filter(Boolean)
    if (thread >= 0) tests.push((index) => this.recording.thread(index) === thread)
    if (marks.size > 0) tests.push((index) => [...marks].some((mark) => Search.marks[mark](this.recording, index)))
    if (tests.length === 0) return null
    const matches = new Uint8Array(this.recording.count)
    for (let at = 0; at < matches.length; at++) {
      const index = this.recording.order[at]
      matches[at] = tests.every((test) => test(index)) ? 1 : 0
    }
    return matches
  }

  static marks = {
    error: (recording, index) => recording.isError(index),
    undelivered: (recording, index) => recording.undelivered[index] === 1,
    output: (recording, index) => recording.isOutput(index),
  }

  /** Words, those in quotation marks kept together: `value:"a b" -map`. */
  words(query) {
    return [...query.matchAll(/(-?)(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/gi)].map(([, minus, key, quoted, plain]) => {
      const text = (quoted ?? plain).toLowerCase()
      const known = key && key.toLowerCase() in this.tests
      return { isWanted: !minus, key: known ? key.toLowerCase() : '', text: key && !known ? `${key.toLowerCase()}:${text}` : text }
    })
  }

  test({ isWanted, key, text }) {
    if (text === '') return null
    const test = key ? this.tests[key](text) : this.anywhere(text)
    return isWanted ? test : (index) => !test(index)
  }

  tests = {
    kind: (text) => this.inColumn('call', 'kinds', this.recording.kinds, text, true),
    object: (text) => this.object(text),
    type: (text) => this.object(text),
    thread: (text) => (index) => String(this.recording.thread(index) + 1) === text,
    queue: (text) => (index) => this.recording.queue(index).toLowerCase().includes(text),
    value: (text) => this.inColumn('value', 'values', this.recording.values, text),
    source: (text) => this.inColumn('site', 'sites', this.siteNames, text),
    event: (text) => (index) => this.recording.eventName(index).startsWith(text),
    step: (text) => this.range(text),
  }

  anywhere(text) {
    const [before, after] = text.split(/\.(.*)/s)
    const tests = [
      this.object(text), this.inColumn('other', 'objects', this.objectNames, text),
      this.inColumn('call', 'calls', this.recording.calls, text), this.inColumn('value', 'values', this.recording.values, text),
      this.inColumn('site', 'sites', this.siteNames, text), (index) => this.recording.eventName(index).startsWith(text),
    ]
    if (after !== undefined) {
      const [object, call] = [this.object(before), this.inColumn('call', 'calls', this.recording.calls, after)]
      tests.push((index) => object(index) && call(index))
    }
    return (index) => tests.some((test) => test(index))
  }

  object(text) { return this.inColumn('object', 'objects', this.objectNames, text) }

  range(text) {
    const [, first, last] = text.match(/^(\d*)(?:[-–.]+(\d*))?$/) ?? []
    if (first === undefined) return () => false
    const isRange = last !== undefined
    const [low, high] = [Number(first || 1), isRange ? Number(last || Infinity) : Number(first)]
    return (index) => this.recording.numbers[index] >= low && this.recording.numbers[index] <= high
  }

  /** Whether the number in a step's column is that of a text which contains the searched text. */
  inColumn(column, table, texts, text, isWhole = false) {
    const lowered = (this.lowered[table] ??= texts.map((text) => text.toLowerCase()))
    const isHit = this.pattern(text, isWhole)
    const hits = Uint8Array.from(lowered, (text) => (isHit(text) ? 1 : 0))
    const numbers = this.recording[column]
    return (index) => numbers[index] >= 0 && hits[numbers[index]] === 1
  }

  pattern(text, isWhole) {
    if (!text.includes('*')) return isWhole ? (other) => other.startsWith(text) : (other) => other.includes(text)
    const parts = text.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    const expression = new RegExp(`^${parts.join('.*')}`, 's')
    return (other) => expression.test(other)
  }

  get objectNames() { return (this.names ??= this.recording.objects.map((_, object) => this.recording.objectName(object))) }
  get siteNames() {
    const { recording } = this
    return (this.places ??= Array.from({ length: recording.sites.length / 2 }, (_, site) =>
      `${recording.siteFile(site)}:${recording.siteLine(site)}`))
  }
}
