/* Shows what a watched program does now. It asks the server again and again, and lets a dot run wherever events went. */
class WatchView {
  static mostDots = 80
  static mostMarks = 8

  constructor(main) {
    this.main = main
    this.every = Number(main.dataset.every)
    this.flow = main.querySelector('.flow')
    this.dots = make('div', { class: 'dots', 'aria-hidden': 'true' })
    this.counts = null
    this.graph = null
    this.pause = main.querySelector('[data-do=pause]')
    this.pause.addEventListener('click', () => {
      this.pause.setAttribute('aria-pressed', String(!this.isPaused))
    })
  }

  get isPaused() { return this.pause.getAttribute('aria-pressed') === 'true' }

  async run() {
    for (;;) {
      await this.shown()
      let wait = this.every
      try {
        const response = await fetch('state', { cache: 'no-store' })
        if (!response.ok) throw new Error(response.statusText)
        const state = await response.json()
        // It may have been pressed while the answer was under way.
        if (!this.isPaused) this.show(state)
        if (state.ending && !this.isPaused) return
      } catch {
        this.say('The server does not answer. If it has ended, start headwater watch --html again.')
        wait = Math.max(wait, 1000)
      }
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }

  /** Waits until somebody looks. */
  async shown() {
    while (document.hidden || this.isPaused) {
      await new Promise((resolve) => {
        document.addEventListener('visibilitychange', resolve, { once: true })
        this.pause.addEventListener('click', resolve, { once: true })
      })
    }
  }

  say(text) {
    const place = this.main.querySelector('.ending')
    if (place.textContent !== text) place.textContent = text
  }

  show(state) {
    this.main.querySelector('.time').textContent = state.time
    this.main.querySelector('.steps').textContent = counted(state.steps, 'step')
    this.say([state.ending, ...state.notes].filter(Boolean).join('; '))
    this.showFindings(state.findings)
    this.main.querySelector('tbody').replaceChildren(...state.stages.map((stage) => this.row(stage)))
    this.showGraph(state)
  }

  showFindings(findings) {
    const list = this.main.querySelector('.checked ol')
    this.main.querySelector('.checked .remark').hidden = findings.length > 0
    for (const text of findings.slice(list.children.length)) list.append(make('li', { class: 'warning' }, make('p', {}, text)))
  }

  row(stage) {
    const figure = (text, name) => make('td', { class: name }, text)
    return make('tr', {},
      make('th', { scope: 'row' }, make('b', {}, stage.name), stage.place ? ' ' : null, stage.place ? make('span', { class: 'where' }, stage.place) : null),
      figure(String(stage.open)), figure(stage.in), figure(stage.out), figure(String(stage.errors), stage.errors > 0 ? 'ended' : null),
      figure(stage.idle), figure(stage.busy), make('td', { class: 'value' }, make('span', {}, stage.value ?? '')))
  }

  /* The graph */

  showGraph({ graph, stages, links }) {
    if (graph !== this.graph) {
      this.graph = graph
      // The server has escaped what the program said.
      const page = new DOMParser().parseFromString(graph, 'text/html')
      this.flow.replaceChildren(...[...page.body.childNodes].map((node) => document.adoptNode(node)), this.dots)
    }
    const places = new Map(stages.map((stage, place) => [stage.stage, place]))
    const moved = links.map(([from, to, count]) => [from, to, count - (this.counts?.get(`${from} ${to}`) ?? 0)])
      .filter(([from, to, count]) => this.counts && count > 0 && places.has(from) && places.has(to))
    this.counts = new Map(links.map(([from, to, count]) => [`${from} ${to}`, count]))
    const busy = new Set(moved.flatMap(([from, to]) => [from, to]))
    stages.forEach((stage, place) => this.mark(this.stage(place), stage, stage.isBusy || busy.has(stage.stage)))
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const [from, to] of moved.slice(0, WatchView.mostDots)) this.send(this.stage(places.get(from)), this.stage(places.get(to)))
  }

  stage(place) { return this.flow.querySelector(`#stage-${place} > .stage`) }

  mark(element, { open, errors }, isBusy) {
    if (!element) return
    element.classList.toggle('busy', isBusy)
    element.classList.toggle('closed', open === 0)
    const marks = make('span', { class: 'marks-of-open', 'aria-hidden': 'true' }, '●'.repeat(Math.min(open, WatchView.mostMarks)))
    const failed = errors > 0 ? make('span', { class: 'ended' }, `, ${counted(errors, 'error')}`) : null
    element.querySelector('.events').replaceChildren(marks, ` ${open} open`, ...(failed ? [failed] : []))
  }

  /** A dot that runs from one stage to another. */
  send(from, to) {
    if (!from || !to) return
    const frame = this.dots.getBoundingClientRect()
    const [start, end] = [from, to].map((element) => {
      const place = element.getBoundingClientRect(), size = parseFloat(getComputedStyle(document.documentElement).fontSize)
      // On the line before the names.
      return `translate(${place.left - frame.left - 0.9 * size - 1}px, ${place.top - frame.top + 0.9 * size}px)`
    })
    const dot = make('i')
    this.dots.append(dot)
    const running = dot.animate([{ transform: start }, { transform: end }], { duration: Math.min(700, this.every * 0.9), easing: 'ease-in-out' })
    running.finished.then(() => dot.remove(), () => dot.remove())
  }
}

new WatchView(document.querySelector('main')).run()
