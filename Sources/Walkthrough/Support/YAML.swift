import RxTrace
import Yams

extension Node {
  /// Reads YAML; nil for an empty text.
  ///
  /// Without rules for numbers and dates: everything is a text here, and making the rules takes longer than reading.
  /// - Parameters:
  ///   - what: What is read, as messages begin: `front matter`.
  ///   - firstLine: The line of the file that the YAML begins with.
  static func read(_ yaml: String, as what: String, firstLine: Int = 1) throws(Problem) -> Node? {
    do {
      return try Yams.compose(yaml: yaml, .basic)
    } catch let error as YamlError {
      throw error.problem(of: what, firstLine)
    } catch {
      throw Problem(line: firstLine, "\(what) is no YAML: \(error)")
    }
  }
}

extension YamlError {
  fileprivate func problem(of what: String, _ firstLine: Int) -> Problem {
    switch self {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      Problem(line: mark.line + firstLine - 1, column: mark.column, "\(what) is no YAML: \(problem)")
    case .duplicatedKeysInMapping(let keys, _):
      Problem(line: firstLine, "\(what) gives \(keys.map { "`\($0)`" }.sorted().joined(separator: ", ")) twice")
    default: Problem(line: firstLine, "\(what) is no YAML")
    }
  }
}
