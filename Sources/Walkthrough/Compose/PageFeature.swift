import Foundation

/// A kind of content that needs a large script. A page without such content does not load the script: templates test it
/// as in `{{#uses.steps}}…{{/uses.steps}}`.
enum PageFeature: String, CaseIterable {
  case steps, marbles

  /// The markup that the script looks for.
  private var mark: String {
    switch self {
    case .steps: "class=\"chain\""
    case .marbles: "data-marbles="
    }
  }

  /// For each feature, whether a page has it. Pages of a preview have all of them, because a reader may run a program
  /// there, and the answer may have steps and marbles.
  static func used(in body: HTML, isPreview: Bool) -> [String: Bool] {
    let bytes = Data(body.bytes)
    return Dictionary(
      uniqueKeysWithValues: allCases.map { feature in
        (feature.rawValue, isPreview || bytes.range(of: Data(feature.mark.utf8)) != nil)
      })
  }
}
