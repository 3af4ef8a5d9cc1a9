import RxTrace

extension Finding.Rule {
  /// An event was sent from within the delivery of another.
  public static let reentrancy = Finding.Rule("reentrancy", "An event was sent from within the delivery of another.")
}

/// An object was given an event within the delivery of the one before (``Clashes``).
struct ReentrancyRule: CheckRule {
  static let id = Finding.Rule.reentrancy

  init(_ limits: TraceCheck.Limits) {}

  func take(_ event: PipelineEvent, _ run: Pipelines) {}

  func quotes(_ run: Pipelines) -> [Int] {
    Clashes.byObject(run.clashes.filter(\.isOfOneThread)).flatMap { Clashes.steps($1).named }
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    let clashes = run.clashes.filter { $0.isOfOneThread && !known.objects.contains($0.object) }
    return Clashes.byObject(clashes).map { object, clashes in
      let times = clashes.count > 1 ? ", \(clashes.count) times" : ""
      var finding = Finding(
        rule: .reentrancy, level: .warning,
        message: "\(names.name(object)) was given an event while the one before it was still being delivered\(times)",
        steps: Clashes.steps(clashes), objects: [object])
      finding.cause =
        "An observer sends to the sequence that it observes, so that others get the events in reverse order."
      finding.remedy = "Put `.observe(on: MainScheduler.asyncInstance)` before the observer that sends."
      finding.evidence = names.evidence(of: finding.steps)
      finding.place = finding.evidence.lazy.compactMap(\.place).first
      return finding
    }
  }
}
