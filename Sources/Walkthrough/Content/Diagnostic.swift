/// One thing that is wrong with the content, in the form that editors and compilers understand.
///
///     print(Diagnostic(file: "content/a.md", line: 3, column: 1, message: "no such file"))
///     // Prints: content/a.md:3:1: error: no such file
public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
  /// The file as the user would name it.
  public var file: String
  /// From 1.
  public var line: Int
  /// From 1, in characters.
  public var column: Int
  public var message: String
  public var severity: Severity

  public enum Severity: String, Sendable {
    case error, warning
  }

  public init(file: String, line: Int, column: Int, message: String, severity: Severity = .error) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
    self.severity = severity
  }

  public var description: String { "\(file):\(line):\(column): \(severity): \(message)" }

  /// The diagnostics sorted by file and place; a problem that several pages found is reported once.
  static func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    Set(diagnostics).sorted { ($0.file, $0.line, $0.column, $0.message) < ($1.file, $1.line, $1.column, $1.message) }
  }
}

/// Everything that kept a site from being built, and the warnings about it, sorted by file and place.
public struct SiteBuildError: Error, CustomStringConvertible {
  public var diagnostics: [Diagnostic]

  init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = Diagnostic.sorted(diagnostics)
  }

  public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
