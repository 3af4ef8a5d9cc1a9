/// Tells which calls enclose which. It does not walk from call to call, because calls may be nested 65,535 deep.
///
/// Everything that a thread does between a call and its return lies within the call, so the last step within each call is
/// enough to know.
package struct CallNesting {
  private let steps: [Step]
  private let lastWithin: [Int32]

  package init(_ trace: Trace) {
    steps = trace.steps
    var last = steps.indices.map { Int32($0) }
    for step in steps.indices.reversed() {
      if let parent = steps[step].parent { last[parent] = max(last[parent], last[step]) }
    }
    lastWithin = last
  }

  /// Whether one step lies within another's call, at any depth.
  package func isStep(_ index: Int, within call: Int) -> Bool {
    steps[index].thread == steps[call].thread && call < index && index <= lastWithin[call]
  }
}
