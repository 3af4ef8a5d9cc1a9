import RxTrace

/// Renders the page of a source file: its lines, each with an address, its declarations, and the steps of walkthroughs
/// that pass through it.
struct SourcePageRenderer {
  /// A step that executes a line.
  typealias Pass = (line: Int, title: String, link: String)

  let file: SourceFile
  /// The declarations of the file, in order.
  let declarations: [Declaration]
  /// Steps that pass through the file, in reading order.
  let passes: [Pass]
  let words: Wording
  /// The linker for the file's symbols, and the file's position in the linker's index.
  let symbols: (linker: SymbolLinker, place: Int)?

  /// The page of a file of an index.
  init(index: SourceIndex, place: Int, passes: [Pass], words: Wording, link: @escaping (SourceFile, Int) -> String?) {
    file = index.files[place]
    declarations = Array(index.declarations(inFile: place))
    self.passes = passes
    self.words = words
    symbols = (SymbolLinker(index: index, words: words, address: link), place)
  }

  /// The page of a file outside of any index, such as a pipeline that a page links to.
  init(file: SourceFile, passes: [Pass], words: Wording) {
    (self.file, declarations, symbols) = (file, [], nil)
    (self.passes, self.words) = (passes, words)
  }

  /// The listing, and below it the steps by line.
  func body() -> HTML {
    let byLine = Dictionary(grouping: passes, by: \.line)
    let markup = HookMarkup(words: words)
    let lines = file.texts.isEmpty ? [] : markup.lines(1...file.texts.count, of: file, content)
    let listing = lines.map { $0.opening + line($0, byLine[$0.number] ?? []) + $0.closing }.joined()
    let hasHooks = lines.contains { file.hooks.isOn($0.number) }
    let fold: HTML = hasHooks ? "<p class=\"unfold\"><label>\(markup.control) \(words(.callSite))</label></p>\n" : ""
    return """
      \(fold)<pre class="code swift numbered" tabindex="0"><code>\(listing)</code></pre>
      \(passing(byLine))
      """
  }

  private func content(_ number: Int) -> HTML {
    symbols.map { $0.linker.line(number, ofFile: $0.place, dropping: 0) }
      ?? CodeRenderer.pieces(file.lines[number - 1])
  }

  private func line(_ line: PageListings.Line, _ passes: [Pass]) -> HTML {
    let number = line.number
    let doc: HTML = file.texts[number - 1].trimmingSpaces().hasPrefix("///") ? " doc" : ""
    return """
      <span class="line\(doc)" id="L\(number)" data-line="\(number)">\(marker(number, passes))\(line.content)
      </span>
      """
  }

  /// The marker of a line: a link to its one step, or to the list of its steps.
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

  /// The declarations of the file, as a table of contents.
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
