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
      let bytes = Array(piece.text.utf8)
      var (inner, whole): (HTML, HTML?) = ("", nil)
      // A line begins with its indentation, in spaces.
      var position = max(0, min(bytes.count, indentation - start))
      if bytes.prefix(position).contains(where: { $0 != 0x20 }) { position = 0 }
      while let link = links.first, link.end <= start + bytes.count {
        links.removeFirst()
        // Folded parts must not contain links, which the tab key would stop at.
        if let stretch, stretches[stretch].kind == .callSite { continue }
        inner += HTML(text: String(decoding: bytes[position..<(link.start - start)], as: UTF8.self))
        let word = String(decoding: bytes[(link.start - start)..<(link.end - start)], as: UTF8.self)
        let declaration = index.declarations[link.declaration]
        // A link that covers a whole piece gets the piece's style itself.
        if position + start == link.start, inner == "", let style = piece.style {
          whole = anchor(word, declaration, style: style)
        } else {
          whole = nil
        }
        inner += anchor(word, declaration)
        position = link.end - start
      }
      let rest = bytes[position...]
      inner += HTML(text: String(decoding: rest, as: UTF8.self))
      if let link = whole, rest.isEmpty {
        part += link
      } else {
        part += piece.style.map { "<span class=\"\($0)\">\(inner)</span>" } ?? inner
      }
      start += bytes.count
    }
    close()
    return html
  }

  private func anchor(_ word: String, _ declaration: Declaration, style: String? = nil) -> HTML {
    guard let address = address(index.files[declaration.file], declaration.lines.lowerBound) else {
      return style.map { "<span class=\"\($0)\">\(word)</span>" } ?? HTML(text: word)
    }
    let name: HTML = style.map { "class=\"\($0)\" " } ?? ""
    return "<a \(name)href=\"\(address)\">\(word)</a>"
  }
}
