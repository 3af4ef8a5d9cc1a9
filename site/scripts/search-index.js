/* Finds pages, sections and symbols in the files of the search. Loaded when a reader opens the search for the first time;
   knows nothing of the page. The generator's side is Sources/Walkthrough/Search. */

/** Without case and diacritics, character by character, so that places in both are the same: `…` stays one character. */
function folded(text) {
  return text.replace(/[^\0-\x7f\u3000-\u9fff]/gu, (character) => {
    const plain = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    return plain.length === character.length ? plain : character
  }).replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** A text that is searched, as it is shown and as it is compared. */
class Names {
  static letter = /[\p{L}\p{N}\p{M}_]/u
  static unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

  constructor(text) {
    this.text = text.normalize('NFC')
    this.plain = folded(text)
  }

  isLetter(at) {
    const character = this.text[at] ?? ' '
    return Names.letter.test(character) && !Names.unspaced.test(character)
  }

  /** True where a word begins, or a part of a name: `with|Latest|From`, `URL|Session`, `snake_|case`. */
  isBoundary(at) {
    const [before, first, second] = [this.text[at - 1], this.text[at], this.text[at + 1]]
    if (!this.isLetter(at - 1) || before === '_') return true
    if (/\d/.test(first) !== /\d/.test(before)) return true
    return /[A-Z]/.test(first) && (!/[A-Z]/.test(before) || /[a-z]/.test(second))
  }

  /** The word that a place is in. */
  wordAt(start, length) {
    let end = start + length
    while (this.isLetter(start) && this.isLetter(start - 1)) start--
    while (this.isLetter(end - 1) && this.isLetter(end)) end++
    return this.text.slice(start, end)
  }
}

/** A part of a question: a word, found where one begins or a part of a name does, or characters written without spaces. */
class Token {
  constructor(text) {
    this.text = text
    this.folded = folded(text)
    this.isUnspaced = Names.unspaced.test(text)
    this.forms = [[this.folded, 1]]
    const singular = /^(.{3,}?)(?:(?<=[sxz]|[cs]h)es|s)$/.exec(this.folded)
    if (singular) this.forms.push([singular[1], 0.9])
    if (/^.{2,}ies$/.test(this.folded)) this.forms.push([this.folded.slice(0, -3) + 'y', 0.9])
    // `wLF` and `wiLaFr` are `withLatestFrom`.
    const isHumped = /^[A-Za-z][a-z]*(?:[A-Z][a-z]*)+$/.test(text)
    const [first, ...others] = isHumped ? text.match(/^.[a-z]*|[A-Z][a-z]*/g).join('[a-z0-9]*') : ''
    if (isHumped) this.humps = new RegExp(`(?<![A-Za-z0-9_])[${first.toLowerCase()}${first.toUpperCase()}]${others.join('')}`, 'g')
  }

  /** Calls `found(place, length, quality)` for each place; ends when that is true. */
  places(names, found) {
    for (const [form, worth] of this.forms) {
      for (let at = names.plain.indexOf(form); at >= 0; at = names.plain.indexOf(form, at + 1)) {
        const quality = worth * this.quality(names, at, at + form.length, worth < 1)
        if (quality > 0 && found(at, form.length, quality)) return
      }
    }
    if (!this.humps) return
    for (const match of names.text.matchAll(this.humps)) found(match.index, match[0].length, 0.4)
  }

  quality(names, start, end, isWhole) {
    const isEnd = !names.isLetter(end)
    if (this.isUnspaced) return !names.isLetter(start - 1) && isEnd ? 1 : 0.8
    if (!names.isBoundary(start) || (isWhole && !isEnd && !names.isBoundary(end))) return 0
    return (names.isLetter(start - 1) ? 0.75 : 1) * (isEnd ? 1 : names.isBoundary(end) ? 0.85 : 0.7)
  }

  /** How well a text has it, from 0 to 1. */
  in(names) {
    let best = 0
    this.places(names, (at, length, quality) => (best = Math.max(best, quality)) === 1)
    return best
  }
}

/** A page of the site. */
class SearchedPage {
  constructor({ path, title, summary, headings, synonyms, text }, language) {
    Object.assign(this, { path, title, language })
    this.paragraphs = [summary, ...SearchedPage.paragraphs(text)].filter((text) => text !== '')
    this.text = new Names(this.paragraphs.join('\n'))
    this.titles = new Names(title)
    // Its address says what it is about, as synonyms do.
    const address = path.replace(/\/index$/, '').replace(/^.*\//, '').replace(/-/g, ' ')
    this.synonyms = [...synonyms, address].map((text) => new Names(text))
    this.headings = headings.map(([text, id]) => ({ id, names: new Names(text) }))
    this.names = [this.titles, this.text, ...this.synonyms, ...this.headings.map(({ names }) => names)]
  }

  /** The prose of Markdown, without addresses of links, and lines of programs. A longer fence holds text with blocks of its own. */
  static paragraphs(markdown) {
    const prose = markdown.replace(/^\ufeff?---\r?\n[^]*?\n---\r?\n/, '').replace(/^[ >]*(?:````+|~~~~+).*$/gm, '')
    return prose.split(/^[ >]*(?:```+|~~~+).*$/m).flatMap((part, number) => number % 2 > 0 ? part.split('\n')
      : part.replace(/^[|: -]+$|^[ >]*\[!\w+\]|\]\([^)\n]*\)|[`*[\]]/gm, '').split(/\n\s*\n|\n(?=[#|>-]|\d+\. )|(?<=^#.*)\n/m)
        .map((text) => text.replace(/^[#>|\s-]+|[|\s]+$/gm, '').replace(/\s*\|\s*/g, ' · ')
          .replace(/([^\x00-\x7f])\n(?=[^\x00-\x7f])/g, '$1').replace(/\n/g, ' '))
    ).map((text) => text.trim()).filter((text) => text !== '')
  }

  /** How well the title, the headings and the text have a token. */
  matches(token) {
    const title = Math.max(token.in(this.titles), ...this.synonyms.map((names) => token.in(names)))
    const headings = this.headings.map(({ names }) => token.in(names))
    return { title, headings, heading: Math.max(0, ...headings), text: token.in(this.text) }
  }

  /** What it gets for being called by its name: a symbol of that name is worth 100. */
  worthOfName(raw) {
    const bare = (text) => text.replace(/\(.*$/, '')
    if (this.titles.plain === raw) return 160
    if (bare(this.titles.plain) === bare(raw)) return 140
    return Math.max(0, ...this.synonyms.map(({ plain }) => plain === raw ? 150 : raw.includes(plain) ? 20 + plain.length : 0))
  }
}

const weights = { title: 10, section: 7, symbol: 5, text: 2 }
/** Everything that has arrived, and what answers a question. */
class SearchIndex {
  /** So many symbols go before texts: there may be hundreds. */
  static firstSymbols = 3
  /** So many sections of a page are shown: a page whose title has a word has it in most of its headings. */
  static mostSections = 2
  /** With fewer names that have all words, those that have most are shown too. */
  static fewest = 3
  /** A heading that stands on more pages says little about each. */
  static mostPagesOfHeading = 5
  static snippetLength = 150
  /** Words that say nothing of what is looked for, unless a question has no others. */
  static small = new Set(('a an the is are my i does do why how what which can to of in on for with from and or vs '
    + '的 了 吗 呢 怎么 怎样 如何 什么 为什么 怎么办 是 在 我 有 和 与').split(' '))
  /** A word, one with hyphens in it too, or characters that are written without spaces. */
  static part = new RegExp(`${Names.unspaced.source}+|(?:-?(?!${Names.unspaced.source})${Names.letter.source})+`, 'gu')

  pages = []
  symbols = []

  add({ language, pages = [], sources = [] }) {
    this.pages.push(...pages.map((page) => new SearchedPage(page, language)))
    this.pages.sort((one, other) => one.path < other.path ? -1 : 1)
    for (const { path, symbols } of sources) {
      for (const [owner, own, line] of symbols.map((symbol) => symbol.split('\t'))) {
        const names = new Names(owner ? `${owner}.${own}` : own)
        this.symbols.push({ path, own, names, id: `L${Math.abs(line)}`, isPublic: line > 0 })
      }
    }
    this.common = new Map()
    for (const { names: { plain } } of this.pages.flatMap(({ headings }) => headings)) {
      this.common.set(plain, (this.common.get(plain) ?? 0) + 1)
    }
  }

  /** The parts of a question that are looked for. */
  tokens(question) {
    const parts = question.normalize('NFC').match(SearchIndex.part) ?? []
    const all = parts.filter((part) => /[^_-]/.test(part)).map((part) => new Token(part))
      .flatMap((token) => this.isThere(token) ? [token] : this.likely(token))
    const telling = all.filter(({ folded }) => !SearchIndex.small.has(folded))
    return telling.length > 0 ? telling : all
  }

  isThere(token) {
    const isFound = (names) => token.in(names) > 0
    return this.pages.some((page) => page.names.some(isFound)) || this.symbols.some(({ names }) => isFound(names))
  }

  /** What may be meant by a part that stands nowhere: its words, or a word that it is but for one typing error. */
  likely(token) {
    if (token.isUnspaced) {
      const words = Intl.Segmenter ? [...new Intl.Segmenter('zh', { granularity: 'word' }).segment(token.text)] : []
      const telling = words.map(({ segment }) => segment).filter((word) => word.length > 1)
      return telling.length > 0 ? telling.map((word) => new Token(word)) : [token]
    }
    if (token.text.includes('-')) return token.text.split('-').map((part) => new Token(part))
    return [new Token((token.folded.length > 3 && this.near(token.folded)) || token.text)]
  }

  /** The most frequent word that a part is but for a letter that is missing, added, different or exchanged with the next. */
  near(part) {
    const ways = [...part, ''].flatMap((letter, at) => {
      const [before, after] = [part.slice(0, at), part.slice(at + 1)]
      return [`${before}\\p{L}?${after}`, `${before}\\p{L}${letter}${after}`, before + after.slice(0, 1) + letter + after.slice(1)]
    })
    const pattern = new RegExp(`(?<!${Names.letter.source})(?:${ways.join('|')})(?!${Names.letter.source})`, 'gu')
    const counts = new Map()
    for (const { titles, text } of this.pages) {
      for (const [word] of `${titles.plain}\n${text.plain}`.matchAll(pattern)) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
    return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0]
  }

  /** What is found, the best first, and the parts of the question. The order: pages and sections of the reader's language
      and the symbols that the question spells; what has most of the words; a few symbols, texts, symbols that only the
      engine itself can name, headings of many pages, other languages, more symbols. */
  find(question, language) {
    const tokens = this.tokens(question)
    const all = this.candidates(question.trim(), tokens)
    const results = all.filter(({ missing }) => missing === 0)
    // A text that has all words by chance is not what was asked for, if the name of another page has most of them.
    if (results.filter(({ kind }) => kind !== 'text').length < SearchIndex.fewest) {
      const parts = tokens.flatMap((token) => token.isUnspaced ? this.likely(token) : [token])
      const wider = parts.length > tokens.length ? this.candidates(question.trim(), parts) : all
      const others = wider.filter((result) => !results.includes(result) && result.missing < parts.length
        && (result.kind !== 'text' || results.length === 0))
      const least = Math.min(...others.map(({ missing }) => missing))
      for (const result of others) if (result.missing === least) results.push(Object.assign(result, { isWider: true }))
      tokens.push(...parts.filter((part) => !tokens.includes(part)))
    }
    return { results: this.sorted(results, question, language), tokens }
  }

  sorted(results, question, language) {
    const symbols = results.filter(({ kind }) => kind === 'symbol')
    symbols.sort((one, other) => (other.isPublic - one.isPublic) || other.score - one.score)
    const isPlain = /^[\p{Ll}\p{N}\s]*$/u.test(question)
    const late = new Set(isPlain ? symbols.slice(SearchIndex.firstSymbols) : [])
    for (const result of results) {
      const { kind, isSpelt, isPublic, isCommon, isWider } = result
      result.isForeign = result.language !== undefined && result.language !== language
      if (result.isForeign) result.group = 6
      else if (kind === 'symbol') result.group = isSpelt ? 0 : late.has(result) ? 7 : isPublic ? 2 : 4
      else result.group = isCommon ? 5 : isWider ? 1 : kind === 'text' ? 3 : 0
    }
    results.sort((one, other) => one.group - other.group || other.score - one.score)
    const places = new Set()
    return results.filter(({ path, id }) => places.size < places.add(`${path}#${id}`).size)
  }

  /** Everything that has any of the parts, with what it is worth and how many it lacks. */
  candidates(question, tokens) {
    const matches = this.pages.map((page) => tokens.map((token) => page.matches(token)))
    this.rarity = tokens.map((_, token) => {
      const count = matches.filter((found) => found[token].title || found[token].heading || found[token].text).length
      return Math.log(1 + (this.pages.length + 1) / (count + 1))
    })
    const pages = tokens.length === 0 ? [] : this.pages.flatMap((page, at) => [
      this.pageResult(page, matches[at], folded(question)), ...this.sections(page, matches[at]),
    ])
    return [...pages, ...this.findSymbols(tokens, question)]
  }

  /** The sum of what the parts are worth, and how many are worth nothing. */
  rated(worths) {
    return {
      score: worths.reduce((sum, worth, token) => sum + worth * this.rarity[token], 0),
      missing: worths.filter((worth) => worth === 0).length,
    }
  }

  pageResult(page, matches, raw) {
    const { score, missing } = this.rated(matches.map(({ title, heading, text }) =>
      Math.max(title * weights.title, heading * weights.section / 2, text * weights.text)))
    const ofName = page.worthOfName(raw)
    const kind = ofName > 0 || matches.some(({ title }) => title > 0) ? 'page' : 'text'
    return { kind, page, path: page.path, title: page.title, language: page.language, score: score + ofName, missing }
  }

  sections(page, matches) {
    const { path, title: within, language } = page
    return page.headings.flatMap(({ names, id }, number) => {
      if (!matches.some(({ headings }) => headings[number] > 0)) return []
      const rated = this.rated(matches.map(({ title, headings }) =>
        Math.max(headings[number] * weights.section, title * weights.title / 10)))
      const isCommon = this.common.get(names.plain) > SearchIndex.mostPagesOfHeading
      return [{ kind: 'section', page, path, title: names.text, within, id, language, isCommon, ...rated }]
    }).sort((one, other) => one.missing - other.missing || other.score - one.score).slice(0, SearchIndex.mostSections)
  }

  /** A question that is spelt as a symbol is may mean the symbol. */
  findSymbols(tokens, question) {
    const raw = folded(question)
    const hasMarks = /[^\p{L}\p{N}\p{M}\s-]/u.test(question)
    const isSpelt = hasMarks || /\p{Lu}/u.test(question)
    return this.symbols.flatMap(({ path, own, names, id, isPublic }) => {
      const isRaw = hasMarks && names.plain.includes(raw)
      const { score, missing } = this.rated(tokens.map((token) => token.in(names) * weights.symbol))
      if (tokens.length === 0 ? !isRaw : missing > 0) return []
      const isExact = [names.text, own, own.replace(/(.)\(.*/, '$1')].includes(question)
      const worth = score + (isExact ? isSpelt ? 100 : 1 : 0) + (isRaw ? 50 : 0) - names.text.length / 1000
      return [{ kind: 'symbol', path, title: names.text, id, isPublic, score: worth, missing, isSpelt: worth >= 50 }]
    })
  }

  /** The words of a page's text that were found, in full. */
  spelt({ page: { text } }, tokens) {
    return tokens.flatMap((token) => {
      let best = { quality: 0 }
      token.places(text, (at, length, quality) => {
        if (quality > best.quality) best = { quality, word: token.isUnspaced ? token.text : text.wordAt(at, length) }
        return quality === 1
      })
      return best.word ?? []
    })
  }

  /** The part of a page's text that has the most of what is looked for. */
  snippet({ page: { paragraphs } }, tokens) {
    let best = { worth: 0, paragraph: paragraphs[0] ?? '', at: 0 }
    for (const paragraph of paragraphs) {
      const names = new Names(paragraph)
      const places = tokens.flatMap((token) => {
        let first = []
        token.places(names, (at) => (first = [at]))
        return first
      })
      // Of paragraphs with as many of the words, a sentence says more than a heading or a line of a program.
      const worth = places.length + (/[.:?!。：？！]$/.test(paragraph) ? 0.3 : 0) + Math.min(paragraph.length, 60) / 100
      if (places.length > 0 && worth > best.worth) best = { worth, paragraph, at: Math.min(...places) }
    }
    const { paragraph, at } = best
    let start = Math.max(0, Math.min(at - 40, paragraph.length - SearchIndex.snippetLength))
    // From a word on; Chinese has no spaces near.
    const space = start > 0 ? paragraph.indexOf(' ', start) : -1
    if (space >= 0 && space < at) start = space + 1
    const end = start + SearchIndex.snippetLength
    return (start > 0 ? '…' : '') + paragraph.slice(start, end).trimEnd() + (end < paragraph.length ? '…' : '')
  }
}
