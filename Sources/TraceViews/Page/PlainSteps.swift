import RxTrace

/// The first steps of a run as a list, for a browser that runs no script.
struct PlainSteps {
  private let trace: Trace

  /// More steps would make the page slow for every reader; the list says how many are missing.
  private static let mostSteps = 3000
  /// The most characters of a value that are shown, followed by the number of the remaining ones.
  private static let longestValue = 2000
  /// The most levels that are drawn.
  private static let deepestLevel = 24

  init(_ trace: Trace) { self.trace = trace }

  func write(_ write: (String) throws -> Void) rethrows {
    try write("<main class=\"plain\">\n<h2>The steps, in order</h2>\n")
    if trace.steps.count > Self.mostSteps {
      try write(
        "<p>This is a list of the first \(Self.mostSteps) of \(trace.steps.count) steps. "
          + "With scripts allowed, this page shows all of them.</p>\n")
    }
    try write("<ol>\n")
    for step in trace.steps.prefix(Self.mostSteps) { try write(row(step)) }
    try write("</ol>\n</main>\n")
  }

  private func row(_ step: Step) -> String {
    let level = min(step.depth, Self.deepestLevel)
    let start = "<li id=\"step-\(step.number)\" value=\"\(step.number)\" class=\"d\(level)\">"
    return start + parts(of: step).joined(separator: " ") + "</li>\n"
  }

  private func parts(of step: Step) -> [String] {
    let parts = StepPhrase(step, in: trace).parts.map(html)
    guard step.kind != .output else { return [parts[0]] }
    return parts + [step.site.map { "<small>\(TextEscaping.html.escape($0.description))</small>" }].compactMap(\.self)
  }

  private func html(_ part: StepPhrase.Part) -> String {
    switch part {
    case .call(let name): "<code>\(TextEscaping.html.escape(name))</code>"
    case .printed(let value): "<samp>\(shown(value.text))</samp>"
    case .receiver(let name): "→ \(TextEscaping.html.escape(name))"
    case .event(let event): "<span class=\"event \(event.rawValue)\">\(event.rawValue)</span>"
    case .value(let value):
      "<code class=\"value\">\(shown(value.text))</code>\(value.isComplete ? "" : " (\(StepPhrase.restIsMissing))")"
    case .thrown(let error): "<strong class=\"threw\">\(StepPhrase.threw) <code>\(shown(error.text))</code></strong>"
    case .undelivered: "<strong class=\"undelivered\">\(StepPhrase.notDelivered)</strong>"
    case .thread: "<small>\(part.text())</small>"
    }
  }

  private func shown(_ text: String) -> String {
    guard text.utf8.count > Self.longestValue else { return TextEscaping.html.escape(text) }
    let more = text.count - Self.longestValue
    return TextEscaping.html.escape(text.prefix(Self.longestValue)) + (more > 0 ? "… (\(more) more characters)" : "")
  }
}
