/// A Swift file that excerpts are taken from.
struct SourceFile: Sendable {
  /// `Rx/Core/Observable.swift`: as shown to readers, and where its page goes.
  let name: String
  /// `Observable.swift`
  let fileName: String
  /// The module that the program would call it by in `Module/File.swift`; nil where it is not known.
  var module: String?
  /// Lines with their classified pieces, the first line first.
  var lines: [[HighlightedPiece]]
  var texts: [String]
  /// The closures of a pipeline's own file.
  var closures: [WrittenClosure] = []

  init(name: String, module: String?, text: String) {
    self.name = name
    fileName = String(name.split(separator: "/").last ?? "")
    self.module = module
    texts = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if texts.last == "" { texts.removeLast() }
    if module == nil { closures = WrittenClosure.all(in: text) }
    lines = Array(Highlighter.lines(of: text).prefix(texts.count))
  }

  /// Where the page is that shows the whole file.
  var htmlPath: String { Self.htmlPath(name) }

  static func htmlPath(_ name: String) -> String {
    "source/" + (name.hasSuffix(".swift") ? String(name.dropLast(6)) : name) + ".html"
  }

}

/// Lines of a source file, some of them lit.
struct Excerpt: Sendable {
  /// The position of the file in ``SourceIndex/files``.
  var file: Int
  var lines: ClosedRange<Int>
  var lit: Set<Int> = []
  /// The line that leads to the next step of a chain.
  var leading: Int?
}
