import RxTrace

extension Finding {
  /// A remedy's change in the program's source, if it does not need a person's decision. `Remedies` makes the change, so
  /// that this module needs no swift-syntax.
  package struct Change: Sendable {
    package enum Kind: Sendable, CaseIterable {
      /// Dispose the older inner sequence: `flatMap` becomes `flatMapLatest`.
      case latestInner
      /// Share the run of a stage by `share(replay: 1)`.
      case share
      /// Let a `share()` keep its latest element.
      case replayLatest
      /// Let a `throttle` send its latest element.
      case sendLatest
      /// Let a `debounce` that never sends be a `throttle`.
      case throttle
      /// Combine the latest elements instead of pairs.
      case combineLatest
      /// Move the elements instead of the subscription.
      case moveElements
      /// Leave out a call of the chain.
      case leaveOut
      /// Come back to the main thread before the observer.
      case returnToMain
      /// Catch the error within the inner sequence.
      case catchWithin
      /// Capture `self` weakly.
      case captureWeakly
      /// Replace a bag before the subscription.
      case replaceBagBefore
      /// Connect after the subscription.
      case connectAfter
    }

    package var kind: Kind
    /// The line of the call that is changed.
    package var place: SourceLine
    /// The name of the function that is called there.
    package var name: String
    /// The labels of its parameters, `_` for none.
    package var labels: [String]
    /// The type or protocol that declares the function, if it is known.
    package var declaringType: String?
    /// Another line that takes part, such as that of the bag.
    package var other: SourceLine?
  }
}

extension FindingNames {
  /// A change of the call that made an object's stage; nil if no call of the program's own is known.
  func change(_ kind: Finding.Change.Kind, at object: ObjectID) -> Finding.Change? {
    guard let call = call(of: object), !call.isOfPackage else { return nil }
    return Finding.Change(kind, call)
  }

  /// A change of the program's call that led to a step.
  func change(_ kind: Finding.Change.Kind, ofCallThatLedTo step: Int) -> Finding.Change? {
    guard let call = caller(of: self.step(step)), !call.isOfPackage else { return nil }
    return Finding.Change(kind, call)
  }
}

extension Finding.Change {
  fileprivate init?(_ kind: Kind, _ call: SourceCall) {
    guard let callee = call.callee, let name = callee.baseName else { return nil }
    self.init(
      kind: kind, place: call.line, name: name, labels: callee.labels ?? [], declaringType: callee.context.last)
  }
}
