/// The traits of an object, as bits, because they are asked for at each step.
package struct StageTraits: OptionSet {
  package let rawValue: UInt16

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
  /// It drops its source's elements until another input has sent one.
  package static let needsOther = StageTraits(rawValue: 1 << 10)

  package init(rawValue: UInt16) { self.rawValue = rawValue }

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
    case .trampoline, .withholds: []
    }
  }
}
