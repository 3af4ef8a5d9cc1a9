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

  /// Whether a step carries this value. A quoted text stands for a string, and for the description of another value that
  /// cannot stand in a line without quotes.
  package func holds(for step: Step) -> Bool {
    if step.kind == .output { return content == Self.printed(step) }
    guard let value = step.value?.text else { return false }
    return text == value || isQuoted && content == Self.unquoted(value) && (value != content || Self.needsQuotes(value))
  }

  /// The step whose value takes the fewest edits to reach, the first among equals; only the beginnings are compared.
  package func mostAlike(among steps: [Step]) -> Step? {
    let claimed = String(content.prefix(100))
    return steps.prefix(200).map { step in
      let value = step.kind == .output ? Self.printed(step) : Self.unquoted(step.value?.text ?? "")
      return (Nearest.distance(String(value.prefix(100)), claimed), step)
    }.min { $0.0 < $1.0 }?.1
  }

  /// Whether only the quotes of a string are missing.
  package func holdsInQuotes(for step: Step) -> Bool {
    guard !isQuoted, let value = step.value?.text, step.kind != .output else { return false }
    return value != text && content == Self.unquoted(value)
  }

  private var isQuoted: Bool { text.hasPrefix("\"") }

  /// Whether a line may hold a text only in quotes that are added to it; a string brings its own.
  static func needsQuotes(_ text: String) -> Bool {
    if text.hasPrefix("\"") { return unquoted(text) == text }
    return text.isEmpty || text.hasPrefix("×") || text.hasPrefix("@") || ShownText.printable(text) != text
      || text.contains { $0.isWhitespace || "|,]".contains($0) }
  }

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
