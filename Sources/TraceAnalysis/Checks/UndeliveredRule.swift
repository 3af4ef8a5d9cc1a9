import RxTrace

extension Finding.Rule {
  /// Events came after disposal.
  public static let undelivered = Finding.Rule("undelivered", "Events came after disposal.", .note)
}

/// Events that a sink did not hand on, because its subscription had been disposed. A completion is of no interest then.
struct UndeliveredRule: CheckRule {
  static let id = Finding.Rule.undelivered

  private var lost: [ObjectID: [Int]] = [:]

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    guard case .undelivered(let event, let object) = event, event != .completed else { return }
    lost[object, default: []].append(run.step.number)
  }

  func quotes(_ run: Pipelines) -> [Int] {
    lost.values.flatMap(\.named)
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    let lost = lost.mapValues { $0.filter { !known.steps.contains($0) } }.filter { !$0.value.isEmpty }
    return lost.sorted { $0.value[0] < $1.value[0] }.map { object, steps in
      let what = steps.count == 1 ? "an event" : "\(steps.count) events"
      var finding = Finding(
        rule: .undelivered, level: .note,
        message: "\(names.name(object)) had \(what) to hand on after it was disposed of",
        steps: steps, objects: [object])
      finding.evidence = names.evidence(of: steps)
      finding.place = names.place(object)
      return finding
    }
  }
}
