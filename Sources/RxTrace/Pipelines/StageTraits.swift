/// The traits of an object, as bits, because they are asked for at each step.
struct StageTraits: OptionSet {
  let rawValue: UInt16

  static let replays = StageTraits(rawValue: 1 << 0)
  static let shares = StageTraits(rawValue: 1 << 1)
  static let main = StageTraits(rawValue: 1 << 2)
  static let queue = StageTraits(rawValue: 1 << 3)
  static let moves = StageTraits(rawValue: 1 << 4)
  static let holds = StageTraits(rawValue: 1 << 5)
  static let merges = StageTraits(rawValue: 1 << 6)
  static let catches = StageTraits(rawValue: 1 << 7)
  static let limits = StageTraits(rawValue: 1 << 8)
  static let cold = StageTraits(rawValue: 1 << 9)
  /// It drops its source's elements until another input has sent one.
  static let needsOther = StageTraits(rawValue: 1 << 10)
  /// It drops an element that equals the one that it sent last.
  static let dropsRepetitions = StageTraits(rawValue: 1 << 11)
  /// It keeps its source's latest element until another input sends one.
  static let awaitsSignal = StageTraits(rawValue: 1 << 12)
  /// It keeps elements to send them together.
  static let collects = StageTraits(rawValue: 1 << 13)
  /// It keeps elements in a queue, and sends them later.
  static let queues = StageTraits(rawValue: 1 << 14)

  init(rawValue: UInt16) { self.rawValue = rawValue }

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
    case .withholds(.latest): .needsOther
    case .withholds(.repetition): .dropsRepetitions
    case .withholds(.signal): .awaitsSignal
    case .withholds(.batch): .collects
    case .withholds(.queue): .queues
    case .trampoline, .withholds: []
    }
  }
}
