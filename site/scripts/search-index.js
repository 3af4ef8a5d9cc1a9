/* Finds pages, sections and symbols in the shards of the index. Loaded when a reader opens the search for the first time;
   knows nothing of the page. The generator's side is in Sources/Walkthrough/Search. */

/** How a text is taken apart: the same ranges as in WordScanner.swift. */
class Tokens {
  static unspaced = '\\u3005-\\u3007\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}'
  static separators = '\\u0000-/:-@\\[-^`{-\\u00a9\\u00ab-\\u00b4\\u00b6-\\u00b9\\u00bb-\\u00bf\\u00d7\\u00f7'
    + '\\u2000-\\u206f\\u20a0-\\u20ff\\u2190-\\u245f\\u2500-\\u2bff\\u2e00-\\u303f\\ud800-\\uf8ff\\ufe00-\\ufe0f'
    + '\\ufe30-\\ufe6f\\ufeff-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65\\uffe0-\\uffff'
    + '\\u{1f000}-\\u{1faff}\\u{e0000}-\\u{10ffff}'
  static pattern = new RegExp(`[${Tokens.unspaced}]+|[^${Tokens.unspaced}${Tokens.separators}]+`, 'gu')
  static isUnspaced = new RegExp(`^[${Tokens.unspaced}]`, 'u')
  static longestWord = 48
  static utf8 = new TextEncoder()

  /** The words of a question, and its runs of characters that are written without spaces. */
  static of(text) {
    const found = []
    for (const [token] of text.matchAll(Tokens.pattern)) {
      if (Tokens.isUnspaced.test(token)) found.push(new Run(token))
      else if (/[^_]/.test(token)) found.push(new Word(Tokens.shortened(token)))
    }
    return found
  }

  /** The index has the beginning of long words. */
  static shortened(word) {
    let characters = [...word]
    while (Tokens.utf8.encode(characters.join('')).length > Tokens.longestWord) characters.pop()
    return characters.join('')
  }
}

/** Without case and diacritics, character by character, so that places in both are the same: `…` stays one character. */
function folded(text) {
  // eslint-disable-next-line no-control-regex
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase()
  return Array.from(text.normalize('NFC'), (character) => {
    const plain = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    return plain.length === character.length ? plain : character
  }).join('')
}

/** A word of a question: found where a word begins, and where a part of a name does. */
class Word {
  constructor(text) {
    this.text = text
    this.folded = folded(text)
    const singular = /^(.{3,}?)(?:(?<=[sxz]|[cs]h)es|s)$/.exec(this.folded)
    this.singulars = singular ? [singular[1]] : []
    if (/^.{2,}ies$/.test(this.folded)) this.singulars.push(this.folded.slice(0, -3) + 'y')
    const humps = /^[A-Za-z][a-z]*(?:[A-Z][a-z]*)+$/.test(text) ? text.match(/^[a-z]+|[A-Z][a-z]*/g) : null
    this.initials = humps && humps.map((hump, at) => {
      const first = at === 0 ? `[${hump[0].toLowerCase()}${hump[0].toUpperCase()}]` : hump[0]
      return first + hump.slice(1) + '[a-z0-9]*'
    }).join('')
  }

  /** Calls `found(name, start, length, quality)` for everything in a list of names. */
  findIn(names, found) {
    names.occurrences(this.folded, (name, at) => {
      if (!names.isBoundary(at)) return
      const end = at + this.folded.length
      const ending = names.isWordEnd(end) ? 1 : names.isEnd(end) ? 0.85 : 0.7
      found(name, at, this.folded.length, (names.isStart(at) ? 1 : 0.75) * ending)
    })
    for (const singular of this.singulars) {
      names.occurrences(singular, (name, at) => {
        if (names.isBoundary(at) && names.isEnd(at + singular.length)) {
          found(name, at, singular.length, names.isStart(at) ? 0.9 : 0.65)
        }
      })
    }
    if (this.initials) {
      for (const match of names.text.matchAll(new RegExp(`(?<=\n)${this.initials}`, 'g'))) {
        found(names.at(match.index), match.index, match[0].length, 0.4)
      }
    }
  }
}

