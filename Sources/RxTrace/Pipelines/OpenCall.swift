/// A call that is under way, with the facts that the calls within it ask for.
package struct OpenCall {
  /// The number of its step.
  package var number: Int
  package var kind: StepKind
  package var event: EventKind?
  package var object: ObjectID?
  package var other: ObjectID?
  /// For a scheduled action the number of its `schedule`.
  package var cause: Int?
  package var thread: Int
  /// The place of the queue's label in the source of the steps.
  package var queue: Int?
  /// Nanoseconds since the recording started.
  package var time: UInt64
  /// The place of the call stack, if the program itself made the call.
  var stack: Int?
  /// Whether it has a text for its value.
  package var hasText: Bool
  /// The kind of the call directly around it.
  package var outerKind: StepKind?
  /// Whether the nearest of itself and the calls around it that runs a source or gives an event is a `run` or an `on`.
  var caller: StepKind?
  /// The number of the nearest closure of the program's around it.
  package var closure: Int?
}

/// The place of a call among the calls of its thread: while the call is there, it is under way.
package struct CallMark {
  var number: Int
  var thread: Int
  /// Calls that enclose it.
  package var depth: Int
}
