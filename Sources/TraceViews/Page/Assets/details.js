/* The details of the current step. */
class Details {
  static firstCharacters = 20_000

  constructor(element, recording, repeats) {
    this.element = element
    this.recording = recording
    this.repeats = repeats
    this.source = new SourceView(recording)
    this.graph = new ObjectGraph(recording)
  }

  show(row) {
    this.element.replaceChildren(...(row < 0 ? this.fold(this.repeats.all[~row]) : this.step(this.recording.order[row])))
    this.element.scrollTop = 0
  }

  // MARK: A step

  step(index) {
    const { recording } = this
    const object = recording.object[index]
    return [
      this.heading(index), this.value(index), this.facts(index), ...this.sources(index),
      object >= 0 && !recording.isOutput(index) ? this.graph.figure(object) : null,
    ].filter(Boolean)
  }

  heading(index) {
    const { recording } = this
    const title = recording.isOutput(index) ? 'The program prints' : printable(recording.title(index))
    const event = recording.eventName(index)
    const marks = make('p', { class: 'marks' },
      event ? make('span', { class: `event ${event}` }, event) : null,
      recording.undelivered[index] ? make('span', { class: 'mark lost' }, 'Not delivered: the sink was disposed of') : null,
      recording.thrown.has(index) ? make('span', { class: 'mark lost' }, `Threw ${printable(recording.thrownText(index))}`) : null)
    return make('header', {}, make('h2', {}, ...this.breakable(title)), marks.childNodes.length > 0 ? marks : null)
  }

  /** Long names may break where their parts meet. */
  breakable(title) {
    return title.split(/(?=\.)/).flatMap((part, place) => (place > 0 ? [make('wbr'), part] : [part]))
  }

  value(index) {
    const { recording } = this
    const value = recording.value[index]
    if (value < 0) return null
    const whole = recording.values[value], isOutput = recording.isOutput(index)
    const { text, more } = beginning(whole, Details.firstCharacters)
    const shown = make('pre', { class: isOutput ? 'printed' : 'value', tabindex: '0', role: 'region', 'aria-label': isOutput ? 'Output' : 'Value', dir: 'auto' },
      printable(text, true))
    const tools = make('p', { class: 'tools' }, this.copyButton(whole))
    if (more > 0) tools.append(this.moreButton(shown, whole, text.length))
    if (recording.cutValues.has(value)) tools.append(make('span', { class: 'trouble' }, 'Only the beginning was recorded.'))
    return make('div', { class: 'whole' }, shown, tools)
  }

  copyButton(text) {
    const button = make('button', { type: 'button', class: 'copy' }, 'Copy')
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(text)
        button.textContent = 'Copied'
      } catch {
        button.textContent = 'The browser does not allow copying'
      }
    })
    return button
  }

  moreButton(shown, whole, start) {
    const button = make('button', { type: 'button' })
    const label = () => { button.textContent = `Show more: ${counted(whole.length - start, 'character')} left` }
    label()
    button.addEventListener('click', () => {
      const { text } = beginning(whole.slice(start), 10 * Details.firstCharacters)
      shown.append(printable(text, true))
      start += text.length
      if (start < whole.length) label()
      else button.remove()
    })
    return button
  }

  facts(index) {
    const { recording } = this
    const list = make('dl')
    const add = (term, ...description) => list.append(make('dt', {}, term), make('dd', {}, ...description))
    if (recording.object[index] >= 0 && !recording.isOutput(index)) this.addObject(add, 'Object', recording.object[index])
    if (recording.other[index] >= 0) this.addObject(add, recording.kind(index) === 'forwardOn' ? 'Delivers to' : 'Observer', recording.other[index])
    if (recording.parent[index] >= 0) add('Called in', this.stepLink(recording.parent[index]))
    if (recording.cause[index] >= 0) add('Scheduled by', this.stepLink(recording.cause[index]))
    const actions = this.actionsOf(index)
    if (actions.length > 0) add('Runs as', ...actions)
    add('Runs on', ...this.place(index))
    add('Time', this.moment(index))
    if (recording.virtualTime(index)) add('Virtual time', printable(recording.virtualTime(index)))
    return list
  }

  addObject(add, term, object) {
    const { recording } = this
    add(term, make('code', {}, printable(recording.fullTypeName(object)), make('span', { class: 'ordinal' }, `#${recording.objects[object].ordinal}`)),
      make('span', { class: 'role' }, recording.role(object) === 'other' ? '' : ` ${recording.role(object)}`))
  }

  place(index) {
    const { recording } = this, queue = recording.queue(index)
    const thread = recording.threadName(recording.thread(index))
    return queue ? [thread, ', queue ', make('code', {}, printable(queue))] : [thread]
  }

  moment(index) {
    const { recording } = this
    const since = index > 0 ? `, ${duration(Math.max(recording.time[index] - recording.time[index - 1], 0))} after step ${recording.numbers[index - 1]}` : ''
    return `${duration(recording.time[index])}${since}`
  }

  stepLink(index) {
    const title = printable(this.recording.title(index)), number = this.recording.numbers[index]
    return make('a', { href: `#step-${number}` }, make('span', { class: 'number' }, `${number} `), title)
  }

  /** The scheduled actions that go back to a step. */
  actionsOf(index) {
    if (!this.actions) {
      this.actions = new Map()
      this.recording.cause.forEach((cause, action) => {
        if (cause >= 0) this.actions.set(cause, [...(this.actions.get(cause) ?? []), action])
      })
    }
    return (this.actions.get(index) ?? []).slice(0, 5).map((action) => make('div', {}, this.stepLink(action)))
  }

  sources(index) {
    const { recording } = this, figures = []
    const origin = recording.origin(index)
    if (origin) figures.push(this.source.figure(origin.site, `${printable(recording.objectName(origin.object))} was made at`))
    if (recording.site[index] >= 0) figures.push(this.source.figure(recording.site[index], 'Called from'))
    else if (!recording.isOutput(index)) figures.push(this.callerSource(index))
    return figures
  }

  /** The line of the enclosing call, for a call whose own line is not known. */
  callerSource(index) {
    const { recording } = this
    let outer = recording.parent[index]
    while (outer >= 0 && recording.site[outer] < 0) outer = recording.parent[outer]
    return outer < 0 ? null : this.source.figure(recording.site[outer], `Step ${recording.numbers[outer]}, around this one, called from`)
  }

  // MARK: A fold

  fold({ start, end, size, times }) {
    const { recording } = this
    const what = size === 1 ? 'The call before' : `The ${size} calls before`
    const values = this.foldedValues(start, end)
    return [
      make('header', {}, make('h2', {}, `${times.toLocaleString('en')} × the same again`)),
      make('p', {}, `${what} and all that happened inside came ${counted(times, 'more time')}: ${counted(end - start, 'step')} `
        + `from ${recording.numbers[recording.order[start]]} to ${recording.numbers[recording.order[end - 1]]}. Press `, make('kbd', {}, 'o'), ' to unfold them.'),
      values.length > 0 ? make('dl', {}, make('dt', {}, 'First values'), make('dd', {}, ...values)) : null,
    ].filter(Boolean)
  }

  foldedValues(start, end) {
    const { recording } = this, shown = []
    for (let at = start; at < end && shown.length < 24; at = recording.end[at]) {
      const value = recording.value[recording.order[at]]
      if (value < 0) continue
      const { text, more } = beginning(recording.values[value], 60)
      shown.push(make('code', { class: 'value' }, make('bdi', {}, printable(text) + (more > 0 ? '…' : ''))), ' ')
    }
    return shown
  }
}
