/// What is known of an object of a run: of a stage's part in one subscription, of an observer, a subject or an observable.
package struct RunOfStage {
  package let role: TracedObject.Role
  package let traits: StageTraits
  /// For an observable how many runs it made.
  package var runCount = 0
  /// The object that gives it its events: the latest sink that delivers to it.
  package var feeder: ObjectID?
  /// For the observer through which a shared sequence receives its source's events, that sequence.
  package var connection: ObjectID?
  package var subscription: FirstSubscription?
  /// The object that it subscribed to last.
  package var lastSource: ObjectID?
  /// The first terminal event that it was given.
  package var inputEnd: Ending?
  /// Whether it has handed an element on.
  package var hasSent = false
  /// The first terminal event that it handed on.
  package var outputEnd: Ending?
  /// The first call that disposed its subscription: of several, each within another, the outermost.
  package var disposal: Int?
  /// The thread of that call.
  package var disposalThread: Int?
  /// Whether that call was made while an event was on its way through the stage: the receiver of the event ended it.
  package var isDisposedByReceiver = false
  /// The first call that removed it from the observers of a subject.
  var departure: Int?

  package struct Ending {
    /// The number of the step.
    package var step: Int
    /// The number of the outermost call around it.
    package var root: Int
    package var thread: Int
    package var event: EventKind
  }

  /// The `subscribe` by which an observer was first subscribed to something.
  package struct FirstSubscription {
    /// The number of the step, and of the call by which the program asked for it.
    package var step: Int
    package var call: Int
    /// The place of the call stack that tells lines that subscribe apart; of the call, or of the observer.
    package var stack: Int?
    package var thread: Int
    /// The arrivals before it, and those of its thread: ``Pipelines/arrivals``.
    package var arrivals: Int
    package var arrivalsOfThread: Int
    /// An operator made the subscription for an element, or for something else that came to it.
    package var isForElement: Bool
    /// The call of a producer's run directly around it. Inputs of one stage have the same one; the stage itself may be named
    /// only when it sends something.
    package var run: Int?
  }
}

extension RunOfStage {
  /// The number of the step that ended it; nil while it is open.
  ///
  /// A run ends with the terminal event that it hands on, or with the disposal of its subscription; of the two, the call
  /// that began first caused the other, whichever thread returned first. An observer and a subject end with the event that
  /// they are given, because they hand none on.
  package var end: Int? {
    let event = role == .sink ? outputEnd : inputEnd
    return [event?.step, disposal].compactMap(\.self).min()
  }
}
