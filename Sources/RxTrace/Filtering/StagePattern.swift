/// A stage as people name it: by its operator, its place, or both, with wildcards.
///
///     StagePattern("map search.swift:7")
///     StagePattern("search.swift:7")
///     StagePattern("map")
public struct StagePattern: Hashable, Sendable {
  public let text: String
  /// The stage's name, `map`; nil for every stage at the place.
  let name: WildcardPattern?
  /// The stage's place, `search.swift:7`; nil for every place.
  let place: WildcardPattern?

  /// Nil if the text names nothing.
  public init?(_ text: String) {
    self.text = text
    let words = text.split(separator: " ").map(String.init)
    // Messages write the place in parentheses: `map (search.swift:7)`.
    let last = words.last.map { $0.hasPrefix("(") && $0.hasSuffix(")") ? String($0.dropFirst().dropLast()) : $0 }
    switch (words.count, last) {
    case (1, let word?):
      (name, place) = Self.isPlace(word) ? (nil, WildcardPattern(word)) : (WildcardPattern(word), nil)
    case (2, let word?) where Self.isPlace(word): (name, place) = (WildcardPattern(words[0]), WildcardPattern(word))
    default: return nil
    }
  }

  private static func isPlace(_ word: String) -> Bool { word.hasSuffix(".swift") || isLine(word) }

  /// Whether a text is `search.swift:7` rather than `observe(on:)`.
  static func isLine(_ text: String) -> Bool {
    guard let colon = text.lastIndex(of: ":"), colon > text.startIndex else { return false }
    let line = text[text.index(after: colon)...]
    return !line.isEmpty && line.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }
}
