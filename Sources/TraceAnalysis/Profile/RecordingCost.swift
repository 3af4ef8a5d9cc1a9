import RxTrace

/// What the recorder itself cost, estimated from the times between records with no code of the program between them.
struct RecordingCost {
  /// The records of calls and events.
  private(set) var records = 0
  private var between = Durations()
  /// For each thread, the number of its newest step.
  private var newest: [Int] = []

  /// The median time in nanoseconds between two records that have no code of the program between them; nil if there are none.
  var ofOne: UInt64? { between.count > 0 ? between.percentile(0.5) : nil }

  /// The nanoseconds of all records.
  var ofAll: UInt64? { ofOne.map { $0 * UInt64(records) } }

  mutating func take(_ run: Pipelines) {
    let step = run.step
    guard step.kind != .output else { return }
    while newest.count <= step.thread { newest.append(0) }
    defer { newest[step.thread] = step.number }
    let parent = run.parent
    // One record stands for a `forwardOn` and the `on` of its observer.
    if step.kind == .on, parent?.kind == .forwardOn, parent?.time == step.time { return }
    records += 1
    guard let parent, isEngine(parent.kind) else { return }
    if parent.number == newest[step.thread], step.time > parent.time { between.add(step.time - parent.time) }
  }

  private func isEngine(_ kind: StepKind) -> Bool { kind == .on || kind == .onCore || kind == .forwardOn }
}
