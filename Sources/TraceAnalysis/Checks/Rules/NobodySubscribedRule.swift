import RxTrace

extension Finding.Rule {
  /// A subject was given elements and had no subscription at all (none for a while: a note).
  public static let nobodySubscribed = Finding.Rule(
    "nobody-subscribed", "A subject was given elements and had no subscription at all (none for a while: a note).",
    isAboutAbsence: true)
}

/// Elements that a subject was given while nobody was subscribed, and that it does not replay to later observers.
///
/// A connectable sequence has a subject for each connection. An observer that subscribes when a connection is over
/// listens to the next one. One that had subscribed before may still listen to an earlier one, and gets nothing.
struct NobodySubscribedRule: CheckRule {
  static let id = Finding.Rule.nobodySubscribed

  private var lost: [ObjectID: [Int]] = [:]
  private var subscribed: Set<ObjectID> = []
  /// The subjects of connections, by the source of the connectable sequence; each with the observer that feeds it.
  private var connected: [ObjectID: [ObjectID: ObjectID]] = [:]
  private var ofConnections: Set<ObjectID> = []
  /// The connectable sequences that have had a subscription, by their sources.
  private var heard: [ObjectID: ObjectID] = [:]
  /// For each thread, the calls that give a subject an element, outermost first.
  private var sends: [[Send]] = []

  private struct Send {
    var step: Int
    var subject: ObjectID
    var isDelivered = false
  }

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    switch event {
    case .subscribed(_, let source):
      if run.runs[source].role == .subject { subscribed.insert(source) }
      if run.has(.shares, source) { hear(source, run) }
    case .arrived(let event, let object): arrive(event, at: object, run)
    case .returned(let place): leave(run.returned[place].call)
    default: break
    }
  }

  private mutating func arrive(_ event: EventKind, at object: ObjectID, _ run: Pipelines) {
    let thread = run.step.thread
    while sends.count <= thread { sends.append([]) }
    if let last = sends[thread].last, last.step == run.parent?.number {
      sends[thread][sends[thread].count - 1].isDelivered = true
    }
    guard event == .next, run.runs[object].role == .subject, !run.has(.replays, object), !run.isSentByOperator else {
      return
    }
    sends[thread].append(Send(step: run.step.number, subject: object))
    guard let (connection, source) = run.connectionAround, connected[source]?[object] == nil else { return }
    connected[source, default: [:]][object] = connection
    ofConnections.insert(object)
    guard let shared = heard[source], let sharers = run.sharers[shared] else { return }
    if !sharers.contains(where: { run.runs[$0].end == nil }) { subscribed.insert(object) }
  }

  /// An observer that subscribes to a connectable sequence when a connection is over listens to the next one.
  private mutating func hear(_ shared: ObjectID, _ run: Pipelines) {
    for source in run.source.links(of: shared).map(\.target) {
      heard[source] = shared
      for (subject, connection) in connected[source] ?? [:] where run.runs[connection].end != nil {
        subscribed.insert(subject)
      }
    }
  }

  private mutating func leave(_ call: OpenCall) {
    guard call.kind == .on, call.thread < sends.count, let send = sends[call.thread].last, send.step == call.number
    else {
      return
    }
    sends[call.thread].removeLast()
    if !send.isDelivered { lost[send.subject, default: []].append(send.step) }
  }

  func quotes(_ run: Pipelines) -> [Int] {
    (lost.values.flatMap(\.named) + sends.joined().filter { !$0.isDelivered }.map(\.step))
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    var lost = lost
    for send in sends.joined() where !send.isDelivered { lost[send.subject, default: []].append(send.step) }
    lost = lost.mapValues { $0.filter { !known.steps.contains($0) }.sorted() }
    lost = lost.filter { !$0.value.isEmpty && !known.objects.contains($0.key) }
    return lost.sorted { $0.value[0] < $1.value[0] }.map { finding($0, $1, names) }
  }

  private func finding(_ subject: ObjectID, _ steps: [Int], _ names: FindingNames) -> Finding {
    let what = steps.count == 1 ? "an element" : "\(steps.count) elements"
    let isDeaf = !subscribed.contains(subject) && names.trace.isComplete
    let never = ofConnections.contains(subject) ? "nobody subscribed to this connection" : "nobody ever subscribed"
    let when = isDeaf ? ", and \(never)" : " while nobody was subscribed"
    var finding = Finding(
      rule: .nobodySubscribed, level: isDeaf ? .warning : .note,
      message: "\(names.name(subject)) was given \(what)\(when)", steps: steps, objects: [subject])
    finding.cause = "A subject that keeps nothing drops an element that nobody takes."
    finding.remedy = "Subscribe before the first element, or use a `BehaviorRelay` or `ReplaySubject`."
    finding.evidence = names.evidence(of: steps)
    finding.place = names.place(names.step(steps[0]))
    return finding
  }
}
