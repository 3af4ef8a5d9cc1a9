/*
 * The run, one typed array for each column.
 *
 * A step has an index, its place in the run, and a position, its place in the tree: the steps of an outermost call stand
 * together there, even if other threads ran in between. In the tree, a call is directly followed by the steps in it.
 */
class Recording {
  constructor(facts) {
    this.count = facts.count
    this.stepsInRun = facts.stepsInRun
    this.threads = facts.threads
    this.queues = facts.queues
    this.places = facts.places
    this.calls = facts.calls
    this.kinds = facts.kinds
    this.types = facts.types
    this.linkNames = facts.links
    this.files = facts.files
    this.sites = facts.sites
    this.excerpts = facts.excerpts
    this.values = facts.values
    this.cutValues = new Set(facts.cut)
    this.readThrown(facts.thrown)
    this.readSteps(new NumberStream(facts.steps))
    this.readNumbers(facts.jumps)
    this.readObjects(facts.objects)
    this.readOrigins(facts.origins)
    this.readMoments(facts.moments, facts.momentChanges)
    this.arrange()
  }

  // MARK: Reading

  readSteps(numbers) {
    const { count } = this
    for (const name of ['call', 'event', 'undelivered']) this[name] = new (name === 'call' ? Uint16Array : Uint8Array)(count)
    for (const name of ['place', 'object', 'other', 'site', 'parent', 'value', 'cause']) this[name] = new Int32Array(count)
    this.time = new Float64Array(count)
    let object = 0, time = 0, value = 0
    for (let index = 0; index < count; index++) {
      const code = numbers.next()
      this.call[index] = code >> 3
      this.event[index] = (code >> 1) & 3
      this.undelivered[index] = code & 1
      this.place[index] = numbers.next()
      this.object[index] = numbers.near(object)
      if (this.object[index] >= 0) object = this.object[index]
      this.other[index] = numbers.near(object)
      this.site[index] = numbers.next() - 1
      this.parent[index] = numbers.near(index)
      this.time[index] = time = numbers.near(time)
      this.value[index] = numbers.near(value)
      if (this.value[index] >= 0) value = this.value[index]
      this.cause[index] = numbers.near(index)
    }
  }

  /** The numbers of steps for people: from 1, with gaps if the page holds a part of a run. */
  readNumbers(jumps) {
    this.numbers = new Int32Array(this.count)
    for (let index = 0, place = 0, number = 0; index < this.count; index++) {
      number += 1
      if (jumps[place] === index) [number, place] = [jumps[place + 1], place + 2]
      this.numbers[index] = number
    }
  }

  readObjects(numbers) {
    this.objects = []
    for (let place = 0; place < numbers.length; ) {
      const object = { type: numbers[place++], ordinal: numbers[place++], links: [], holders: [], origin: -1 }
      for (let links = numbers[place++]; links > 0; links--) {
        object.links.push({ name: this.linkNames[numbers[place++]], target: numbers[place++] })
      }
      this.objects.push(object)
    }
    this.objects.forEach((object, index) => {
      for (const link of object.links) this.objects[link.target].holders.push({ name: link.name, target: index })
    })
  }

  /** For a closure's step the place among the values of the error that it threw. */
  readThrown(numbers) {
    this.thrown = new Map()
    for (let place = 0; place < numbers.length; place += 2) this.thrown.set(numbers[place], numbers[place + 1])
  }

  readOrigins(numbers) {
    for (let place = 0; place < numbers.length; place += 2) this.objects[numbers[place]].origin = numbers[place + 1]
  }

  /** For each step the place of its virtual time's text, from 1; 0 for none. No array if no step has one. */
  readMoments(texts, changes) {
    this.moments = texts
    if (texts.length === 0) return
    this.moment = new Int32Array(this.count)
    for (let place = 0; place < changes.length; place += 2) this.moment.fill(changes[place + 1] + 1, changes[place])
  }

  // MARK: The tree

  arrange() {
    const { count, parent } = this
    const root = new Int32Array(count), next = new Int32Array(count)
    for (let index = 0; index < count; index++) next[root[index] = parent[index] < 0 ? index : root[parent[index]]]++
    for (let index = 0, start = 0; index < count; index++) {
      if (root[index] === index) [next[index], start] = [start, start + next[index]]
    }
    this.position = new Int32Array(count)
    this.order = new Int32Array(count)
    for (let index = 0; index < count; index++) this.order[this.position[index] = next[root[index]]++] = index
    this.nest()
  }

