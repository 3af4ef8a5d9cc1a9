import RxTrace

/// A comment in the program's source that silences findings: `// headwater:ignore stale the server answers in order`.
///
/// The comment silences the findings of its own line. If it is alone there, it silences those of the next line that is
/// not such a comment too.
struct IgnoreComment: Sendable {
  let rules: [Finding.Rule]
  let reason: String
  let place: SourceLine
  /// The line whose findings it silences.
  let silencedLine: Int

  /// The first word of the comment.
  private static let mark = "headwater:"
  private static let word = "headwater:ignore"
  private static let form = "write `// headwater:ignore ID REASON`"

  /// All such comments of a file, and the sentences about those that are not complete.
  static func all(in text: String, of file: String) -> (comments: [IgnoreComment], problems: [String]) {
    guard text.contains(mark) else { return ([], []) }
    let source = CommentedSource(text)
    var comments: [IgnoreComment] = []
    var problems: [String] = []
    for comment in source.comments where comment.text.hasPrefix(mark) {
      do {
        comments.append(
          try IgnoreComment(
            comment.text, at: SourceLine(file: file, line: comment.line),
            silencing: source.line(belonging: comment) { $0.hasPrefix(mark) }))
      } catch {
        problems.append("\(file):\(comment.line):\(comment.column): error: \(error)")
      }
    }
    return (comments, problems)
  }

  private init(_ text: String, at place: SourceLine, silencing line: Int) throws {
    (self.place, silencedLine) = (place, line)
    var words = text.split(whereSeparator: \.isWhitespace)[...]
    let first = words.removeFirst()
    guard first == Self.word else { throw SystemError.failed("`\(first)` is not known; \(Self.form)") }
    guard var id = words.popFirst() else { throw SystemError.failed("the comment names no finding; \(Self.form)") }
    while id.hasSuffix(","), let next = words.popFirst() { id += next }
    if id.hasSuffix(":") { id.removeLast() }
    rules = try Finding.Rule.list(String(id))
    reason = words.joined(separator: " ")
    guard !reason.isEmpty else {
      throw SystemError.failed("the comment gives no reason; write after `\(id)` why this is right here")
    }
  }

  func silences(_ finding: Finding, at place: SourceLine) -> Bool {
    rules.contains(finding.rule) && place.file == self.place.file && place.line == silencedLine
  }
}

/// The comments of one line each in a Swift file.
private struct CommentedSource {
  struct Comment {
    /// The text after the slashes and the space.
    var text: String
    /// The line and the column, from 1. The column counts characters.
    var line: Int
    var column: Int
    /// Whether the line has nothing else.
    var isAlone: Bool
  }

  private(set) var comments: [Comment] = []

  init(_ text: String) {
    let bytes = Array(text.utf8)
    var scanner = SourceScanner(bytes)
    while scanner.next() != nil {}
    var (line, start, offset) = (1, 0, 0)
    for range in scanner.lineComments {
      while offset < range.lowerBound {
        if bytes[offset] == UInt8(ascii: "\n") { (line, start) = (line + 1, offset + 1) }
        offset += 1
      }
      let before = String(decoding: bytes[start..<range.lowerBound], as: UTF8.self)
      let comment = String(decoding: bytes[range], as: UTF8.self).dropFirst(2)
      comments.append(
        Comment(
          text: String(comment.drop { $0 == " " || $0 == "\t" }), line: line, column: before.count + 1,
          isAlone: before.allSatisfy(\.isWhitespace)))
    }
  }

  /// The line that a comment applies to: its own, or if it is alone there, the next line without such a comment.
  func line(belonging comment: Comment, isSuch: (String) -> Bool) -> Int {
    guard comment.isAlone else { return comment.line }
    let others = Set(comments.filter { $0.isAlone && isSuch($0.text) }.map(\.line))
    var line = comment.line + 1
    while others.contains(line) { line += 1 }
    return line
  }
}
