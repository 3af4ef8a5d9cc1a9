/// One thing that a step does in the pipelines of a run. Unless a case says otherwise, the step is ``Pipelines/step``.
package enum PipelineEvent {
  /// The program, and not an operator, subscribed. The event for the observer's subscription to its source comes next,
  /// unless this step makes that subscription itself.
  case began(Subscription)
  /// A subscription that the program made has ended.
  case ended(Subscription)
  /// An observer was subscribed to a source.
  case subscribed(ObjectID, to: ObjectID)
  /// A producer began a run for an observer.
  case ran(ObjectID, for: ObjectID)
  /// An event came to a stage: to its run, to one of its inputs, or to a subject or an observer.
  case arrived(EventKind, at: ObjectID)
  /// An observer has checked an event, and handles it now.
  case handled(EventKind, by: ObjectID)
  /// A run handed an event on.
  case left(EventKind, from: ObjectID)
  /// A run had an event to hand on after it was disposed.
  case undelivered(EventKind, from: ObjectID)
  /// A closure of the program was entered.
  case entered(EventKind?, of: ObjectID)
  /// An observer was removed from a subject or a shared sequence for the first time.
  case departed(ObjectID)
  /// A call disposed a run for the first time.
  case disposed(ObjectID)
  /// An action was handed to a scheduler, in a call of the object, if there is one.
  case scheduled(by: ObjectID?)
  /// An action began whose `schedule` has this number; nil if the number is not known.
  case acted(Int?)
  /// An action was cancelled whose `schedule` has this number.
  case cancelled(Int?)
  /// The program printed something.
  case printed
  /// The call at this place of ``Pipelines/returned`` has returned. The step is the one that comes next on its thread, or the
  /// last one of the run, and the calls around are those around that step.
  case returned(Int)
}

/// A subscription that the program made itself.
package struct Subscription {
  /// The number of the step that subscribed.
  package var step: Int
  package var source: ObjectID
  package var observer: ObjectID
  /// Whether it is the connection of a `publish`, whose observer hands the events on.
  package var isConnection = false
}