/** Characters that are written without spaces between words: found as they stand, never one by one. */
class Run {
  constructor(text) {
    this.text = text
    this.folded = folded(text)
    const characters = [...text]
    /** The index has pairs of neighbours, and characters that stand by themselves. */
    this.pairs = characters.slice(1).map((character, at) => characters[at] + character)
  }

  findIn(names, found) {
    names.occurrences(this.folded, (name, at) => {
      const isWhole = names.isStart(at) && names.isWordEnd(at + this.folded.length)
      found(name, at, this.folded.length, isWhole ? 1 : 0.8)
    })
  }

  /** Its words, for a run that no page has as it stands: words of the site's own first, the longest before others; what is
      between them as the browser knows words. Characters by themselves are no words. */
  words(known) {
    const words = []
    let rest = ''
    const flush = () => {
      words.push(...Run.segmented(rest))
      rest = ''
    }
    for (let at = 0; at < this.text.length;) {
      const word = known.find((word) => this.text.startsWith(word, at))
      if (word) {
        flush()
        words.push(word)
      } else {
        rest += this.text[at]
      }
      at += word ? word.length : 1
    }
    flush()
    return words.filter((word) => [...word].length > 1)
  }

  static segmented(text) {
    if (typeof Intl === 'undefined' || !Intl.Segmenter) return [text]
    return [...new Intl.Segmenter('zh', { granularity: 'word' }).segment(text)].map(({ segment }) => segment)
  }
}

/** A list of names in one string, because that is searched many times faster than each by itself. */
class Names {
  constructor(names) {
    // Without case both must have the same length: where a name's changes, it has no humps.
    const all = names.map((name) => {
      const plain = folded(name)
      return plain.length === name.length ? [name, plain] : [plain, plain]
    })
    this.count = names.length
    this.text = '\n' + all.map(([name]) => name).join('\n') + '\n'
    this.plain = '\n' + all.map(([, plain]) => plain).join('\n') + '\n'
    this.starts = new Int32Array(names.length)
    let start = 1
    all.forEach(([name], index) => {
      this.starts[index] = start
      start += name.length + 1
    })
  }

  occurrences(needle, found) {
    if (needle === '') return
    for (let at = this.plain.indexOf(needle); at >= 0; at = this.plain.indexOf(needle, at + 1)) found(this.at(at), at)
  }

  /** The name that a position is in. */
  at(position) {
    let low = 0
    let high = this.count
    while (high - low > 1) {
      const middle = low + high >> 1
      if (this.starts[middle] <= position) low = middle
      else high = middle
    }
    return low
  }

  get(index) { return this.text.slice(this.starts[index], this.starts[index + 1] - 1 || -1) }

  isStart(at) { return !Names.isWordCharacter(this.text[at - 1]) }

  isWordEnd(at) { return !Names.isWordCharacter(this.text[at]) }

  isEnd(at) { return this.isWordEnd(at) || this.isBoundary(at) }

  /** True where a word begins, or a part of a name: `with|Latest|From`, `URL|Session`, `snake_|case`. */
  isBoundary(at) {
    const [before, first, second] = [this.text[at - 1], this.text[at], this.text[at + 1]]
    if (!Names.isWordCharacter(before) || before === '_') return true
    const isDigit = first >= '0' && first <= '9'
    if (isDigit !== (before >= '0' && before <= '9')) return true
    if (!Names.isUppercase(first)) return false
    return !Names.isUppercase(before) || (second >= 'a' && second <= 'z')
  }

  static isUppercase(character) { return character >= 'A' && character <= 'Z' }

  static isWordCharacter(character) { return Names.wordCharacter.test(character) }

