import RxTrace

extension Finding.Rule {
  /// A closure captures self, and a bag of self holds the subscription (if the source is there).
  public static let neverReleased = Finding.Rule(
    "never-released", "A closure captures self, and a bag of self holds the subscription (if the source is there).",
    isAboutAbsence: true)
}

/// Subscriptions that keep the object which would have to dispose them: a closure captures `self`, and a bag of `self` holds
/// the subscription.
///
/// A recording does not tell what closures capture, so the source of the line that subscribed is read for it. One instance
/// is enough. Without the source, the rule finds nothing.
struct NeverReleasedRule: CheckRule {
  static let id = Finding.Rule.neverReleased

  init(_ limits: TraceCheck.Limits) {}

  func take(_ event: PipelineEvent, _ run: Pipelines) {}

  func quotes(_ run: Pipelines) -> [Int] {
    run.openSubscriptions.map(\.step)
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    guard names.trace.isComplete else { return [] }
    var files: [String: SourceStatements?] = [:]
    var places: [SourceLine: [Int]] = [:]
    for subscription in run.openSubscriptions {
      guard let line = names.place(names.step(subscription.step)) else { continue }
      places[line, default: []].append(subscription.step)
    }
    return places.sorted { $0.value[0] < $1.value[0] }.compactMap { line, steps in
      let file = files[line.file] ?? names.sources.text(of: line.file).map { SourceStatements($0) }
      files[line.file] = .some(file)
      return file?.cycle(at: line.line).map { finding($0, line, steps, names) }
    }
  }

  private func finding(
    _ cycle: SourceStatements.Cycle, _ line: SourceLine, _ steps: [Int], _ names: FindingNames
  ) -> Finding {
    let source = names.step(steps[0]).object
    let sourceName = source.map { steps.count == 1 ? names.name($0) : names.sharedName($0) }
    let what = steps.count == 1 ? "a subscription" : "\(steps.count) subscriptions"
    let closure = SourceLine(file: line.file, line: cycle.closureLine)
    var finding = Finding(
      rule: .neverReleased, level: .warning,
      message: "\(what) to \(sourceName ?? "a sequence") can never be released: a closure captures `self`, "
        + "and `\(cycle.bag)` of the same \(cycle.type) holds it",
      steps: steps, objects: [source].compactMap(\.self))
    finding.place = closure
    finding.cause =
      "The bag is freed with its \(cycle.type), which the closure keeps as long as the subscription lasts."
    finding.remedy = "Write `[weak self]` in the closure, or `subscribe(with: self, onNext:)`."
    finding.change = names.change(.captureWeakly, ofCallThatLedTo: steps[0])
    finding.evidence = [
      Finding.Evidence(SourceLine(file: line.file, line: cycle.bagLine), "`\(cycle.bag)` belongs to \(cycle.type)"),
      names.evidence(names.step(steps[0]), "subscribes\(steps.count > 1 ? ", \(steps.count) times" : "")"),
      Finding.Evidence(closure, "a closure captures `self`"),
    ]
    return finding
  }
}
