/* Lets readers answer the questions of a page before they see what was recorded, and remembers in this browser which they
   have answered, and which tasks they have solved. Without this script, a question is a list with a folded answer. */
(() => {
  'use strict'
  const words = document.getElementById('play-words')?.dataset
  const questions = [...document.querySelectorAll('.predict')]
  // Only where programs run can a task be solved.
  const tasks = window.headwaterRun ? [...document.querySelectorAll('.task')] : []
  const answers = [...document.querySelectorAll('details.answer')]
  if (!words || questions.length + answers.length === 0) return

  /** What this browser knows of the page; storage may be refused, and then it holds until the page goes. */
  const progress = {
    key: `headwater-progress ${location.pathname}`,
    known: {},
    load() { try { this.known = JSON.parse(localStorage.getItem(this.key) ?? '{}') } catch { this.known = {} } },
    has(name) { return this.known[name] === true },
    add(name) {
      this.known[name] = true
      try { localStorage.setItem(this.key, JSON.stringify(this.known)) } catch { /* holds for this page then */ }
    },
    forget() {
      this.known = {}
      try { localStorage.removeItem(this.key) } catch { /* nothing was kept */ }
    },
    /** For the list of the path, which shows how far the reader is on each page. */
    score(done, count) {
      const key = `headwater-score ${location.pathname.replace(/\/$/, '/index.html')}`
      try {
        if (done > 0) localStorage.setItem(key, `${done}/${count}`)
        else localStorage.removeItem(key)
      } catch { /* the list shows none then */ }
    },
  }

  /** A name that changes with the text, so that a new question is not taken for one that was answered. */
  function nameOf(element) {
    let hash = 5381
    for (const character of element.textContent) hash = (hash * 33 + character.codePointAt(0)) % 4294967296
    return hash.toString(36)
  }

  function make(tag, attributes = {}, ...children) {
    const element = Object.assign(document.createElement(tag), attributes)
    element.append(...children)
    return element
  }

  // MARK: Kinds of questions; each knows whether its answer is right

  class Order {
    constructor(section) {
      this.list = section.querySelector('.predict-lines')
      this.wanted = [...section.querySelectorAll('.predict-right > li')].map((item) => item.textContent)
      this.list.classList.add('is-live')
      for (const item of this.list.children) this.equip(item)
      this.list.addEventListener('pointerdown', (event) => this.hold(event))
    }

    get isRight() { return [...this.list.children].every((item, place) => item.dataset.text === this.wanted[place]) }

    equip(item) {
      item.dataset.text = item.textContent
      const up = this.button(words.up, '▲', () => this.move(item, -1, up))
      const down = this.button(words.down, '▼', () => this.move(item, 1, down))
      const grip = make('span', { className: 'predict-grip', textContent: '⠿' })
      grip.setAttribute('aria-hidden', 'true')
      item.prepend(grip)
      item.append(up, down)
      item.addEventListener('keydown', (event) => {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
        if (!by) return
        event.preventDefault()
        event.stopPropagation()
        this.move(item, by, document.activeElement)
      })
    }

    button(label, sign, press) {
      const button = make('button', { type: 'button', textContent: sign, title: label })
      button.addEventListener('click', press)
      this.label ??= new Map()
      this.label.set(button, label)
      button.setAttribute('aria-label', label)
      return button
    }

    move(item, by, focused) {
      const items = [...this.list.children]
      const other = items[items.indexOf(item) + by]
      if (!other) return
      if (by < 0) other.before(item)
      else other.after(item)
      focused?.focus()
      this.changed(item)
    }

    changed(item) {
      const place = [...this.list.children].indexOf(item) + 1
      this.onchange?.(`${item.dataset.text}: ${place} / ${this.list.children.length}`)
    }

    hold(event) {
      const item = event.target.closest('li')
      // A finger scrolls the page, unless it is on the grip.
      const isTouch = event.pointerType !== 'mouse' && !event.target.closest('.predict-grip')
      if (!item || event.button !== 0 || isTouch || event.target.closest('button')) return
      event.preventDefault()
      item.setPointerCapture(event.pointerId)
      item.classList.add('is-held')
      const drag = (moved) => {
        for (const other of this.list.children) {
          const { top, height } = other.getBoundingClientRect()
          if (other === item || moved.clientY < top || moved.clientY > top + height) continue
          const isBelow = item.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING
          // The others move: a held element that is moved itself loses the pointer.
          const passed = () => (isBelow ? item.nextElementSibling : item.previousElementSibling)
          for (let next = null; next !== other;) {
            next = passed()
            if (isBelow) item.before(next)
            else item.after(next)
          }
          break
        }
      }
      const drop = () => {
        item.classList.remove('is-held')
        item.removeEventListener('pointermove', drag)
        item.removeEventListener('pointerup', drop)
        item.removeEventListener('pointercancel', drop)
        this.changed(item)
      }
      item.addEventListener('pointermove', drag)
      item.addEventListener('pointerup', drop)
      item.addEventListener('pointercancel', drop)
    }

    get hint() { return words.order }
  }

  class Choice {
    constructor(section) {
      const list = section.querySelector('.predict-choices')
      this.answer = Number(list.dataset.answer)
      this.inputs = [...list.children].map((item) => {
        const input = make('input', { type: 'radio', name: section.id })
        input.addEventListener('change', () => this.onchange?.(''))
        const content = make('span', {}, ...item.childNodes)
        item.append(make('label', {}, input, content))
        return input
      })
      list.setAttribute('role', 'radiogroup')
      list.setAttribute('aria-labelledby', `${section.id}-question`)
      for (const item of list.children) item.setAttribute('role', 'presentation')
    }

    get isRight() { return this.inputs.findIndex((input) => input.checked) === this.answer }
    get hint() { return '' }
  }

  class Count {
    constructor(section) {
      const field = section.querySelector('.predict-number-field')
      this.answer = Number(field.dataset.answer)
      this.input = make('input', { type: 'number', min: 0, step: 1, inputMode: 'numeric' })
      this.input.setAttribute('aria-label', words.yours)
      this.input.addEventListener('input', () => this.onchange?.(''))
      field.append(this.input)
    }

    get isRight() { return this.input.value !== '' && Number(this.input.value) === this.answer }
    get hint() { return '' }
  }

  // MARK: The page

  function equip(section) {
    const name = nameOf(section)
    const Kind = { order: Order, count: Count }[section.dataset.ask] ?? Choice
    const kind = new Kind(section)
    const details = section.querySelector('details.answer')
    const check = make('button', { type: 'button', textContent: words.check })
    const status = make('p', { textContent: kind.hint })
    status.setAttribute('role', 'status')
    details.before(make('div', { className: 'predict-check' }, check, status))
    const settle = () => {
      section.classList.add('is-right')
      status.textContent = words.right
    }
    kind.onchange = (text) => {
      section.classList.remove('is-right')
      status.textContent = text
    }
    check.addEventListener('click', () => {
      if (!kind.isRight) {
        section.classList.remove('is-right')
        status.textContent = words.wrong
        return
      }
      settle()
      details.open = true
      progress.add(name)
      showProgress()
    })
    kind.input?.addEventListener('keydown', (event) => { if (event.key === 'Enter') check.click() })
    return { section, name, settle }
  }

  /** A task is solved when the server says so. */
  function follow(section) {
    const name = nameOf(section.querySelector('.task-asked'))
    section.addEventListener('headwater-solved', () => {
      progress.add(name)
      showProgress()
    })
    return { section, name, settle: () => section.classList.add('is-right') }
  }

  const asked = [...questions.map(equip), ...tasks.map(follow)]
  const bar = make('div', { className: 'predict-progress' }, make('p'))
  const forget = make('button', { type: 'button', textContent: words.forget })
  forget.addEventListener('click', () => {
    progress.forget()
    location.reload()
  })
  bar.append(forget)
  if (asked.length > 0) asked.at(-1).section.after(bar)

  function showProgress() {
    const done = asked.filter(({ name }) => progress.has(name)).length
    bar.firstChild.textContent = words.progress.replace('{done}', done).replace('{count}', asked.length)
    forget.hidden = Object.keys(progress.known).length === 0
    progress.score(done, asked.length)
  }

  progress.load()
  for (const { name, section, settle } of asked) if (progress.has(name)) settle(section)
  for (const details of answers) {
    if (details.closest('.predict')) continue
    const name = nameOf(details)
    details.classList.toggle('is-seen', progress.has(name))
    details.addEventListener('toggle', () => {
      // Print opens every answer.
      if (!details.open || matchMedia('print').matches) return
      progress.add(name)
      details.classList.add('is-seen')
      showProgress()
    })
  }
  showProgress()
})()
