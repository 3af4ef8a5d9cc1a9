/// The statements of a Swift file, as far as it takes to see that a closure captures `self`.
struct SourceStatements {
  struct Cycle {
    /// The class, and its property that holds the subscription.
    var type: String
    var bag: String
    var bagLine: Int
    /// The first line within a closure that names `self`.
    var closureLine: Int
  }

  /// The lines without comments and the contents of string literals.
  private let lines: [Substring]

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(Self.code)
  }

  /// - Parameter line: of the call that subscribes, from 1.
  func cycle(at line: Int) -> Cycle? {
    guard lines.indices.contains(line - 1) else { return nil }
    let range = statement(around: line - 1)
    let text = range.map { String(lines[$0]) }.joined(separator: "\n")
    guard let bag = text.firstMatch(of: /\.disposed\(by:\s*(?:self\.)?(\w+)\)/).map({ String($0.1) }),
      !text.contains(/\[\s*(weak|unowned)/), let closure = capturingLine(in: range),
      let type = enclosingClass(of: line - 1), let bagLine = property(bag, of: type)
    else { return nil }
    return Cycle(type: type.name, bag: bag, bagLine: bagLine + 1, closureLine: closure + 1)
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
  private func statement(around line: Int) -> ClosedRange<Int> {
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
  private static let longestClass = 20_000

  /// The first line that names `self` between braces.
  private func capturingLine(in range: ClosedRange<Int>) -> Int? {
    var depth = 0
    for index in range {
      var word = ""
      for character in lines[index] + " " {
        if character.isLetter || character.isNumber || character == "_" {
          word.append(character)
          continue
        }
        if word == "self", depth > 0 { return index }
        word = ""
        if character == "{" { depth += 1 }
        if character == "}" { depth -= 1 }
      }
    }
    return nil
  }

  /// The class whose body holds a line, if the innermost type is a class.
  private func enclosingClass(of line: Int) -> (name: String, line: Int)? {
    var depth = 0
    for index in stride(from: line - 1, through: max(0, line - Self.longestClass), by: -1) {
      depth += balance(of: lines[index])
      guard depth > 0 else { continue }
      depth = 0
      if let name = lines[index].firstMatch(of: /\bclass\s+(?!func\b|var\b)(\w+)/) { return (String(name.1), index) }
      if lines[index].contains(/\b(struct|enum|actor|protocol|extension)\s+\w/) { return nil }
    }
    return nil
  }

  /// The line that declares a property of a class with a `DisposeBag`.
  private func property(_ name: String, of type: (name: String, line: Int)) -> Int? {
    var depth = 0
    for index in type.line..<min(lines.count, type.line + Self.longestClass) {
      if depth == 1, lines[index].contains("DisposeBag"),
        let declared = lines[index].firstMatch(of: /\b(?:let|var)\s+(\w+)/), declared.1 == name
      {
        return index
      }
      depth += balance(of: lines[index])
      if index > type.line, depth <= 0 { break }
    }
    return nil
  }

  private func trimmed(_ line: Int) -> Substring { lines[line].drop { $0 == " " || $0 == "\t" } }

  private func balance(of line: Substring) -> Int {
    line.reduce(0) { $0 + ($1 == "{" || $1 == "(" ? 1 : $1 == "}" || $1 == ")" ? -1 : 0) }
  }

  /// A line without its comment, and with empty string literals.
  private static func code(_ line: Substring) -> Substring {
    var code = ""
    var isText = false
    var previous: Character = " "
    for character in line {
      if character == "\"", previous != "\\" { isText.toggle() }
      if !isText, character == "/", previous == "/" { return Substring(code.dropLast()) }
      if !isText || character == "\"" { code.append(character) }
      previous = character
    }
    return Substring(code)
  }
}
