/// The number that a link's words claim: `3`, `3 times`, `once`, `twice`, `three times`, `两次`, `3 次`.
enum CountClaim {
  private static let words = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
  ]

  private static let chinese: [Character: Int] = [
    "零": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10,
  ]

  /// `三次`, `3 次`, `两个`; nil for a text that does not end as Chinese counts do.
  private static func chineseNumber(in text: String) -> Int? {
    guard let unit = text.last, "次个遍回".contains(unit) else { return nil }
    let number = text.dropLast().filter { !$0.isWhitespace }
    return number.count == 1 ? chinese[number.first!] ?? Int(number) : Int(number)
  }

  /// The number that words mean; nil for words that are not a number.
  static func number(in text: String) -> Int? {
    if let number = chineseNumber(in: text) { return number }
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