  static wordCharacter = new RegExp(`^[^${Tokens.unspaced}${Tokens.separators}]$`, 'u')
}

/** Some pages, as `SearchShard` wrote them. */
class PageShard {
  constructor({ name, language, pages, words }) {
    this.name = name
    this.language = language
    this.pages = pages.map(([path, title]) => ({ path, title }))
    this.titles = new Names(this.pages.map(({ title }) => title))
    this.synonyms = pages.flatMap(([, , , words], page) => words.map((text) => ({ page, text, folded: folded(text) })))
    this.synonymNames = new Names(this.synonyms.map(({ text }) => text))
    this.headings = []
    pages.forEach(([, , headings], page) => {
      for (const heading of headings) {
        const [text, id] = typeof heading === 'string' ? [heading, PageShard.identifier(heading)] : heading
        this.headings.push({ page, text, id })
      }
    })
    this.headingNames = new Names(this.headings.map(({ text }) => text))
    this.readWords(words)
    /** The pages' texts, once they have been loaded. */
    this.texts = null
  }

  static identifier(heading) { return heading.toLowerCase().split(/[^a-z0-9\u4e00-\u9fff]+/).filter(Boolean).join('-') }

  static digits = ' !#$%&\'()*+,-./:;<=>?@[]^`{|}'

  static prefixes = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

  /** The format is described in WordList.swift. */
  readWords(list) {
    const words = []
    this.places = []
    let previous = ''
    for (const [, prefix, rest, places] of list.matchAll(/([0-9A-Za-z])([\w\u0080-\uffff]+)([^\w\u0080-\uffff]+)/g)) {
      previous = previous.slice(0, PageShard.prefixes.indexOf(prefix)) + rest
      words.push(previous)
      this.places.push(places)
    }
    this.words = new Names(words)
  }

  /** Calls `found(page)` for every page that a word is on. */
  pagesOf(word, found) {
    if (this.places[word] === '~') {
      for (let page = 0; page < this.pages.length; page++) found(page)
      return
    }
    let page = -1
    let scale = 1
    let difference = 0
    for (const character of this.places[word]) {
      const digit = PageShard.digits.indexOf(character)
      difference += digit * scale
      scale *= 5
      if (digit >= 24) continue
      page += difference + 1
      found(page)
      scale = 1
      difference = 0
    }
  }

  /** The pages whose text has a run: all of its pairs, and if the texts are there, the run itself. */
  pagesWith({ text, pairs }) {
    let pages = null
    const add = (found) => { pages = pages ? new Set([...pages].filter((page) => found.has(page))) : found }
    for (const pair of pairs) {
      const found = new Set()
      this.words.occurrences(`\n${pair}\n`, (word, at) => this.pagesOf(this.words.at(at + 1), (page) => found.add(page)))
      add(found)
      if (found.size === 0) return []
    }
    if (pairs.length === 0) {
      const found = new Set()
      this.words.occurrences(text, (word) => this.pagesOf(word, (page) => found.add(page)))
      add(found)
    }
    return [...pages].filter((page) => !this.texts || pairs.length < 2 || this.texts[page].includes(text))
  }

  /** Whether a title, a heading, a synonym or a text has a run. */
  has(run) {
    const names = [this.titles, this.headingNames, this.synonymNames]
    return names.some((list) => list.plain.includes(run.folded)) || this.pagesWith(run).length > 0
  }

