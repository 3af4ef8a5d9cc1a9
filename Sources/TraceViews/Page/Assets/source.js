/* Excerpts of source files, with a line lit. */
class SourceView {
  static around = 5

  constructor(recording) {
    this.recording = recording
    this.known = new Map()
  }

  /** A figure of a line and those around it, or only its name if the file's text is missing. */
  figure(site, label) {
    const { recording } = this
    const line = recording.siteLine(site)
    const name = make('b', {}, printable(recording.siteName(site)))
    const caption = make('figcaption', {}, `${label} `, SourceView.opens() ? this.editorButton(site, name) : name)
    caption.title = recording.siteFile(site)
    const part = this.part(recording.sites[2 * site], line)
    return make('figure', { class: 'excerpt' }, caption, part ? this.listing(part, line, recording.siteName(site)) : null)
  }

  /** Only a server can start an editor. */
  static opens() { return document.querySelector('[data-editor]') !== null }

  editorButton(site, name) {
    const { recording } = this
    return make('button', {
      type: 'button', class: 'open-editor', 'data-file': recording.siteFile(site), 'data-line': recording.siteLine(site),
      title: 'Open in the editor',
    }, name)
  }

  /** The part of a file that holds a line, with its lines coloured. */
  part(file, line) {
    const parts = this.recording.excerpts[file] ?? []
    for (let place = 0; place < parts.length; place += 2) {
      const [first, key] = [parts[place], `${file}:${place}`]
      if (line < first) break
      const known = this.known.get(key) ?? { first, lines: Swift.lines(parts[place + 1]) }
      this.known.set(key, known)
      if (line < first + known.lines.length) return known
    }
    return null
  }

  listing({ first, lines }, line, name) {
    const start = Math.max(first, line - SourceView.around)
    const end = Math.min(first + lines.length - 1, line + SourceView.around)
    const shown = lines.slice(start - first, end - first + 1)
    const texts = shown.map((pieces) => pieces.map(({ text }) => text).join(''))
    const margin = Math.min(...texts.filter((text) => text.trim()).map((text) => text.length - text.trimStart().length), 99)
    const rows = shown.map((pieces, place) => {
      const number = start + place
      const row = make(number === line ? 'mark' : 'span', { class: number === line ? 'line lit' : 'line', 'data-line': number })
      row.append(...this.coloured(pieces, margin), '\n')
      return row
    })
    return make('pre', { class: 'code', tabindex: '0', role: 'region', 'aria-label': `Source of ${name}` }, make('code', {}, ...rows))
  }

  coloured(pieces, margin) {
    let left = margin
    return pieces.map(({ text, style }) => {
      const rest = text.slice(Math.min(left, text.length - text.trimStart().length))
      left -= text.length - rest.length
      return style ? make('span', { class: style }, printable(rest)) : printable(rest)
    })
  }
}

/* The part of Swift's grammar that colours need. */
const Swift = {
  words: 'actor any as associatedtype async await borrowing break case catch class consuming continue convenience default defer '
    + 'deinit didSet do dynamic each else enum extension fallthrough false fileprivate final for func get guard if import in '
    + 'indirect infix init inout internal is isolated lazy let mutating nil nonisolated open operator override package postfix '
    + 'precedencegroup prefix private protocol public repeat required rethrows return self Self sending set some static struct '
    + 'subscript super switch throw throws true try typealias unowned var weak where while willSet yield',

  get pattern() {
    return (this.known ??= new RegExp([
      '(?<comment>\\/\\/.*|\\/\\*[^]*?(?:\\*\\/|$))', '(?<string>"""[^]*?(?:"""|$)|"(?:\\\\.|[^"\\\\\\n])*"?)',
      '(?<attribute>[@#][A-Za-z]\\w*)', `(?<keyword>(?<![.\\w])(?:${this.words.split(' ').join('|')})\\b)`,
      '(?<type>\\b[A-Z]\\w*)', '(?<number>\\b\\d[\\w.]*)',
    ].join('|'), 'g'))
  },

  /** The lines of a text, each as pieces of one colour. */
  lines(text) {
    const lines = [[]]
    const add = (text, style) => text.split('\n').forEach((part, place) => {
      if (place > 0) lines.push([])
      if (part) lines[lines.length - 1].push({ text: part, style })
    })
    let end = 0
    for (const match of text.matchAll(this.pattern)) {
      add(text.slice(end, match.index))
      const [name] = Object.entries(match.groups).find(([, found]) => found !== undefined)
      add(match[0], `hl-${name}`)
      end = match.index + match[0].length
    }
    add(text.slice(end))
    return lines
  },
}
