import RxTrace

/// The rules for data that the comments of a template state, besides its tags:
///
///     {{! requires rule error.note }}
///     {{! reads elsewhere.rxjs }}
///     {{! own note }}
///
/// `requires` names values that the data must have. A nested value is required only if the value around it is there:
/// here an `error` must have a `note`, but there need not be an `error`. `reads` names values that a directive reads
/// from the data, so that no tag mentions them. `own` names values that belong to the map that contains them: a tag
/// inside a nested map does not inherit them.
struct TemplateNeeds: Sendable {
  /// The parts of each required name.
  private(set) var required: [[String]] = []
  /// Names that a nested map does not inherit.
  private(set) var own: Set<String> = []
  /// All parts of all names.
  private(set) var mentioned: Set<String> = []

  init(_ template: String) {
    for comment in template.matches(of: Self.comment) {
      let names = comment.output.2.split(whereSeparator: \.isWhitespace)
      let paths = names.map { $0.split(separator: ".").map(String.init) }
      mentioned.formUnion(paths.joined())
      switch comment.output.1 {
      case "requires": required += paths
      case "own": own.formUnion(paths.joined())
      default: break
      }
    }
  }

  nonisolated(unsafe) private static let comment = /\{\{!\s*(requires|reads|own)\s+([^}]*)\}\}/

  /// - Throws: ``Problem`` at the map that lacks a required value.
  func check(_ data: YAML) throws(Problem) {
    for path in required { try check(data, path[...], path) }
  }

  private func check(_ data: YAML, _ rest: ArraySlice<String>, _ path: [String]) throws(Problem) {
    guard let name = rest.first else { return }
    if let list = data.list {
      for entry in list { try check(entry, rest, path) }
      return
    }
    guard let map = data.map else { return }
    if let value = map.first(where: { $0.key.text == name })?.value {
      try check(value, rest.dropFirst(), path)
    } else if rest.count == 1 {
      let whole = path.dropLast().joined(separator: ".")
      let holder = whole.isEmpty ? "the data" : "`\(whole)`"
      throw Problem(data.place, "\(holder) has no `\(name)`, which the template requires: add `\(name): …`")
    }
  }
}