  /** How well each page's title, headings and text have a token, and the word of the text. */
  matches(token) {
    const count = this.pages.length
    const found = {
      title: new Float32Array(count), heading: new Float32Array(count), text: new Float32Array(count),
      word: new Int32Array(count).fill(-1), headings: new Float32Array(this.headings.length),
    }
    const raise = (list, index, quality) => { if (quality > list[index]) list[index] = quality }
    token.findIn(this.titles, (page, at, length, quality) => raise(found.title, page, quality))
    token.findIn(this.synonymNames, (synonym, at, length, quality) => {
      raise(found.title, this.synonyms[synonym].page, quality)
    })
    token.findIn(this.headingNames, (heading, at, length, quality) => {
      raise(found.headings, heading, quality)
      raise(found.heading, this.headings[heading].page, quality)
    })
    if (token instanceof Run) {
      for (const page of this.pagesWith(token)) found.text[page] = 1
      return found
    }
    const words = new Map()
    token.findIn(this.words, (word, at, length, quality) => {
      if (quality > (words.get(word) ?? 0)) words.set(word, quality)
    })
    for (const [word, quality] of words) {
      this.pagesOf(word, (page) => {
        if (quality <= found.text[page]) return
        found.text[page] = quality
        found.word[page] = word
      })
    }
    return found
  }
}

/** The declarations of some source files, as `SearchSymbols` wrote them. */
class SymbolShard {
  constructor({ name, sources }) {
    this.name = name
    this.symbols = []
    for (const [path, list] of sources) {
      let owner = ''
      for (const entry of list.split(',')) {
        if (entry.startsWith('=') && !/ -?\d+$/.test(entry)) {
          owner = entry.slice(1)
        } else if (entry !== '') {
          const space = entry.lastIndexOf(' ')
          const own = entry.slice(0, space)
          const line = Number(entry.slice(space + 1))
          const name = owner ? `${owner}.${own}` : own
          this.symbols.push({ path, line: Math.abs(line), own, name, isPublic: line > 0 })
        }
      }
    }
    this.names = new Names(this.symbols.map(({ name }) => name))
  }

  matches(token) {
    const found = new Float32Array(this.symbols.length)
    token.findIn(this.names, (symbol, at, length, quality) => {
      if (quality > found[symbol]) found[symbol] = quality
    })
    return found
  }
}

/** Everything that has arrived, and what answers a question. */
class SearchIndex {
  static weights = { title: 10, section: 7, symbol: 5, text: 2 }

  /** As many symbols as this go before texts; there may be hundreds. */
  static firstSymbols = 3

  /** As many sections of a page are shown: a page whose title has a word has it in most of its headings. */
  static mostSections = 2

  /** Words that say nothing of what is looked for, unless a question has no others. */
  static empty = new Set(['a', 'an', 'the', 'is', 'are', 'my', 'i', 'does', 'why', 'how', 'what', 'can',
    '的', '了', '吗', '呢', '怎么', '怎样', '如何', '什么', '为什么', '怎么办', '是', '在', '我', '有', '和', '与'])

  constructor(order) {
    this.order = new Map(order.map((name, index) => [name, index]))
    this.pages = []
    this.symbols = []
    this.texts = new Map()
  }

  add(data) {
    if (data.texts) {
      this.texts.set(data.name, data.texts)
    } else {
      const shards = data.pages ? this.pages : this.symbols
      shards.push(data.pages ? new PageShard(data) : new SymbolShard(data))
      shards.sort((one, other) => this.order.get(one.name) - this.order.get(other.name))
    }
    for (const shard of this.pages) shard.texts = this.texts.get(shard.name) ?? null
  }

  /** The parts of a question that are looked for: each has to be found. */
  tokens(question) {
    const all = Tokens.of(question).flatMap((token) => this.isWhole(token) ? [token] : this.split(token))
    const telling = all.filter(({ folded }) => !SearchIndex.empty.has(folded))
    return telling.length > 0 ? telling : all
  }

  isWhole(token) {
    return !(token instanceof Run) || token.pairs.length < 2 || this.pages.some((shard) => shard.has(token))
  }

  split(run) {
    const known = this.pages.flatMap(({ synonyms }) => synonyms.map(({ text }) => text))
      .filter((text) => Tokens.isUnspaced.test(text)).sort((one, other) => other.length - one.length)
    const words = run.words(known)
    return words.length > 0 ? words.map((word) => new Run(word)) : [run]
  }

