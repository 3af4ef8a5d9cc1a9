/// The lines of a listing that a step lights.
struct LitLines: Equatable {
  var lines: Set<Int> = []
  /// The line that leads to the next step.
  var leading: Int?

  init(_ lines: Set<Int> = [], leading: Int? = nil) {
    self.lines = lines
    self.leading = leading
  }

  /// The lines as text, with the leading one first, after a star: `*6,4,5`.
  var text: String {
    let others = lines.filter { $0 != leading }.sorted().map { "\($0)" }
    return ((leading.map { ["*\($0)"] } ?? []) + others).joined(separator: ",")
  }

  init(_ text: some StringProtocol) {
    for word in text.split(separator: ",") {
      guard let number = Int(word.drop { $0 == "*" }) else { continue }
      lines.insert(number)
      if word.hasPrefix("*") { leading = number }
    }
  }

  /// `4, 6–8`
  var shown: String {
    var runs: [ClosedRange<Int>] = []
    for line in lines.sorted() {
      if let last = runs.last, last.upperBound == line - 1 {
        runs[runs.count - 1] = last.lowerBound...line
      } else {
        runs.append(line...line)
      }
    }
    return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }.joined(separator: ", ")
  }
}
