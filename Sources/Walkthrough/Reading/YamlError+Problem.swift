import RxTrace
import Yams

extension YamlError {
  /// What is wrong.
  /// - Parameters:
  ///   - what: What is no YAML, as messages begin: `front matter`.
  ///   - firstLine: The line of the file that the YAML begins with.
  func problem(of what: String, firstLine: Int = 1) -> Problem {
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
