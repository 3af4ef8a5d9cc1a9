import RxTrace

extension Finding.Rule {
  /// A closure captures self, and a bag of self holds the subscription (if the source is there).
  public static let neverReleased = Finding.Rule(
    "never-released", "A closure captures self, and a bag of self holds the subscription (if the source is there).",
    isAboutAbsence: true)
}

/// Subscriptions that keep the object which would have to dispose them: what a statement passes to its operators or to
/// `subscribe` captures `self`, and a bag of `self` holds the subscription.
///
/// A closure captures `self` if it names it and does not capture it weakly, and a closure around it does not either. A method
/// that is passed, such as `onNext: render`, captures it, and so may a property that holds a closure. The bag may belong to a
/// class that the class inherits from.
///
/// A recording does not tell what closures capture, so the source of the line that subscribed is read for it. One instance
/// is enough. Without the source, the rule finds nothing.
struct NeverReleasedRule: CheckRule {
  static let id = Finding.Rule.neverReleased
  static let needsLines = true

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
      let cycle = file?.cycle(at: line.line) {
        names.run.sourceFiles.filter { $0 != line.file }.compactMap { names.sources.text(of: $0) }
          .map { SourceStatements($0) }
      }
      return cycle.map { finding($0, line, steps, names) }
    }
  }

  private func finding(
    _ cycle: RetainCycle, _ line: SourceLine, _ steps: [Int], _ names: FindingNames
  ) -> Finding {
    let source = names.step(steps[0]).object
    let sourceName = source.map { steps.count == 1 ? names.name($0) : names.sharedName($0) }
    let what = steps.count == 1 ? "a subscription" : "\(steps.count) subscriptions"
    let closure = SourceLine(file: line.file, line: cycle.captureLine)
    var finding = Finding(
      rule: .neverReleased, level: .warning,
      message: "\(what) to \(sourceName ?? "a sequence") can never be released: \(Self.captor(cycle)) captures `self`, "
        + "and `\(cycle.bag)` of the same \(cycle.type) holds it",
      steps: steps, objects: [source].compactMap(\.self))
    finding.place = closure
    finding.cause =
      "The bag is freed with its \(cycle.type), which the \(cycle.captor == .closure ? "closure" : "subscription") keeps "
      + "as long as \(cycle.captor == .closure ? "the subscription" : "it") lasts."
    finding.remedy = Self.remedy(cycle)
    finding.change = names.change(.captureWeakly, ofCallThatLedTo: steps[0])
    finding.evidence = [
      Finding.Evidence(
        cycle.bagLine.map { SourceLine(file: line.file, line: $0) }, "`\(cycle.bag)` belongs to \(cycle.type)"),
      names.evidence(names.step(steps[0]), "subscribes\(steps.count > 1 ? ", \(steps.count) times" : "")"),
      Finding.Evidence(closure, "\(Self.captor(cycle)) captures `self`"),
    ]
    return finding
  }

  private static func captor(_ cycle: RetainCycle) -> String {
    switch cycle.captor {
    case .closure: "a closure"
    case .method(let name): "the method `\(name)`, which is passed,"
    case .function(let name): "the function `\(name)`, which is passed,"
    case .property(let name): "the closure in `\(name)`"
    }
  }

  private static func remedy(_ cycle: RetainCycle) -> String {
    switch cycle.captor {
    case .closure: "Write `[weak self]` in the closure, or `subscribe(with: self, onNext:)`."
    case .method(let name): "Pass a closure with `[weak self]`, which calls `self?.\(name)`."
    case .function(let name): "Pass a closure with `[weak self]` instead of the function `\(name)`."
    case .property: "Write `[weak self]` in the closure."
    }
  }
}
