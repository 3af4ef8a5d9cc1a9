/// The statements of a Swift file, as far as it takes to see what a subscription keeps.
struct SourceStatements {
  /// The lines without comments and the text of string literals.
  let lines: [Substring]

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(Self.code)
  }

  /// Whether the statement that subscribes assigns its result to `_`.
  func discardsResult(at line: Int) -> Bool {
    guard lines.indices.contains(line - 1) else { return false }
    let range = statement(around: line - 1)
    let goesOn = range.lowerBound > 0 && lines[range.lowerBound - 1].contains(/=\s*$/)
    let text = lines[(goesOn ? range.lowerBound - 1 : range.lowerBound)...range.upperBound].joined(separator: "\n")
    guard let assignment = text.firstMatch(of: /(^|[{;]|\bin\b)\s*_\s*=\s/) else { return false }
    let result = Self.expression(text[assignment.range.upperBound...])
    return Self.subscribing.contains { result.contains($0) } && !result.contains("disposed(by:")
  }

  private static let subscribing = [".subscribe", ".bind(", ".drive(", ".emit(", ".connect("]

  /// The beginning of a text up to the bracket that closes the closure around it, or up to the next statement of its line.
  private static func expression(_ text: Substring) -> Substring {
    var depth = 0
    return text.prefix { character in
      if "({[".contains(character) { depth += 1 }
      if ")}]".contains(character) { depth -= 1 }
      return depth >= 0 && !(depth == 0 && character == ";")
    }
  }

  /// The lines of the chain of calls around a line.
  func statement(around line: Int) -> ClosedRange<Int> {
    var first = line
    while first > max(0, line - Self.longestStatement), trimmed(first).hasPrefix(".") || trimmed(first).hasPrefix("}") {
      first -= 1
    }
    var depth = 0
    var last = first
    for index in first..<min(lines.count, first + Self.longestStatement) {
      depth += balance(of: lines[index])
      last = index
      if index >= line, depth <= 0, index + 1 >= lines.count || !trimmed(index + 1).hasPrefix(".") { break }
    }
    return first...max(first, last)
  }

  // A recording holds the text, so its author may have made it as long as it takes to keep a reader busy.
  private static let longestStatement = 200
  static let longestClass = 20_000

  func trimmed(_ line: Int) -> Substring { lines[line].drop { $0 == " " || $0 == "\t" } }

  func balance(of line: Substring) -> Int {
    line.reduce(0) { $0 + ($1 == "{" || $1 == "(" ? 1 : $1 == "}" || $1 == ")" ? -1 : 0) }
  }

  /// A line without its comment, with each string literal reduced to its interpolations.
  private static func code(_ line: Substring) -> Substring {
    var code = ""
    var isText = false
    /// For each literal around, the open brackets of its interpolation.
    var brackets: [Int] = []
    var previous: Character = " "
    for character in line {
      defer { previous = isText && previous == "\\" ? " " : character }
      if isText {
        if character == "(", previous == "\\" {
          // The space distinguishes the interpolation from a call's bracket, which arguments follow.
          code += "( "
          brackets.append(1)
          isText = false
        } else if character == "\"", previous != "\\" {
          code.append(character)
          isText = false
        }
        continue
      }
      if character == "/", previous == "/", brackets.isEmpty { return Substring(code.dropLast()) }
      code.append(character)
      if character == "\"" { isText = true }
      guard let depth = brackets.last, character == "(" || character == ")" else { continue }
      brackets[brackets.count - 1] = depth + (character == "(" ? 1 : -1)
      if brackets.last == 0 {
        brackets.removeLast()
        isText = true
      }
    }
    return Substring(code)
  }
}
