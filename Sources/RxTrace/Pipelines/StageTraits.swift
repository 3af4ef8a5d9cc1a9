/// The traits of an object, as bits, because they are asked for at each step.
package struct StageTraits: OptionSet {
  package let rawValue: UInt32

  package static let replays = StageTraits(rawValue: 1 << 0)
  package static let shares = StageTraits(rawValue: 1 << 1)
  package static let main = StageTraits(rawValue: 1 << 2)
  package static let queue = StageTraits(rawValue: 1 << 3)
  package static let moves = StageTraits(rawValue: 1 << 4)
  package static let holds = StageTraits(rawValue: 1 << 5)
  package static let merges = StageTraits(rawValue: 1 << 6)
  package static let catches = StageTraits(rawValue: 1 << 7)
  package static let limits = StageTraits(rawValue: 1 << 8)
  package static let cold = StageTraits(rawValue: 1 << 9)
  /// The stage drops its source's elements until another input has sent one.
  package static let needsOther = StageTraits(rawValue: 1 << 10)
  /// The stage starts an inner sequence only when earlier ones have ended.
  package static let postpones = StageTraits(rawValue: 1 << 11)
  package static let subscribes = StageTraits(rawValue: 1 << 12)
  /// The stage sends nothing before each of its inputs has sent an element.
  package static let needsAll = StageTraits(rawValue: 1 << 13)
  /// The stage combines the first elements of its inputs, then the second ones.
  package static let pairs = StageTraits(rawValue: 1 << 14)
  /// The stage keeps its source's latest element until another input sends one.
  package static let needsSignal = StageTraits(rawValue: 1 << 15)
  /// The stage drops an element that equals the one that it sent last.
  package static let dropsRepetitions = StageTraits(rawValue: 1 << 16)
  /// The stage keeps elements to send them together.
  package static let collects = StageTraits(rawValue: 1 << 17)
  /// The stage keeps elements in a queue, and sends them later.
  package static let queues = StageTraits(rawValue: 1 << 18)
  /// The stage drops its source's elements until another input sends one.
  package static let needsOpening = StageTraits(rawValue: 1 << 19)
  /// The stage keeps elements, or what it made from them, until its source ends.
  package static let sendsAtEnd = StageTraits(rawValue: 1 << 20)
  package static let accumulates = StageTraits(rawValue: 1 << 21)

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  init(_ traits: Set<TracedObject.Trait>) {
    self = []
    for trait in traits { formUnion(Self.bit(of: trait)) }
  }

  private static func bit(of trait: TracedObject.Trait) -> StageTraits {
    switch trait {
    case .replays: .replays
    case .shares: .shares
    case .main: .main
    case .queue: .queue
    case .moves: .moves
    case .holds: .holds
    case .merges: .merges
    case .catches: .catches
    case .limits: .limits
    case .cold: .cold
    case .subscribes: .subscribes
    case .withholds(.turn): .postpones
    case .withholds(.latest): .needsOther
    case .withholds(.inputs): .needsAll
    case .withholds(.pairs): [.needsAll, .pairs]
    case .withholds(.signal): .needsSignal
    case .withholds(.repetition): .dropsRepetitions
    case .withholds(.batch): .collects
    case .withholds(.queue): .queues
    case .withholds(.opening): .needsOpening
    case .withholds(.end): .sendsAtEnd
    case .accumulates: .accumulates
    case .trampoline, .withholds: []
    }
  }
}
