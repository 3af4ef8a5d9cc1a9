import RxTrace

/// The kinds of findings that a report is about.
package struct FindingSelection: Sendable {
  private let only: Set<Finding.Rule>
  private let skipped: Set<Finding.Rule>

  /// - Parameters:
  ///   - only: the kinds to report; all if there are none.
  ///   - skipped: the kinds to leave out.
  package init(only: [Finding.Rule] = [], skipping skipped: [Finding.Rule] = []) {
    (self.only, self.skipped) = (Set(only), Set(skipped))
  }

  func includes(_ rule: Finding.Rule) -> Bool { (only.isEmpty || only.contains(rule)) && !skipped.contains(rule) }
}

extension Finding.Rule {
  /// The rules whose ids a text lists, separated by commas.
  /// - Throws: ``SystemError/failed(_:)`` for a word that is not an id; the message names the nearest one.
  package static func list(_ text: String) throws -> [Finding.Rule] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { word in
      let id = word.drop { $0 == " " }
      guard let rule = Finding.Rule(rawValue: String(id)) else { throw SystemError.failed(unknown(String(id))) }
      return rule
    }
  }

  /// The message about a word that is not an id.
  static func unknown(_ id: String) -> String {
    "there is no finding `\(id)`\(Nearest.suggestion(for: id, among: allCases.map(\.rawValue)))"
  }
}
