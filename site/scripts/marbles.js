/* Marbles and values that readers change. A file beside the page holds what the engine did for every arrangement on a grid,
   with each of a few values of each handle; this script looks the outcome up and draws it. It knows no operator. */
(() => {
  'use strict'
  const namespace = 'http://www.w3.org/2000/svg'
  /** Lengths in pixels; on a narrow screen, names stand above their lanes. */
  const wide = { margin: 12, marble: 32, box: 38, gap: 8, lane: 52, level: 36, letter: 15 * 0.605, name: 14 * 0.605, longest: 14, least: 32, side: 22, before: 22, after: 34 }
  const narrow = { margin: 8, marble: 21, box: 34, gap: 6, lane: 58, level: 28, letter: 13 * 0.605, name: 13 * 0.605, longest: 10, least: 18, side: 18, before: 14, after: 22 }
  const hues = 6

  const filled = (text, ...values) => values.reduce((rest, value) => rest.replace('%', () => value), text)
  const fitted = (text, longest) => [...text].length > longest ? [...text].slice(0, longest - 1).join('') + '…' : text
  const circled = (number) => number <= 20 ? String.fromCodePoint(0x245f + number) : `(${number})`

  // MARK: Notation

  /** The elements and the end of a diagram; an end of undefined for a sequence that does not end. */
  function read(diagram) {
    const places = []
    const names = []
    let [tick, isGroup, origin, end, isError] = [0, false, 0, undefined, false]
    const signs = [...diagram]
    const pass = () => { if (!isGroup) tick += 1 }
    while (signs.length > 0) {
      const sign = signs.shift()
      if (sign === '-') tick += 1
      else if (sign === '(') isGroup = true
      else if (sign === ')') { isGroup = false; tick += 1 }
      else if (sign === '^') { origin = tick; pass() }
      else if (sign === '|' || sign === '#') { end = tick; isError = sign === '#'; pass() }
      else if (sign.trim() !== '') {
        let name = sign
        if (sign === "'") {
          name = ''
          while (signs.length > 0) {
            const next = signs.shift()
            if (next === "'" && signs[0] !== "'") break
            if (next === "'") signs.shift()
            name += next
          }
        }
        places.push(tick)
        names.push(name)
        pass()
      }
    }
    return { places: places.map((place) => place - origin), names, end: end === undefined ? end : end - origin, isError }
  }

  /** The diagram of an input's arrangement. */
  function written(input, names) {
    const sign = input.isError ? '#' : '|'
    let [text, tick] = ['', 0]
    input.places.forEach((place, index) => {
      const name = [...names[index]].length === 1 ? names[index] : `'${names[index].replaceAll("'", "''")}'`
      text += '-'.repeat(place - tick) + (place === input.end ? `(${name}${sign})` : name)
      tick = place + 1
    })
    return tick > input.end ? text : text + '-'.repeat(input.end - tick) + sign
  }

  // MARK: The grid

  /** The one of some ticks that is nearest to a tick. */
  const nearest = (ticks, tick, first = ticks[0]) =>
    ticks.reduce((best, one) => Math.abs(one - tick) < Math.abs(best - tick) ? one : best, first)

  /** All arrangements of an input, in the order in which they were run. */
  class GridLane {
    constructor(facts, isHot) {
      Object.assign(this, facts)
      this.first = isHot ? 1 : 0
      this.positions = new Map()
      this.walk([])
    }

    walk(places) {
      for (let end = this.freeEnd ? this.leastEnd(places) : this.last; end <= this.last; end += 1) {
        for (const isError of this.errors ? [false, true] : [false]) this.add({ places, end, isError })
      }
      if (places.length === this.names.length) return
      for (const place of this.places) if (place > (places.at(-1) ?? -1)) this.walk([...places, place])
    }

    add(state) { this.positions.set(GridLane.key(state), this.positions.size) }

    /** An end comes after the last element, or with it if it does so in the recorded run. */
    leastEnd(places) {
      const next = places.length === 0 ? this.first : places.at(-1) + (this.joined ? 0 : 1)
      return Math.max(next, 1)
    }

    static key({ places, end, isError }) { return `${places} ${end} ${isError}` }

    /** The nearest arrangement on the grid that keeps the order. */
    snapped(state) {
      const wanted = state.places.slice(0, this.names.length)
      const places = []
      wanted.forEach((tick, index) => {
        // Places for the elements that follow stay free.
        const last = this.places.length - wanted.length + index
        const free = this.places.filter((place, number) => place > (places.at(-1) ?? -1) && number <= last)
        places.push(nearest(free, tick))
      })
      const end = this.freeEnd ? Math.min(Math.max(state.end ?? this.last, this.leastEnd(places)), this.last) : this.last
      return { places, end, isError: this.errors && state.isError }
    }
  }

  /** Loads a file of outcomes: a script, because a page on a disk may load no other file. */
  function load(path, program) {
    return new Promise((done, failed) => {
      const script = document.createElement('script')
      script.src = path
      script.addEventListener('load', () => done(self.headwaterOutcomes[program]))
      script.addEventListener('error', failed)
      document.head.append(script)
    })
  }

  /** The outcomes of all arrangements, with each combination of the handles' values. */
  class Outcomes {
    constructor(facts, texts, bytes) {
      this.texts = texts
      this.bytes = bytes
      this.isWide = texts.length > 250
      // A moved subscription changes which elements of a hot input are heard.
      const areAllTold = facts.handles.some((handle) => handle.moment)
      this.told = facts.inputs.map((input) => areAllTold || !input.hot)
      this.starts = []
      this.place = 0
      while (this.place < bytes.length) {
        this.starts.push(this.place)
        this.next()
      }
    }

    static async loaded(facts, path) {
      const { texts, packed } = await load(path, facts.program)
      const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0))
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
      return new Outcomes(facts, texts, new Uint8Array(await new Response(stream).arrayBuffer()))
    }

    at(index) {
      this.place = this.starts[index]
      return this.next()
    }

    byte() { return this.bytes[this.place++] }

    next() {
      const count = this.byte()
      if (count === 255) return undefined
      const observers = Array.from({ length: count }, () => this.observer())
      const subscriptions = this.told.map((isTold) =>
        isTold ? Array.from({ length: this.byte() }, () => ({ start: this.byte(), end: this.byte() })) : undefined)
      return { observers, subscriptions }
    }

    observer() {
      const start = this.byte()
      const events = Array.from({ length: this.byte() }, () => {
        const tick = this.byte()
        const code = this.isWide ? this.byte() + 256 * this.byte() : this.byte()
        return code < 2 ? { tick, kind: ['completed', 'error'][code] } : { tick, kind: 'next', text: this.texts[code - 2] }
      })
      return { start, events }
    }
  }

  // MARK: A scene

  /** The tick of the handle that an observer's lane has at its `start` or `stop`; undefined if it has none. */
  function moment(facts, values, place, lane) {
    const number = facts.handles.findIndex((handle) => handle.place === place && handle.lane === lane)
    return number < 0 ? undefined : facts.handles[number].values[values[number]]
  }

  /** The lanes of an arrangement and its outcome, as those of the recorded run. */
  function scene(facts, arrangement, values, outcome) {
    const lanes = []
    facts.inputs.forEach((input, number) => {
      const state = arrangement[number]
      const names = facts.names[number]
      const events = state.places.map((place, index) => ({ tick: place, kind: 'next', text: names[index], handle: index }))
      events.push({ tick: state.end, kind: state.isError ? 'error' : 'completed', handle: 'end' })
      const lane = (start, own, name) => ({ role: 'input', input: number, name, start, events: own })
      const subscriptions = outcome.subscriptions[number]
      if (input.hot) {
        const isHeard = ({ tick }) => subscriptions?.some(({ start, end }) => start < tick && tick <= end) ?? true
        lanes.push(lane(0, events.map((event) => isHeard(event) ? event : { ...event, unheard: true }), input.name))
        return
      }
      if (subscriptions.length === 0) lanes.push({ ...lane(0, events, input.name), unused: true })
      subscriptions.forEach(({ start, end }, index) => {
        const whole = start + state.end <= end
        const own = events.map((event) => ({ ...event, tick: event.tick + start })).filter((event) => whole || event.tick < end)
        const name = subscriptions.length === 1 ? input.name : `${input.name} · ${index + 1}`
        lanes.push({ ...lane(start, own, name), disposal: whole ? undefined : end })
      })
    })
    addObservers(lanes, facts, values, outcome)
    addOrigins(lanes)
    return lanes
  }

  function addObservers(lanes, facts, values, outcome) {
    const recorded = facts.lanes.filter((lane) => lane.role !== 'input')
    const inner = recorded.find((lane) => lane.role === 'inner')
    const first = lanes.length
    outcome.observers.forEach(({ start, events }, number) => {
      const known = recorded[number]
      const isInner = number > 0 && inner !== undefined
      const name = isInner ? inner.name.replace(/ \d+$/, ` ${number}`) : known?.name ?? ''
      if (isInner) {
        lanes.push({ role: 'inner', name, start, events })
        return
      }
      const stop = moment(facts, values, 'stop', name) ?? known?.disposal ?? -1
      const disposal = stop < 0 || events.some((event) => event.kind !== 'next') ? undefined : stop
      lanes.push({ role: 'result', name, start: moment(facts, values, 'start', name) ?? known?.start ?? start, events, disposal })
    })
    lanes[first]?.events.filter((event) => event.text === '\u0002').forEach((event, number) => {
      const lane = first + 1 + number
      if (lane >= lanes.length) return
      event.lane = lane
      lanes[lane].opener = [first, lanes[first].events.indexOf(event)]
    })
  }

  /** Links each element to the inputs' elements whose texts it has: the latest ones that had been sent by then. */
  function addOrigins(lanes) {
    const sent = []
    lanes.forEach((lane, number) => {
      if (lane.role === 'input' && !lane.unused) {
        lane.events.forEach((event, index) => { if (event.kind === 'next') sent.push({ ...event, origin: [number, index] }) })
      }
    })
    const latest = (all) => all.reduce((best, one) => best === undefined || one.tick >= best.tick ? one : best, undefined)
    for (const lane of lanes) {
      if (lane.role === 'input') continue
      for (const event of lane.events) {
        if (event.kind !== 'next' || event.lane !== undefined) continue
        const before = sent.filter((one) => one.tick <= event.tick)
        event.origins = origins(event, before, latest).map((one) => one.origin)
      }
    }
  }

  function origins(event, before, latest) {
    const whole = latest(before.filter((one) => one.text === event.text))
    if (whole) return [whole]
    if (event.text.startsWith('[')) {
      const left = [...before]
      return event.text.slice(1, -1).split(', ').reverse().flatMap((part) => {
        const found = latest(left.filter((one) => `"${one.text}"` === part || one.text === part))
        if (found) left.splice(left.indexOf(found), 1)
        return found ? [found] : []
      })
    }
    const numbers = [...new Set(before.map((one) => one.origin[0]))]
    const parts = numbers.flatMap((number) => latest(before.filter((one) => one.origin[0] === number && event.text.includes(one.text))) ?? [])
    if (parts.length > 0) return parts
    const now = before.filter((one) => one.tick === event.tick)
    return now.length === 1 ? now : []
  }

  // MARK: Layout

  function layout(lanes, stageWidth, ticks, size, available, { before, after }) {
    const names = lanes.map((lane) => fitted(lane.name, 24))
    const isNarrow = size === narrow
    const boxLeft = size.margin + (isNarrow ? 0 : Math.max(0, ...names.map((name) => name.length)) * size.name + 12)
    // A subscription's handle stands left of an element in the same tick.
    const left = boxLeft + before + (lanes.some((lane) => lane.hasStart) ? 12 : 0)
    const room = (available - left - size.margin - after) / (isNarrow ? ticks : ticks + 1)
    const tick = Math.min(Math.max(Math.floor(room), size.least), 64)
    const least = Math.min(boxLeft + stageWidth + 32, isNarrow ? available - size.margin : Infinity)
    const right = Math.max(left + ticks * tick + after, least)
    const x = (number) => left + number * tick
    let y = size.margin
    let boxTop
    const lines = []
    const marbles = lanes.map((lane) => {
      if (boxTop === undefined && lane.role !== 'input') {
        boxTop = y + size.gap
        y += size.box + 2 * size.gap
      }
      const ends = []
      const line = y + (isNarrow ? size.lane - 22 : size.lane / 2)
      const places = []
      for (const event of lane.events) {
        const center = x(event.tick)
        if (event.kind === 'completed') {
          const same = places.filter((place) => place.tick === event.tick)
          places.push({ x: center + Math.max(0, ...same.map((place) => place.width / 2 + 5)), level: Math.max(0, ...same.map((place) => place.level)), width: 4 })
          continue
        }
        const width = widthOf(event, lanes, size)
        let level = ends.findIndex((end) => end + (isNarrow ? 1 : 2) <= center - width / 2)
        if (level < 0) level = ends.push(0) - 1
        ends[level] = center + width / 2
        places.push({ x: center, level, width, tick: event.tick })
      }
      for (const place of places) place.y = line + place.level * size.level
      lines.push(line)
      y += size.lane + (Math.max(ends.length, 1) - 1) * size.level
      return places
    })
    return { names, boxLeft, right, boxTop: boxTop ?? y, lines, marbles, x, tick, left, axis: y + 6, width: right + size.margin, height: y + 28 }
  }

  /** The room before the first and after the last tick, where half of a wide marble stands. */
  function edges(lanes, size) {
    const marbles = lanes.flatMap((lane) => lane.events).map((event) => ({ tick: event.tick, half: widthOf(event, lanes, size) / 2 }))
    const most = (room) => Math.max(0, ...marbles.map(room))
    return {
      before: Math.max(size.before, most(({ tick, half }) => half + 4 - tick * size.least)),
      after: Math.max(size.after, most(({ half }) => half + 10)),
    }
  }

  function widthOf(event, lanes, size) {
    if (event.kind === 'completed') return 0
    return Math.max(size.marble, Math.round([...label(event, lanes, size)].length * size.letter + 16))
  }

  function label(event, lanes, size) {
    if (event.kind === 'error') return '✕'
    if (event.lane !== undefined) return circled(lanes.slice(0, event.lane).filter((lane) => lane.role === 'inner').length + 1)
    return fitted(unquoted(event.text ?? ''), size.longest)
  }

  /** A list without the quotation marks of its elements. */
  function unquoted(text) {
    return text.startsWith('[') ? text.replaceAll(/"([^"\\]*)"/g, '$1') : text
  }

  function style(event, lane, lanes) {
    if (event.kind === 'error') return 'hw-fail'
    if (lane.role === 'input') return `hw-${lane.input % hues}`
    const inputs = [...new Set((event.origins ?? []).map(([number]) => lanes[number].input))]
    return inputs.length === 1 ? `hw-${inputs[0] % hues}` : event.lane === undefined ? 'hw-mixed' : 'hw-sequence'
  }

  // MARK: Drawing

  /** Texts with at most so many signs in all: the longest loses its end. */
  function shortened(texts, most) {
    const over = texts.join('').length - most
    if (over <= 0) return texts
    const longest = texts.reduce((best, one) => one.length > best.length ? one : best)
    return texts.with(texts.indexOf(longest), longest.slice(0, Math.max(longest.length - over - 1, 0)) + '…')
  }

  function element(name, attributes, ...children) {
    const made = document.createElementNS(namespace, name)
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
    made.append(...children)
    return made
  }

  function html(name, properties, ...children) {
    const made = Object.assign(document.createElement(name), properties)
    made.append(...children)
    return made
  }

  const line = (x1, y1, x2, y2, name) => element('path', { d: `M${x1} ${y1}L${x2} ${y2}`, class: name })
  const text = (content, x, y, name, anchor = 'middle') => element('text', { x, y, class: name, 'text-anchor': anchor }, content)

  class Picture {
    constructor(figure) {
      this.figure = figure
      this.facts = JSON.parse(figure.dataset.marbles)
      this.words = this.facts.words
      this.facts.names = this.facts.inputs.map((input, number) => {
        const own = read(input.diagram).names
        return own.length > this.facts.grid[number].names.length ? own : this.facts.grid[number].names
      })
      this.grid = this.facts.grid.map((lane, number) => new GridLane(lane, this.facts.inputs[number].hot))
      this.svg = figure.querySelector('svg')
      this.current = [0, 0]
      this.isServed = window.headwaterRun !== undefined
      this.runs = 0
      this.recorded = this.facts.inputs.map((input) => read(input.diagram))
      this.handleFacts = this.facts.handles
      // Ticks are numbers; one that never comes is less than all.
      const tick = (value) => value === 'never' ? -1 : Number(value)
      for (const handle of this.handleFacts) if (handle.place !== 'box') handle.values = handle.values.map(tick)
      /** The legend and the text of the recorded run, as the page came with them. */
      this.recordedWords = ['.marble-legend', '.diagram-text tbody', '.diagram-text p'].map((name) => figure.querySelector(name)).map((part) => [part, [...part.children]])
      this.arrangements = this.grid.reduce((product, lane) => product * lane.positions.size, 1)
      const moments = this.handleFacts.flatMap((handle) => handle.place === 'box' ? [] : handle.values)
      this.ticks = Math.max(...this.facts.lanes.flatMap((lane) => [lane.start, lane.disposal ?? 0, ...lane.events.map((event) => event.tick)]), ...moments, 1)
      this.addControls()
      this.svg.setAttribute('role', 'group')
      this.reset()
      this.listen()
    }

    /** The recorded run, as the page came with it. */
    reset() {
      this.arrangement = undefined
      /** For each handle the position of its value among those that it can have. */
      this.values = this.handleFacts.map((handle) => handle.recorded)
      for (const lane of this.facts.lanes) {
        if (lane.role !== 'input') continue
        let next = 0
        const cut = this.facts.inputs[lane.input].hot ? 0 : lane.start
        for (const event of lane.events) event.handle = event.kind === 'next' ? this.recordedIndex(lane, event, cut, next++) : 'end'
      }
      this.draw(this.facts.lanes)
      for (const [part, children] of this.recordedWords) part.replaceChildren(...children)
      this.note.textContent = ''
    }

    recordedIndex(lane, event, start, fallback) {
      const input = this.recorded[lane.input]
      const index = input.places.findIndex((place, at) => place + start === event.tick && input.names[at] === event.text)
      return index < 0 ? fallback : index
    }

    outcomes() {
      this.loaded ??= Outcomes.loaded(this.facts, this.figure.dataset.outcomes)
      return this.loaded
    }

    /** Whether the server of a preview runs arrangements beyond the grid: only with the program's own numbers. */
    get runsMore() { return this.isServed && this.values.every((value, number) => value === this.handleFacts[number].recorded) }

    /** The arrangement that can be changed: the recorded one, moved onto the grid. */
    begin() {
      if (this.arrangement) return
      this.arrangement = this.recorded.map((state, number) => this.grid[number].snapped(state))
      const isSame = this.recorded.every((state, number) => {
        const own = this.arrangement[number]
        return `${own.places} ${own.end}` === `${state.places} ${state.end}`
      })
      this.snapped = isSame ? '' : this.words.snapped
    }

    async show() {
      const positions = this.arrangement.map((state, number) => this.grid[number].positions.get(GridLane.key(state)))
      const now = () => JSON.stringify([this.arrangement, this.values])
      const wanted = now()
      let lanes
      if (positions.every((position) => position !== undefined)) {
        const combination = this.values.reduce((sum, value, number) => sum * this.handleFacts[number].values.length + value, 0)
        const index = positions.reduce((sum, position, number) => sum * this.grid[number].positions.size + position, 0)
        let outcomes
        try {
          outcomes = await this.outcomes()
        } catch {
          this.reset()
          this.tell(this.words.notLoaded)
          return
        }
        const outcome = outcomes.at(combination * this.arrangements + index)
        lanes = outcome && scene(this.facts, this.arrangement, this.values, outcome)
      } else {
        if (this.runsMore) lanes = await this.run()
        if (!this.runsMore) return this.goBack()
      }
      if (wanted !== now()) return
      if (lanes) {
        this.draw(lanes)
        this.write(lanes)
      }
      this.last = JSON.parse(wanted)[0]
      this.note.textContent = lanes ? this.snapped : this.words.stops
      this.say(lanes)
    }

    /** The last arrangement that was shown: the server runs no others than those on the grid. */
    goBack() {
      const last = this.last ?? this.recorded
      this.arrangement = last.map((state, number) => this.grid[number].snapped(state))
      return this.show()
    }

    /** Asks the server of a preview to run the program. */
    async run() {
      const diagrams = this.arrangement.map((state, number) => written(state, this.facts.names[number]))
      const number = ++this.runs
      let lanes
      try {
        lanes = (await window.headwaterRun({ program: this.facts.program, arguments: diagrams, parts: ['lanes'] })).lanes
      } catch {
        // A newer run of the page ends an older one. Any other failure means that the server runs nothing for this page.
        if (number === this.runs) this.isServed = false
      }
      if (!lanes || number !== this.runs) return undefined
      for (const lane of lanes) {
        if (lane.role !== 'input') continue
        let next = 0
        for (const event of lane.events) event.handle = event.kind === 'next' ? next++ : 'end'
      }
      return lanes
    }

    // MARK: Changing

    /** The ticks that an element, or the end, can have. An element passes others: it takes a free tick beyond them. */
    free([input, handle]) {
      const { places, end } = this.arrangement[input]
      const lane = this.grid[input]
      const ticks = (first, last) => Array.from({ length: Math.max(last - first + 1, 0) }, (_, number) => first + number)
      const most = lane.joined ? end : end - 1
      const all = this.runsMore ? ticks(lane.first, most) : lane.places.filter((tick) => tick <= most)
      if (handle !== 'end') return all.filter((tick) => tick === places[handle] || !places.includes(tick))
      if (!lane.freeEnd && !this.runsMore) return [end]
      return ticks(lane.leastEnd(places), this.runsMore ? Math.max(lane.last, 24) : lane.last)
    }

    tickOf([input, handle]) {
      const state = this.arrangement[input]
      return handle === 'end' ? state.end : state.places[handle]
    }

    /** Moves to the nearest tick that is free. */
    move(place, tick) {
      this.begin()
      const ticks = this.free(place)
      const now = this.tickOf(place)
      const wanted = nearest(ticks, tick, now)
      this.current = place
      if (wanted === now) {
        const isStuck = ticks.length < 2 && tick !== now
        const shown = this.shown ? Promise.resolve() : this.show()
        return shown.then(() => { if (isStuck) this.explain(place) })
      }
      const [input, handle] = place
      const state = this.arrangement[input]
      if (handle === 'end') {
        state.end = wanted
      } else {
        // Elements are sent in the order of their names, so one that passes another changes names with it.
        state.places = [...state.places.filter((_, index) => index !== handle), wanted].sort((one, other) => one - other)
        this.current = [input, state.places.indexOf(wanted)]
      }
      return this.show()
    }

    /** Says why a marble stays where it is. */
    explain([input, handle]) {
      const isFixed = handle === 'end' && !this.grid[input].freeEnd && !this.runsMore
      this.tell(isFixed ? this.words.fixedEnd : this.words.noFreeTick)
    }

    tell(text) { this.note.textContent = this.spoken.textContent = text }

    remove([input, handle]) {
      this.begin()
      const places = this.arrangement[input]?.places ?? []
      if (handle === 'end' || places.length === 0) return this.tell(this.words.noMarble)
      places.splice(handle, 1)
      this.current = [input, places.length > 0 ? Math.min(handle, places.length - 1) : 'end']
      return this.show()
    }

    /** Adds a marble at a tick, or at the first free one. */
    add(input, tick) {
      this.begin()
      const state = this.arrangement[input]
      const lane = this.grid[input]
      if (state.places.length >= lane.names.length) return this.tell(this.words.mostMarbles)
      const free = lane.places.filter((place) => place < state.end && !state.places.includes(place))
      const chosen = tick === undefined ? free[0] : nearest(free, tick)
      if (chosen === undefined) return this.tell(this.words.mostMarbles)
      state.places = [...state.places, chosen].sort((one, other) => one - other)
      this.current = [input, state.places.indexOf(chosen)]
      return this.show()
    }

    turn(input) {
      this.begin()
      if (!this.grid[input].errors) return
      this.arrangement[input].isError = !this.arrangement[input].isError
      return this.show()
    }

    /** Gives a handle another of its values; a disposal stays behind the subscription. */
    change(number, value) {
      this.begin()
      this.current = ['value', number]
      const { values } = this.handleFacts[number]
      const chosen = Math.min(Math.max(value, 0), values.length - 1)
      const changed = this.values.with(number, chosen)
      this.handleFacts.forEach(({ place, lane, values }, stop) => {
        if (place !== 'stop') return
        const recorded = this.facts.lanes.find((one) => one.role === 'result' && one.name === lane)
        const start = moment(this.facts, changed, 'start', lane) ?? recorded?.start ?? 0
        const isPossible = () => values[changed[stop]] < 0 || values[changed[stop]] > start
        // A disposal before the subscription gives way to the next one behind it.
        while (!isPossible() && changed[stop] < values.length - 1) changed[stop] += 1
      })
      if (changed[number] === this.values[number]) {
        const list = values.map((one) => this.handleText(number, one)).join(this.words.comma)
        return this.show().then(() => {
          if (changed[number] !== value) this.tell(filled(this.words.onlyValues, list))
        })
      }
      this.values = changed
      return this.show()
    }

    handleText(number, value) {
      if (this.handleFacts[number].place === 'box') return `${value}`
      return value < 0 ? this.words.never : filled(this.words.tick, value)
    }

    // MARK: Listening

    addControls() {
      const bar = document.createElement('div')
      bar.className = 'marble-controls'
      const button = (word, action) => {
        const made = document.createElement('button')
        made.type = 'button'
        made.textContent = word
        made.addEventListener('click', action)
        bar.append(made)
      }
      const input = () => this.current[0] === 'value' ? 0 : this.current[0]
      if (this.grid.length > 0) {
        button(this.words.add, () => this.add(input()))
        button(this.words.remove, () => this.remove(this.current))
        button(this.words.turn, () => this.turn(input()))
      }
      button(this.words.back, () => {
        this.reset()
        // The address may still name the arrangement that was copied.
        if (location.hash.startsWith('#m')) history.replaceState(history.state, '', location.pathname + location.search)
      })
      button(this.words.link, () => this.link())
      const help = document.createElement('p')
      help.className = 'marble-help'
      help.textContent = this.help()
      this.note = document.createElement('p')
      this.note.className = 'marble-note'
      this.spoken = document.createElement('p')
      this.spoken.className = 'visually-hidden'
      this.spoken.setAttribute('aria-live', 'polite')
      this.figure.querySelector('.diagram-scroll').after(bar, this.note, help, this.spoken)
    }

    help() {
      const language = document.documentElement.lang || 'en'
      const sentences = this.grid.length > 0 ? [this.words.help] : []
      if (this.handleFacts.some((handle) => handle.place === 'box')) sentences.push(this.words.helpNumber)
      if (this.handleFacts.some((handle) => handle.place === 'start')) sentences.push(this.words.helpStart)
      if (this.handleFacts.some((handle) => handle.place === 'stop')) sentences.push(this.words.helpStop)
      sentences.push(filled(this.words.runs, this.facts.runs.toLocaleString(language)))
      return sentences.join(language.startsWith('zh') ? '' : ' ')
    }

    // MARK: Links

    /** Writes the arrangement into the address, which is copied: `#m=-a-b--c|`, `#m2=-a|,--1|` for the page's second picture,
        `#m=-a-b--c|;5` with another value. */
    async link() {
      this.begin()
      const text = this.arrangement.map((state, number) => written(state, this.facts.names[number])).join(',')
      const number = pictures.indexOf(this) + 1
      const own = this.values.map((value, place) => this.handleFacts[place].values[value])
      const isChanged = this.values.some((value, place) => value !== this.handleFacts[place].recorded)
      const address = encodeURIComponent(text).replaceAll('%7C', '|').replaceAll('%2C', ',') + (isChanged ? `;${own}` : '')
      history.replaceState(history.state, '', `#m${number === 1 ? '' : number}=${address}`)
      await window.headwaterCopy?.(location.href)
      this.tell(this.words.linked)
    }

    /** Shows the arrangement of an address: the nearest one that was run. */
    open(text) {
      const [whole, chosen] = this.handleFacts.length > 0 ? /;([-.\w]+(?:,[-.\w]+)*)$/.exec(text) ?? ['', ''] : ['', '']
      const diagrams = text.slice(0, text.length - whole.length).match(/(?:'(?:[^']|'')*'|[^,'])+/g) ?? []
      if (diagrams.length !== this.grid.length) return
      const values = chosen.split(',').map((one, place) => this.handleFacts[place]?.values.findIndex((value) => `${value}` === one) ?? -1)
      if (whole !== '' && values.length === this.values.length && !values.includes(-1)) this.values = values
      this.arrangement = diagrams.map((diagram, number) => this.grid[number].snapped(read(diagram)))
      this.snapped = ''
      this.figure.scrollIntoView({ block: 'nearest' })
      return this.show()
    }

    listen() {
      let width = this.room()
      window.addEventListener('resize', () => {
        if (this.room() !== width) this.draw(this.lanes)
        width = this.room()
      })
      // So that the outcomes are there when something is moved.
      for (const name of ['pointerenter', 'focusin']) this.figure.addEventListener(name, () => { this.outcomes().catch(() => {}) }, { once: true })
      this.svg.addEventListener('pointerdown', (event) => this.grab(event))
      // Otherwise the browser takes a finger's way for scrolling. Browsers do not heed `touch-action` of shapes in a picture.
      this.svg.addEventListener('touchstart', (event) => { if (this.placeOf(event.target)) event.preventDefault() }, { passive: false })
      this.svg.addEventListener('keydown', (event) => this.key(event))
      this.svg.addEventListener('focusin', (event) => {
        const place = this.placeOf(event.target)
        if (place) this.choose(place)
      })
      this.svg.addEventListener('dblclick', (event) => {
        const at = this.pointOf(event)
        const lane = this.lanes.findIndex((one, number) => one.role === 'input' && Math.abs(this.places.lines[number] - at.y) < this.size.lane / 2)
        if (lane < 0 || this.placeOf(event.target)) return
        const start = this.facts.inputs[this.lanes[lane].input].hot ? 0 : this.lanes[lane].start
        this.add(this.lanes[lane].input, Math.round((at.x - this.places.left) / this.places.tick) - start)
      })
    }

    pointOf(event) { return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse()) }

    placeOf(target) {
      const handle = target.closest?.('.hw-handle')
      if (!handle) return undefined
      const { input, handle: own } = handle.dataset
      return [input === 'value' ? input : Number(input), own === 'end' ? own : Number(own)]
    }

    grab(event) {
      const place = this.placeOf(event.target)
      if (!place || event.button !== 0) return
      event.preventDefault()
      if (place[0] === 'value') {
        this.grabValue(event, place[1])
        return
      }
      const start = Number(event.target.closest('.hw-handle').dataset.start)
      const before = this.arrangement ?? this.recorded
      if (place[1] !== 'end' && place[1] >= this.grid[place[0]].names.length && !this.arrangement) place[1] = this.grid[place[0]].names.length - 1
      const was = place[1] === 'end' ? before[place[0]].end : before[place[0]].places[place[1]]
      const offset = this.places.x(was + start) - this.pointOf(event).x
      this.current = place
      // Its number changes when it passes another.
      this.follow(event, (moved) => this.move(this.current, Math.round((this.pointOf(moved).x + offset - this.places.left) / this.places.tick) - start))
    }

    /** Lets a pointer drag something until it is released. */
    follow(event, drag, released = () => {}) {
      this.svg.setPointerCapture(event.pointerId)
      const end = () => {
        this.svg.removeEventListener('pointermove', drag)
        this.svg.removeEventListener('pointerup', released)
        this.svg.classList.remove('hw-dragging')
        this.focus()
      }
      this.svg.classList.add('hw-dragging')
      this.svg.addEventListener('pointermove', drag)
      this.svg.addEventListener('pointerup', released)
      this.svg.addEventListener('lostpointercapture', end, { once: true })
    }

    /** A value changes with the way of the pointer, or by one when a side of it is tapped; a moment follows the pointer. */
    grabValue(event, number) {
      const from = this.pointOf(event).x
      const began = this.values[number]
      const handle = this.handleFacts[number]
      if (handle.place !== 'box') {
        const xOf = (value) => value < 0 ? this.places.right - 8 : this.places.x(value)
        const offset = xOf(handle.values[began]) - from
        this.current = ['value', number]
        this.follow(event, (moved) => {
          const at = this.pointOf(moved).x + offset
          const distances = handle.values.map((value) => Math.abs(xOf(value) - at))
          this.change(number, distances.indexOf(Math.min(...distances)))
        })
        return
      }
      const box = this.handle(['value', number]).querySelector('.hw-knob').getBBox()
      let isDragged = false
      this.follow(event, (moved) => {
        const steps = Math.round((this.pointOf(moved).x - from) / 28)
        isDragged ||= steps !== 0
        if (isDragged) this.change(number, began + steps)
      }, () => {
        if (!isDragged) this.change(number, began + (from < box.x + box.width / 2 ? -1 : 1))
      })
    }

    key(event) {
      const place = this.placeOf(event.target)
      if (!place || event.altKey || event.ctrlKey || event.metaKey) return
      const action = this.actions(place)[event.key]
      if (!action) return
      event.preventDefault()
      event.stopPropagation()
      action()
    }

    actions(place) {
      if (place[0] === 'value') {
        const [, number] = place
        const to = (value) => () => this.change(number, value)
        return {
          ArrowLeft: to(this.values[number] - 1), ArrowRight: to(this.values[number] + 1), Home: to(0),
          End: to(this.handleFacts[number].values.length - 1), ArrowUp: () => this.step(-1), ArrowDown: () => this.step(1),
        }
      }
      const to = (chosen) => () => {
        const own = this.onGrid(place)
        const now = this.tickOf(own)
        this.move(own, chosen(this.free(own), now) ?? now)
      }
      const by = (way) => to((ticks, now) => ticks.filter((tick) => way * (tick - now) > 0).at(way > 0 ? 0 : -1) ?? now + way)
      const turn = () => { if (place[1] === 'end') this.turn(place[0]) }
      return {
        ArrowLeft: by(-1), ArrowRight: by(1), Home: to((ticks) => ticks[0]), End: to((ticks) => ticks.at(-1)),
        ArrowUp: () => this.step(-1), ArrowDown: () => this.step(1),
        Delete: () => this.remove(this.onGrid(place)), Backspace: () => this.remove(this.onGrid(place)),
        Insert: () => this.add(place[0]), '+': () => this.add(place[0]), Enter: turn, ' ': turn,
      }
    }

    /** The same element in the arrangement, which may have fewer than the recorded run. */
    onGrid([input, handle]) {
      this.begin()
      const count = this.arrangement[input].places.length
      return [input, handle === 'end' || count === 0 ? 'end' : Math.min(handle, count - 1)]
    }

    handles() { return [...this.svg.querySelectorAll('.hw-handle')] }

    handle([input, handle]) { return this.svg.querySelector(`.hw-handle[data-input="${input}"][data-handle="${handle}"]`) }

    step(by) {
      const handles = this.handles()
      const next = handles[handles.indexOf(this.handle(this.current)) + by]
      next?.focus()
    }

    /** Only one marble of a picture is reached by the tabulator, so that readers can pass by. */
    choose(place) {
      this.current = place
      const chosen = this.handle(place) ?? this.handles()[0]
      for (const handle of this.handles()) handle.setAttribute('tabindex', handle === chosen ? '0' : '-1')
    }

    focus() {
      const chosen = this.handle(this.current) ?? this.handles()[0]
      chosen?.focus({ preventScroll: true })
    }

    // MARK: Drawing

    draw(lanes) {
      const isFocused = this.svg.contains(document.activeElement)
      this.lanes = lanes
      this.shown = this.arrangement !== undefined
      const last = Math.max(...lanes.flatMap((lane) => [lane.start, lane.disposal ?? 0, ...lane.events.map((event) => event.tick)]), 1)
      this.ticks = Math.max(this.ticks, last, ...(this.arrangement ? this.grid.map((lane) => lane.last) : []))
      const size = this.room() < 620 ? narrow : wide
      const { before, after } = edges(lanes, size)
      // They only grow, or the ticks would move while a marble is dragged.
      const known = size === this.size ? this.edges : { before, after }
      this.edges = { before: Math.max(before, known.before), after: Math.max(after, known.after) }
      this.size = size
      this.svg.classList.toggle('hw-narrow', this.size === narrow)
      for (const lane of lanes) lane.hasStart = this.handleFacts.some((handle) => handle.place === 'start' && handle.lane === lane.name)
      const knobs = this.handleFacts.filter((handle) => handle.place === 'box').length * 2 * this.size.side
      const stageWidth = this.facts.stage.length * this.size.letter + knobs
      this.places = layout(lanes, stageWidth, this.ticks, this.size, this.size === narrow ? this.room() - 16 : 920, this.edges)
      const { width, height } = this.places
      this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`)
      this.svg.setAttribute('width', width)
      this.svg.setAttribute('height', height)
      const kept = this.svg.querySelectorAll('title[id], desc[id]')
      this.svg.replaceChildren(...kept, this.box(), ...this.links(), this.stage(), ...lanes.map((_, number) => this.lane(number)), ...this.axis())
      this.choose(this.current)
      if (isFocused) this.focus()
    }

    room() { return this.figure.clientWidth }

    box() {
      const { size } = this
      const { boxLeft, boxTop, right } = this.places
      return element('rect', { x: boxLeft, y: boxTop, width: right - boxLeft, height: size.box, rx: 6, class: 'hw-stage' })
    }

    stage() {
      const { size } = this
      const { boxLeft, boxTop, right } = this.places
      if (this.facts.stageParts) return this.numbers()
      return text(fitted(this.facts.stage, Math.floor((right - boxLeft - 8) / size.letter)), (boxLeft + right) / 2, boxTop + size.box / 2 + 5, 'hw-stagename hw-stagehalo')
    }

    /** The operator's box with values that can be changed. */
    numbers() {
      const { size } = this
      const { boxLeft, boxTop, right } = this.places
      const y = boxTop + size.box / 2
      const values = this.facts.stageParts.map(({ handle }) => handle === undefined ? '' : `${this.handleFacts[handle].values[this.values[handle]]}`)
      const wide = (text) => [...text].length * size.letter
      const knob = (value) => value === '' ? 0 : wide(value) + 2 * size.side
      const knobs = values.reduce((sum, value) => sum + knob(value), 0)
      const texts = shortened(this.facts.stageParts.map((part) => part.text), Math.floor((right - boxLeft - 8 - knobs) / size.letter))
      let x = (boxLeft + right - knobs - wide(texts.join(''))) / 2
      const group = element('g', { class: 'hw-stagename' })
      this.facts.stageParts.forEach(({ handle }, place) => {
        group.append(text(texts[place], x, y + 5, 'hw-stagehalo', 'start'))
        x += wide(texts[place])
        if (handle === undefined) return
        const width = knob(values[place])
        group.append(this.value(handle, values[place], x, y, width))
        x += width
      })
      return group
    }

    value(number, value, x, y, width) {
      const group = element('g', { class: 'hw-value' })
      const height = this.size.box - 8
      const middle = x + width / 2
      const side = (from, way) => element('path', { d: `M${from} ${y - 5}l${5 * way} 5l${-5 * way} 5`, class: 'hw-side' })
      group.append(
        element('rect', { x, y: y - this.size.box / 2, width, height: this.size.box, class: 'hw-grip' }),
        element('rect', { x: x + 3, y: y - height / 2, width: width - 6, height, rx: 7, class: 'hw-knob' }),
        side(x + 14, -1), text(value, middle, y + 5, 'hw-number-now'), side(x + width - 14, 1),
      )
      this.makeSlider(group, number, filled(this.words.number, this.facts.stage))
      return group
    }

    /** The handles of an observer's lane: for its subscription a dot, and for its disposal a square. */
    moments(number) {
      const lane = this.lanes[number]
      const y = this.places.lines[number]
      return this.handleFacts.flatMap((handle, place) => {
        if (handle.place === 'box' || handle.lane !== lane.name || lane.role !== 'result') return []
        const isStart = handle.place === 'start'
        const tick = handle.values[this.values[place]]
        const covering = lane.events.findIndex((event) => event.tick === tick)
        const beside = covering < 0 ? 0 : this.places.marbles[number][covering].width / 2 + 10
        const x = (tick < 0 ? this.places.right - 8 : this.places.x(tick)) + (isStart ? -beside : beside)
        const knob = isStart
          ? element('circle', { cx: x, cy: y, r: 7, class: 'hw-knob' })
          : element('g', {}, line(x, y - 14, x, y + 14, 'hw-stop'), element('rect', { x: x - 6, y: y - 6, width: 12, height: 12, class: 'hw-knob' }))
        const group = element('g', { class: 'hw-moment' }, element('rect', { x: x - 14, y: y - 21, width: 28, height: 42, class: 'hw-grip' }), knob)
        this.makeSlider(group, place, filled(isStart ? this.words.subscription : this.words.disposal, lane.name))
        return [group]
      })
    }

    makeSlider(group, number, name) {
      const { values } = this.handleFacts[number]
      const now = this.values[number]
      group.classList.add('hw-handle')
      const facts = {
        role: 'slider', tabindex: '-1', 'aria-label': name, 'aria-valuemin': 0, 'aria-valuemax': values.length - 1,
        'aria-valuenow': now, 'aria-valuetext': this.handleText(number, values[now]),
      }
      for (const [key, value] of Object.entries(facts)) group.setAttribute(key, value)
      Object.assign(group.dataset, { input: 'value', handle: number })
    }

    links() {
      const { marbles, x, lines } = this.places
      return this.lanes.flatMap((lane, number) => {
        const opener = lane.opener && marbles[lane.opener[0]][lane.opener[1]]
        const opening = opener ? [line(opener.x, opener.y, x(lane.start), lines[number], 'hw-link hw-open')] : []
        return opening.concat(lane.events.flatMap((event, place) => (event.origins ?? []).map(([from, at]) => {
          const [source, marble] = [marbles[from][at], marbles[number][place]]
          return line(source.x, source.y, marble.x, marble.y, `hw-link hw-from hw-${this.lanes[from].input % hues}`)
        })))
      })
    }

    lane(number) {
      const lane = this.lanes[number]
      const { names, lines, x, right } = this.places
      const y = lines[number]
      const { size } = this
      const nameY = size === narrow ? y - 20 : y + 5
      const group = element('g', { class: 'hw-lane' }, text(names[number], size.margin, nameY, 'hw-lanename hw-halo', 'start'))
      const final = lane.events[lane.events.length - 1]
      const ending = final && final.kind !== 'next' ? final.tick : undefined
      const stop = ending ?? lane.disposal
      const end = stop === undefined ? right - 8 : x(stop)
      group.append(line(x(lane.start), y, end, y, lane.unused ? 'hw-line hw-unheard' : 'hw-line'))
      if (stop === undefined) group.append(element('path', { d: `M${end + 7} ${y}l-9 -4.5v9z`, class: 'hw-tip' }))
      else if (ending === undefined && !this.handleFacts.some((handle) => handle.place === 'stop' && handle.lane === lane.name)) group.append(line(end, y - 8, end, y + 8, 'hw-stop'))
      group.append(element('circle', { cx: x(lane.start), cy: y, r: 3.5, class: 'hw-back hw-ring' }))
      const places = [...lane.events.keys()]
      group.append(...places.flatMap((place) => this.stem(number, place)), ...places.map((place) => this.marble(number, place)), ...this.moments(number))
      return group
    }

    /** From the lane's line to a marble below it, which would otherwise cross the marbles between. */
    stem(number, place) {
      const { events } = this.lanes[number]
      const { x, y } = this.places.marbles[number][place]
      const from = this.places.lines[number]
      return events[place].kind === 'completed' || y === from ? [] : [line(x, from, x, y, events[place].unheard ? 'hw-line hw-unheard' : 'hw-line')]
    }

    marble(number, place) {
      const { size } = this
      const lane = this.lanes[number]
      const event = lane.events[place]
      const marble = this.places.marbles[number][place]
      const y = this.places.lines[number]
      const group = element('g', { class: event.unheard ? 'hw-marble hw-unheard' : 'hw-marble' })
      if (event.kind === 'completed') {
        group.append(line(marble.x, y - 15, marble.x, marble.y + 15, 'hw-bar'))
      } else {
        for (const name of ['hw-back', `hw-shape ${style(event, lane, this.lanes)}`]) {
          group.append(element('rect', { x: marble.x - marble.width / 2, y: marble.y - size.marble / 2, width: marble.width, height: size.marble, rx: size.marble / 2, class: name }))
        }
        group.append(text(label(event, this.lanes, size), marble.x, marble.y + 5, 'hw-element'))
      }
      if (lane.role === 'input') this.makeHandle(group, lane, event, marble)
      return group
    }

    makeHandle(group, lane, event, marble) {
      group.classList.add('hw-handle')
      const wide = Math.min(marble.width + 8, 200)
      const grip = event.kind === 'completed' ? 24 : wide
      group.prepend(element('rect', { x: marble.x - grip / 2, y: marble.y - 21, width: grip, height: 42, class: 'hw-grip' }))
      const grid = this.grid[lane.input]
      if (event.handle === 'end' && !grid.freeEnd && !this.runsMore) group.classList.add('hw-fixed')
      const start = this.facts.inputs[lane.input].hot ? 0 : lane.start
      const name = event.handle === 'end' ? this.words.end : event.text
      const facts = {
        role: 'slider', tabindex: '-1', 'aria-label': filled(this.words.elementOf, name, lane.name), 'aria-valuemin': grid.first + start,
        'aria-valuemax': Math.max(grid.last + start, event.tick), 'aria-valuenow': event.tick, 'aria-valuetext': this.valueText(event),
      }
      for (const [key, value] of Object.entries(facts)) group.setAttribute(key, value)
      Object.assign(group.dataset, { input: lane.input, handle: event.handle, start })
    }

    valueText(event) {
      const tick = filled(this.words.tick, event.tick)
      return event.kind === 'next' ? tick : this.words[event.kind] + this.words.comma + tick
    }

    axis() {
      const { axis, x } = this.places
      return Array.from({ length: this.ticks + 1 }, (_, tick) => [line(x(tick), axis - 4, x(tick), axis, 'hw-tick'), text(`${tick}`, x(tick), axis + 13, 'hw-number')]).flat()
    }

    // MARK: In words

    /** The legend and the text of an outcome, as the build writes them for the recorded run. */
    write(lanes) {
      const [[legend, [...recorded]], [table], [stage]] = this.recordedWords
      stage.replaceChildren(html('code', {}, this.stageText()))
      legend.replaceChildren(...this.legend(lanes).map(([key, text]) => html('li', { className: `key ${key}` }, text)), recorded.at(-1))
      table.replaceChildren(...lanes.map((lane) => {
        const parts = [...lane.events.map((event) => this.sentence(event, lanes)), ...this.remarks(lane)]
        const text = parts.length > 0 ? parts.join(' · ') : this.words.noEvents
        return html('tr', {}, html('th', { scope: 'row' }, html('code', {}, lane.name)), html('td', {}, text))
      }))
    }

    stageText() {
      const value = (number) => this.handleFacts[number].values[this.values[number]]
      return this.facts.stageParts?.map(({ text, handle }) => text + (handle === undefined ? '' : value(handle))).join('') ?? this.facts.stage
    }

    legend(lanes) {
      const { words } = this
      const styles = new Set(lanes.flatMap((lane) => lane.events.filter(({ kind }) => kind !== 'completed').map((event) => style(event, lane, lanes))))
      const isMixed = styles.has('hw-mixed')
      const inputs = this.facts.inputs.flatMap(({ name }, number) =>
        styles.has(`hw-${number % hues}`) ? [[`key-${number % hues}`, filled(words.from, name)]] : [])
      // One colour needs no legend.
      const items = inputs.length === 1 && !isMixed ? [] : inputs
      if (isMixed && inputs.length > 0) items.push(['key-mixed', words.mixed])
      if (styles.has('hw-sequence')) items.push(['key-sequence', words.sequence])
      if (lanes.some((lane) => lane.events.some((event) => event.unheard))) items.push(['key-unheard', words.unheard])
      if (lanes.some((lane) => lane.disposal !== undefined)) items.push(['key-stop', words.disposed])
      return items
    }

    /** `c, tick 4, from c of letters` */
    sentence(event, lanes) {
      const { words } = this
      const parts = [this.named(event, lanes), filled(words.tick, event.tick)]
      const origins = (event.origins ?? []).map(([lane, place]) => filled(words.elementOf, lanes[lane].events[place].text, lanes[lane].name))
      if (origins.length > 0) parts.push(filled(words.from, origins.join(words.and)))
      if (event.unheard) parts.push(words.unheard)
      return parts.join(words.comma)
    }

    named(event, lanes) {
      if (event.kind !== 'next') return this.words[event.kind]
      return event.lane === undefined ? event.text : lanes[event.lane].name
    }

    remarks(lane) {
      const remarks = lane.unused ? [this.words.neverSubscribed] : []
      if (lane.start > 0) remarks.push(filled(this.words.subscribedAt, lane.start))
      if (lane.disposal !== undefined) remarks.push(filled(this.words.disposedAt, lane.disposal))
      return remarks
    }

    /** Reads the outcome aloud. */
    say(lanes) {
      if (!lanes) {
        this.spoken.textContent = this.words.stops
        return
      }
      const sentence = (lane) => `${lane.name}: ` + lane.events.map((event) => {
        return this.named(event, lanes) + this.words.comma + filled(this.words.tick, event.tick)
      }).join('; ')
      this.spoken.textContent = filled(this.words.result, lanes.filter((lane) => lane.role !== 'input').map(sentence).join('. '))
    }
  }

  if (!('DecompressionStream' in window)) return
  const pictures = [...document.querySelectorAll('figure[data-marbles]')].map((figure) => new Picture(figure))
  const openLink = () => {
    const [, number, address] = /^#m(\d*)=(.+)$/.exec(location.hash) ?? []
    let text
    try { text = decodeURIComponent(address ?? '') } catch { return }
    pictures[Number(number || 1) - 1]?.open(text)
  }
  openLink()
  addEventListener('hashchange', openLink)
})()
