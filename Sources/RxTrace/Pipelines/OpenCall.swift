/// A call that is under way: a step, and where the calls within it find it.
struct OpenCall {
  /// The number of its step.
  var number: Int
  var kind: StepKind
  var event: EventKind?
  var object: ObjectID?
  var other: ObjectID?
  /// For a scheduled action the number of its `schedule`.
  var cause: Int?
  var thread: Int
  /// The place of the queue's label in the source of the steps.
  var queue: Int?
  /// Nanoseconds since the recording started.
  var time: UInt64
  /// The place of the call stack, if the program itself made the call.
  var stack: Int?
  /// Whether it has a text for its value.
  var hasText: Bool
  /// The kind of the call directly around it.
  var outerKind: StepKind?
  /// The number of the nearest closure of the program's around it.
  var closure: Int?
}

/// Where a call is among the calls of its thread, by which it is known whether the call is still under way.
struct CallMark {
  var number: Int
  var thread: Int
  /// Calls that enclose it.
  var depth: Int
}
