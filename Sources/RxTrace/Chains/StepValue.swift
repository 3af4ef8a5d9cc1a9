/// A value that an author claims: `"text"` in quotes, anything else as it is.
package struct StepValue: Equatable {
  /// The text as the author wrote it.
  package var text: String
  /// The text without its quotes and escapes.
  package var content: String

  package init(text: String, content: String) {
    self.text = text
    self.content = content
  }

  /// Whether a step carries this value. A quoted text stands for a string, and for the description of any other value.
  package func holds(for step: Step) -> Bool {
    if step.kind == .output { return content == Self.printed(step) }
    guard let value = step.value else { return false }
    return text == value.text || content == Self.unquoted(value.text) && isQuoted
  }

  private var isQuoted: Bool { text.hasPrefix("\"") }

  /// The printed text, without the line break that ends it.
  package static func printed(_ step: Step) -> String {
    let text = step.value?.text ?? ""
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  /// The content of a quoted text; other text as it is.
  package static func unquoted(_ text: String) -> String {
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    var scanner = LineScanner(text, at: Place(line: 1, column: 1))
    return (try? scanner.quoted())?.content ?? text
  }
}
