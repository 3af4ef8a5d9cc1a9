/// Which calls enclose which, without a walk from call to call, because they may be nested 65,535 deep.
///
/// Everything that a thread does between a call and its return lies within the call, so the last step within each call is
/// enough to know.
package struct CallNesting {
  private let lastWithin: [Int]
  private let threads: [Int]

  package init(_ trace: Trace) {
    var last = Array(trace.steps.indices)
    // Only the fields, because a copy of a step retains its strings.
    for step in trace.steps.indices.reversed() {
      if let parent = trace.steps[step].parent { last[parent] = max(last[parent], last[step]) }
    }
    lastWithin = last
    threads = trace.steps.indices.map { trace.steps[$0].thread }
  }

  /// Whether one step lies within another's call, at any depth.
  package func isStep(_ index: Int, within call: Int) -> Bool {
    threads[index] == threads[call] && call < index && index <= lastWithin[call]
  }

  /// Whether something within the call is recorded after a step of any thread, so that it was under way then.
  func isUnderWay(_ call: Int, at index: Int) -> Bool { lastWithin[call] > index }
}
