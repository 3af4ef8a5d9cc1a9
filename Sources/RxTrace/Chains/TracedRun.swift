/// A trace by itself, for claims where no source is at hand.
package struct TracedRun: ClaimedRun {
  package let trace: Trace

  package init(_ trace: Trace) {
    self.trace = trace
  }

  /// The object's own type, and those above it that may declare what ran. Which of them does only the source tells; those
  /// that merely say that there is such a method do not.
  package func typeNames(of step: Step, _ object: TracedObject) -> [String] {
    let abstract = Self.abstractType(of: step.kind)
    let names = [object.typeName] + object.superclasses.prefix { $0 != abstract }
    let isConvenience = step.kind == .subscribeClosures || step.kind == .subscribeHandler
    return isConvenience ? names + ["ObservableType"] : names
  }

  private static func abstractType(of kind: StepKind) -> String? {
    switch kind {
    case .subscribe: "Observable"
    case .run: "Producer"
    case .onCore: "ObserverBase"
    case .on, .forwardOn, .dispose: "EventReceiver"
    case .subscribeClosures, .subscribeHandler, .closure, .schedule, .scheduledAction, .cancelledAction, .output: nil
    }
  }

  /// Why a pattern can describe no step of this run; nil when its type took part.
  package func missingType(_ pattern: StepPattern) -> String? {
    guard let type = pattern.type else { return nil }
    let names = Set(trace.objects.flatMap { [$0.typeName] + $0.superclasses } + ["ObservableType"]).sorted()
    guard !names.contains(type) else { return nil }
    return "no `\(type)` took part in the run" + Nearest.suggestion(for: type, among: names)
  }
}

/// Holds a chain that is written in a program against a trace.
package struct ChainCheck {
  private let run: TracedRun
  private let body: ClaimBody

  package init(_ chain: String, _ trace: Trace) {
    run = TracedRun(trace)
    let lines = chain.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    body = ClaimBody(
      opening: Place(line: 1, column: 1),
      lines: lines.enumerated().map { ($1, Place(line: $0 + 1, column: 1)) })
  }

  /// What is wrong with the chain and how it differs from the run; nil when the run bears it out.
  ///
  ///     line 2: claimed Map.run at depth 1, recorded Map#1.subscribe at depth 1 (step 2)
  ///
  ///         ObservableType.subscribe(onNext:)
  ///     -     Map.run
  ///     +     Map.subscribe
  package var failure: String? {
    let parser = ChainParser(body)
    guard parser.problems.isEmpty else { return report(parser.problems) + "\n\n" + recorded }
    let missing = parser.lines.compactMap(\.claim).compactMap { claim in
      run.missingType(claim.pattern).map { Problem(claim.place, $0) }
    }
    guard case .failure(let failure) = ChainMatcher(run: run, lines: parser.lines).match() else { return nil }
    let found = missing.isEmpty ? [ChainReport(run: run, lines: parser.lines, failure: failure).problem] : missing
    return report(found) + "\n\n" + ChainDiff(run: run, lines: parser.lines, base: failure.base).text
  }

  private func report(_ problems: [Problem]) -> String {
    problems.map { "line \($0.place.line): \($0.message)" }.joined(separator: "\n")
  }

  private var recorded: String {
    let steps = run.trace.steps
    guard !steps.isEmpty else { return "nothing was recorded" }
    let text = ChainText(run.trace)
    return "recorded:\n" + steps.map { text.line($0, base: 0) }.joined(separator: "\n")
  }
}
