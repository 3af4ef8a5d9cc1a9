import RxTrace

extension Finding.Rule {
  /// Several sequences were made at one place, each with a subscription that stayed (only one: a note).
  public static let neverDisposed = Finding.Rule(
    "never-disposed",
    "Several sequences were made at one place, each with a subscription that stayed (only one: a note).",
    isAboutAbsence: true)
}

/// Subscriptions that neither ended nor were disposed.
///
/// A program that ends while it still listens has one. Several sequences that the same place of the program made, each
/// with a subscription that stayed, look like a leak.
struct NeverDisposedRule: CheckRule {
  static let id = Finding.Rule.neverDisposed

  init(_ limits: TraceCheck.Limits) {}

  func take(_ event: PipelineEvent, _ run: Pipelines) {}

  func quotes(_ run: Pipelines) -> [Int] {
    run.openSubscriptions.map(\.step)
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    var places: [Int: [Subscription]] = [:]
    var findings: [Finding] = []
    for subscription in run.openSubscriptions where !known.steps.contains(subscription.step) {
      if let place = run.source.stack(of: subscription.source) {
        places[place, default: []].append(subscription)
      } else {
        findings.append(finding([subscription], names))
      }
    }
    return findings + places.values.sorted { $0[0].step < $1[0].step }.map { finding($0, names) }
  }

  private func finding(_ open: [Subscription], _ names: FindingNames) -> Finding {
    let sources = Set(open.map(\.source)).sorted()
    let isRepeated = sources.count > 1 && names.trace.isComplete
    let named = sources.count == 1 ? names.name(sources[0]) : "\(sources.count) \(labels(sources, names))"
    let what = open.count == 1 ? "a subscription" : "\(open.count) subscriptions"
    let place = isRepeated ? ", made at the same place," : ""
    var finding = Finding(
      rule: .neverDisposed, level: isRepeated ? .warning : .note,
      message: "\(what) to \(named)\(place) neither ended nor \(open.count == 1 ? "was" : "were") disposed of",
      steps: open.map(\.step), objects: isRepeated ? [sources[0]] : sources)
    finding.cause = "A subscription stays until its sequence ends or somebody disposes it."
    finding.remedy =
      "Put it into a `DisposeBag` of the object that made it, and let no closure capture that object strongly."
    finding.evidence = names.evidence(of: finding.steps)
    finding.place = names.place(names.step(open[0].step))
    return finding
  }

  private func labels(_ objects: [ObjectID], _ names: FindingNames) -> String {
    Set(objects.map { names.label($0) }).sorted().joined(separator: ", ")
  }
}
