import Foundation

/// A kind of content that a large script serves. A page that has none of it does without the script: templates ask as in
/// `{{#uses.steps}}…{{/uses.steps}}`.
enum PageFeature: String, CaseIterable {
  case steps, marbles

  /// The markup that the script looks for.
  private var mark: String {
    switch self {
    case .steps: "class=\"chain\""
    case .marbles: "data-marbles="
    }
  }

  /// For each one, whether a page has it. Pages of a preview have all, because a reader may run a program there, whose
  /// answer brings steps and marbles along.
  static func used(in body: HTML, isPreview: Bool) -> [String: Bool] {
    let bytes = Data(body.bytes)
    return Dictionary(
      uniqueKeysWithValues: allCases.map { feature in
        (feature.rawValue, isPreview || bytes.range(of: Data(feature.mark.utf8)) != nil)
      })
  }
}
