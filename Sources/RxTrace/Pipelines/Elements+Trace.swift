extension Elements {
  /// What became of elements of a run that is over.
  /// - Parameters:
  ///   - steps: the numbers of the steps at which the elements are given or sent.
  ///   - leading: the stages that matter; nil for all.
  init(of steps: Set<Int>, in trace: Trace, _ parts: StageParts, leading: Set<ObjectID>? = nil) {
    self.init(parts, leading: leading)
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
