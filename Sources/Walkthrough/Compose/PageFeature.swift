import Foundation

/// A kind of content that a script or a style sheet serves. A page that has none of it does without the file: templates
/// ask as in `{{#uses.steps}}…{{/uses.steps}}`.
enum PageFeature: String, CaseIterable {
  case steps, questions, marbles, choices

  /// The markup that the script looks for: any of them.
  private var marks: [String] {
    switch self {
    case .steps: ["class=\"chain\""]
    case .questions: ["class=\"predict", "class=\"answer\""]
    case .marbles: ["data-marbles="]
    case .choices: ["class=\"choices"]
    }
  }

  /// For each one, whether a page has it. Pages of a preview have all, because a reader may run a program there, whose
  /// answer brings steps and marbles along.
  static func used(in body: HTML, isPreview: Bool) -> [String: Bool] {
    let bytes = Data(body.bytes)
    return Dictionary(
      uniqueKeysWithValues: allCases.map { feature in
        (feature.rawValue, isPreview || feature.marks.contains { bytes.range(of: Data($0.utf8)) != nil })
      })
  }
}
