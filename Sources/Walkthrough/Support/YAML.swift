import RxTrace
import Yams

/// A value of a YAML text, with its place in the file. Everything that is not a list or a map is a text.
///
/// Parts of a value are made on demand, because an alias stands for everything that it names, so that a short file can
/// mean more values than memory holds.
struct YAML {
  private let node: Node
  /// The line of the file that the YAML begins with.
  private let firstLine: Int

  /// Reads YAML; nil for an empty text.
  ///
  /// The text is read without rules for numbers and dates, because making the rules takes longer than reading.
  /// - Parameters:
  ///   - what: The name of the text in messages: `the front matter`.
  ///   - firstLine: The line of the file that the YAML begins with.
  static func read(_ yaml: String, as what: String, firstLine: Int = 1) throws(Problem) -> YAML? {
    do {
      return try Yams.compose(yaml: yaml, .basic).map { YAML(node: $0, firstLine: firstLine) }
    } catch let error as YamlError {
      throw error.problem(in: what, firstLine)
    } catch {
      throw Problem(line: firstLine, "invalid YAML in \(what): \(error)")
    }
  }

  var place: Place { Place(line: (node.mark?.line ?? 1) + firstLine - 1, column: node.mark?.column ?? 1) }

  /// The text of a scalar; nil for a list or a map.
  var text: String? { node.scalar?.string }

  /// The Boolean value of `true`, `false` and YAML's other words for them, if they are not quoted.
  var truth: Bool? { node.scalar?.style == .plain ? node.bool : nil }

  var list: [YAML]? { node.sequence?.map { YAML(node: $0, firstLine: firstLine) } }

  /// The entries of a map, in the order of the file.
  var map: [(key: YAML, value: YAML)]? {
    node.mapping?.map { (YAML(node: $0.key, firstLine: firstLine), YAML(node: $0.value, firstLine: firstLine)) }
  }

  // MARK: Writing

  /// A text in double quotes, the only form of YAML that can hold every text.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension YamlError {
  fileprivate func problem(in what: String, _ firstLine: Int) -> Problem {
    switch self {
    case .scanner(_, let problem, let mark, let yaml), .parser(_, let problem, let mark, let yaml),
      .composer(_, let problem, let mark, let yaml):
      if let quote = Self.openQuote(in: yaml, upTo: mark.line) {
        return Problem(
          line: quote.line + firstLine - 1, column: quote.column,
          "invalid YAML in \(what): this quote is not closed in its line")
      }
      return Problem(
        line: mark.line + firstLine - 1, column: mark.column,
        "invalid YAML in \(what): \(problem); a text with `: `, or that begins with a sign, stands in quotes")
    case .duplicatedKeysInMapping(let keys, let context):
      let names = keys.map { "`\($0)`" }.sorted().joined(separator: ", ")
      return Problem(
        line: context.mark.line + firstLine - 1, column: context.mark.column, "duplicate keys in \(what): \(names)")
    default: return Problem(line: firstLine, "invalid YAML in \(what)")
    }
  }

  /// The first quote that begins a value and is not closed in its line. Texts of several lines are read, so that the error
  /// comes later, often at the next quote.
  private static func openQuote(in yaml: String, upTo last: Int) -> Place? {
    for (index, line) in yaml.split(separator: "\n", omittingEmptySubsequences: false).prefix(last).enumerated() {
      guard let match = line.firstMatch(of: /^[^"]*(?:[:,\-]\s|[\[{])\s*("(?:[^"\\]|\\.)*)$/) else { continue }
      return Place(line: index + 1, column: line.distance(from: line.startIndex, to: match.1.startIndex) + 1)
    }
    return nil
  }
}
