/// The parts of a source text that are shown: lines that were named, and those around them.
///
///     SourceExcerpts(of: "a\nb\nc\nd", around: [3], context: 1).parts.first?.text
///     // "b\nc\nd"
struct SourceExcerpts {
  struct Part: Equatable {
    var firstLine: Int
    var text: String
  }

  private(set) var parts: [Part] = []

  /// A text of at most this many lines is kept whole.
  private static let shortText = 80

  init(of text: String, around named: [Int], context: Int = 12) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    let isShort = lines.count <= Self.shortText && context > 1
    var range: ClosedRange<Int>?
    for line in Set(named).sorted() where line >= 1 && line <= lines.count {
      let near = isShort ? 1...lines.count : max(line - context, 1)...min(line + context, lines.count)
      if let known = range, near.lowerBound <= known.upperBound + 1 {
        range = known.lowerBound...max(known.upperBound, near.upperBound)
      } else {
        add(range, of: lines)
        range = near
      }
    }
    add(range, of: lines)
  }

  private mutating func add(_ range: ClosedRange<Int>?, of lines: [Substring]) {
    guard let range else { return }
    let text = lines[(range.lowerBound - 1)..<range.upperBound].joined(separator: "\n")
    parts.append(Part(firstLine: range.lowerBound, text: text))
  }
}
