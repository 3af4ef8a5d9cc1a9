/// Renders the page of a source file: its lines, each with an address, what it declares, and which steps of walkthroughs
/// pass through it.
struct SourcePageRenderer {
  /// A step that executes a line.
  typealias Pass = (line: Int, title: String, link: String)

  let file: SourceFile
  /// What the file declares, in order.
  let declarations: [Declaration]
  /// Steps that pass through the file, in the order in which readers come by them.
  let passes: [Pass]
  let words: Wording
  /// Links the symbols of a line; plain highlighted text where it is left out.
  var symbols: (Int) -> HTML?

  init(
    file: SourceFile, declarations: [Declaration], passes: [Pass], words: Wording,
    symbols: @escaping (Int) -> HTML? = { _ in nil }
  ) {
    self.file = file
    self.declarations = declarations
    self.passes = passes
    self.words = words
    self.symbols = symbols
  }

  /// The listing, and below it the steps by line.
  func body() -> HTML {
    let byLine = Dictionary(grouping: passes, by: \.line)
    let lines = file.texts.indices.map { line($0 + 1, passes: byLine[$0 + 1] ?? []) }
    return """
      <pre class="code swift numbered" tabindex="0"><code>\(lines.joined())</code></pre>
      \(passing(byLine))
      """
  }

  private func line(_ number: Int, passes: [Pass]) -> HTML {
    let doc: HTML = file.texts[number - 1].trimmingSpaces().hasPrefix("///") ? " doc" : ""
    let content = symbols(number) ?? CodeRenderer.pieces(file.lines[number - 1])
    return """
      <span class="line\(doc)" id="L\(number)" data-line="\(number)">\(marker(number, passes))\(content)
      </span>
      """
  }

  /// One step is led to at once, several by way of their list.
  private func marker(_ number: Int, _ passes: [Pass]) -> HTML {
    guard let first = passes.first else { return "" }
    let link = passes.count == 1 ? first.link : "#passes-L\(number)"
    let label = "\(words(.permalink, number)): \(words(.passedBy))"
    return """
      <a class="passes" href="\(link)" aria-label="\(label) (\(passes.count))" aria-describedby="passes-L\(number)">\
      \(passes.count)</a>
      """
  }

  private func passing(_ byLine: [Int: [Pass]]) -> HTML {
    guard !passes.isEmpty else { return "" }
    let entries = byLine.keys.sorted().map { number -> HTML in
      let links = byLine[number]!.map { "<li><a href=\"\($0.link)\">\($0.title)</a></li>" as HTML }
      return """
        <dt><a href="#L\(number)">\(words(.permalink, number))</a></dt>
        <dd id="passes-L\(number)"><ul>\(links.joined())</ul></dd>
        """
    }
    return """
      <section class="passing" aria-labelledby="passing">
      <h2 id="passing">\(words(.passesOfFile))</h2>
      <dl>
      \(entries.joined(separator: "\n"))
      </dl>
      </section>
      """
  }

  /// What the file declares, as a table of contents.
  func outline() -> HTML {
    let shown = declarations.filter { $0.kind != .enumCase }
    guard !shown.isEmpty else { return "<div class=\"side\"></div>" }
    let items = shown.map { declaration -> HTML in
      let level = declaration.kind.isType && declaration.owner == nil ? 2 : 3
      return """
        <li class="level-\(level)"><a href="#L\(declaration.lines.lowerBound)">\(declaration.name)</a></li>
        """
    }
    return """
      <div class="side">
      <nav class="contents outline" aria-labelledby="contents">
      <details open>
      <summary id="contents">\(words(.declarations))</summary>
      <ul>
      \(items.joined(separator: "\n"))
      </ul>
      </details>
      </nav>
      </div>
      """
  }
}
