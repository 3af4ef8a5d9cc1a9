/* Makes each program editable on pages of `headwater site serve`: the server compiles and runs the text, and its answer
   is shown below. Pages of a built site run nothing, so they have no button. A link can hold a text in its fragment, which no server sees; the text is never run until
   the reader presses a button. */
(() => {
  'use strict'
  const words = document.getElementById('play-words')?.dataset
  const root = document.getElementById('search')?.dataset.root ?? ''
  const programs = [...document.querySelectorAll('.program[data-program]'), ...listed()]
  if (!words) return

  /** The list at the page's end has every program of the page. */
  function listed() {
    const home = new URL(root || './', location.href).href
    return [...document.querySelectorAll('.pipelines li')].flatMap((item) => {
      const address = item.querySelector('a.download')?.href
      if (!address?.startsWith(home) || !item.querySelector('.command')) return []
      const place = document.createElement('div')
      place.className = 'program is-listed'
      place.dataset.program = decodeURIComponent(address.slice(home.length))
      place.dataset.part = ''
      item.append(place)
      return [place]
    })
  }

  // Only pages of previews load this script.
  const isServed = location.protocol.startsWith('http') && document.querySelector('script[src$="scripts/live.js"]') !== null
  /** Tells this page apart from others, because a new run ends the last one of the same page. */
  const tab = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const linkBeginning = '#run='

  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) {
      if (name in element && name !== 'list') element[name] = value
      else element.setAttribute(name, value)
    }
    element.append(...children)
    return element
  }

  const button = (text, style, press) => {
    const made = make('button', { type: 'button', className: style, textContent: text })
    made.addEventListener('click', press)
    return made
  }

  // A page loads itself anew after each build. The text must survive that.
  const drafts = {
    key: (program) => `headwater-draft ${location.pathname} ${program}`,
    read(program) { try { return sessionStorage.getItem(this.key(program)) } catch { return null } },
    write(program, text) { try { sessionStorage.setItem(this.key(program), text) } catch { /* lost with the page then */ } },
    forget(program) { try { sessionStorage.removeItem(this.key(program)) } catch { /* nothing was kept */ } },
  }

  let session = null

  /** The server's token; asked for again after a refusal, because the server may have been started anew. */
  async function token() {
    session ??= fetch('/_run', { cache: 'no-store' }).then(async (answer) => {
      if (!answer.ok) throw new Error((await answer.text()).trim())
      return (await answer.json()).token
    })
    try {
      return await session
    } catch (error) {
      session = null
      throw error
    }
  }

  async function ask(order, signal) {
    try {
      const answer = await fetch('/_run', {
        method: 'POST', cache: 'no-store', signal,
        headers: { 'Content-Type': 'application/json', 'Headwater-Token': await token() },
        body: JSON.stringify({ ...order, tab, page: decodeURIComponent(location.pathname).replace(/^\//, '') || 'index.html' }),
      })
      if (answer.ok) return await answer.json()
      if (answer.status === 403) session = null
      throw new Error((await answer.text()).trim())
    } catch (error) {
      // The browser's name for a connection that was refused, or broke.
      throw error instanceof TypeError ? new Error(words.gone) : error
    }
  }

  // Other scripts of the page may have a program run as well, as after a press of a key or a button by the reader.
  if (isServed) window.headwaterRun = ask

  // MARK: The editor

  class Editor {
    constructor(place) {
      this.place = place
      this.program = place.dataset.program
      /** What a task asks of the run; null for a program that is only looked at. */
      this.claims = place.dataset.claims ? JSON.parse(place.dataset.claims) : null
      this.draft = this.claims ? `${place.closest('.task').id} ${this.program}` : this.program
      this.figure = place.querySelector('.excerpt')
      this.original = 'part' in place.dataset ? null : this.figure.querySelector('pre').textContent
      this.waiting = null
      this.bar = make('div', { className: 'run-bar' })
      this.edit = button(place.dataset.begin ?? words.edit, 'run-edit', () => this.open())
      this.status = make('p', { className: 'run-status', role: 'status' })
      this.edit.hidden = !isServed
      this.bar.append(this.edit, this.status)
      place.append(this.bar)
    }

    get isOpen() { return this.area !== undefined }

    /** The whole program, of which the page may show a part. */
    async load() {
      if (this.original !== null) return
      const path = this.program.split('/').map(encodeURIComponent).join('/')
      const answer = await fetch(new URL(root + path, location.href), { cache: 'no-store' })
      if (!answer.ok) throw new Error((await answer.text()).trim())
      this.original = await answer.text()
    }

    async open(text, { remark = '', isFocused = true } = {}) {
      try {
        if (isServed) await this.load()
      } catch (error) {
        return this.say(words.failed.replace('%', error instanceof TypeError ? words.gone : error.message))
      }
      if (!this.isOpen) this.build()
      this.area.value = text ?? this.original
      this.changed()
      this.say(remark)
      if (isFocused) this.area.focus()
    }

    build() {
      const hint = `run-hint-${programs.indexOf(this.place)}`
      this.area = make('textarea', {
        spellcheck: false, autocapitalize: 'off', autocomplete: 'off', wrap: 'off', 'aria-label': this.program,
        'aria-describedby': hint,
      })
      this.gutter = make('div', { className: 'run-gutter', 'aria-hidden': 'true' })
      this.frame = make('div', { className: 'run-editor' }, this.gutter, this.area)
      const caption = this.figure?.querySelector('figcaption').cloneNode(true) ?? make('figcaption', {}, this.program)
      caption.querySelector('.lines')?.remove()
      this.holder = make('figure', { className: 'run-figure' }, caption, this.frame)
      this.messages = make('ul', { className: 'run-messages' })
      this.results = make('section', { className: 'run-results', 'aria-label': words.results, hidden: true })
      this.earlier = make('p', { className: 'run-earlier', textContent: words.earlier, hidden: true })
      this.rights = make('p', { className: 'run-rights', textContent: words.rights, hidden: !isServed })
      this.startLabel = this.claims ? words.check : words.run
      this.start = button(this.startLabel, 'run-start', () => (this.waiting ? this.stop() : this.run()))
      this.start.title = 'Ctrl+Enter'
      this.reset = button(words.reset, '', () => this.restore())
      this.link = button(words.link, '', () => this.share())
      this.edit.replaceWith(this.start, this.reset, this.link)
      if (this.figure) this.figure.hidden = true
      this.bar.before(this.holder)
      this.bar.before(make('p', { id: hint, className: 'visually-hidden', textContent: words.editor }))
      this.verdicts = make('ul', { className: 'task-verdicts', hidden: true })
      this.bar.after(this.verdicts, this.rights, this.messages, this.earlier, this.results)
      this.area.addEventListener('input', () => this.changed())
      this.area.addEventListener('keydown', (event) => this.key(event))
    }

    /** The original, as it was when the page was loaded. */
    restore() {
      this.stop()
      drafts.forget(this.draft)
      this.holder.remove()
      for (const part of [this.verdicts, this.rights, this.messages, this.earlier, this.results]) part.remove()
      document.getElementById(this.area.getAttribute('aria-describedby'))?.remove()
      this.start.replaceWith(this.edit)
      this.reset.remove()
      this.link.remove()
      if (this.figure) this.figure.hidden = false
      this.area = undefined
      this.say('')
      this.edit.focus()
      if (location.hash.startsWith(linkBeginning)) history.replaceState(history.state, '', location.pathname + location.search)
    }

    changed() {
      const count = this.area.value.split('\n').length
      this.area.rows = Math.max(count, 3)
      if (this.gutter.children.length !== count) {
        this.gutter.replaceChildren(...Array.from({ length: count }, (_, line) => make('span', { textContent: line + 1 })))
      }
      this.mark([])
      if (this.area.value === this.original) drafts.forget(this.draft)
      else drafts.write(this.draft, this.area.value)
    }

    say(text) { this.status.textContent = text }

    /** Tab indents; after Escape it leaves the editor, as everywhere else. */
    key(event) {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        this.run()
      } else if (event.key === 'Tab' && !this.isLeaving && !event.altKey && !event.ctrlKey && !event.metaKey) {
        event.preventDefault()
        this.indent(event.shiftKey)
      }
      this.isLeaving = event.key === 'Escape' || (this.isLeaving && ['Shift', 'Tab'].includes(event.key))
    }

    indent(isOut) {
      const area = this.area
      const start = area.value.lastIndexOf('\n', area.selectionStart - 1) + 1
      const isOneLine = !area.value.slice(area.selectionStart, area.selectionEnd).includes('\n')
      if (isOneLine && !isOut) return this.insert('  ')
      const [first, end] = [area.selectionStart, area.selectionEnd]
      const lines = area.value.slice(start, end).split('\n')
      const changed = lines.map((line) => (isOut ? line.replace(/^ {1,2}/, '') : '  ' + line)).join('\n')
      const moved = lines[0].length - changed.split('\n')[0].length
      area.setSelectionRange(start, end)
      this.insert(changed)
      if (isOneLine) area.setSelectionRange(Math.max(first - moved, start), Math.max(end - moved, start))
      else area.setSelectionRange(start, start + changed.length)
    }

    /** The older command keeps what can be undone. */
    insert(text) {
      if (document.execCommand('insertText', false, text)) return
      this.area.setRangeText(text, this.area.selectionStart, this.area.selectionEnd, 'end')
      this.changed()
    }

    async share() {
      const bytes = new TextEncoder().encode(this.area.value)
      const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
        .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
      history.replaceState(history.state, '', `${linkBeginning}${encodeURIComponent(this.program)}:${text}`)
      try {
        await navigator.clipboard.writeText(location.href)
        this.say(document.body.dataset.copied ?? '')
      } catch { /* the address bar has it */ }
    }

    // MARK: A run

    get order() {
      const order = { program: this.program, text: this.area.value }
      if (!this.claims) return order
      return { ...order, claims: this.claims, arguments: this.place.dataset.arguments?.split(' ') ?? [] }
    }

    stop() {
      this.waiting?.abort()
      this.waiting = null
    }

    async run() {
      if (!isServed) return this.say(words.how)
      this.stop()
      const waiting = new AbortController()
      this.waiting = waiting
      this.age(true)
      this.start.textContent = words.stop
      this.say(words.running)
      this.frame.setAttribute('aria-busy', 'true')
      try {
        const answer = await ask(this.order, waiting.signal)
        if (this.waiting === waiting) this.show(answer)
      } catch (error) {
        if (waiting.signal.aborted) this.say(words.stopped)
        else this.say(words.failed.replace('%', error.message))
      }
      if (this.waiting !== null && this.waiting !== waiting) return
      this.waiting = null
      this.start.textContent = this.startLabel
      this.frame.removeAttribute('aria-busy')
    }

    /** Marks the results as those of another run than the last one, or of the last one. */
    age(isEarlier) {
      this.results.classList.toggle('is-earlier', isEarlier)
      this.earlier.hidden = !isEarlier || this.results.hidden
    }

    show(answer) {
      const view = answer.view
      const isAlike = view && view.parts.every((part) => part.name !== 'differences')
        && view.output.every((line) => line.change === 'same')
      this.say(answer.failure ? words.refused : view.ending || (isAlike ? words.same : ''))
      this.mark(answer.messages)
      if (this.claims) this.judge(view)
      // Messages without a line, as the linker's, are shown as they are.
      const isUnplaced = answer.failure && answer.messages.every((message) => message.level !== 'error')
      if (view || isUnplaced) {
        this.results.hidden = false
        this.age(false)
      }
      if (isUnplaced) this.results.replaceChildren(make('pre', { className: 'code', tabIndex: 0, textContent: answer.failure }))
      if (!view) return
      const tabs = new Tabs(this, answer)
      this.results.replaceChildren(...tabs.elements)
      tabs.enter()
    }

    /** Says of each claim of the task whether the run shows it. */
    judge(view) {
      const verdicts = view?.claims ?? []
      const names = { output: words.output, marbles: words.marbles }
      this.verdicts.hidden = verdicts.length === 0
      this.verdicts.replaceChildren(...verdicts.map(({ kind, hint, detail }) => {
        const item = make('li', { className: hint ? 'is-open' : 'is-met' }, make('strong', {}, names[kind] ?? words.steps))
        if (hint) item.append(' ', hint)
        if (detail) item.append(make('small', { lang: 'en' }, detail))
        return item
      }))
      if (!view) return
      const isSolved = verdicts.length > 0 && verdicts.every(({ hint }) => !hint) && !view.ending
      if (!view.ending) this.say(isSolved ? words.right : words.wrong)
      const task = this.place.closest('.task')
      task.classList.toggle('is-right', isSolved)
      if (isSolved) task.dispatchEvent(new CustomEvent('headwater-solved'))
    }

    /** Shows the compiler's messages at their lines. */
    mark(messages) {
      for (const line of this.gutter.children) line.className = ''
      const shown = messages.filter((message) => message.level !== 'note')
      for (const message of shown) this.gutter.children[message.line - 1]?.classList.add(`is-${message.level}`)
      this.messages.replaceChildren(...shown.map((message) => make(
        'li', { className: `is-${message.level}`, lang: 'en' },
        button(words.line.replace('%', message.line), 'run-line', () => this.select(message.line, message.column)), ' ', message.text)))
    }

    select(line, column = 1) {
      const lines = this.area.value.split('\n')
      const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0)
      // The compiler counts bytes.
      const bytes = new TextEncoder().encode(lines[line - 1] ?? '').slice(0, column - 1)
      const place = start + new TextDecoder().decode(bytes).length
      this.area.focus()
      this.area.setSelectionRange(place, start + (lines[line - 1] ?? '').length)
    }
  }

  // MARK: Results

  class Tabs {
    constructor(editor, answer) {
      this.editor = editor
      this.list = make('div', { className: 'run-tabs', role: 'tablist', 'aria-label': words.results })
      this.panels = []
      this.add('output', this.output(answer))
      for (const part of answer.view.parts) {
        const panel = make('div')
        // The generator made it, and escaped everything that the program printed.
        panel.innerHTML = part.html
        for (const place of panel.querySelectorAll('.run-place')) this.link(place)
        this.add(part.name, panel, part.count)
      }
      this.choose(0)
      this.list.addEventListener('keydown', (event) => this.key(event))
    }

    /** Once the results are on the page, since steppers look for their listings there. */
    enter() {
      for (const panel of this.panels) window.headwaterSteppers?.(panel)
    }

    get elements() { return [this.list, ...this.panels] }

    add(name, content, count) {
      const id = `run-${programs.indexOf(this.editor.place)}-${name}`
      const tab = button(words[name] + (count ? ` (${count})` : ''), '', () => this.choose(this.panels.indexOf(panel)))
      Object.assign(tab, { id: `${id}-tab`, role: 'tab' })
      tab.setAttribute('aria-controls', id)
      const panel = make('div', { id, role: 'tabpanel', 'aria-labelledby': `${id}-tab`, className: `run-panel run-${name}` }, content)
      this.list.append(tab)
      this.panels.push(panel)
    }

    choose(place) {
      this.panels.forEach((panel, index) => {
        panel.hidden = index !== place
        const tab = this.list.children[index]
        tab.setAttribute('aria-selected', String(index === place))
        tab.tabIndex = index === place ? 0 : -1
      })
    }

    key(event) {
      const count = this.panels.length
      const now = this.panels.findIndex((panel) => !panel.hidden)
      const next = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: count - 1 }[event.key]
      if (next === undefined) return
      event.preventDefault()
      const place = (next + count) % count
      this.choose(place)
      this.list.children[place].focus()
    }

    output(answer) {
      const content = make('div')
      if (answer.view.output.length === 0) content.append(make('p', { className: 'run-remark', textContent: words.silent }))
      else content.append(make('pre', { className: 'code', tabIndex: 0 }, make('samp', {}, ...answer.view.output.map((line) => this.line(line)))))
      if (answer.errorOutput) content.append(make('pre', { className: 'code run-errors', tabIndex: 0, textContent: answer.errorOutput }))
      return content
    }

    line({ text, change }) {
      const tag = { added: 'ins', removed: 'del' }[change]
      const line = make(tag ?? 'span', { className: 'run-output-line' }, text + '\n')
      if (!tag) return line
      line.title = words[change]
      line.prepend(make('span', { className: 'visually-hidden', textContent: `${words[change]}: ` }))
      return line
    }

    /** A line of the program, to be found in the editor. */
    link(place) {
      const line = Number(place.dataset.line)
      place.replaceWith(button(place.textContent, 'run-line', () => this.editor.select(line)))
    }
  }

  // MARK: Links

  const editors = programs.map((place) => new Editor(place))

  function openLink() {
    if (!location.hash.startsWith(linkBeginning)) return
    const [program, text] = location.hash.slice(linkBeginning.length).split(':')
    const editor = editors.find((editor) => encodeURIComponent(editor.program) === program)
    if (!editor || !text) return
    let read
    try {
      const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
      read = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
    } catch { return }
    editor.open(read, { remark: isServed ? words.linked : words.how })
    editor.place.scrollIntoView({ block: 'nearest' })
  }

  for (const editor of editors) {
    const draft = isServed ? drafts.read(editor.draft) : null
    if (draft !== null) editor.open(draft, { isFocused: false })
  }
  openLink()
  addEventListener('hashchange', openLink)
  addEventListener('pagehide', () => { for (const editor of editors) editor.stop() })
})()
