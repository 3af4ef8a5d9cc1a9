/// A Swift file that excerpts are taken from.
struct SourceFile: Sendable {
  /// The name for readers, and in the path of the file's page: `Rx/Core/Observable.swift`.
  let name: String
  /// `Observable.swift`
  let fileName: String
  /// The module of the file in `Module/File.swift`; nil if the module is not known.
  var module: String?
  /// Lines with their classified pieces, the first line first.
  var lines: [[HighlightedPiece]]
  var texts: [String]
  /// The closures of a pipeline's own file.
  private(set) var closures: [WrittenClosure] = []
  /// The names in the file's code; empty if only its text was read.
  private(set) var names = SourceNames()
  /// The parts that belong to hooks. A pipeline's own file has none, because its hooks are the program.
  var hooks = HookLines()

  /// A file to be listed, of which only the text is read.
  init(name: String, module: String?, text: String, hooks: HookLines = HookLines()) {
    self.init(name: name, module: module, listing: ParsedSource(text), hooks: hooks)
  }

  private init(name: String, module: String?, listing source: ParsedSource, hooks: HookLines) {
    self.name = name
    fileName = String(name.split(separator: "/").last ?? "")
    self.module = module
    self.hooks = hooks
    texts = source.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if texts.last == "" { texts.removeLast() }
    lines = Array(Highlighter.lines(of: source).prefix(texts.count))
  }

  /// A file whose text has been parsed.
  init(name: String, module: String?, _ parsed: ParsedSource, hooks: HookLines = HookLines()) {
    self.init(name: name, module: module, listing: parsed, hooks: hooks)
    names = SourceNames(parsed.tree, parsed.converter)
    if module == nil { closures = WrittenClosure.all(in: parsed) }
  }

  /// The text of a line without the parts that belong to hooks.
  func work(ofLine line: Int) -> String { hooks.work(ofLine: line, texts[line - 1]) }

  /// A line's pieces, cut at the ends of the parts that belong to hooks; each with the part's number in the line.
  func cutPieces(ofLine line: Int) -> [(piece: HighlightedPiece, stretch: Int?)] {
    let stretches = hooks.stretches(ofLine: line)
    guard !stretches.isEmpty else { return lines[line - 1].map { ($0, nil) } }
    let cuts = stretches.flatMap { [$0.range.lowerBound, $0.range.upperBound] }
    var cut: [(HighlightedPiece, Int?)] = []
    var start = 0
    for piece in lines[line - 1] {
      let bytes = Array(piece.text.utf8)
      let ends = cuts.filter { $0 > start && $0 < start + bytes.count } + [start + bytes.count]
      var from = start
      for end in ends {
        let text = String(decoding: bytes[(from - start)..<(end - start)], as: UTF8.self)
        cut.append(
          (HighlightedPiece(text: text, style: piece.style), stretches.firstIndex { $0.range.contains(from) }))
        from = end
      }
      start += bytes.count
    }
    return cut
  }

  /// The path of the page that shows the whole file.
  func htmlPath(in language: String) -> String { Self.htmlPath(name, in: language) }

  static func htmlPath(_ name: String, in language: String) -> String {
    PageName(base: pageBase(name), language: language).htmlPath
  }

  /// The name of the page without a language: `source/Rx/Core/Observable`.
  static func pageBase(_ name: String) -> String {
    "source/" + (name.hasSuffix(".swift") ? String(name.dropLast(6)) : name)
  }
}

/// Lines of a source file, some of them highlighted.
struct Excerpt: Sendable {
  /// The position of the file in ``SourceIndex/files``.
  var file: Int
  var lines: ClosedRange<Int>
  var lit: Set<Int> = []
  /// The line that leads to the next step of a chain.
  var leading: Int?
}
