/// The looks of a text's parts on a terminal; plain if colours are not wanted.
package struct TextStyle {
  package let isColored: Bool

  package init(isColored: Bool) { self.isColored = isColored }

  package func plain(_ text: String) -> String { text }
  package func faint(_ text: String) -> String { styled(text, "2") }
  package func call(_ text: String) -> String { styled(text, "1") }
  package func event(_ text: String) -> String { styled(text, "32") }
  package func failure(_ text: String) -> String { styled(text, "31") }
  package func value(_ text: String) -> String { styled(text, "33") }
  package func output(_ text: String) -> String { styled(text, "36") }

  private func styled(_ text: String, _ code: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

/// When a text has colours.
public enum ColorChoice: String, Sendable, CaseIterable {
  case auto, always, never

  /// - Parameters:
  ///   - isTerminal: whether the text goes to a terminal.
  ///   - environment: under ``auto``, `NO_COLOR` with any value turns colours off, and so does a terminal that is `dumb`.
  public func isColored(isTerminal: Bool, environment: [String: String]) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto: isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }
  }
}
