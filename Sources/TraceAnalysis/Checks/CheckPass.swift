import RxTrace

/// A run on its way through the rules of a check: first all of its steps, one at a time, and then those that are quoted.
package struct CheckPass {
  private(set) var pipelines: Pipelines
  private(set) var rules: RuleTable
  private(set) var unseen = UnseenProblems()
  private(set) var steps = 0
  /// The times of the whole run, although only a part of it is read again.
  private(set) var times = VirtualTimes()

  init(_ source: any StepSource, _ limits: TraceCheck.Limits) {
    pipelines = Pipelines(source)
    rules = RuleTable(limits)
  }

  /// Reads the run to its end.
  /// - Parameter advance: goes to the next step of the source; false after the last one.
  mutating func read(_ advance: () throws -> Bool) rethrows {
    var clocks = VirtualClocks()
    pipelines = try Pipelines.read(pipelines.source, advance) { run in
      steps += 1
      times.take(clocks.take(run.step), number: run.step.number, thread: run.step.thread)
      unseen.take(run.step)
      rules.take(run.events, run)
    }
    rules.take(pipelines.events, pipelines)
  }

  /// The numbers of the steps that findings may name, each once, in order.
  var quotes: [Int] { Set(rules.quotes(pipelines)).sorted() }
}
