/// The reason for a program's crash, from the error output of Swift's runtime: `main/hello.swift:3: Fatal error: boom`.
struct CrashReason: Equatable {
  /// The reason without a full stop: `Fatal error: boom`.
  var text: String
  /// The line; nil for a place outside the program's file.
  var line: Int?

  /// - Parameter fileName: The name of the program's file.
  /// - Returns: Nil if the error output does not give a reason.
  init?(in errorOutput: String, fileName: String) {
    let pattern =
      /(?:(?<file>.+?):(?<line>\d+): )?(?<text>(?:Fatal error|Precondition failed|Assertion failed)\b.*)/
    let told = errorOutput.split(separator: "\n").lazy.compactMap { $0.wholeMatch(of: pattern) }
    guard let match = told.first else { return nil }
    text = String(match.text)
    while text.hasSuffix(".") { text.removeLast() }
    let isOwn = match.file?.split(separator: "/").last.map { $0 == fileName } ?? false
    line = isOwn ? match.line.flatMap { Int($0) } : nil
  }
}
