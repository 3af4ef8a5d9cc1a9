import RxTrace
import TraceViews

/// Renders a run as its author would tell it: each event that entered a pipeline, and below it what each operator did with
/// it. The lines are those of `headwater trace`.
struct StoryRenderer {
  let run: LocatedTrace
  /// The address of a line of a file, by the file's name without its folder; nil for a file without a page.
  var link: (_ file: String, _ line: Int) -> String? = { _, _ in nil }

  private static let width = 92

  /// - Parameters:
  ///   - most: The most lines that are shown.
  ///   - more: The text that says how many lines are left out.
  func html(most: Int = .max, more: (Int) -> String = { _ in "" }) -> HTML {
    let text = ProgramText(run, width: Self.width).text
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    while lines.last?.isEmpty == true { lines.removeLast() }
    let shown = lines.prefix(most).joined(separator: "\n")
    let rest = lines.count > most ? "\n\n" + more(lines.count - most) : ""
    return "<pre class=\"code\" tabindex=\"0\"><code>\(linked(ShownText.message(shown + rest)))</code></pre>"
  }

  /// The text with references to source lines as links.
  private func linked(_ text: String) -> HTML {
    var (html, rest) = ("" as HTML, text[...])
    while let match = rest.firstMatch(of: #/([\w+.-]+\.swift):(\d+)/#) {
      html += HTML(text: rest[..<match.range.lowerBound])
      let address = Int(match.2).flatMap { link(String(match.1), $0) }
      html += address.map { "<a href=\"\($0)\">\(match.0)</a>" } ?? HTML(text: match.0)
      rest = rest[match.range.upperBound...]
    }
    return html + HTML(text: rest)
  }
}
