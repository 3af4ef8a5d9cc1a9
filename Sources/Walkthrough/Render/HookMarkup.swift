/// The markup that shows hooks faint and under a name, or folded. It surrounds the true source, so that the true source
/// is copied.
struct HookMarkup {
  let words: Wording

  /// Lines of a file, each rendered separately; consecutive lines that are only hooks become one part.
  func lines(_ numbers: ClosedRange<Int>, of file: SourceFile, _ content: (Int) -> HTML) -> [PageListings.Line] {
    numbers.map { number in
      var line = PageListings.Line(number: number, content: content(number))
      guard file.hooks.isWhole(number) else { return line }
      if number == numbers.lowerBound || !file.hooks.isWhole(number - 1) { line.opening = opening }
      if number == numbers.upperBound || !file.hooks.isWhole(number + 1) { line.closing = Self.closing }
      return line
    }
  }

  /// A part of a line.
  func part(_ content: HTML, _ kind: HookLines.Kind) -> HTML {
    switch kind {
    case .hook: opening + content + Self.closing
    case .callSite: "<span class=\"call-site\">\(content)</span>"
    }
  }

  /// A control that shows the hooks of a listing in full, and the places of calls, without a script.
  var control: HTML {
    "<input type=\"checkbox\" class=\"fold\" aria-label=\"\(words(.callSite))\">"
  }

  private var opening: HTML { "<span class=\"hook\" role=\"group\" title=\"\(words(.hook))\">" }
  private static let closing: HTML = "</span>"
}
