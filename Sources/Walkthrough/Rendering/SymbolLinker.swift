/// Makes links of the words of an excerpt that name declarations; each leads to the declaration's source page, and has a
/// card that says what it declares.
struct SymbolLinker {
  let index: SourceIndex
  let cards: SymbolCards
  /// Where a line of a file's page is, seen from the page at hand.
  let address: (SourceFile, Int) -> String

  /// The line of a file, without so much of its indentation.
  /// - Parameter seen: declarations linked to before: their words are links, but no further stops for the tab key.
  func line(_ number: Int, ofFile place: Int, dropping indentation: Int, seen: inout Set<Int>) -> HTML {
    let file = index.files[place]
    let all = index.symbols?.links(ofFile: place) ?? []
    var links = (number <= all.count ? all[number - 1] : [])[...]
    var html: HTML = ""
    var start = 0
    for piece in file.lines[number - 1] {
      let bytes = Array(piece.text.utf8)
      var inner: HTML = ""
      // A line begins with its indentation, in spaces.
      var position = max(0, min(bytes.count, indentation - start))
      if bytes.prefix(position).contains(where: { $0 != 0x20 }) { position = 0 }
      while let link = links.first, link.end <= start + bytes.count {
        links.removeFirst()
        inner += HTML(text: String(decoding: bytes[position..<(link.start - start)], as: UTF8.self))
        let word = String(decoding: bytes[(link.start - start)..<(link.end - start)], as: UTF8.self)
        inner += anchor(word, index.declarations[link.declaration], isFirst: seen.insert(link.declaration).inserted)
        position = link.end - start
      }
      inner += HTML(text: String(decoding: bytes[position...], as: UTF8.self))
      html += piece.style.map { "<span class=\"\($0)\">\(inner)</span>" } ?? inner
      start += bytes.count
    }
    return html
  }

  private func anchor(_ word: String, _ declaration: Declaration, isFirst: Bool) -> HTML {
    let address = address(index.files[declaration.file], declaration.lines.lowerBound)
    let card = cards.identifier(of: declaration, in: index.files[declaration.file])
    let skipped: HTML = isFirst ? "" : " tabindex=\"-1\""
    return "<a class=\"sym\" href=\"\(address)\" aria-describedby=\"\(card)\"\(skipped)>\(word)</a>"
  }
}

/// What the symbols of a page declare, once each: a hidden list at the page's end, which links describe themselves by.
final class SymbolCards {
  private var identifiers: [String: String] = [:]
  private var cards: [HTML] = []

  func identifier(of declaration: Declaration, in file: SourceFile) -> String {
    let key = "\(file.name):\(declaration.lines.lowerBound):\(declaration.name)"
    if let known = identifiers[key] { return known }
    let identifier = "sym-\(cards.count + 1)"
    identifiers[key] = identifier
    let summary = DocComment.summary(of: declaration.documentation)
    let purpose: HTML = summary == "" ? "" : "<p>\(summary)</p>"
    cards.append(
      """
      <li id="\(identifier)"><code class="signature">\(Self.short(DeclarationHead.text(of: declaration, in: file)))</code>\(purpose)\
      <p class="where">\(file.name):\(declaration.lines.lowerBound)</p></li>
      """)
    return identifier
  }

  private static func short(_ head: String) -> String { head.count > 300 ? String(head.prefix(300)) + " …" : head }

  func html() -> HTML {
    cards.isEmpty ? "" : "\n<ul class=\"cards\" hidden>\n\(cards.joined(separator: "\n"))\n</ul>"
  }
}
