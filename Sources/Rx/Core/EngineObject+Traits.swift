import TraceFormat

// Exported, so that an operator outside the engine can name a reason without a second import.
@_exported import enum TraceFormat.Withholding

extension EngineObject {
  /// Facts about a class, besides its name, that tools need. A class states them by overriding ``EngineObject/traits``.
  ///
  /// Recordings hold the traits of each class, so that no tool needs a list of names.
  public struct Traits: ExpressibleByArrayLiteral, Sendable {
    /// Each as ``TypeTrait`` spells it; at most one of them is a reason to withhold elements.
    let words: [String]

    private init(_ words: [String]) {
      self.words = words
    }

    /// The traits of all elements; the first reason to withhold elements counts.
    public init(arrayLiteral elements: Traits...) {
      self = elements.reduce(Traits([])) { $0.adding($1) }
    }

    /// All traits of both, except a second reason to withhold elements.
    func adding(_ other: Traits) -> Traits {
      let isReasonKnown = words.contains(where: Self.isReason)
      return Traits(words + other.words.filter { !words.contains($0) && !(isReasonKnown && Self.isReason($0)) })
    }

    private static func isReason(_ word: String) -> Bool { word.hasPrefix(TypeTrait.withholds) }
  }
}

// MARK: Operators

extension EngineObject.Traits {
  /// A sink that does not send on each element that it is given, or sends it later.
  /// - Parameter reason: `headwater why-not` makes a sentence of it. content/reference/trace-format.md lists the reasons.
  public static func withholds(_ reason: Withholding) -> Self { Self([TypeTrait.withholds + reason.rawValue]) }

  /// A sink that keeps elements for some time, and may drop them.
  public static var holds: Self { Self([TypeTrait.holds]) }

  /// A sink that sends the elements of several inner sequences as they come.
  public static var merges: Self { Self([TypeTrait.merges]) }

  /// A sink that goes on with another sequence when its source fails.
  public static var catches: Self { Self([TypeTrait.catches]) }

  /// A sink that ends its sequence before its source ends.
  public static var limits: Self { Self([TypeTrait.limits]) }

  /// A sink that sends its events on a scheduler, and has no other purpose.
  public static var moves: Self { Self([TypeTrait.moves]) }

  /// A sink whose closure does the work of one subscription.
  public static var cold: Self { Self([TypeTrait.cold]) }

  /// A sink that subscribes to its source on a scheduler, and has no other purpose.
  public static var subscribes: Self { Self([TypeTrait.subscribes]) }

  /// A sink that makes each element of all that it was given until then. `headwater why` names them all.
  public static var accumulates: Self { Self([TypeTrait.accumulates]) }

  /// An observable whose observers share one subscription to its source.
  public static var shares: Self { Self([TypeTrait.shares]) }
}

// MARK: Classes that only the engine has

extension EngineObject.Traits {
  /// A subject that gives a new observer the elements that came before.
  static var replays: Self { Self([TypeTrait.replays]) }

  /// A scheduler that runs an action on the thread that schedules it, before the outermost call there returns.
  static var trampoline: Self { Self([TypeTrait.trampoline]) }

  /// A scheduler that runs actions on the main queue.
  static var main: Self { Self([TypeTrait.main]) }

  /// A scheduler that runs actions on one dispatch queue, one at a time.
  static var queue: Self { Self([TypeTrait.queue]) }

  /// - Parameter type: the one that declares `subscribe(onNext:…)` and its like.
  static func conveniences(declaredBy type: String) -> Self { Self([TypeTrait.conveniences + type]) }
}
