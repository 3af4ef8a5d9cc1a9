/// The facts about an object of a run: a stage's part in one subscription, an observer, a subject or an observable.
package struct RunOfStage {
  package let role: TracedObject.Role
  package let traits: StageTraits
  /// The number of runs that an observable made.
  package var runCount = 0
  /// The object that gives this one its events: the latest sink that delivers to it.
  package var feeder: ObjectID?
  /// The shared sequence that receives its source's events through this observer.
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
  /// The first call that disposed its subscription; the outermost one of several nested calls.
  package var disposal: Int?
  /// The thread of the call that disposed it.
  package var disposalThread: Int?
  /// Whether an event was on its way through the stage during that call, so that the event's receiver ended the stage.
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
    /// The numbers of the step, and of the call by which the program asked for the subscription.
    package var step: Int
    package var call: Int
    /// The place of the call's or the observer's call stack, which tells lines that subscribe apart.
    package var stack: Int?
    package var thread: Int
    /// The numbers of all arrivals and of its thread's arrivals before it: ``Pipelines/arrivals``.
    package var arrivals: Int
    package var arrivalsOfThread: Int
    /// Whether an operator made the subscription for an element, or for something else that came to it.
    package var isForElement: Bool
    /// The call of a producer's run directly around it. Inputs of one stage have the same one; the stage itself may be named
    /// only when it sends something.
    package var run: Int?
  }
}

extension RunOfStage {
  /// The number of the step that ended the object; nil while it is open.
  ///
  /// A run ends with the terminal event that it hands on, or with the disposal of its subscription; of the two, the call
  /// that began first caused the other, whichever thread returned first. An observer and a subject end with the event that
  /// they are given, because they hand none on.
  package var end: Int? {
    let event = role == .sink ? outputEnd : inputEnd
    return [event?.step, disposal].compactMap(\.self).min()
  }
}
