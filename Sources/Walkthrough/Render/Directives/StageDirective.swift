import RxTrace

/// Shows a line of the sources with the lines around it. The line's own page links back here.
///
///     ```stage file=Search/SearchViewModel.swift line=21
///     ```
struct StageDirective: Directive {
  static let name = "stage"
  static let keys = DirectiveKeys(required: ["file", "line"])

  let block: DirectiveBlock
  let page: DirectivePage

  /// The number of lines that are shown before and after the line.
  private static let around = 4

  func render() throws(Problem) -> HTML {
    let (name, number) = (attribute("file")!, attribute("line")!)
    let index = context.site.index
    guard let place = index.files.firstIndex(where: { $0.name == name.value }) else {
      let nearest = Nearest.suggestion(for: name.value, among: index.files.map(\.name))
      throw Problem(name.valuePlace, "no source file `\(name.value)`" + nearest)
    }
    let file = index.files[place]
    guard let line = Int(number.value), (1...max(file.texts.count, 1)).contains(line), !file.texts.isEmpty else {
      throw Problem(number.valuePlace, "`\(name.value)` has lines 1 to \(file.texts.count), not `\(number.value)`")
    }
    let id = context.uniqueIdentifier(Self.name)
    context.pass(through: file, lines: [line], at: id)
    let lines = max(1, line - Self.around)...min(file.texts.count, line + Self.around)
    let excerpt = CodeRenderer.excerpt(
      Excerpt(file: place, lines: lines, lit: [line]), of: file, link: context.link(to: file, line: line),
      symbols: context.symbols(in: index))
    return "<div id=\"\(id)\">\n\(excerpt)\n</div>"
  }
}
