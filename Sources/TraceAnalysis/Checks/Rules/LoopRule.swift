import RxTrace

extension Finding.Rule {
  /// A subject fed itself over a queue with the same element, and did not come to rest (with others: a note).
  public static let loop = Finding.Rule(
    "loop", "A subject fed itself over a queue with the same element, and did not come to rest (with others: a note).")
}

/// A subject or relay that is given an element because of one that it sent, again and again without anything from outside.
///
/// The way of an element is followed through calls within calls, and through `observe(on:)` with a queue: the action that
/// hands the element on belongs to the call that gave it. A time operator, a timer or a request makes a pause, so that what
/// comes after them begins a new way. Two fields that follow each other come to rest after a round, and so does a state
/// that goes through a few steps. It is a loop if an element was on its way when the pipeline was disposed or the program
/// ended, after many rounds. If the same element came back, nothing would have ended it; if elements differ, as numbers that
/// are counted, it may have been cut short. An element that comes back within its own delivery is reentrancy. A scheduler without a queue of
/// its own, and a queue that the program uses itself, hide the way.
struct LoopRule: CheckRule {
  static let id = Finding.Rule.loop

  /// For each thread, the calls under way that give an element to a subject, or that go on with such an element.
  private var open: [[Open]] = []
  /// The way of the element that an action hands on, by the number of the action's `schedule`.
  private var waiting: [Int: [Stop]] = [:]
  private var loops: [ObjectID: Loop] = [:]

  private static let fewest = 10
  private static let mostStops = 8

  /// A subject on the way of an element.
  private struct Stop {
    var subject: ObjectID
    /// The steps that gave it an element last, and before.
    var step: Int
    var earlier: Int?
    /// The object in whose call the subject was given its last element.
    var sender: ObjectID?
    var rounds = 0
  }

  private struct Open {
    var call: Int
    var way: [Stop]
    /// Whether something was handed on.
    var goesOn = false
  }

  private struct Loop {
    /// The stops of its latest round.
    var way: [Stop]
    var rounds: Int
    /// Whether an element was on its way when the pipeline ended.
    var isCut = false
  }

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    switch event {
    case .arrived(.next, let object): arrive(at: object, run)
    case .scheduled: schedule(run)
    case .acted(let schedule?):
      guard let way = waiting.removeValue(forKey: schedule) else { return }
      push(Open(call: run.step.number, way: way), run)
    case .undelivered(.next, _):
      if run.step.thread < open.count, let last = open[run.step.thread].last { cut(last.way) }
    case .cancelled(let schedule?): if let way = waiting.removeValue(forKey: schedule) { cut(way) }
    case .returned(let place): leave(run.returned[place].call)
    default: break
    }
  }

  private mutating func push(_ call: Open, _ run: Pipelines) {
    while open.count <= run.step.thread { open.append([]) }
    open[run.step.thread].append(call)
  }

  private mutating func arrive(at object: ObjectID, _ run: Pipelines) {
    let thread = run.step.thread
    let last = thread < open.count ? open[thread].indices.last : nil
    if let last { open[thread][last].goesOn = true }
    guard run.runs[object].role == .subject else { return }
    var way = last.map { open[thread][$0].way } ?? []
    if let index = way.firstIndex(where: { $0.subject == object }) {
      var stop = way.remove(at: index)
      (stop.earlier, stop.step, stop.rounds) = (stop.step, run.step.number, stop.rounds + 1)
      stop.sender = run.parent?.object
      way.append(stop)
      if stop.rounds >= Self.fewest { loops[object] = Loop(way: way, rounds: stop.rounds) }
    } else {
      if way.count == Self.mostStops { way.removeFirst() }
      way.append(Stop(subject: object, step: run.step.number))
    }
    push(Open(call: run.step.number, way: way), run)
  }

  private mutating func schedule(_ run: Pipelines) {
    guard run.step.thread < open.count, let last = open[run.step.thread].last, let call = run.parent,
      call.kind == .onCore || call.kind == .on, let stage = call.object, run.has(.moves, stage)
    else { return }
    waiting[run.step.number] = last.way
  }

  private mutating func leave(_ call: OpenCall) {
    guard call.thread < open.count, let last = open[call.thread].last, last.call == call.number else { return }
    open[call.thread].removeLast()
    if call.kind == .scheduledAction, !last.goesOn { cut(last.way) }
  }

  private mutating func cut(_ way: [Stop]) {
    for stop in way where stop.rounds >= Self.fewest { loops[stop.subject]?.isCut = true }
  }

  // MARK: Findings

  /// The loops that did not come to rest, each once, by the subject that was the first on the way.
  private var endless: [(subject: ObjectID, loop: Loop)] {
    var cutShort = loops
    for stop in waiting.values.joined() where stop.rounds >= Self.fewest { cutShort[stop.subject]?.isCut = true }
    var known: Set<ObjectID> = []
    return cutShort.filter(\.value.isCut).sorted { $0.key < $1.key }.compactMap { subject, loop in
      defer { known.formUnion(loop.way.map(\.subject)) }
      return known.contains(subject) ? nil : (subject, loop)
    }
  }

  func quotes(_ run: Pipelines) -> [Int] {
    endless.flatMap { $0.loop.way.flatMap { [$0.step, $0.earlier].compactMap(\.self) } }
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    endless.map { finding($0, $1, names) }
  }

  /// Explains also the actions that were to hand on the elements of loops.
  func explained(by findings: [Finding]) -> Explained {
    let actions = waiting.filter { $0.value.contains { $0.rounds >= Self.fewest } }.keys
    return Explained(steps: findings.isEmpty ? [] : Set(actions), objects: Set(findings.flatMap(\.objects)))
  }

  private func finding(_ subject: ObjectID, _ loop: Loop, _ names: FindingNames) -> Finding {
    let stops = loop.way.filter { $0.rounds > 0 }
    let back = stops.first { $0.subject == subject }!
    let (value, earlier) = (names.value(back.step) ?? "an element", names.value(back.earlier!) ?? "an element")
    // An element without content says nothing about progress.
    let isSame = value == earlier && !["()", "an element"].contains(value)
    var finding = Finding(
      rule: .loop, level: isSame ? .warning : .note,
      message:
        "\(names.name(subject)) was given \(value) because it had sent \(earlier), and so \(loop.rounds) times in a row",
      steps: stops.flatMap { [$0.earlier, $0.step].compactMap(\.self) }.sorted(), objects: stops.map(\.subject))
    finding.cause =
      "What it sends comes back to it over a queue"
      + (isSame ? " as it was, so that it never comes to rest." : ", and had not come to rest at the end.")
    finding.remedy =
      "Leave out one of the subscriptions that send, or let it send only what comes from outside, with a `filter`."
    finding.evidence = stops.map { stop in
      let step = names.step(stop.step)
      return Finding.Evidence(stop.sender.flatMap(names.place), names.describe(step), step: step.index)
    }
    finding.place = finding.evidence.lazy.compactMap(\.place).first
    return finding
  }
}
