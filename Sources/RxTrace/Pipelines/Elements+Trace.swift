extension Elements {
  /// Follows elements through a run that is over.
  /// - Parameters:
  ///   - steps: the numbers of the steps at which the elements are given or sent.
  ///   - leading: the stages that matter; nil for all.
  ///   - goesOn: whether the elements are followed beyond the stage that was given them. If not, those that it sent on at
  ///     once have no account.
  package init(
    of steps: Set<Int>, in trace: Trace, _ parts: StageParts, leading: Set<ObjectID>? = nil, goesOn: Bool = true
  ) {
    self.init(parts, leading: leading, goesOn: goesOn)
    let source = TraceSteps(trace)
    var run = Pipelines(source)
    while source.advance() {
      run.take(source.step, after: source.returned)
      take(run, isWanted: steps.contains(source.step.number))
    }
    run.finish(after: source.returned)
    finish(run)
  }
}
