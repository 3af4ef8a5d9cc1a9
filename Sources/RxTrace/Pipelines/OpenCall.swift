/// A call that is under way, with the facts that the calls within it ask for.
package struct OpenCall {
  /// The number of its step.
  package var number: Int
  package var kind: StepKind
  package var event: EventKind?
  package var object: ObjectID?
  package var other: ObjectID?
  /// The number of the `schedule` step of a scheduled action.
  package var cause: Int?
  package var thread: Int
  /// The place of the queue's label in the source of the steps.
  package var queue: Int?
  /// The time in nanoseconds since the recording started.
  package var time: UInt64
  /// The place of the call stack, if the program itself made the call.
  var stack: Int?
  /// Whether the call has a text for its value.
  package var hasText: Bool
  /// The kind of the call directly around it.
  package var outerKind: StepKind?
  /// The kind, `run` or `on`, of the nearest call, itself included, that runs a source or gives an event.
  var caller: StepKind?
  /// The number of the program's nearest closure around the call.
  package var closure: Int?
}

/// The position of a call among the calls of its thread. The call is under way as long as it is at this position.
package struct CallMark {
  var number: Int
  var thread: Int
  /// The number of calls that enclose it.
  package var depth: Int
}
