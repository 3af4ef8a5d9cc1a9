/// The first steps of a run as a list, for a browser that runs no script.
struct PlainSteps {
  private let trace: Trace

  /// More would make the page heavy for everyone; the list says how many are missing.
  private static let mostSteps = 3000
  /// Characters of a value that are shown; of a longer one it is said how many there are more.
  private static let longestValue = 2000
  /// Levels that are drawn.
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
    if step.kind == .output { return ["<samp>\(shown(step.value?.text ?? ""))</samp>"] }
    var parts = ["<code>\(TextEscaping.html.escape(trace.title(of: step)))</code>"]
    if let other = step.other, step.kind != .forwardOn { parts.append("→ \(TextEscaping.html.escape(trace.name(of: other)))") }
    if let event = step.event, step.kind != .closure {
      parts.append("<span class=\"event \(event.rawValue)\">\(event.rawValue)</span>")
    }
    if let value = step.value {
      parts.append("<code class=\"value\">\(shown(value.text))</code>")
      if !value.isComplete { parts.append("(the rest was not recorded)") }
    }
    if let thrown = step.thrown {
      parts.append("<strong class=\"threw\">threw <code>\(shown(thrown.text))</code></strong>")
    }
    if !step.isDelivered { parts.append("<strong class=\"undelivered\">not delivered: disposed</strong>") }
    if trace.threads.count > 1 { parts.append("<small>thread \(trace.threads[step.thread].ordinal)</small>") }
    if let site = step.site { parts.append("<small>\(TextEscaping.html.escape(site.description))</small>") }
    return parts
  }

  private func shown(_ text: String) -> String {
    guard text.utf8.count > Self.longestValue else { return TextEscaping.html.escape(text) }
    let more = text.count - Self.longestValue
    return TextEscaping.html.escape(text.prefix(Self.longestValue)) + (more > 0 ? "… (\(more) more characters)" : "")
  }
}
