/// When calls began and ended, adjusted so that each lies within the call that encloses it and none ends before it began.
///
/// The times that a recorder writes are so for each thread; those of a damaged file need not be.
struct CallTimes {
  private(set) var starts: [UInt64]
  /// A call that never returned ends with the run.
  private(set) var ends: [UInt64]
  /// When the last thing happened.
  let last: UInt64

  init(_ trace: Trace) {
    last = trace.steps.reduce(0) { max($0, $1.time, $1.endTime ?? 0) }
    starts = trace.steps.map(\.time)
    for step in trace.steps {
      if let parent = step.parent { starts[step.index] = max(starts[step.index], starts[parent]) }
    }
    ends = trace.steps.map { [last] in $0.endTime ?? last }
    for step in trace.steps.reversed() {
      ends[step.index] = max(ends[step.index], starts[step.index])
      if let parent = step.parent { ends[parent] = max(ends[parent], ends[step.index]) }
    }
  }
}
