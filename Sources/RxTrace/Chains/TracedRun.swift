/// A trace for claims without source code at hand.
package struct TracedRun: ClaimedRun {
  private let located: LocatedTrace
  package var trace: Trace { located.trace }

  /// - Parameter run: its lines tell the functions that the program calls.
  package init(_ run: LocatedTrace) { located = run }

  package init(_ trace: Trace) { self.init(LocatedTrace(trace: trace)) }

  package func calledFunction(of step: Step) -> SwiftSymbol? {
    step.callStack == nil || located.frames.isEmpty ? nil : located.programNames.directCaller(of: step)?.callee
  }

  /// The object's own type, and the superclasses that may implement the call; only the source tells which of them does.
  package func typeNames(of step: Step, _ object: TracedObject) -> [String] {
    let isConvenience = step.kind == .subscribeClosures || step.kind == .subscribeHandler
    let conveniencesType = isConvenience ? object.conveniencesType : nil
    return object.implementers(of: step.kind) + [conveniencesType].compactMap(\.self)
  }

  /// The reason why a pattern cannot describe any step of this run; nil if its type took part, or its function was called.
  package func missingType(_ pattern: StepPattern) -> String? {
    guard let type = pattern.type, !trace.steps.contains(where: { matches($0, pattern) }) else { return nil }
    guard pattern.kind != nil else { return StepPattern.unknown(pattern.text, functions: calledFunctions) }
    let names = trace.objects.flatMap { [$0.typeName, $0.conveniencesType].compactMap(\.self) + $0.superclasses }
    guard !names.contains(type) else { return nil }
    return "no `\(type)` took part in the run" + Nearest.suggestion(for: type, among: Set(names).sorted())
  }
}

/// Checks a chain that is written in a program against a trace.
package struct ChainCheck {
  private let run: TracedRun
  private let parser: ChainParser
  private let locating: (Trace) -> LocatedTrace

  /// - Parameter locating: finds the lines of the run. This is done only if the chain names what the engine did not record,
  ///   because it takes seconds in a large program.
  package init(
    _ chain: String, _ trace: Trace, locating: @escaping (Trace) -> LocatedTrace = { LocatedTrace(trace: $0) }
  ) {
    run = TracedRun(trace)
    self.locating = locating
    let lines = chain.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let body = ClaimBody(
      opening: Place(line: 1, column: 1),
      lines: lines.enumerated().map { ($1, Place(line: $0 + 1, column: 1)) })
    parser = ChainParser(body)
  }

  /// The problems of the chain and its difference from the run; nil if the chain holds.
  ///
  ///     line 2: claimed Map.run at depth 1, recorded Map#1.subscribe at depth 1 (step 2)
  ///
  ///         ObservableType.subscribe(onNext:)
  ///     -     Map.run
  ///     +     Map.subscribe
  package var failure: String? {
    guard parser.problems.isEmpty else { return report(parser.problems) + "\n\n" + recorded }
    guard let failure = failure(of: run) else { return nil }
    return missing(in: run).isEmpty ? failure : self.failure(of: TracedRun(locating(run.trace)))
  }

  private func failure(of run: TracedRun) -> String? {
    guard case .failure(let failure) = ChainMatcher(run: run, lines: parser.lines).match() else { return nil }
    let missing = missing(in: run)
    let found = missing.isEmpty ? [ChainReport(run: run, lines: parser.lines, failure: failure).problem] : missing
    return report(found) + "\n\n" + ChainDiff(run: run, lines: parser.lines, base: failure.base).text
  }

  /// The names in the chain that the run does not have.
  private func missing(in run: TracedRun) -> [Problem] {
    parser.lines.compactMap(\.claim).compactMap { claim in
      run.missingType(claim.pattern).map { Problem(claim.place, $0) }
    }
  }

  private func report(_ problems: [Problem]) -> String {
    problems.map { "line \($0.place.line): \($0.message)" }.joined(separator: "\n")
  }

  private var recorded: String {
    let steps = run.trace.steps
    guard !steps.isEmpty else { return "nothing was recorded" }
    let text = ChainText(run)
    return "recorded:\n" + steps.map { text.line($0, base: 0) }.joined(separator: "\n")
  }
}
