/// Pairs the streams of two runs: threads and queues with the same steps, whatever their numbers.
struct StreamMatching {
  /// For each stream of the left run its partner.
  private(set) var partners: [Int?]
  private let left: [CallStreams.Stream]
  private let right: [CallStreams.Stream]
  private let leftTokens: [TokenSequence]
  private let rightTokens: [TokenSequence]
  private var isTaken: [Bool]

  init(
    _ left: [CallStreams.Stream], _ leftTokens: [TokenSequence],
    _ right: [CallStreams.Stream], _ rightTokens: [TokenSequence]
  ) {
    (self.left, self.right) = (left, right)
    (self.leftTokens, self.rightTokens) = (leftTokens, rightTokens)
    partners = [Int?](repeating: nil, count: left.count)
    isTaken = [Bool](repeating: false, count: right.count)
    pairMain()
  }

  /// Pairs the main threads first, because their objects decide about the rest.
  private mutating func pairMain() {
    guard let one = left.firstIndex(where: \.isMain), let other = right.firstIndex(where: \.isMain)
    else { return }
    pair(one, other)
  }

  /// Pairs all others: first streams with the same steps, then streams with the same calls, then streams of one kind.
  /// - Parameter isConsistent: whether the objects of two streams may be the same, by the pairs so far.
  mutating func pairAll(isConsistent: (Int, Int) -> Bool) {
    pair(by: { Key($0.kind, $1.exact) }, isConsistent)
    pair(by: { Key($0.kind, $1.shapes) }, isConsistent)
    pair(by: { stream, _ in Key(stream.kind, []) }, { _, _ in true })
    pair(by: { Key("", $1.exact) }, isConsistent)
    pair(by: { Key("", $1.shapes) }, isConsistent)
    pairSimilar()
  }

  private struct Key: Hashable {
    var kind: String
    var tokens: [Token]

    init(_ kind: String, _ tokens: [Token]) {
      (self.kind, self.tokens) = (kind, tokens)
    }
  }

  /// The most candidates that are tried for one stream before the first is taken.
  private static let tries = 64

  private mutating func pair(by key: (CallStreams.Stream, TokenSequence) -> Key, _ isConsistent: (Int, Int) -> Bool) {
    var candidates: [Key: [Int]] = [:]
    for (index, stream) in right.enumerated().reversed() where !isTaken[index] {
      candidates[key(stream, rightTokens[index]), default: []].append(index)
    }
    guard !candidates.isEmpty else { return }
    for (index, stream) in left.enumerated() where partners[index] == nil {
      let key = key(stream, leftTokens[index])
      guard let place = candidates[key].flatMap({ Self.place(in: $0) { isConsistent(index, $0) } }) else { continue }
      if let found = candidates[key]?.remove(at: place) { pair(index, found) }
    }
  }

  /// The first candidate that fits, or just the first; candidates are stored last first.
  private static func place(in candidates: [Int], where fits: (Int) -> Bool) -> Int? {
    candidates.indices.suffix(tries).reversed().first { fits(candidates[$0]) } ?? candidates.indices.last
  }

  /// Pairs the remaining streams if more than half of their calls are the same.
  private mutating func pairSimilar() {
    let free = isTaken.indices.filter { !isTaken[$0] }.prefix(Self.tries)
    for index in partners.indices.filter({ partners[$0] == nil }).prefix(Self.tries) {
      let ranked = free.filter { !isTaken[$0] }.map { ($0, likeness(leftTokens[index], rightTokens[$0])) }
      guard let best = ranked.max(by: { $0.1 < $1.1 }), best.1 > 0.5 else { continue }
      pair(index, best.0)
    }
  }

  private func likeness(_ one: TokenSequence, _ other: TokenSequence) -> Double {
    var counts: [Token: Int] = [:]
    for shape in one.shapes { counts[shape, default: 0] += 1 }
    var shared = 0
    for shape in other.shapes where counts[shape, default: 0] > 0 {
      counts[shape]? -= 1
      shared += 1
    }
    return Double(shared) / Double(max(one.count, other.count, 1))
  }

  private mutating func pair(_ one: Int, _ other: Int) {
    partners[one] = other
    isTaken[other] = true
  }

  /// Streams of the right run without a partner on the left.
  var unmatchedOnRight: [Int] { isTaken.indices.filter { !isTaken[$0] } }
}
