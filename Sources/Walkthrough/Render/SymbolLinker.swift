/// Links the words of an excerpt that name declarations. Each link leads to the declaration's source page, beside which
/// is a script with the cards of its declarations.
struct SymbolLinker {
  let index: SourceIndex
  let words: Wording
  /// The address of a line of a file's page, relative to the page that is rendered; nil for a file without a page.
  let address: (SourceFile, Int) -> String?

  /// The line of a file, without the given amount of indentation.
  func line(_ number: Int, ofFile place: Int, dropping indentation: Int) -> HTML {
    let file = index.files[place]
    let all = index.symbols?.links(ofFile: place) ?? []
    var links = (number <= all.count ? all[number - 1] : [])[...]
    let stretches = file.hooks.stretches(ofLine: number)
    var (html, part): (HTML, HTML) = ("", "")
    var open: Int?
    var start = 0
    func close() {
      html += open.map { HookMarkup(words: words).part(part, stretches[$0].kind) } ?? part
      part = ""
    }
    for (piece, stretch) in file.cutPieces(ofLine: number) {
      if stretch != open { close() }
      open = stretch
      let end = start + piece.text.utf8.count
      let within = links.prefix { $0.end <= end }
      links.removeFirst(within.count)
      // Folded parts must not contain links, which the tab key would stop at.
      let isFolded = stretch.map { stretches[$0].kind == .callSite } ?? false
      part += self.piece(piece, at: start, dropping: indentation, isFolded ? [] : within)
      start = end
    }
    close()
    return html
  }

  /// A piece that begins at a byte of its line, with its links.
  private func piece(
    _ piece: HighlightedPiece, at start: Int, dropping indentation: Int, _ links: ArraySlice<SymbolTable.Link>
  ) -> HTML {
    let bytes = Array(piece.text.utf8)
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    // A line begins with its indentation, in spaces.
    var position = max(0, min(bytes.count, indentation - start))
    if bytes.prefix(position).contains(where: { $0 != 0x20 }) { position = 0 }
    if links.count == 1, let link = links.first, link.start == start + position, link.end == start + bytes.count {
      return anchor(text(position..<bytes.count), to: link, style: piece.style)
    }
    var html: HTML = ""
    for link in links {
      let word = link.start - start..<link.end - start
      html += HTML(text: text(position..<word.lowerBound)) + anchor(text(word), to: link)
      position = word.upperBound
    }
    html += HTML(text: text(position..<bytes.count))
    return piece.style.map { "<span class=\"\($0)\">\(html)</span>" } ?? html
  }

  private func anchor(_ word: String, to link: SymbolTable.Link, style: String? = nil) -> HTML {
    let declaration = index.declarations[link.declaration]
    guard let address = address(index.files[declaration.file], declaration.lines.lowerBound) else {
      return style.map { "<span class=\"\($0)\">\(word)</span>" } ?? HTML(text: word)
    }
    let name: HTML = style.map { "class=\"\($0)\" " } ?? ""
    return "<a \(name)href=\"\(address)\">\(word)</a>"
  }
}
