import RxTrace

/// The names of the engine's methods behind each kind of step.
enum StepMethods {
  /// The names under which a step's method may be declared, the usual one first.
  static func names(of step: Step) -> [String] { names(of: step.kind, step.event) }

  static func names(of kind: StepKind, _ event: EventKind?) -> [String] {
    switch kind {
    case .subscribeClosures: ["subscribe(onNext:onError:onCompleted:onDisposed:)"]
    case .subscribeHandler: ["subscribe(_:)"]
    case .subscribe: ["subscribeCore(_:)", "subscribe(receiver:)", "subscribe(_:)", "subscribe"]
    case .run: ["run(_:)", "run(_:cancel:)", "run"]
    case .forwardOn: perEvent("forwardOn", event)
    case .on: event == .completed ? ["onCompletion()"] + perEvent("on", event) : perEvent("on", event)
    case .onCore: perEvent("onCore", event)
    case .dispose: ["dispose()"]
    case .schedule: ["schedule(_:action:)", "schedule"]
    case .scheduledAction, .cancelledAction, .closure, .output: []
    }
  }

  /// The method that a user calls to send an event.
  static func convenienceName(for event: EventKind?) -> String {
    switch event {
    case .next, nil: "onNext(_:)"
    case .error: "onError(_:)"
    case .completed: "onCompleted()"
    }
  }

  /// The constant part of the spelling of such a call: `.onNext(`.
  static func convenience(for event: EventKind?) -> String {
    "." + convenienceName(for: event).prefix { $0 != "(" } + "("
  }

  private static func perEvent(_ base: String, _ event: EventKind?) -> [String] {
    switch event {
    case .next: ["\(base)(next:)", "\(base)(_:)"]
    case .error: ["\(base)(error:)", "\(base)(_:)"]
    case .completed: ["\(base)Completed()", "\(base)(_:)"]
    case nil: ["\(base)(_:)"]
    }
  }
}

extension String {
  /// Whether a text occurs in this one as a whole name, not only as the end of another name.
  func spells(_ text: String) -> Bool {
    ranges(of: text).contains { range in
      guard range.lowerBound > startIndex else { return true }
      let before = self[index(before: range.lowerBound)]
      return !before.isLetter && !before.isNumber && before != "_"
    }
  }
}
