/* The search of a page: a button in the header, and a dialog that finds while the reader types. */
(() => {
  'use strict'

  const place = document.getElementById('search')
  if (!place) return
  const { root = '', language = 'en', suffix = '' } = place.dataset
  const waiting = Array.isArray(self.headwaterSearch) ? self.headwaterSearch : []
  const head = waiting.find((data) => data.shards)
  // Without a list of shards there is nothing to search.
  if (!head) return

  const words = head.words[language] ?? head.words[language.split('-')[0]] ?? head.words.en ?? {}
  const say = (key, value) => (words[key] ?? key).replace('%', value)
  const mostShown = 60
  /** The results whose texts are loaded: those that the reader sees without scrolling far. */
  const mostDescribed = 16

  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    element.append(...children)
    return element
  }

  /** Loads the index, once: what finds first, then the shards of the reader's language and of the symbols. */
  class Loader {
    constructor(changed) {
      this.changed = changed
      this.index = null
      this.missing = 0
      this.left = 1
      this.asked = new Set()
      this.others = []
    }

    start() {
      if (this.index || this.started) return
      this.started = true
      this.load('scripts/search-index.js', () => {
        if (typeof SearchIndex === 'undefined') return
        this.index = new SearchIndex(head.shards)
        self.headwaterSearch = { push: (data) => data.shards || this.index.add(data) }
        const isOwn = (name) => [language, 'symbols'].includes(Loader.language(name))
        this.others = head.shards.filter((name) => !isOwn(name))
        this.left = 0
        this.loadShards(head.shards.filter(isOwn))
        if (this.left === 0) this.changed()
      })
    }

    loadShards(names) {
      this.left += names.length
      for (const name of names) this.load(`search/${encodeURIComponent(name)}.js`, () => {})
    }

    /** Loads the pages in other languages, for a question that no page of the reader's answers: true the first time. */
    loadOthers() {
      if (this.others.length === 0) return false
      this.loadShards(this.others.splice(0))
      return true
    }

    get isLoading() { return this.left > 0 }

    static language(shard) { return shard.slice(0, shard.lastIndexOf('-')) }

    /** Loads the texts of shards, for results that are shown. */
    loadTexts(shards) {
      for (const name of shards) {
        if (this.asked.has(name)) continue
        this.asked.add(name)
        const script = make('script', { src: `${root}search/text-${encodeURIComponent(name)}.js` })
        script.addEventListener('load', () => this.changed())
        document.head.append(script)
      }
    }

    load(path, loaded) {
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
    constructor() {
      this.results = []
      this.chosen = -1
      this.isComposing = false
      this.next = 0
      this.loader = new Loader(() => this.refreshSoon())
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
      const space = 'http://www.w3.org/2000/svg'
      const drawing = document.createElementNS(space, 'svg')
      for (const [name, value] of Object.entries({ viewBox: '0 0 16 16', 'aria-hidden': 'true', class: 'search-lens' })) {
        drawing.setAttribute(name, value)
      }
      const path = document.createElementNS(space, 'path')
      path.setAttribute('d', 'M6.8 11.6a4.8 4.8 0 1 0 0-9.6 4.8 4.8 0 0 0 0 9.6zM10.3 10.3 14 14')
      drawing.append(path)
      return drawing
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
      this.list.addEventListener('click', (event) => { if (event.target.closest('a')) this.leave(event) })
      this.list.addEventListener('mousemove', (event) => {
        const option = event.target.closest('a')
        if (option) this.choose([...this.list.children].indexOf(option), false)
      })
      document.addEventListener('keydown', (event) => this.openByKey(event))
    }

    openByKey(event) {
      if (event.defaultPrevented || event.isComposing || event.altKey) return
      const isCommand = event.ctrlKey || event.metaKey
      const isTyping = event.target.closest?.('input, textarea, select, [contenteditable]')
      const isWanted = isCommand ? event.key.toLowerCase() === 'k' && !event.shiftKey : event.key === '/' && !isTyping
      if (!isWanted) return
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

    /** A link within the page does not load another one: the dialog must go by itself. */
    leave(event) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      this.dialog.close()
    }

    key(event) {
      // Enter and the arrows belong to the input method while it is composing.
      if (event.isComposing || this.isComposing || event.keyCode === 229) return
      const last = this.list.children.length - 1
      const moves = {
        ArrowDown: this.chosen < last ? this.chosen + 1 : 0, ArrowUp: this.chosen > 0 ? this.chosen - 1 : last,
        PageDown: Math.min(last, this.chosen + 6), PageUp: Math.max(0, this.chosen - 6),
      }
      if (event.key in moves && last >= 0) {
        event.preventDefault()
        this.choose(moves[event.key], true)
      } else if (event.key === 'Enter') {
        event.preventDefault()
        this.list.children[this.chosen]?.click()
      } else if (event.key === 'Escape') {
        // Otherwise a field with words in it would take the key to empty itself.
        event.preventDefault()
        this.dialog.close()
      }
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

    /** While shards arrive: at once when all are there, else seldom enough that finding does not hold up loading. */
    refreshSoon() {
      clearTimeout(this.timer)
      const wait = this.loader.isLoading ? Math.max(0, this.next - performance.now()) : 0
      if (wait === 0) this.refresh()
      else this.timer = setTimeout(() => this.refresh(), wait)
    }

    refresh() {
      if (this.isComposing || !this.dialog.open) return
      const start = performance.now()
      const question = this.input.value
      const { index } = this.loader
      const tokens = index ? index.tokens(question) : []
      const chosen = this.results[this.chosen]
      const isSame = question === this.question
      this.question = question
      this.results = index ? index.find(question, language, tokens) : []
      const hasPages = this.results.some(({ kind, isForeign }) => kind !== 'symbol' && !isForeign)
      if (index && question.trim() !== '' && !hasPages && !this.loader.isLoading) this.loader.loadOthers()
      this.list.replaceChildren(...this.results.slice(0, mostShown).map((result, at) => this.option(result, at, tokens)))
      this.input.setAttribute('aria-expanded', String(this.results.length > 0))
      this.chosen = -1
      // Texts that arrive must not move the reader's choice.
      const kept = isSame && chosen ? this.results.findIndex(({ path, id }) => path === chosen.path && id === chosen.id) : -1
      this.choose(this.results.length > 0 ? Math.max(kept, 0) : -1, false)
      if (!isSame) this.list.scrollTop = 0
      if (!this.loader.isLoading) {
        this.loader.loadTexts(new Set(this.results.slice(0, mostDescribed).flatMap(({ shard }) => shard ?? [])))
      }
      const status = this.message(question)
      if (this.status.textContent !== status) this.status.textContent = status
      this.next = performance.now() + Math.max(100, 10 * (performance.now() - start))
    }

    message(question) {
      if (question.trim() === '') return ''
      if (this.loader.isLoading) return say('searchLoading')
      if (this.loader.missing > 0) return say('searchIncomplete')
      if (this.results.length === 0) return say('searchNothing', question.trim())
      return this.results.length === 1 ? say('searchOneResult') : say('searchResults', this.results.length)
    }

    option(result, at, tokens) {
      const title = make('span', { class: 'search-title' }, ...SearchDialog.marked(result.title, tokens))
      if (result.kind === 'symbol') title.classList.add('search-code')
      if (result.isForeign) title.lang = result.language
      const option = make('a', {
        id: `search-result-${at}`, role: 'option', tabindex: '-1', 'aria-selected': 'false', class: 'search-result',
        href: SearchDialog.address(result),
      }, title, make('span', { class: `search-kind ${result.kind}` }, say(SearchDialog.kinds[result.kind])))
      const detail = this.detail(result, tokens)
      if (detail.length > 0) option.append(make('span', { class: 'search-detail' }, ...detail))
      return option
    }

    static kinds = { page: 'searchPage', text: 'searchText', section: 'searchSection', symbol: 'searchSymbol' }

    /** The page of a section, the file of a symbol; then the part of the text that has the words. */
    detail(result, tokens) {
      if (result.kind === 'symbol') return [`${result.path.replace(/^source\//, '')}.swift:${result.id.slice(1)}`]
      const snippet = this.loader.index.snippet(result, tokens)
      const page = result.kind === 'section' ? make('span', { class: 'search-within' }, result.within) : ''
      return [page, ...SearchDialog.marked(snippet, tokens)].filter((part) => part !== '')
    }

    static address(result) {
      const ending = result.kind === 'symbol' ? `${suffix}.html` : '.html'
      const page = root + result.path.split('/').map(encodeURIComponent).join('/') + ending
      if (result.id !== undefined) return `${page}#${encodeURIComponent(result.id)}`
      // The browser jumps to the words and lights them; a minus sign would mean something else to it.
      const texts = [...new Set(result.words)]
      if (result.kind === 'page' || texts.length === 0) return page
      return `${page}#:~:` + texts.map((text) => `text=${encodeURIComponent(text).replaceAll('-', '%2D')}`).join('&')
    }

    /** A text with what was asked for marked. */
    static marked(text, tokens) {
      const names = new Names([text])
      // If folding changes the length, positions in the folded text are not those in the text.
      if (names.text.length !== text.length + 2) return [text]
      const isMarked = new Array(text.length).fill(false)
      for (const token of tokens) {
        token.findIn(names, (name, at, length) => isMarked.fill(true, at - 1, at - 1 + length))
      }
      const parts = []
      for (let start = 0; start < text.length;) {
        let end = start
        while (end < text.length && isMarked[end] === isMarked[start]) end++
        const part = text.slice(start, end)
        parts.push(isMarked[start] ? make('mark', {}, part) : part)
        start = end
      }
      return parts
    }
  }

  new SearchDialog()
})()