  /** What is found, the best first: pages and sections of the reader's language and the symbols that the question spells;
      then a few symbols, texts, symbols that only the engine itself can name, and other languages. */
  find(question, language, tokens = this.tokens(question)) {
    const raw = folded(question.trim())
    if (raw === '') return []
    const found = tokens.length > 0 ? this.findPages(tokens, raw) : []
    const symbols = this.findSymbols(tokens, question.trim())
    const isBefore = (one, other) => other.score - one.score || one.index - other.index
    for (const [index, result] of [...found, ...symbols].entries()) {
      result.index = index
      result.isForeign = result.language !== undefined && result.language !== language
    }
    const isPlain = /^[\p{Ll}\p{N}\s]*$/u.test(question)
    symbols.sort((one, other) => (other.isPublic - one.isPublic) || isBefore(one, other))
    symbols.forEach((symbol, at) => { symbol.isLate = isPlain && at >= SearchIndex.firstSymbols })
    const group = ({ kind, isForeign, isSpelt, isPublic, isLate }) => {
      if (isForeign) return 4
      if (kind === 'symbol') return isSpelt ? 0 : isLate ? 5 : isPublic ? 1 : 3
      return kind === 'text' ? 2 : 0
    }
    return [...found, ...symbols].sort((one, other) => group(one) - group(other) || isBefore(one, other))
  }

  findPages(tokens, raw) {
    const matches = this.pages.map((shard) => tokens.map((token) => shard.matches(token)))
    const all = this.pages.reduce((sum, shard) => sum + shard.pages.length, 0)
    this.rarity = tokens.map((_, token) => {
      const with_ = matches.reduce((sum, shard) => sum + shard[token].title.reduce((count, quality, page) =>
        count + (quality || shard[token].heading[page] || shard[token].text[page] ? 1 : 0), 0), 0)
      return Math.log(1 + (all + 1) / (with_ + 1))
    })
    return this.pages.flatMap((shard, index) => [
      ...this.pageResults(shard, matches[index], tokens, raw), ...this.sectionResults(shard, matches[index]),
    ])
  }

  pageResults(shard, matches, tokens, raw) {
    const results = []
    const { title: onTitle, section: onHeading, text: onText } = SearchIndex.weights
    const meant = SearchIndex.meant(shard, raw)
    shard.pages.forEach((page, number) => {
      let score = meant.get(number) ?? 0
      let isInTitle = score > 0
      const words = []
      for (const [token, { title, heading, text, word }] of matches.entries()) {
        const best = Math.max(title[number] * onTitle, heading[number] * onHeading / 2, text[number] * onText)
        if (best === 0) return
        score += best * this.rarity[token]
        isInTitle ||= title[number] > 0
        if (text[number] > 0) words.push(word[number] < 0 ? tokens[token].text : shard.words.get(word[number]))
      }
      results.push({ kind: isInTitle ? 'page' : 'text', ...page, ...SearchIndex.origin(shard, number), score, words })
    })
    return results
  }