  nest() {
    const { count, order, position } = this
    this.outer = new Int32Array(count)
    this.level = new Int32Array(count)
    this.end = new Int32Array(count)
    this.siblings = new Int32Array(count + 1)
    this.rank = new Int32Array(count)
    for (let at = 0; at < count; at++) {
      const parent = this.parent[order[at]]
      const outer = this.outer[at] = parent < 0 ? -1 : position[parent]
      this.level[at] = outer < 0 ? 0 : this.level[outer] + 1
      this.rank[at] = this.siblings[outer + 1]++
      this.end[at] = at + 1
    }
    for (let at = count - 1; at >= 0; at--) {
      const outer = this.outer[at]
      if (outer >= 0 && this.end[outer] < this.end[at]) this.end[outer] = this.end[at]
    }
  }

  /** The number of steps that the one at a position encloses directly. */
  childCount(at) { return this.siblings[at + 1] }

  /** The position behind a step's last sibling. */
  familyEnd(at) { return this.outer[at] < 0 ? this.count : this.end[this.outer[at]] }

  /** The step with a number, or the first after it; -1 if there is none. */
  indexOfNumber(number) {
    let low = 0, high = this.count
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.numbers[middle] < number) low = middle + 1
      else high = middle
    }
    return low < this.count ? low : -1
  }

  // MARK: Names

  typeName(object) { return this.types[3 * this.objects[object].type] }
  fullTypeName(object) { return this.types[3 * this.objects[object].type + 1] }
  role(object) { return this.types[3 * this.objects[object].type + 2] }
  objectName(object) { return `${this.typeName(object)}#${this.objects[object].ordinal}` }
  kind(index) { return this.kinds[this.call[index]] }
  isOutput(index) { return this.kind(index) === 'output' }
  isError(index) { return this.event[index] === 2 || this.thrown.has(index) }
  eventName(index) { return ['', 'next', 'error', 'completed'][this.event[index]] }
  callName(index) { return this.calls[this.call[index]] }
  /** The error that a closure threw, as text; an empty string for none. */
  thrownText(index) { return this.thrown.has(index) ? this.values[this.thrown.get(index)] : '' }
  isClosure(index) { return this.kind(index) === 'closure' }
  thread(index) { return this.places[2 * this.place[index]] }
  queue(index) { return this.queues[this.places[2 * this.place[index] + 1]] ?? '' }
  siteFile(site) { return this.files[this.sites[2 * site]] }
  siteLine(site) { return this.sites[2 * site + 1] }
  siteName(site) { return `${this.siteFile(site).split('/').pop()}:${this.siteLine(site)}` }

  threadName(thread) {
    return `thread ${thread + 1}${this.threads[thread] ? ` “${printable(this.threads[thread])}”` : ''}`
  }

  /** The time on the clock of a scheduler that has one of its own, as text; empty for none. */
  virtualTime(index) { return this.moment ? this.moments[this.moment[index] - 1] ?? '' : '' }

  /** The call in one line: `MapSink#1.forwardOn`. */
  title(index) {
    if (this.isOutput(index)) return 'output'
    const object = this.object[index] < 0 ? '' : this.objectName(this.object[index])
    return this.isClosure(index) ? `${object} ${this.callName(index)}` : `${object}.${this.callName(index)}`
  }

  /** The schedule that a scheduled action goes back to, unless that encloses it. */
  distantCause(index) {
    const cause = this.cause[index]
    let outer = this.parent[index]
    while (outer > cause) outer = this.parent[outer]
    return outer === cause ? -1 : cause
  }

  // MARK: Lines of the user's source

  /** The user's line that a step goes back to, with the object that was made there; null if none is known. */
  origin(index) {
    const object = this.object[index] < 0 ? -1 : this.withOrigin(this.object[index])
    return object < 0 ? null : { object, site: this.objects[object].origin }
  }

  /** The first with a known line of: an object, the object in whose calls it was made, the maker of that, and so on. */
  withOrigin(object) {
    const passed = new Set()
    while (object >= 0 && this.objects[object].origin < 0) {
      if (passed.has(object)) return -1
      passed.add(object)
      object = this.maker(object)
    }
    return object
  }

  /** The object in whose call another was made; -1 if that is not known. */
  maker(object) {
    for (let index = this.firstStep(object); index >= 0; index = this.parent[index] < 0 ? this.cause[index] : this.parent[index]) {
      const candidate = this.object[index]
      if (candidate < 0 || candidate === object || this.role(candidate) === 'scheduler') continue
      // The observer existed before the object was subscribed to.
      if (this.kind(index) !== 'subscribe' || this.other[index] !== object) return candidate
    }
    return -1
  }

  /** The first step that names an object; -1 for one that only others hold. */
  firstStep(object) {
    if (!this.firstSteps) {
      this.firstSteps = new Int32Array(this.objects.length).fill(-1)
      for (let index = this.count - 1; index >= 0; index--) {
        if (this.other[index] >= 0) this.firstSteps[this.other[index]] = index
        if (this.object[index] >= 0) this.firstSteps[this.object[index]] = index
      }
    }
    return this.firstSteps[object]
  }
}
