import RxTrace

/// Shows what the program printed, or what it wrote to standard error. The body of the fence is a claim, checked
/// against the run line by line.
struct OutputDirective: Directive {
  static let name = "output"
  static let hasBody = true
  static let keys = DirectiveKeys(optional: ["pipeline", "program", "fixed", "stream", "caption"])

  let block: DirectiveBlock
  let page: DirectivePage

  private enum Stream: String, CaseIterable { case output, error }

  func render() throws(Problem) -> HTML {
    let stream = try stream()
    guard let run = try runForText() else { return "" }
    let title: Word
    let lines: [OutputClaim.Line]
    switch stream {
    case .output:
      title = .printsWhat
      lines = try OutputClaim(block.body).check(against: OutputClaim.lines(of: run, at: block.body.opening))
    case .error:
      title = .writesErrors
      lines = try OutputClaim(block.body, hasPartialLines: true).check(against: OutputClaim.lines(of: run.errorOutput))
    }
    let shown = OutputFigure.lines(lines)
    return """
      <figure class="output" id="\(context.numbered("output"))">
      <figcaption>\(caption ?? HTML(text: context.words(title, run.fileName)))</figcaption>
      <pre class="code" tabindex="0"><samp>\(shown)</samp></pre>
      </figure>
      """
  }

  private func stream() throws(Problem) -> Stream {
    guard let asked = attribute("stream") else { return .output }
    if let known = Stream(rawValue: asked.value) { return known }
    let nearest = Nearest.suggestion(for: asked.value, among: Stream.allCases.map(\.rawValue))
    throw Problem(asked.valuePlace, "unknown stream `\(asked.value)`" + nearest)
  }
}

/// The HTML of printed lines.
enum OutputFigure {
  static func lines(_ lines: [OutputClaim.Line]) -> HTML {
    lines.map { line -> HTML in line.map { HTML(text: $0) } ?? "<span class=\"gap-line\">…</span>" }
      .joined(separator: "\n")
  }
}
