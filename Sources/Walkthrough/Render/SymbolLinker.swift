/// Makes links of the words of an excerpt that name declarations; each leads to the declaration's source page, and has
/// a card that shows the declaration.
struct SymbolLinker {
  let index: SourceIndex
  let cards: SymbolCards
  let words: Wording
  /// The address of a line of a file's page, relative to the page at hand.
  let address: (SourceFile, Int) -> String

  /// The line of a file, without so much of its indentation.
  /// - Parameter seen: declarations linked to before: their words are links, but no further stops for the tab key.
  func line(_ number: Int, ofFile place: Int, dropping indentation: Int, seen: inout Set<Int>) -> HTML {
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
      var inner: HTML = ""
      // A line begins with its indentation, in spaces.
      var position = max(0, min(bytes.count, indentation - start))
      if bytes.prefix(position).contains(where: { $0 != 0x20 }) { position = 0 }
      while let link = links.first, link.end <= start + bytes.count {
        links.removeFirst()
        // Folded parts have no stops for the tab key.
        if let stretch, stretches[stretch].kind == .callSite { continue }
        inner += HTML(text: String(decoding: bytes[position..<(link.start - start)], as: UTF8.self))
        let word = String(decoding: bytes[(link.start - start)..<(link.end - start)], as: UTF8.self)
        inner += anchor(word, index.declarations[link.declaration], isFirst: seen.insert(link.declaration).inserted)
        position = link.end - start
      }
      inner += HTML(text: String(decoding: bytes[position...], as: UTF8.self))
      part += piece.style.map { "<span class=\"\($0)\">\(inner)</span>" } ?? inner
      start += bytes.count
    }
    close()
    return html
  }

  private func anchor(_ word: String, _ declaration: Declaration, isFirst: Bool) -> HTML {
    let address = address(index.files[declaration.file], declaration.lines.lowerBound)
    let card = cards.identifier(of: declaration, in: index.files[declaration.file])
    let skipped: HTML = isFirst ? "" : " tabindex=\"-1\""
    return "<a class=\"sym\" href=\"\(address)\" aria-describedby=\"\(card)\"\(skipped)>\(word)</a>"
  }
}

/// The declarations of a page's symbols, once each: a hidden list at the page's end that the links' descriptions refer
/// to.
final class SymbolCards {
  struct Card: Sendable {
    /// From 0, in the order in which the page's symbols asked for them.
    var number: Int
    /// Identifies the declaration.
    var key: String
    var html: HTML
  }

  private var cards: [Card] = []
  private var numbers: [String: Int] = [:]
  private let onUse: (Int) -> Void

  /// - Parameter onUse: Called with the number of each card that a link refers to.
  init(onUse: @escaping (Int) -> Void = { _ in }) { self.onUse = onUse }

  func identifier(of declaration: Declaration, in file: SourceFile) -> String {
    let key = "\(file.name):\(declaration.lines.lowerBound):\(declaration.name)"
    let number = numbers[key] ?? add(key, declaration, file)
    onUse(number)
    return Self.identifier(number)
  }

  private static func identifier(_ number: Int) -> String { "sym-\(number + 1)" }

  private func add(_ key: String, _ declaration: Declaration, _ file: SourceFile) -> Int {
    let summary = DocComment.summary(of: declaration.documentation)
    let purpose: HTML = summary == "" ? "" : "<p>\(summary)</p>"
    let number = cards.count
    let html: HTML = """
      <li id="\(Self.identifier(number))"><code class="signature">\(Self.short(DeclarationHead.text(of: declaration, in: file)))</code>\(purpose)\
      <p class="where">\(file.name):\(declaration.lines.lowerBound)</p></li>
      """
    append(Card(number: number, key: key, html: html))
    return number
  }

  private func append(_ card: Card) {
    numbers[card.key] = card.number
    cards.append(card)
  }

  private static func short(_ head: String) -> String { head.count > 300 ? String(head.prefix(300)) + " …" : head }

  subscript(numbers: Set<Int>) -> [Card] { numbers.sorted().map { cards[$0] } }

  /// Adds the cards that are not there yet.
  /// - Parameter known: By their numbers, ascending.
  /// - Returns: false if one of them would get another number now; nothing has been done then.
  func add(_ known: [Card]) -> Bool {
    var count = cards.count
    for card in known {
      let number = numbers[card.key] ?? count
      guard number == card.number else { return false }
      count = max(count, number + 1)
    }
    for card in known where card.number >= cards.count { append(card) }
    return true
  }

  func html() -> HTML {
    cards.isEmpty ? "" : "\n<ul class=\"cards\" hidden>\n\(cards.map(\.html).joined(separator: "\n"))\n</ul>"
  }
}
