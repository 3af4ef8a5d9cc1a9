/// The traits of an object, as bits, because they are asked for at each step.
struct StageTraits: OptionSet {
  let rawValue: UInt32

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
  static let postpones = StageTraits(rawValue: 1 << 11)
  static let subscribes = StageTraits(rawValue: 1 << 12)
  /// It sends nothing before each of its inputs has sent an element.
  static let needsAll = StageTraits(rawValue: 1 << 13)
  /// It combines the first elements of its inputs, then the second ones.
  static let pairs = StageTraits(rawValue: 1 << 14)
  /// Another input decides when it sends its latest element.
  static let needsSignal = StageTraits(rawValue: 1 << 15)

  init(rawValue: UInt32) { self.rawValue = rawValue }

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
    case .postpones: .postpones
    case .subscribes: .subscribes
    case .withholds(.latest): .needsOther
    case .withholds(.inputs): .needsAll
    case .withholds(.pairs): [.needsAll, .pairs]
    case .withholds(.signal): .needsSignal
    case .trampoline, .withholds: []
    }
  }
}
