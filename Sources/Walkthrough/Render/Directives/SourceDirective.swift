import RxTrace

/// Shows a part of a source file: a symbol, or the lines between two texts in the file.
struct SourceDirective: Directive {
  static let name = "source"
  static let keys = DirectiveKeys(
    optional: ["symbol", "from", "to", "mark", "executed", "pipeline", "harness"], repeatable: ["mark"])

  let block: DirectiveBlock
  let page: DirectivePage

  func render() throws(Problem) -> HTML {
    guard attribute("symbol") != nil || attribute("pipeline") != nil else {
      throw Problem(block.info.place, "`source` needs a key `symbol`")
    }
    let run = try run()
    // The failure to record a pipeline has been reported.
    if run == nil, attribute("pipeline") != nil { return "" }
    let index = run?.index ?? context.site.index
    var excerpt = try whole(index, run)
    let name = attribute("symbol")?.value ?? attribute("pipeline")!.value
    let file = index.files[excerpt.file]
    let part = SourcePart(texts: file.texts, name: name)
    excerpt.lines = try part.range(excerpt.lines, from: attribute("from"), to: attribute("to"))
    for mark in block.attributes("mark") {
      let lines = try part.lines(of: excerpt.lines, marked: mark)
      let working = lines.filter { !file.hooks.isHook($0) }
      guard !working.isEmpty else { throw hookIsMarked(lines[0], of: file, mark) }
      excerpt.lit.formUnion(working)
    }
    excerpt.lit.formUnion(try executedLines(excerpt, of: file.name))
    note(file.texts[(excerpt.lines.lowerBound - 1)..<excerpt.lines.upperBound])
    let html = CodeRenderer.excerpt(
      excerpt, of: file, link: context.link(to: file, line: excerpt.lines.lowerBound),
      symbols: context.symbols(in: index), harness: try harness(of: file))
    return isProgram ? program(html, file.name) : html
  }

  /// Whether the excerpt belongs to a program that a reader can edit and run.
  private var isProgram: Bool {
    context.site.shared.pipelines.areStandalone && attribute("pipeline") != nil && attribute("symbol") == nil
  }

  /// The lines that stay folded until the reader asks for them.
  private func harness(of file: SourceFile) throws(Problem) -> Set<Int> {
    guard try isHarnessFolded() else { return [] }
    guard isProgram || attribute("symbol") == nil && attribute("pipeline") != nil else {
      throw Problem(attribute("harness")!.place, "`harness` is for a whole program: name a `pipeline` and no `symbol`")
    }
    return HarnessLines(file.texts.joined(separator: "\n")).numbers
  }

  /// Markup for editing the program. Editing a part means editing the whole file, which a script gets from the server.
  private func program(_ excerpt: HTML, _ path: String) -> HTML {
    let isPart = attribute("from") != nil || attribute("to") != nil
    let part: HTML = isPart ? " data-part" : ""
    return "<div class=\"program\" data-program=\"\(path)\"\(part)>\n\(excerpt)\n</div>"
  }

  private func hookIsMarked(_ line: Int, of file: SourceFile, _ mark: FenceInfo.Attribute) -> Problem {
    Problem(
      mark.valuePlace,
      "`\(mark.value)` marks only a hook, at \(file.name):\(line): mark a line that does the work, or take the hook's "
        + "name out of `hooks` in `\(SiteSettings.fileName)`")
  }

  /// The lines of an excerpt that a run is known to have executed: the first lines of the methods that it entered, and
  /// the calls that they made.
  private func executedLines(_ excerpt: Excerpt, of file: String) throws(Problem) -> Set<Int> {
    guard let pipeline = attribute("executed"),
      let run = try page.run(of: pipeline, block.arguments, crashes: crashes())
    else {
      return []
    }
    guard run.index.files[run.code.pipelineFile].name != file else {
      throw Problem(
        pipeline.valuePlace, "`executed` is for a `symbol` of the engine: name one that this run goes through")
    }
    let lines = run.code.executedLines(ofFileNamed: file).filter(excerpt.lines.contains)
    guard !lines.isEmpty else {
      let name = attribute("symbol")?.value ?? file
      throw Problem(pipeline.valuePlace, "the run of `\(run.name)` goes through no line of `\(name)`")
    }
    return lines
  }

  /// The symbol, or the whole pipeline if no symbol is named.
  private func whole(_ index: SourceIndex, _ run: Evidence?) throws(Problem) -> Excerpt {
    guard let symbol = attribute("symbol") else {
      let file = run!.code.pipelineFile
      guard !index.files[file].texts.isEmpty else {
        throw Problem(attribute("pipeline")!.valuePlace, "the pipeline has no lines")
      }
      return Excerpt(file: file, lines: 1...index.files[file].texts.count)
    }
    let declaration = try declaration(symbol, in: index, run)
    return Excerpt(file: declaration.file, lines: declaration.lines)
  }

  /// Records the excerpt, so that it can be compared with the text that the author has accepted.
  private func note(_ lines: ArraySlice<String>) {
    let place = (attribute("symbol") ?? attribute("pipeline"))!.valuePlace
    context.shows(
      ShownExcerpt(
        page: context.page.path, name: Self.request(block.info), text: lines.joined(separator: "\n"), place: place))
  }

  /// The author's request: the symbol or the program, and the keys that narrow it.
  static func request(_ info: FenceInfo) -> String {
    ["pipeline", "symbol", "from", "to"].compactMap(info.attribute).map { attribute in
      attribute.key == "symbol" ? attribute.value : "\(attribute.key)=\(attribute.value)"
    }.joined(separator: " ")
  }
}

/// Finds lines of a source file by their text.
struct SourcePart {
  let texts: [String]
  /// The name of the whole file or symbol in messages.
  let name: String

  /// The lines from the first one with one text to the first later one, or the same one, with another text.
  func range(
    _ lines: ClosedRange<Int>, from: FenceInfo.Attribute?, to: FenceInfo.Attribute?
  ) throws(Problem) -> ClosedRange<Int> {
    var first = lines.lowerBound
    if let from { first = try line(in: lines, from) }
    guard let to else { return first...lines.upperBound }
    guard let last = (first...lines.upperBound).first(where: { contains($0, to.value) }) else {
      _ = try line(in: lines, to)
      throw Problem(to.valuePlace, "`\(to.value)` stands in `\(name)` only before `\(from?.value ?? "")`")
    }
    return first...last
  }

  func lines(of range: ClosedRange<Int>, marked mark: FenceInfo.Attribute) throws(Problem) -> [Int] {
    _ = try line(in: range, mark)
    return range.filter { contains($0, mark.value) }
  }

  private func contains(_ line: Int, _ text: String) -> Bool { texts[line - 1].contains(text) }

  private func line(in lines: ClosedRange<Int>, _ attribute: FenceInfo.Attribute) throws(Problem) -> Int {
    guard !attribute.value.isEmpty, let line = lines.first(where: { contains($0, attribute.value) }) else {
      throw Problem(
        attribute.valuePlace,
        "no line of `\(name)` contains `\(attribute.value)`"
          + Nearest.line(containing: attribute.value, among: lines.map { texts[$0 - 1] }))
    }
    return line
  }
}
