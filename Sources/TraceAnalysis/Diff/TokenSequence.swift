/// A hash of all that is compared of a step or a line. Among ten million different ones, two have the same hash once in
/// 350,000 comparisons.
struct Token: Hashable, Comparable {
  private let bits: Int

  init(of compared: some Hashable) {
    var hasher = Hasher()
    hasher.combine(compared)
    bits = hasher.finalize()
  }

  /// An order without a meaning, to search by.
  static func < (one: Token, other: Token) -> Bool { one.bits < other.bits }
}

/// A sequence of steps or lines as tokens.
struct TokenSequence {
  /// The tokens of the type, the call and the event.
  private(set) var shapes: [Token] = []
  /// The tokens of the type, the call, the event and the value.
  private(set) var exact: [Token] = []
  /// The exact tokens with the event around the step, which tells equal elements with different causes apart.
  private(set) var rooted: [Token] = []
  private(set) var hasValue: [Bool] = []

  var count: Int { shapes.count }

  /// - Parameter origin: the exact token of the event that it happens within; nil if there is none.
  mutating func append(shape: Token, exact: Token, origin: Token?, hasValue: Bool) {
    shapes.append(shape)
    self.exact.append(exact)
    rooted.append(origin.map { Token(of: Rooted(exact: exact, origin: $0)) } ?? exact)
    self.hasValue.append(hasValue)
  }

  private struct Rooted: Hashable {
    let exact: Token
    let origin: Token
  }
}
