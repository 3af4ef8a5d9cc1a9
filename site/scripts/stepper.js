/* Makes a stepper of each chain: the list of its steps, beside a stage that shows one of them with the program's code and
   the engine's.

   The page holds everything already, in order. The bodies of the steps are moved onto the stage, and back into the list
   for print. All bodies lie in one place of the stage and all but one are invisible, so that nothing jumps while the reader
   goes on. A listing stands in the page once, at the first step that shows it; the panes of a stage show copies of it, with
   the lines of the step lit. */
(() => {
  const keysOff = 'headwater-keys-off'
  const steppers = []
  const stored = (key) => { try { return localStorage.getItem(key) } catch { return null } }
  const store = (key, value) => { try { localStorage.setItem(key, value) } catch { /* holds for this page then */ } }
  let areKeysOn = stored(keysOff) !== '1'
  let template = document.getElementById('stepper')

  /** Puts an element of another kind in the place of a line. */
  const renamed = (line, tag) => {
    const other = document.createElement(tag)
    for (const { name, value } of line.attributes) other.setAttribute(name, value)
    other.append(...line.childNodes)
    line.replaceWith(other)
    return other
  }

  /** One of the two panes of code: it shows a copy of a listing, with some of its lines lit. */
  class Pane {
    constructor(element) {
      this.element = element
      this.place = element.querySelector('.code-of-step')
      this.copies = new Map()
      this.shown = null
    }

    /** @param ids those of all the listings that the pane will show; it gets the height of the longest one. */
    prepare(ids) {
      const counts = [...ids].map((id) => document.getElementById(id)?.querySelectorAll('.line').length ?? 0)
      const most = Math.max(0, ...counts)
      this.element.style.setProperty('--lines', Math.max(3, most))
      this.element.hidden = most === 0
      return most
    }

    copy(id) {
      const listing = document.getElementById(id)
      if (!listing) return null
      const figure = listing.cloneNode(true)
      figure.removeAttribute('id')
      // Buttons of a copy would do nothing.
      for (const button of figure.querySelectorAll('button')) button.remove()
      for (const frame of figure.querySelectorAll('.code-frame')) frame.replaceWith(...frame.childNodes)
      const lines = new Map()
      for (const line of figure.querySelectorAll('.line')) {
        line.classList.remove('lit', 'leading')
        lines.set(Number(line.dataset.line), line.localName === 'mark' ? renamed(line, 'span') : line)
      }
      return { figure, lines, lit: [], code: figure.querySelector('pre') }
    }

    /**
     * @param id of a listing.
     * @param lit numbers of lines, separated by commas, the leading one under a star.
     * @param otherwise a sentence for a step without a listing: that of the step before would read as if it ran.
     */
    show(id, lit, otherwise = '') {
      if (!id) {
        const note = document.createElement('p')
        note.className = 'no-engine'
        note.textContent = otherwise
        this.shown = null
        this.place.replaceChildren(note)
        return
      }
      if (this.shown?.id !== id) {
        if (!this.copies.has(id)) this.copies.set(id, this.copy(id))
        const copy = this.copies.get(id)
        if (!copy) return
        this.shown = { id, copy }
        this.place.replaceChildren(copy.figure)
      }
      this.light(this.shown.copy, lit)
    }

    light(copy, lit) {
      for (const number of copy.lit) {
        const line = renamed(copy.lines.get(number), 'span')
        line.className = 'line'
        copy.lines.set(number, line)
      }
      copy.lit = []
      for (const word of lit.split(',').filter(Boolean)) {
        const number = Number(word.replace('*', ''))
        if (!copy.lines.has(number)) continue
        const line = renamed(copy.lines.get(number), 'mark')
        line.className = word.startsWith('*') ? 'line lit leading' : 'line lit'
        copy.lines.set(number, line)
        copy.lit.push(number)
      }
    }

    /** Brings the lit lines into the middle of the pane. */
    centre() {
      const code = this.shown?.copy.code
      const line = code?.querySelector('.leading') ?? code?.querySelector('.lit')
      if (!line || code.scrollHeight <= code.clientHeight) return
      const offset = line.getBoundingClientRect().top - code.getBoundingClientRect().top
      code.scrollTop += offset - (code.clientHeight - Math.min(line.offsetHeight, code.clientHeight)) / 2
    }
  }

  /** The pipeline as a picture, along which a dot shows where the event is. */
  class Strip {
    constructor(element) {
      this.element = element
      const svg = element.querySelector('svg')
      this.boxes = [...svg.querySelectorAll('g:not(.lane)')]
      this.frames = this.boxes.map((box) => {
        const { x, y, width, height } = box.querySelector('rect')
        return [x, y, width, height].map((length) => length.baseVal.value)
      })
      this.lanes = [...svg.querySelectorAll('.lane')].map((lane) => {
        return Number(lane.querySelector('path').getAttribute('d').match(/ ([\d.]+)H/)[1])
      })
      const make = (name) => document.createElementNS('http://www.w3.org/2000/svg', name)
      this.dot = make('g')
      this.circle = make('circle')
      this.circle.setAttribute('r', 6)
      this.text = make('text')
      this.dot.append(this.circle, this.text)
      this.dot.classList.add('dot')
      svg.append(this.dot)
      if (this.lanes.length > 0) {
        element.addEventListener('scroll', () => element.style.setProperty('--scrolled', `${element.scrollLeft}px`), { passive: true })
      }
    }

    show(item, number) {
      const [from, to] = (item.dataset.at ?? '').split('-')
      this.boxes.forEach((box, place) => {
        box.classList.toggle('is-at', String(place) === from)
        box.classList.toggle('is-gone', Number(box.dataset.gone ?? Infinity) <= number)
      })
      this.dot.classList.toggle('is-absent', !from)
      if (!from) return
      const [x, y] = this.position(Number(from), to === undefined ? null : Number(to), Number(item.dataset.lane ?? 0))
      this.dot.style.transform = `translate(${x}px, ${y}px)`
      this.dot.dataset.is = item.dataset.is ?? ''
      const value = [...(item.querySelector('.event .value')?.textContent ?? '')]
      this.text.textContent = value.length > 14 ? value.slice(0, 13).join('') + '…' : value.join('')
      this.x = x
    }

    /** Brings the dot into view in a window that is narrower than the pipeline. */
    reveal() {
      const { scrollWidth, clientWidth } = this.element
      if (scrollWidth > clientWidth) this.element.scrollLeft = (this.x ?? 0) - clientWidth / 2
    }

    /** At the lower edge of a stage, or half of the way to another one; in a lane if there are several threads. */
    position(from, to, lane) {
      const [x, y, width, height] = this.frames[from]
      const next = to === null ? null : this.frames[to]
      const across = next ? (x + width + next[0]) / 2 : x + width / 2
      if (this.lanes.length > 0) return [across, this.lanes[lane]]
      return [across, next ? (y + next[1] + height) / 2 : y + height]
    }
  }

  class Stepper {
    constructor(section) {
      this.section = section
      this.list = section.querySelector('.steps')
      this.objects = section.querySelector('.objects')
      this.strip = section.querySelector('.strip')
      const parts = template.content.cloneNode(true)
      this.stage = parts.querySelector('.stage')
      this.skip = parts.querySelector('.skip-stepper')
      this.end = parts.querySelector('.stepper-end')
      this.end.id = section.id + '-end'
      this.skip.href = '#' + this.end.id
      this.steps = [...this.list.querySelectorAll('.step')].map((item) => ({
        item, link: item.querySelector('.step-number'), body: item.querySelector('.step-body'),
        head: item.querySelector('.step-head'), ...this.code(item),
      }))
      this.panes = { program: new Pane(this.part('program')), engine: new Pane(this.part('engine')) }
      const heights = ['program', 'engine'].map((name) => {
        return this.panes[name].prepare(new Set(this.steps.map((step) => step[name]?.id).filter(Boolean)))
      })
      this.part('panes').style.setProperty('--longest', Math.max(3, ...heights))
      if (section.dataset.fold === 'engine') this.foldEngine()
      this.prepareViews()
      this.picture = this.strip ? new Strip(this.strip) : null
      this.current = -1
      this.timer = null
      this.speed = 1
      this.wantsFull = false
      this.isChanging = false
      this.isNear = false
      this.enter()
      this.listen()
      nearby.observe(section)
      this.go(0, { isQuiet: true })
    }

    /** Puts the engine's pane, the objects and the legend behind one line, on a page that explains none of them yet. */
    foldEngine() {
      const [fold, summary, panes] = ['details', 'summary', 'div'].map((name) => document.createElement(name))
      fold.className = 'engine-fold'
      panes.className = 'panes'
      summary.textContent = '··· ' + this.part('engine').querySelector('.pane-name').textContent
      panes.append(this.part('engine'))
      this.part('panes').after(fold)
      fold.append(summary, panes, this.part('legend'))
    }

    /** The code or the objects stand below the note, so that either fits a screen together with it. */
    prepareViews() {
      const views = this.part('views')
      if (!this.objects || this.section.dataset.fold) return views.remove()
      for (const [place, button] of [...views.children].entries()) {
        button.addEventListener('click', () => {
          this.stage.classList.toggle('shows-objects', place === 1)
          for (const other of views.children) other.setAttribute('aria-pressed', String(other === button))
          this.centreCode()
        })
      }
    }

    /** The listings that a step names, each with its lit lines. */
    code(item) {
      const code = { program: null, engine: null, otherwise: item.querySelector('.runs .no-engine')?.textContent }
      for (const link of item.querySelectorAll('.runs a')) {
        const id = link.hash.slice(1)
        const lit = link.dataset.lit ?? '*' + (link.textContent.match(/:(\d+)$/)?.[1] ?? '')
        code[id === this.section.dataset.program ? 'program' : 'engine'] = { id, lit }
      }
      return code
    }

    part(name) { return this.stage.querySelector('.' + name) }

    // MARK: On stage, and off for print

    enter() {
      this.part('stage-bodies').append(...this.steps.map((step) => step.body))
      if (this.strip) this.part('stage-bar').after(this.strip)
      if (this.objects) this.part('legend').before(this.objects)
      this.section.prepend(this.skip)
      this.section.append(this.stage)
      this.section.after(this.end)
      this.section.classList.add('is-stepper')
      for (const folded of this.section.querySelectorAll('details.folded')) folded.open = false
      this.steps.forEach((step, place) => { step.link.tabIndex = place === Math.max(0, this.current) ? 0 : -1 })
    }

    leave() {
      this.stop()
      for (const step of this.steps) step.item.append(step.body)
      if (this.strip) this.section.prepend(this.strip)
      if (this.objects) {
        this.section.append(this.objects)
        this.paintObjects(this.steps.length, null)
      }
      for (const part of [this.stage, this.skip, this.end]) part.remove()
      this.section.classList.remove('is-stepper')
      for (const details of this.section.querySelectorAll('details')) details.open = true
    }

    // MARK: Going

    /** Shows a step. A quiet change is neither announced nor put into the address. */
    go(place, { isQuiet = false, movesList = true } = {}) {
      place = Math.max(0, Math.min(this.steps.length - 1, place))
      if (place === this.current) return
      const before = this.steps[this.current]
      before?.item.classList.remove('is-current')
      before?.link.removeAttribute('aria-current')
      if (before) before.link.tabIndex = -1
      before?.body.classList.remove('is-current')
      this.current = place
      const step = this.steps[place]
      step.item.classList.add('is-current')
      step.link.setAttribute('aria-current', 'step')
      step.link.tabIndex = 0
      step.body.classList.add('is-current')
      this.showHead(step)
      this.showPosition()
      if (!isQuiet) this.announce()
      if (this.isNear || !isQuiet) this.paint()
      if (isQuiet) return
      if (movesList) this.reveal(step.item)
      try {
        history.replaceState(history.state, '', '#' + step.item.id)
      } catch { /* an address that may not be changed stays as it is */ }
    }

    /** Shows the code and the pictures of the step. A stepper that nobody sees does so when it comes near. */
    paint() {
      const step = this.steps[this.current]
      this.isNear = true
      this.paintObjects(this.current + 1, step.item)
      this.picture?.show(step.item, this.current + 1)
      this.showCode(step)
      // Everything is changed before anything is measured, so that the browser lays out the page once.
      this.centreCode()
      this.picture?.reveal()
    }

    move(by) {
      this.stop()
      this.go(this.current + by)
    }

    showHead(step) {
      const head = this.part('stage-head')
      const copy = step.head.cloneNode(true)
      copy.querySelector('.step-number').remove()
      head.replaceChildren(...copy.childNodes)
      const outer = this.steps[Number(step.item.dataset.in) - 1]
      if (!outer) return
      const link = document.createElement('a')
      link.className = 'inside'
      link.href = '#' + outer.item.id
      link.textContent = this.stage.dataset.inside.replace('%', step.item.dataset.in)
      head.querySelector('.facts').append(' ', link)
    }

    showPosition() {
      const [place, count] = [this.current + 1, this.steps.length]
      this.part('position').textContent = `${place} / ${count}`
      const progress = this.part('progress')
      Object.assign(progress, { max: count, value: place })
      progress.setAttribute('aria-valuetext', this.status())
      for (const [name, isOff] of [['first', place === 1], ['back', place === 1], ['last', place === count],
        ['forward', place === count]]) {
        // A disabled button would lose the focus. A button that is only marked as disabled keeps it.
        this.part(name).setAttribute('aria-disabled', String(isOff))
      }
    }

    /** `Step 2 of 6: map MapSink.on(next:)` */
    status() {
      const { head } = this.steps[this.current]
      const call = [...head.querySelectorAll('.name, .call')].map((part) => part.textContent).join(' ')
      return this.stage.dataset.status
        .replace('{step}', this.current + 1).replace('{count}', this.steps.length).replace('{call}', call)
    }

    announce() { this.stage.querySelector('[aria-live]').textContent = this.status() }

    /** Brings the step's line of the list into view, without moving a page on which it is in view already. */
    reveal(item) {
      const isScrolled = this.list.scrollHeight > this.list.clientHeight + 1
      if (isScrolled) {
        const [row, list] = [item.getBoundingClientRect(), this.list.getBoundingClientRect()]
        const isOut = row.top < list.top || row.bottom > list.bottom
        if (isOut) this.list.scrollTop += row.top - list.top - (list.height - row.height) / 2
      } else if (!this.areSlides) {
        item.scrollIntoView({ block: 'nearest' })
      }
    }

    /** The program's pane always shows the program, even at a step that no line of it is known to have led to. */
    showCode(step) {
      const { program, engine } = this.panes
      program.show(this.section.dataset.program, step.program?.lit ?? '')
      engine.show(step.engine?.id, step.engine?.lit ?? '', step.otherwise)
    }

    centreCode() {
      if (!this.section.isConnected) return
      for (const pane of Object.values(this.panes)) pane.centre()
    }

    /** The objects as they stand at a step: those made later are absent, and those that the step names stand out. */
    paintObjects(number, item) {
      if (!this.objects) return
      const acts = item?.dataset.acts ?? '', to = item?.dataset.to ?? ''
      this.objects.querySelectorAll('.node').forEach((node, place) => {
        const since = Number(node.dataset.since ?? 1)
        node.classList.toggle('is-absent', since > number)
        node.classList.toggle('is-new', item !== null && since === number && number > 1)
        node.classList.toggle('is-disposed', Number(node.dataset.disposed ?? Infinity) <= number)
        node.classList.toggle('is-acting', String(place) === acts)
        node.classList.toggle('is-receiving', String(place) === to)
      })
      for (const edge of this.objects.querySelectorAll('.edge')) {
        edge.classList.toggle('is-absent', Number(edge.dataset.since ?? 1) > number)
        edge.classList.toggle('is-acting', acts !== '' && edge.dataset.from === acts && edge.dataset.to === to)
      }
    }

    // MARK: Playing

    get isPlaying() { return this.timer !== null }

    play() {
      if (this.current === this.steps.length - 1) this.go(0)
      this.showPlaying(true)
      this.wait()
    }

    /** A step stays for as long as its note takes to read. */
    wait() {
      const note = this.steps[this.current].body.querySelector('.step-note')?.textContent ?? ''
      // A Chinese character says about as much as three letters.
      const length = [...note].reduce((sum, character) => sum + (character > '\u2E80' ? 3 : 1), 0)
      this.timer = setTimeout(() => {
        this.go(this.current + 1)
        if (this.current === this.steps.length - 1) this.stop()
        else this.wait()
      }, (1400 + 38 * length) / this.speed)
    }

    stop() {
      if (!this.isPlaying) return
      clearTimeout(this.timer)
      this.timer = null
      this.showPlaying(false)
    }

    showPlaying(isPlaying) {
      const button = this.part('play')
      button.classList.toggle('is-on', isPlaying)
      button.dataset.one ??= button.getAttribute('aria-label')
      const label = isPlaying ? button.dataset.other : button.dataset.one
      button.setAttribute('aria-label', label)
      button.title = label
    }

    changeSpeed() {
      const speeds = [1, 1.5, 2, 0.5]
      this.speed = speeds[(speeds.indexOf(this.speed) + 1) % speeds.length]
      this.part('speed').querySelector('span').textContent = this.speed + '×'
      if (!this.isPlaying) return
      clearTimeout(this.timer)
      this.wait()
    }

    // MARK: Slides

    get areSlides() { return this.section.classList.contains('is-slides') }

    /** Shows only the steps, each as large as the screen allows. Without full screen, they fill the window. */
    present({ isFull = true } = {}) {
      if (this.areSlides) return
      this.focusedBefore = this.section.contains(document.activeElement) ? document.activeElement : this.part('full')
      this.section.classList.add('is-slides')
      this.section.setAttribute('role', 'dialog')
      this.section.setAttribute('aria-modal', 'true')
      this.aside = this.others().filter((element) => !element.inert)
      for (const element of this.aside) element.inert = true
      this.showFull()
      this.stage.tabIndex = -1
      this.stage.focus({ preventScroll: true })
      this.centreCode()
      this.writeAddress('?slides')
      if (isFull) this.fill()
    }

    get isFull() { return document.fullscreenElement === this.section }

    /** Asks for full screen; if the browser refuses, the slides stay in the window. */
    fill() {
      this.wantsFull = document.fullscreenEnabled
      this.changeFull()
    }

    /**
     * One change at a time: a browser that is asked for full screen while it leaves full screen drops one of the two.
     * During each change the reader may ask for the other, so only changes without an effect are limited in number.
     */
    async changeFull() {
      if (this.isChanging) return
      this.isChanging = true
      try {
        for (let futile = 0; futile < 4 && this.wantsFull !== this.isFull;) {
          const was = this.isFull
          await (this.wantsFull ? this.section.requestFullscreen() : document.exitFullscreen())
          futile = this.isFull === was ? futile + 1 : 0
        }
      } catch { /* the slides stay in the window */ }
      this.isChanging = false
      this.wantsFull = this.isFull
    }

    /** Escape ends full screen without a word to the page, and with it the slides. */
    fullScreenChanged() {
      if (this.wantsFull && !this.isFull && !this.isChanging) this.endSlides()
      else this.showFull()
      // After full screen, the browser scrolls to where the page was before.
      if (!this.areSlides) this.comeBack()
    }

    endSlides() {
      if (!this.areSlides) return
      this.wantsFull = false
      this.changeFull()
      this.section.classList.remove('is-slides')
      this.section.removeAttribute('role')
      this.stage.removeAttribute('tabindex')
      this.section.removeAttribute('aria-modal')
      for (const element of this.aside) element.inert = false
      this.showFull()
      this.writeAddress(location.pathname)
      this.comeBack()
      this.centreCode()
      this.focusedBefore.focus({ preventScroll: true })
    }

    /** Scrolls to the stepper, and its list to the current step. */
    comeBack() {
      this.section.scrollIntoView({ block: 'start' })
      this.reveal(this.steps[this.current].item)
    }

    /** Every element that is not part of the stepper. */
    others() {
      const others = []
      for (let part = this.section; part !== document.body; part = part.parentElement) {
        others.push(...[...part.parentElement.children].filter((element) => element !== part))
      }
      return others
    }

    showFull() {
      const full = this.part('full')
      full.dataset.one ??= full.getAttribute('aria-label')
      full.title = this.areSlides ? full.dataset.other : full.dataset.one
      full.setAttribute('aria-label', full.title)
      full.hidden = this.areSlides && (!document.fullscreenEnabled || document.fullscreenElement !== null)
    }

    writeAddress(beginning) {
      try {
        history.replaceState(history.state, '', beginning + '#' + this.steps[this.current].item.id)
      } catch { /* an address that may not be changed stays as it is */ }
    }

    /** A press on a slide goes on, one near its left edge back; on a link or a button it does only that. */
    pressed(event) {
      if (!this.areSlides || event.target.closest('a, button, summary, input') || !getSelection().isCollapsed) return
      this.move(event.clientX < innerWidth / 5 ? -1 : 1)
      // Otherwise pressed code would take the arrow keys.
      this.stage.focus({ preventScroll: true })
    }

    /** The keys besides arrows that move through slides, as a presenter's remote control sends them. */
    slideKey(event) {
      if (event.key === 'Escape') return this.endSlides()
      const isHeld = event.target.closest?.('a, button, summary, pre')
      const by = { PageDown: 1, PageUp: -1, Enter: 1, ' ': event.shiftKey ? -1 : 1 }[event.key]
      if (by && !isHeld) {
        event.preventDefault()
        this.move(by)
      } else if (!this.section.contains(event.target)) {
        this.arrow(event)
      }
    }

    // MARK: What the reader does

    listen() {
      this.part('first').addEventListener('click', () => this.move(-this.current))
      this.part('back').addEventListener('click', () => this.move(-1))
      this.part('forward').addEventListener('click', () => this.move(1))
      this.part('last').addEventListener('click', () => this.move(this.steps.length))
      this.part('progress').addEventListener('input', (event) => this.move(event.target.value - 1 - this.current))
      this.part('play').addEventListener('click', () => (this.isPlaying ? this.stop() : this.play()))
      this.part('speed').addEventListener('click', () => this.changeSpeed())
      this.part('keys').addEventListener('click', () => {
        areKeysOn = !areKeysOn
        store(keysOff, areKeysOn ? '0' : '1')
        for (const stepper of steppers) stepper.showKeys()
      })
      this.showKeys()
      this.part('full').addEventListener('click', () => (this.areSlides ? this.fill() : this.present()))
      this.part('leave').addEventListener('click', () => this.endSlides())
      this.stage.addEventListener('click', (event) => this.pressed(event))
      this.section.addEventListener('fullscreenchange', () => this.fullScreenChanged())
      this.list.addEventListener('click', (event) => this.clicked(event))
      this.section.addEventListener('keydown', (event) => this.arrow(event))
    }

    showKeys() { this.part('keys').setAttribute('aria-pressed', String(areKeysOn)) }

    /** A click anywhere on a step's line counts, except on links and buttons and while text is selected. */
    clicked(event) {
      const item = event.target.closest('.step')
      if (!item || (event.target.closest('a, button, summary') && !event.target.closest('.step-number'))) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || !getSelection().isCollapsed) return
      event.preventDefault()
      this.stop()
      this.go(this.steps.findIndex((step) => step.item === item), { movesList: false })
    }

    /** Arrows belong to the page and to code that scrolls; in the stepper they go from step to step. */
    arrow(event) {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (event.target.closest('pre, input, select, textarea')) return
      const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
      if (event.key === 'Home') this.move(-this.current)
      else if (event.key === 'End') this.move(this.steps.length)
      else if (by) this.move(by)
      else return
      event.preventDefault()
      // A reader who goes down the list with the keys keeps the focus on the list.
      if (event.target.closest('.step-number')) this.steps[this.current].link.focus({ preventScroll: true })
    }
  }

  const nearby = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const stepper = steppers.find(({ section }) => section === target)
      if (!isIntersecting || !stepper || stepper.isNear) continue
      nearby.unobserve(target)
      stepper.paint()
    }
  }, { rootMargin: '400px' })

  /** Makes steppers of the chains in a part of the page, and forgets those that are on the page no longer. */
  const adopt = (part) => {
    template ??= document.getElementById('stepper')
    steppers.splice(0, steppers.length, ...steppers.filter(({ section }) => section.isConnected))
    for (const section of part.querySelectorAll('section.chain')) {
      if (template && section.querySelector('.step')) steppers.push(new Stepper(section))
    }
  }
  adopt(document)
  // The results of a run come when the page has long been loaded.
  window.headwaterSteppers = adopt

  // MARK: The one in view

  /** The stepper that has the focus or the screen, or else the one that takes most of the window. */
  const inView = () => {
    const presented = steppers.find((stepper) => stepper.areSlides)
    if (presented) return presented
    const focused = steppers.find(({ section }) => section.contains(document.activeElement))
    if (focused) return focused
    let best = null, most = 0
    for (const stepper of steppers) {
      const { top, bottom } = stepper.section.getBoundingClientRect()
      const visible = Math.min(bottom, innerHeight) - Math.max(top, 0)
      if (visible > most) [best, most] = [stepper, visible]
    }
    return most > Math.min(160, innerHeight / 4) ? best : null
  }

  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    steppers.find((stepper) => stepper.areSlides)?.slideKey(event)
    if (!areKeysOn || event.defaultPrevented || event.shiftKey || !['j', 'k', 'f'].includes(event.key)) return
    if (event.target.closest?.('input, textarea, select, [contenteditable], dialog')) return
    const stepper = inView()
    if (!stepper) return
    event.preventDefault()
    if (event.key !== 'f') stepper.move(event.key === 'j' ? 1 : -1)
    else if (stepper.areSlides) stepper.endSlides()
    else stepper.present()
  })

  // MARK: Links to steps

  /** The identifier that an address ends in; nothing for one that is malformed, such as `#%`. */
  const identifier = (address) => {
    try { return decodeURIComponent(new URL(address).hash.slice(1)) } catch { return '' }
  }
  const follow = (address) => {
    const id = identifier(address)
    for (const stepper of steppers) {
      const place = stepper.steps.findIndex((step) => step.item.id === id)
      if (place < 0) continue
      stepper.stop()
      stepper.go(place, { isQuiet: true, movesList: false })
      if (!stepper.isNear) stepper.paint()
      stepper.comeBack()
      return
    }
  }
  /** `?slides#chain-1-step-3`: a link that opens a step as a slide. Full screen is for a key or a press to ask for. */
  const present = (address) => {
    if (!new URL(address).searchParams.has('slides')) return
    const id = identifier(address)
    const named = steppers.find(({ section, steps }) => section.id === id || steps.some(({ item }) => item.id === id))
    const shown = steppers.find((stepper) => stepper.areSlides)
    const stepper = named ?? shown ?? steppers[0]
    if (shown && shown !== stepper) shown.endSlides()
    stepper.present({ isFull: false })
  }

  // Between a press on a link and this event, a stepper that plays may write its step into the address: the event has the
  // link's.
  addEventListener('hashchange', (event) => {
    follow(event.newURL)
    present(event.newURL)
  })
  follow(location.href)
  present(location.href)
  // When all is loaded, the browser goes to the step's line in the list by itself; the reader wants the stepper.
  addEventListener('load', () => requestAnimationFrame(() => {
    follow(location.href)
    // It also takes the focus away.
    steppers.find((stepper) => stepper.areSlides)?.stage.focus({ preventScroll: true })
  }))

  // MARK: Print

  let isPrinting = false
  const setPrinting = (isNow) => {
    if (isNow === isPrinting) return
    isPrinting = isNow
    for (const stepper of steppers) {
      if (isNow) {
        stepper.leave()
      } else {
        const place = stepper.current
        stepper.enter()
        stepper.current = -1
        stepper.steps.forEach((step) => step.body.classList.remove('is-current'))
        stepper.go(place, { isQuiet: true })
      }
    }
  }
  addEventListener('beforeprint', () => setPrinting(true))
  addEventListener('afterprint', () => setPrinting(false))
  matchMedia('print').addEventListener('change', (event) => setPrinting(event.matches))
})()
