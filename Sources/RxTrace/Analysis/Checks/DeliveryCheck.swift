/// Events of one object that overlap: sent from two threads at once, or from within the delivery of another.
///
/// A recording says only of a thread's outermost call when it returned. Any call was certainly under way while calls within
/// it were recorded, so every finding is true; a short overlap may go unnoticed.
struct DeliveryCheck {
  private(set) var findings: [Finding] = []
  private let trace: Trace
  private let names: FindingNames
  private let nesting: CallNesting
  /// For each outermost call the time at which it returned, if that was recorded.
  private let returns: [Int: UInt64]
  /// Steps within a call that was found before: overlaps there are consequences.
  private var isConsequence: [Bool]
  private var overlaps: [ObjectID: [(Int, Int)]] = [:]
  private var reentries: [ObjectID: [(Int, Int)]] = [:]

  init(_ trace: Trace, _ names: FindingNames) {
    self.trace = trace
    self.names = names
    nesting = CallNesting(trace)
    returns = Self.returns(trace)
    isConsequence = [Bool](repeating: false, count: trace.steps.count)
    search()
    for (object, pairs) in overlaps.sorted(by: { $0.key < $1.key }) { report(overlap: pairs, of: object) }
    for (object, pairs) in reentries.sorted(by: { $0.key < $1.key }) { report(reentry: pairs, of: object) }
  }

  private mutating func search() {
    // For each object its deliveries in order, of which the last is under way according to the records. Earlier ones that
    // have ended stay until they become the last, because only the last one matters.
    var open: [ObjectID: [Int]] = [:]
    for step in trace.steps {
      if let parent = step.parent, isConsequence[parent] { isConsequence[step.index] = true }
      guard isDelivery(step), let object = step.object else { continue }
      while let last = open[object]?.last, !isUnderWay(last, at: step) { open[object]?.removeLast() }
      if !isConsequence[step.index], let other = open[object]?.last { note(step, during: other, object) }
      if clashes(step) { open[object, default: []].append(step.index) }
    }
  }

  private func isUnderWay(_ call: Int, at step: Step) -> Bool {
    nesting.isUnderWay(call, at: step.index) || returns[call].map { $0 > step.time } ?? false
  }

  /// If a thread's next record is the next outermost call, the return itself was not recorded.
  private static func returns(_ trace: Trace) -> [Int: UInt64] {
    var returns: [Int: UInt64] = [:]
    var last: [Int: Int] = [:]
    for step in trace.steps where step.parent == nil {
      if step.kind == .on { returns[step.index] = step.endTime }
      if let before = last.updateValue(step.index, forKey: step.thread), returns[before] == step.time {
        returns[before] = nil
      }
    }
    return returns
  }

  /// The calls that hand an event on; the engine's own check in debug builds watches the same.
  private func isDelivery(_ step: Step) -> Bool {
    switch step.kind {
    case .forwardOn: step.isDelivered && !isPassedOn(step)
    case .on: step.object.map { trace.objects[$0].role != .sink || isOutermost(step, $0) } ?? false
    default: false
    }
  }

  /// Whether the program itself sends to the observer of its `create`.
  private func isOutermost(_ step: Step, _ object: ObjectID) -> Bool {
    step.parent == nil && trace.objects[object].traits.contains(.cold)
  }

  /// Whether the delivery is a part of the program's own call, which is watched.
  private func isPassedOn(_ step: Step) -> Bool {
    guard let object = step.object, let call = step.parent.map({ trace.steps[$0] }) else { return false }
    return call.object == object && call.kind == .on && isOutermost(call, object)
  }

  /// An observer that is told of the end of one sequence may be subscribed to the next from there.
  private func clashes(_ delivery: Step) -> Bool { delivery.kind == .forwardOn || delivery.event == .next }

  private mutating func note(_ step: Step, during other: Int, _ object: ObjectID) {
    if trace.steps[other].thread != step.thread {
      overlaps[object, default: []].append((other, step.index))
      isConsequence[step.index] = true
    } else if nesting.isStep(step.index, within: other) {
      reentries[object, default: []].append((other, step.index))
      isConsequence[step.index] = true
    }
  }

  private mutating func report(overlap pairs: [(Int, Int)], of object: ObjectID) {
    let times = pairs.count > 1 ? ", \(pairs.count) times" : ""
    var finding = Finding(
      rule: .overlap, level: .error, message: "\(names.name(object)) was given events by two threads at once\(times)",
      steps: Self.steps(pairs), objects: [object])
    finding.cause = "A sequence has to get its events one at a time, because its stages have no locks for their state."
    finding.remedy =
      "Send from one thread only, or put `observe(on:)` with a serial scheduler between each sender and it."
    add(finding)
  }

  private mutating func report(reentry pairs: [(Int, Int)], of object: ObjectID) {
    let times = pairs.count > 1 ? ", \(pairs.count) times" : ""
    var finding = Finding(
      rule: .reentrancy, level: .warning,
      message: "\(names.name(object)) was given an event while the one before it was still being delivered\(times)",
      steps: Self.steps(pairs), objects: [object])
    finding.cause =
      "An observer sends to the sequence that it observes, so that others get the events in reverse order."
    finding.remedy = "Put `.observe(on: MainScheduler.asyncInstance)` before the observer that sends."
    add(finding)
  }

  private mutating func add(_ finding: Finding) {
    var finding = finding
    finding.evidence = names.evidence(of: finding.steps)
    finding.place = finding.evidence.lazy.compactMap(\.place).first
    findings.append(finding)
  }

  private static func steps(_ pairs: [(Int, Int)]) -> [Int] { Set(pairs.flatMap { [$0.0, $0.1] }).sorted() }
}
