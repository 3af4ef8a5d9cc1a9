/// Renders code. The only scripting-free place for line numbers is an attribute, which the style sheet shows: so they
/// are not copied with the code.
enum CodeRenderer {
  static func plain(_ text: String) -> HTML { "<pre class=\"code\" tabindex=\"0\"><code>\(text)</code></pre>" }

  static func swift(_ text: String) -> HTML {
    "<pre class=\"code swift\" tabindex=\"0\"><code>\(Highlighter.html(text))</code></pre>"
  }

  static func pieces(_ pieces: [HighlightedPiece]) -> HTML {
    pieces.map { piece -> HTML in
      guard let style = piece.style else { return HTML(text: piece.text) }
      return "<span class=\"\(style)\">\(piece.text)</span>"
    }.joined()
  }

  /// Lines of a file under its name, without the indentation that all of them share.
  static func excerpt(_ excerpt: Excerpt, of file: SourceFile, link: String, symbols: SymbolLinker) -> HTML {
    let (first, last) = (excerpt.lines.lowerBound, excerpt.lines.upperBound)
    let numbers = first == last ? "\(first)" : "\(first)–\(last)"
    return """
      <figure class="excerpt">
      <figcaption><a href="\(link)">\(file.name)<span class="lines">:\(numbers)</span></a></figcaption>
      \(listing(excerpt, of: file, symbols))
      </figure>
      """
  }

  private static func listing(_ excerpt: Excerpt, of file: SourceFile, _ symbols: SymbolLinker) -> HTML {
    let shared = indentation(file.texts[(excerpt.lines.lowerBound - 1)..<excerpt.lines.upperBound])
    var seen: Set<Int> = []
    let lines = HookMarkup(words: symbols.words).lines(excerpt.lines, of: file) { number in
      let content = symbols.line(number, ofFile: excerpt.file, dropping: shared, seen: &seen)
      let leading: HTML = excerpt.leading == number ? " leading" : ""
      return excerpt.lit.contains(number)
        ? "<mark class=\"line lit\(leading)\" data-line=\"\(number)\">\(content)\n</mark>"
        : "<span class=\"line\" data-line=\"\(number)\">\(content)\n</span>"
    }
    return "<pre class=\"code swift numbered\" tabindex=\"0\"><code>\(lines)</code></pre>"
  }

  private static func indentation(_ lines: ArraySlice<String>) -> Int {
    lines.filter { !$0.allSatisfy(\.isWhitespace) }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
  }
}