  /** What a page gets for being called by its name: a symbol of that name is worth 100. */
  static meant(shard, raw) {
    const scores = new Map()
    const raise = (page, score) => scores.set(page, Math.max(score, scores.get(page) ?? 0))
    const bare = (text) => text.replace(/\(.*$/, '')
    shard.pages.forEach(({ title }, page) => {
      if (folded(title) === raw) raise(page, 160)
      else if (bare(folded(title)) === bare(raw)) raise(page, 140)
    })
    for (const { page, folded: synonym } of shard.synonyms) {
      if (synonym === raw) raise(page, 150)
      else if (raw.includes(synonym)) raise(page, 20 + synonym.length)
    }
    return scores
  }

  static origin(shard, number) { return { language: shard.language, shard: shard.name, number } }

  sectionResults(shard, matches) {
    const results = []
    const { title: onTitle, section: onHeading } = SearchIndex.weights
    shard.headings.forEach(({ page, text, id }, number) => {
      let score = 0
      let isInHeading = false
      for (const [token, { title, headings }] of matches.entries()) {
        if (headings[number] === 0 && title[page] === 0) return
        score += Math.max(headings[number] * onHeading, title[page] * onTitle / 10) * this.rarity[token]
        isInHeading ||= headings[number] > 0
      }
      if (!isInHeading) return
      const { path, title } = shard.pages[page]
      results.push({ kind: 'section', path, title: text, within: title, id, ...SearchIndex.origin(shard, page), score })
    })
    const counts = new Map()
    return results.sort((one, other) => other.score - one.score).filter(({ number }) => {
      counts.set(number, (counts.get(number) ?? 0) + 1)
      return counts.get(number) <= SearchIndex.mostSections
    })
  }

  /** A question that is spelt as a symbol is may mean the symbol. */
  findSymbols(tokens, question) {
    const raw = folded(question)
    const hasMarks = /[^\p{L}\p{N}\p{M}\s]/u.test(question)
    const isSpelt = hasMarks || /\p{Lu}/u.test(question)
    return this.symbols.flatMap((shard) => {
      const matches = tokens.map((token) => shard.matches(token))
      return shard.symbols.flatMap((symbol, number) => {
        const name = folded(symbol.name)
        if (tokens.length === 0 ? !name.includes(raw) : matches.some((found) => found[number] === 0)) return []
        let score = 0
        matches.forEach((found, token) => { score += found[number] * SearchIndex.weights.symbol * this.rarity[token] })
        const isExact = [symbol.name, symbol.own, symbol.own.replace(/(.)\(.*/, '$1')].includes(question)
        if (isExact) score += isSpelt ? 100 : 1
        if (hasMarks && name.includes(raw)) score += 50
        const { path, line, isPublic } = symbol
        return [{
          kind: 'symbol', path, title: symbol.name, id: `L${line}`, score: score - symbol.name.length / 1000, isPublic,
          isSpelt: score >= 50,
        }]
      })
    })
  }

  /** The part of a page's text that has the most of what is looked for; nothing as long as the text is not there. */
  snippet({ shard, number }, tokens) {
    const text = this.texts.get(shard)?.[number]
    if (text === undefined) return ''
    const paragraphs = text.split('\n')
    let best = { worth: 0, paragraph: paragraphs[0], at: 0 }
    for (const paragraph of paragraphs) {
      const places = SearchIndex.places(paragraph, tokens)
      // Of paragraphs with as many of the words, a sentence says more than a heading.
      const worth = places.length + Math.min(paragraph.length, 60) / 100
      if (places.length > 0 && worth > best.worth) best = { worth, paragraph, at: Math.min(...places) }
      if (best.worth >= tokens.length + 0.6) break
    }
    return SearchIndex.part(best.paragraph, best.at)
  }

  /** Where each token that a paragraph has begins in it. */
  static places(paragraph, tokens) {
    const plain = folded(paragraph)
    if (!tokens.some((token) => plain.includes(token.folded))) return []
    const names = new Names([paragraph])
    return tokens.flatMap((token) => {
      let first = -1
      token.findIn(names, (name, at) => { if (first < 0 || at - 1 < first) first = at - 1 })
      return first < 0 ? [] : [first]
    })
  }

  static snippetLength = 150

  static part(paragraph, at) {
    const length = SearchIndex.snippetLength
    if (paragraph.length <= length) return paragraph
    let start = Math.max(0, Math.min(at - 40, paragraph.length - length))
    // From a word on; Chinese has no spaces near.
    const space = start > 0 ? paragraph.indexOf(' ', start) : -1
    if (space >= 0 && space < at) start = space + 1
    const end = start + length
    return (start > 0 ? '…' : '') + paragraph.slice(start, end).trimEnd() + (end < paragraph.length ? '…' : '')
  }
}
