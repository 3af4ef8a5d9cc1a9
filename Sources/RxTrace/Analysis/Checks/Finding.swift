/// Something in a run that deserves a look.
public struct Finding: Sendable {
  /// The severity.
  public enum Level: String, Sendable, CaseIterable, Comparable {
    /// Breaks the contract of observables.
    case error
    /// Very likely a mistake.
    case warning
    /// Happens in correct programs too; worth knowing if something is wrong.
    case note

    /// A note is the lowest level.
    public static func < (one: Level, other: Level) -> Bool { one.weight < other.weight }

    private var weight: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// The rule of a finding.
  public enum Rule: String, Sendable, CaseIterable {
    case overlap
    case reentrancy
    case afterEnd = "after-end"
    case unhandledError = "unhandled-error"
    case neverDisposed = "never-disposed"
    case neverRan = "never-ran"
    case subscribeWithoutRun = "subscribe-without-run"
    case nobodySubscribed = "nobody-subscribed"
    case undelivered
    case incomplete
  }

  public var rule: Rule
  public var level: Level
  public var message: String
  /// The records, as positions in ``Trace/steps``, in order.
  public var steps: [Int]
  /// The objects that it is about; where they were made is a source line of the finding.
  public var objects: [ObjectID] = []
}
