/// The number that a link's words claim: `3`, `3 times`, `once`, `twice`, `three times`.
enum CountClaim {
  private static let words = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
  ]

  /// Nil for words that are no number.
  static func number(in text: String) -> Int? {
    var words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    if words.count == 2 && ["times", "time"].contains(words[1]) { words.removeLast() }
    guard words.count == 1, let word = words.first else { return nil }
    switch word {
    case "never", "no": return 0
    case "once": return 1
    case "twice": return 2
    case "thrice": return 3
    default: return Self.words.firstIndex(of: word) ?? Int(word)
    }
  }
}
