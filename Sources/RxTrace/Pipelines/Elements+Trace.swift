extension Elements {
  /// Follows elements through a run that is over.
  /// - Parameters:
  ///   - steps: the numbers of the steps at which the elements are given or sent.
  ///   - leading: the stages that matter; nil for all.
  package init(of steps: Set<Int>, in trace: Trace, _ parts: StageParts, leading: Set<ObjectID>? = nil) {
    self.init(parts, leading: leading)
    let source = TraceSteps(trace)
    let run = Pipelines.read(source, source.advance) { take($0, isWanted: steps.contains($0.step.number)) }
    finish(run)
  }

  /// Finds what became of each element at the stage that was given it, for some stages. An element that the stage sent
  /// on at once has no account.
  package init(
    at stages: Set<ObjectID>, in source: any StepSource, _ advance: () throws -> Bool, _ parts: StageParts
  ) rethrows {
    self.init(parts, goesOn: false)
    let run = try Pipelines.read(source, advance) { run in
      take(run, isWanted: run.step.kind == .on && run.step.object.map(stages.contains) ?? false)
    }
    finish(run)
  }
}
