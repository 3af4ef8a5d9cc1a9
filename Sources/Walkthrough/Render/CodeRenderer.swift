/// Renders code. Line numbers are attributes that the style sheet shows, because that is the only way without scripts
/// to keep them from being copied with the code.
enum CodeRenderer {
  static func plain(_ text: String) -> HTML { "<pre class=\"code\" tabindex=\"0\"><code>\(text)</code></pre>" }

  static func swift(_ text: String) -> HTML {
    "<pre class=\"code swift\" tabindex=\"0\"><code>\(coloured(text))</code></pre>"
  }

  /// Swift code with its words coloured.
  static func coloured(_ text: String) -> HTML {
    Highlighter.lines(of: ParsedSource(text)).map(pieces).joined(separator: "\n")
  }

  static func pieces(_ pieces: [HighlightedPiece]) -> HTML {
    pieces.map { piece -> HTML in
      guard let style = piece.style else { return HTML(text: piece.text) }
      return "<span class=\"\(style)\">\(piece.text)</span>"
    }.joined()
  }

  /// Lines of a file under its name, without their common indentation.
  /// - Parameter harness: The numbers of lines that are folded away.
  static func excerpt(
    _ excerpt: Excerpt, of file: SourceFile, link: String, symbols: SymbolLinker, harness: Set<Int> = []
  ) -> HTML {
    let markup = HarnessMarkup(words: symbols.words, numbers: harness)
    let listing = PageListings.Listing(
      number: 0, key: "",
      caption: caption(excerpt.lines, of: file, link: link, symbols.words) + markup.control(excerpt.lines),
      lines: markup.folding(lines(excerpt.lines, of: file, place: excerpt.file, symbols)))
    return figure(listing, LitLines(excerpt.lit, leading: excerpt.leading))
  }

  /// The name of the file with the lines, and the control that unfolds hooks.
  static func caption(_ lines: ClosedRange<Int>, of file: SourceFile, link: String, _ words: Wording) -> HTML {
    let (first, last) = (lines.lowerBound, lines.upperBound)
    let numbers = first == last ? "\(first)" : "\(first)–\(last)"
    let fold: HTML = lines.contains(where: file.hooks.isOn) ? " \(HookMarkup(words: words).control)" : ""
    return "<a href=\"\(link)\">\(file.name)<span class=\"lines\">:\(numbers)</span></a>\(fold)"
  }

  static func lines(
    _ numbers: ClosedRange<Int>, of file: SourceFile, place: Int, _ symbols: SymbolLinker
  ) -> [PageListings.Line] {
    let shared = indentation(file.texts[(numbers.lowerBound - 1)..<numbers.upperBound])
    return HookMarkup(words: symbols.words).lines(numbers, of: file) { number in
      symbols.line(number, ofFile: place, dropping: shared)
    }
  }

  /// - Parameter identifier: The identifier of the listing if steps refer to it.
  static func figure(_ listing: PageListings.Listing, _ lit: LitLines, identifier: String? = nil) -> HTML {
    let id: HTML = identifier.map { " id=\"\($0)\"" } ?? ""
    let lines = listing.lines.map { line -> HTML in
      let number = line.number
      let leading: HTML = lit.leading == number ? " leading" : ""
      let shown: HTML =
        lit.lines.contains(number) || lit.leading == number
        ? "<mark class=\"line lit\(leading)\" data-line=\"\(number)\">\(line.content)\n</mark>"
        : "<span class=\"line\" data-line=\"\(number)\">\(line.content)\n</span>"
      return line.opening + shown + line.closing
    }
    return """
      <figure class="excerpt"\(id)>
      <figcaption>\(listing.caption)</figcaption>
      <pre class="code swift numbered" tabindex="0"><code>\(lines.joined())</code></pre>
      </figure>
      """
  }

  private static func indentation(_ lines: ArraySlice<String>) -> Int {
    lines.filter { !$0.allSatisfy(\.isWhitespace) }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
  }
}
