/// How listings show hooks: faint and under a name, or folded. It is markup around the true source, so that
/// the true source is copied.
struct HookMarkup {
  let words: Wording

  /// Lines of a file, each rendered by itself; consecutive lines that belong to hooks only make one part.
  func lines(_ numbers: ClosedRange<Int>, of file: SourceFile, _ line: (Int) -> HTML) -> HTML {
    var html: HTML = ""
    var isOpen = false
    for number in numbers {
      if file.hooks.isWhole(number) != isOpen {
        html += isOpen ? Self.closing : opening
        isOpen.toggle()
      }
      html += line(number)
    }
    return isOpen ? html + Self.closing : html
  }

  /// A part of a line.
  func part(_ content: HTML, _ kind: HookLines.Kind) -> HTML {
    switch kind {
    case .hook: opening + content + Self.closing
    case .callSite:
      """
      <input type="checkbox" class="fold" title="\(words(.callSite))" aria-label="\(words(.callSite))">\
      <span class="call-site">\(content)</span>
      """
    }
  }

  private var opening: HTML { "<span class=\"hook\" role=\"group\" title=\"\(words(.hook))\">" }
  private static let closing: HTML = "</span>"
}
