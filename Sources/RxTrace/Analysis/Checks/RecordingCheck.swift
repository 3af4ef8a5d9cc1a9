/// The gaps of the recording itself.
struct RecordingCheck {
  private(set) var findings: [Finding] = []
  private let names: FindingNames

  init(_ run: LocatedTrace, _ names: FindingNames) {
    self.names = names
    let trace = run.trace
    if trace.droppedRecords > 0 {
      add("\(counted(Int(clamping: trace.droppedRecords), "record")) dropped: \(trace.dropReasonText)")
      findings[findings.count - 1].remedy = trace.dropReason == 0 ? "a larger --size-limit, or 0 for no limit" : ""
    }
    if let removed = trace.removedText {
      add(removed)
      findings[findings.count - 1].remedy = "a larger --size-limit, or 0 for no limit"
    }
    if trace.unfinishedRecords > 0 {
      add("\(counted(trace.unfinishedRecords, "record")) unfinished: a thread was in the middle of each")
    }
    if trace.damagedSlots > 0 { add("\(counted(trace.damagedSlots, "slot")) of the file unreadable") }
    if !trace.isComplete { checkLastSteps(run) }
    checkSubscriptions(trace)
  }

  private mutating func add(_ message: String, _ level: Finding.Level = .warning, _ steps: [Int] = []) {
    var finding = Finding(rule: .incomplete, level: level, message: message, steps: steps)
    finding.evidence = names.evidence(of: steps)
    findings.append(finding)
  }

  /// A program that was stopped from outside is worth a note, because many programs have no other end. So is one that ended
  /// while no closure ran: nothing is missing from its recording.
  private mutating func checkLastSteps(_ run: LocatedTrace) {
    let closures = run.trace.unreturnedClosures
    let message: String
    switch closures.count {
    case 0:
      message = "the program \(run.lastVerb), and did not end its recording; no closure was running"
    case 1: message = run.programNames.unreturned(closures[0], in: run)
    default: message = "the program \(run.lastVerb) while \(closures.count) closures were running"
    }
    let isCrash = run.lastVerb == "crashed"
    let isOrdinary = run.ending?.isUsualStop ?? closures.isEmpty
    add(message, isOrdinary && !isCrash ? .note : .warning, Self.lastSteps(run.trace))
    findings[findings.count - 1].place = closures.count == 1 ? names.place(closures[0]) : nil
  }

  /// For each thread its last step.
  private static func lastSteps(_ trace: Trace) -> [Int] {
    var last: [Int: Int] = [:]
    for step in trace.steps { last[step.thread] = step.index }
    return last.values.sorted()
  }

  /// A kind of observable that runs for every subscription, and did not for one.
  private mutating func checkSubscriptions(_ trace: Trace) {
    let producers = Set(trace.steps.lazy.filter { $0.kind == .run }.compactMap(\.object))
    let types = Set(producers.map { trace.objects[$0].typeName })
    // A subscription and its run name the same objects, on the same thread.
    struct Subscription: Hashable { let object, other: ObjectID?, thread: Int }
    var open: [Subscription: [Int]] = [:]
    for step in trace.steps {
      guard let object = step.object, types.contains(trace.objects[object].typeName) else { continue }
      let subscription = Subscription(object: object, other: step.other, thread: step.thread)
      if step.kind == .subscribe { open[subscription, default: []].append(step.index) }
      if step.kind == .run { _ = open[subscription]?.popLast() }
    }
    let lacksNothing = trace.droppedRecords == 0 && trace.damagedSlots == 0 && trace.unfinishedRecords == 0
    let isWhole = trace.isComplete && lacksNothing
    for step in open.values.joined().sorted() {
      let object = trace.steps[step].object
      var finding = Finding(
        rule: .subscribeWithoutRun, level: isWhole ? .warning : .note,
        message: "\(object.map(names.name) ?? "a producer") was subscribed to and did not run",
        steps: [step], objects: [object].compactMap(\.self))
      finding.evidence = names.evidence(of: [step])
      finding.place = object.flatMap(names.place)
      findings.append(finding)
    }
  }
}
