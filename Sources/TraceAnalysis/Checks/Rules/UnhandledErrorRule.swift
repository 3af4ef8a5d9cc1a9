import RxTrace

extension Finding.Rule {
  /// An error reached a subscription without an onError closure.
  public static let unhandledError = Finding.Rule(
    "unhandled-error", "An error reached a subscription without an onError closure.",
    isAboutAbsence: true)
}

/// Errors that reached a subscription without `onError`.
struct UnhandledErrorRule: CheckRule {
  static let id = Finding.Rule.unhandledError

  /// The source of each observer that is made of closures.
  private var sources: [ObjectID: ObjectID] = [:]
  private var errors: [(step: Int, observer: ObjectID)] = []
  private var handled: Set<Int> = []

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    switch event {
    case .began(let subscription) where run.step.kind == .subscribeClosures:
      sources[subscription.observer] = subscription.source
    case .handled(.error, let observer) where sources[observer] != nil: errors.append((run.step.number, observer))
    case .entered(.error, let observer) where sources[observer] != nil:
      if let call = run.parent { handled.insert(call.number) }
    default: break
    }
  }

  func quotes(_ run: Pipelines) -> [Int] {
    errors.map(\.step).filter { !handled.contains($0) }
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    errors.filter { !handled.contains($0.step) }.map { step, observer in
      let source = sources[observer]!
      var finding = Finding(
        rule: .unhandledError, level: .warning,
        message: "the subscription to \(names.name(source)) has no onError, and was given "
          + (names.value(step) ?? "an error"),
        steps: [step], objects: [source])
      finding.cause = "An error that no closure takes ends the subscription, and nothing else tells of it."
      finding.remedy = "Give `subscribe` an `onError`, or put a `catch` before it."
      finding.evidence = [names.evidence(names.step(step))]
      finding.place = names.place(observer) ?? names.place(source)
      return finding
    }
  }
}
