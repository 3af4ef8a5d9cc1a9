import RxTrace

extension Finding.Rule {
  /// A closure captures self, and a bag of self holds the subscription (if the source is there).
  public static let neverReleased = Finding.Rule(
    "never-released", "A closure captures self, and a bag of self holds the subscription (if the source is there).",
    isAboutAbsence: true)
}

/// Subscriptions that keep the object alive which would have to dispose them: what a statement passes to its operators
/// or to `subscribe` captures `self`, and a property of `self` holds the subscription: a bag, or a disposable that no
/// method disposes. The statement may call a function of the program that subscribes, such as an operator of its own,
/// and pass it the closure and the bag.
///
/// A closure captures `self` if it names `self`, and neither the closure nor one around it captures `self` weakly. A
/// method that is passed, such as `onNext: render`, captures `self`, and so may a property that holds a closure. The
/// bag may belong to a class that the class inherits from.
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
    var reader = CycleReader(names: names)
    var found: [SourceLine: (cycle: RetainCycle, steps: [Int])] = [:]
    for subscription in run.openSubscriptions {
      guard let (line, cycle) = reader.cycle(of: subscription.step) else { continue }
      found[line, default: (cycle, [])].steps.append(subscription.step)
    }
    return found.sorted { $0.value.steps[0] < $1.value.steps[0] }
      .map { finding($0.value.cycle, $0.key, $0.value.steps, names) }
  }

  /// Reads the lines that subscribed, each once.
  private struct CycleReader {
    let names: FindingNames
    private var files: [String: SourceStatements?] = [:]
    private var cycles: [SourceLine: RetainCycle?] = [:]

    init(names: FindingNames) { self.names = names }

    mutating func cycle(of step: Int) -> (line: SourceLine, cycle: RetainCycle)? {
      for line in lines(of: step) {
        if let cycle = cycle(at: line) { return (line, cycle) }
      }
      return nil
    }

    /// The line that subscribed, and the lines of the callers, as long as each caller is in another type than the function
    /// it calls. The lines end at a closure: its caller does not get the subscription.
    private func lines(of step: Int) -> [SourceLine] {
      guard let line = names.place(names.step(step)) else { return [] }
      let frames = names.programFrames(of: step)
      guard var last = frames.firstIndex(where: { $0.line == line }) else { return [line] }
      var lines = [line]
      while !frames[last].symbol.isClosure, last + 1 < frames.count, lines.count < 4,
        frames[last + 1].symbol.context != frames[last].symbol.context, !frames[last + 1].symbol.isClosure
      {
        last += 1
        lines.append(frames[last].line)
      }
      return lines
    }

    private mutating func cycle(at line: SourceLine) -> RetainCycle? {
      if let known = cycles[line] { return known }
      let cycle = file(line.file)?.cycle(at: line.line) { [names] in
        names.run.sourceFiles.filter { $0 != line.file }.compactMap { names.sources.text(of: $0) }
          .map { SourceStatements($0) }
      }
      cycles[line] = .some(cycle)
      return cycle
    }

    private mutating func file(_ name: String) -> SourceStatements? {
      if let known = files[name] { return known }
      let file = names.sources.text(of: name).map { SourceStatements($0) }
      files[name] = .some(file)
      return file
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
      "\(cycle.isBag ? "The bag" : "`\(cycle.bag)`") is freed with its \(cycle.type), which the "
      + "\(cycle.captor == .closure ? "closure" : "subscription") keeps "
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
