/* The search of a page: a button in the header, and a dialog that finds while the reader types. */
(() => {
  'use strict'

  const place = document.getElementById('search')
  const waiting = Array.isArray(self.headwaterSearch) ? self.headwaterSearch : []
  const head = waiting.find((data) => data.files)
  // Without a list of files there is nothing to search.
  if (!place || !head) return

  const { root = '', language = 'en', suffix = '' } = place.dataset
  const words = head.words[language] ?? head.words[language.split('-')[0]] ?? head.words.en ?? {}
  const say = (key, value) => (words[key] ?? key).replace('%', value)
  const mostShown = 60

  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    element.append(...children)
    return element
  }

  /** Loads the index, once: what finds first, then the files of the reader's language and of the symbols. */
  class Loader {
    missing = 0
    left = 0

    constructor(changed) { this.changed = changed }

    start() {
      if (this.index || this.left > 0) return
      const isOwn = (name) => name === 'symbols' || name.replace(/-\d+$/, '') === language
      this.load('scripts/search-index.js', () => {
        this.index = new SearchIndex()
        self.headwaterSearch = { push: (data) => this.index.add(data) }
        this.loadFiles(head.files.filter(isOwn))
        this.others = head.files.filter((name) => !isOwn(name))
      })
    }

    /** Loads the pages in other languages, for a question that no page of the reader's answers. */
    loadOthers() { this.loadFiles(this.others.splice(0)) }

    loadFiles(names) { for (const name of names) this.load(`search/${encodeURIComponent(name)}.js`) }

    load(path, loaded = () => {}) {
      this.left++
      const script = make('script', { src: root + path })
      const ended = (isThere) => {
        this.left--
        if (isThere) loaded()
        else this.missing++
        this.changed()
      }
      script.addEventListener('load', () => ended(true))
      script.addEventListener('error', () => ended(false))
      document.head.append(script)
    }
  }

  class SearchDialog {
    results = []
    chosen = -1
    isComposing = false

    constructor() {
      this.loader = new Loader(() => { if (this.loader.left === 0) this.refresh() })
      this.build()
      this.listen()
    }

    build() {
      this.button = make('button', {
        type: 'button', class: 'search-open', 'aria-haspopup': 'dialog', 'aria-keyshortcuts': '/ Control+K Meta+K',
        'aria-label': say('search'),
      }, SearchDialog.lens(), make('span', { class: 'search-label' }, say('search')), make('kbd', { 'aria-hidden': 'true' }, '/'))
      this.input = make('input', {
        type: 'search', class: 'search-input', role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false',
        'aria-controls': 'search-results', 'aria-label': say('search'), placeholder: say('searchHint'),
        autocomplete: 'off', autocapitalize: 'off', autocorrect: 'off', spellcheck: 'false', enterkeyhint: 'go',
      })
      this.list = make('div', { id: 'search-results', class: 'search-results', role: 'listbox', 'aria-label': say('searchFound') })
      this.status = make('p', { class: 'search-status', role: 'status' })
      this.close = make('button', { type: 'button', class: 'search-close', 'aria-label': say('searchClose') }, '×')
      const keys = make('p', { class: 'search-keys', 'aria-hidden': 'true' }, say('searchKeys'))
      this.dialog = make('dialog', { class: 'search-dialog', 'aria-label': say('search') },
        make('div', { class: 'search-bar' }, SearchDialog.lens(), this.input, this.close),
        this.list, make('div', { class: 'search-foot' }, this.status, keys))
      place.append(this.button)
      document.body.append(this.dialog)
    }

    static lens() {
      const place = make('span')
      place.innerHTML = '<svg viewBox="0 0 16 16" aria-hidden="true" class="search-lens">'
        + '<path d="M6.8 11.6a4.8 4.8 0 1 0 0-9.6 4.8 4.8 0 0 0 0 9.6zM10.3 10.3 14 14"/></svg>'
      return place.firstChild
    }

    listen() {
      this.button.addEventListener('click', () => this.open())
      this.close.addEventListener('click', () => this.dialog.close())
      // A click beside the dialog is one on its backdrop.
      this.dialog.addEventListener('click', (event) => { if (event.target === this.dialog) this.dialog.close() })
      this.dialog.addEventListener('close', () => this.button.focus({ preventScroll: true }))
      this.input.addEventListener('compositionstart', () => { this.isComposing = true })
      this.input.addEventListener('compositionend', () => {
        this.isComposing = false
        this.refresh()
      })
      this.input.addEventListener('input', () => this.refresh())
      this.input.addEventListener('keydown', (event) => this.key(event))
      // A link within the page does not load another one: the dialog must go by itself.
      this.list.addEventListener('click', (event) => {
        if (event.target.closest('a') && !event.ctrlKey && !event.metaKey && !event.shiftKey) this.dialog.close()
      })
      this.list.addEventListener('mousemove', (event) => {
        const option = event.target.closest('a')
        if (option) this.choose([...this.list.children].indexOf(option), false)
      })
      document.addEventListener('keydown', (event) => this.openByKey(event))
    }

    openByKey(event) {
      if (event.defaultPrevented || event.isComposing || event.altKey) return
      const isTyping = event.target.closest?.('input, textarea, select, [contenteditable]')
      const isCommand = event.ctrlKey || event.metaKey
      if (isCommand ? event.key.toLowerCase() !== 'k' || event.shiftKey : event.key !== '/' || isTyping) return
      event.preventDefault()
      this.open()
    }

    open() {
      if (this.dialog.open) return
      this.loader.start()
      this.dialog.showModal()
      this.input.select()
      this.refresh()
    }

    key(event) {
      // Enter and the arrows belong to the input method while it is composing.
      if (event.isComposing || this.isComposing || event.keyCode === 229) return
      const last = this.list.children.length - 1
      const moves = {
        ArrowDown: this.chosen < last ? this.chosen + 1 : 0, ArrowUp: this.chosen > 0 ? this.chosen - 1 : last,
        PageDown: Math.min(last, this.chosen + 6), PageUp: Math.max(0, this.chosen - 6),
      }
      if (event.key in moves && last >= 0) this.choose(moves[event.key], true)
      else if (event.key === 'Enter') this.list.children[this.chosen]?.click()
      // Otherwise a field with words in it would take the key to empty itself.
      else if (event.key === 'Escape') this.dialog.close()
      else return
      event.preventDefault()
    }

    choose(position, isScrolled) {
      if (position === this.chosen && !isScrolled) return
      this.list.children[this.chosen]?.setAttribute('aria-selected', 'false')
      this.chosen = position
      const option = this.list.children[position]
      if (!option) return this.input.removeAttribute('aria-activedescendant')
      option.setAttribute('aria-selected', 'true')
      this.input.setAttribute('aria-activedescendant', option.id)
      if (isScrolled) option.scrollIntoView({ block: 'nearest' })
    }

    // MARK: Results

    /** Finds at each key, also while files arrive, and when all are there. */
    refresh() {
      if (this.isComposing || !this.dialog.open) return
      const question = this.input.value
      const { index, left } = this.loader
      const chosen = this.results[this.chosen]
      const isSame = question === this.question
      this.question = question
      const { results, tokens } = index?.find(question, language) ?? { results: [], tokens: [] }
      this.results = results
      const hasPages = results.some(({ kind, isForeign, isWider }) => kind !== 'symbol' && !isForeign && !isWider)
      if (index && question.trim() !== '' && !hasPages && left === 0) this.loader.loadOthers()
      this.list.replaceChildren(...results.slice(0, mostShown).map((result, at) => this.option(result, at, tokens)))
      this.input.setAttribute('aria-expanded', String(results.length > 0))
      this.chosen = -1
      // Files that arrive must not move the reader's choice.
      const kept = isSame && chosen ? results.findIndex(({ path, id }) => path === chosen.path && id === chosen.id) : -1
      this.choose(results.length > 0 ? Math.max(kept, 0) : -1, false)
      if (!isSame) this.list.scrollTop = 0
      const status = this.message(question)
      if (this.status.textContent !== status) this.status.textContent = status
    }

    message(question) {
      if (question.trim() === '') return ''
      if (this.loader.left > 0) return say('searchLoading')
      if (this.loader.missing > 0) return say('searchIncomplete')
      if (this.results.length === 0) return say('searchNothing', question.trim())
      return this.results.length === 1 ? say('searchOneResult') : say('searchResults', this.results.length)
    }

    option(result, at, tokens) {
      const title = make('span', { class: 'search-title' }, ...SearchDialog.marked(result.title, tokens))
      if (result.kind === 'symbol') title.classList.add('search-code')
      if (result.isForeign) title.lang = result.language
      const kind = say(`search${result.kind[0].toUpperCase()}${result.kind.slice(1)}`)
      return make('a', {
        id: `search-result-${at}`, role: 'option', tabindex: '-1', 'aria-selected': 'false', class: 'search-result',
        href: this.address(result, tokens),
      }, title, make('span', { class: `search-kind ${result.kind}` }, kind), this.detail(result, tokens))
    }

    /** The page of a section, the file of a symbol; then the part of the text that has the words. */
    detail(result, tokens) {
      const detail = make('span', { class: 'search-detail' })
      if (result.kind === 'symbol') detail.append(`${result.path.replace(/^source\//, '')}.swift:${result.id.slice(1)}`)
      else detail.append(...SearchDialog.marked(this.loader.index.snippet(result, tokens), tokens))
      if (result.kind === 'section') detail.prepend(make('span', { class: 'search-within' }, result.within))
      return detail
    }

    address(result, tokens) {
      const ending = result.kind === 'symbol' ? `${suffix}.html` : '.html'
      const page = root + result.path.split('/').map(encodeURIComponent).join('/') + ending
      if (result.id !== undefined) return `${page}#${encodeURIComponent(result.id)}`
      // The browser jumps to the words and lights them; a minus sign would mean something else to it.
      const texts = result.kind === 'page' ? [] : [...new Set(this.loader.index.spelt(result, tokens))]
      if (texts.length === 0) return page
      return `${page}#:~:` + texts.map((text) => `text=${encodeURIComponent(text).replaceAll('-', '%2D')}`).join('&')
    }

    /** A text with what was asked for marked. */
    static marked(text, tokens) {
      const names = new Names(text)
      const isMarked = new Array(names.text.length).fill(false)
      for (const token of tokens) token.places(names, (at, length) => { isMarked.fill(true, at, at + length) })
      const parts = []
      for (let start = 0, end; start < isMarked.length; start = end) {
        for (end = start; end < isMarked.length && isMarked[end] === isMarked[start];) end++
        const part = names.text.slice(start, end)
        parts.push(isMarked[start] ? make('mark', {}, part) : part)
      }
      return parts
    }
  }

  new SearchDialog()
})()
