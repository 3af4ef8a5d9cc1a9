import RxTrace

/// A stage of a program that is watched, and what it does now.
package struct WatchRow: Sendable {
  /// The position of the stage, which it keeps.
  package var stage: Int
  /// `map`, `cart`, `subscribe`
  package var name: String
  package var place: SourceLine?
  /// Open subscriptions, and all since the beginning.
  package var open: Int
  package var subscriptions: Int
  /// Elements that it was given and handed on since the beginning, and each second lately.
  package var taken: Int
  package var sent: Int
  package var takenRate: Double
  package var sentRate: Double
  package var errors: Int
  /// Nanoseconds in its closures since the beginning, by ``ClosureClock``. A call counts once it has returned.
  package var closureTime = 0
  /// The part of the time lately that its closures took. Several threads, or a call that began earlier, make it more than 1.
  package var busy = 0.0
  /// The element that the stage sent last, or that an observer was given last.
  package var value: TracedValue?
  /// Nanoseconds since its last event; nil if it has had none.
  package var idle: UInt64?
  /// Whether the stage has done anything since the rows were asked for before.
  package var hasChanged: Bool

  /// `search.swift:12 debounce`
  package var title: String { place.map { "\($0.shortDescription) \(name)" } ?? name }
}

/// An event that a watched stage had lately.
package struct WatchEvent: Sendable {
  package var step: Int
  /// Nanoseconds since the recording began.
  package var time: UInt64
  package var event: EventKind?
  /// Whether the stage handed it on, rather than was given it.
  package var isSent: Bool
  package var value: TracedValue?

  /// `sends 4`, `gets the error timedOut`
  package var text: String {
    let verb = isSent ? "sends" : "gets"
    let shown = value.map { $0.text + ($0.isComplete ? "" : "…") }
    switch event {
    case .error: return "\(verb) the error\(shown.map { " \($0)" } ?? "")"
    case .completed: return "\(verb) the completion"
    default: return "\(verb) \(shown ?? "an element")"
    }
  }
}
