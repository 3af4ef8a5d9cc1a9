/// Suggestions for names that were misspelt.
package enum Nearest {
  /// The candidate that takes the fewest edits to reach, the first in alphabetical order among equals.
  package static func name(to word: String, among candidates: some Sequence<String>) -> String? {
    candidates.map { (distance(word.lowercased(), $0.lowercased()), $0) }.min { $0 < $1 }?.1
  }

  /// The candidates that take the fewest edits to reach, at most three, the nearest first.
  package static func names(to word: String, among candidates: Set<String>) -> [String] {
    guard candidates.count <= 10_000 else { return [] }
    return candidates.map { (distance(word.lowercased(), $0.lowercased()), $0) }.sorted { $0 < $1 }.prefix(3).map(\.1)
  }

  /// The candidate that takes the fewest edits to reach, if these are at most two or a third of the word, or if only its
  /// end is missing.
  package static func similarName(to word: String, among candidates: some Sequence<String>) -> String? {
    let word = word.lowercased()
    return name(
      to: word,
      among: candidates.filter { candidate in
        let candidate = candidate.lowercased()
        return distance(candidate, word) <= max(2, word.count / 3) || word.count > 2 && candidate.hasPrefix(word)
      })
  }

  /// `; nearest: …`, or nothing when there is nothing to suggest. If no candidate is similar and there are few of them, all
  /// are named: `; choose from `a`, `b``.
  package static func suggestion(for word: String, among candidates: some Sequence<String>) -> String {
    let all = Set(candidates).sorted()
    if similarName(to: word, among: all) == nil, 2...8 ~= all.count {
      return "; choose from " + all.map { "`\($0)`" }.joined(separator: ", ")
    }
    return name(to: word, among: all).map { "; nearest: `\($0)`" } ?? ""
  }

  /// `; nearest: …`, or nothing when no candidate is similar: for names of which there are many.
  package static func similarSuggestion(for word: String, among candidates: some Sequence<String>) -> String {
    similarName(to: word, among: candidates).map { "; nearest: `\($0)`" } ?? ""
  }

  /// The number of edits from one word to the other: characters inserted, removed, replaced or swapped with the next.
  package static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in first.indices {
      var current = [row + 1]
      for column in second.indices {
        let replaced = last[column] + (first[row] == second[column] ? 0 : 1)
        current.append(min(replaced, last[column + 1] + 1, current[column] + 1))
        let isSwapped =
          row > 0 && column > 0 && first[row] == second[column - 1] && first[row - 1] == second[column]
        if isSwapped { current[column + 1] = min(current[column + 1], beforeLast[column - 1] + 1) }
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }
}
