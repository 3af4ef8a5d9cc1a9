/// Suggestions for names that were misspelt.
enum Nearest {
  /// The candidate that takes the fewest edits to reach, the first in alphabetical order among equals.
  static func name(to word: String, among candidates: some Sequence<String>) -> String? {
    candidates.map { (distance(word.lowercased(), $0.lowercased()), $0) }.min { $0 < $1 }?.1
  }

  /// `; nearest: …`, or nothing when there is nothing to suggest.
  static func suggestion(for word: String, among candidates: some Sequence<String>) -> String {
    name(to: word, among: candidates).map { "; nearest: `\($0)`" } ?? ""
  }

  /// How many characters must be inserted, removed or replaced to turn one word into the other.
  static func distance(_ first: String, _ second: String) -> Int {
    let second = Array(second)
    var row = Array(0...second.count)
    for (index, character) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in second.indices {
        let replaced = diagonal + (second[column] == character ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[second.count]
  }
}
