import RxTrace

extension Finding.Rule {
  /// A cold sequence did its work once for each subscription to one stage.
  public static let workRepeated = Finding.Rule(
    "work-repeated", "A cold sequence did its work once for each subscription to one stage.")
}

/// Work that was done once for each of several subscriptions to one stage, although one subscription could be shared.
///
/// Work is the closure of a cold sequence that came to its own end, as a request does. A closure that only registers a
/// listener never ends, so it is not counted. A closure that makes the sequence to follow, as that of `deferred` does, is work
/// if it printed something, or if that sequence came to its end by itself and later: reading a value, or taking an element of
/// a subject, is not. The two closures of `using` are one work. If the closure of another cold sequence does its work, only
/// that one counts.
///
/// A closure that makes a sequence of what a function returns, as `deferred { .just(load()) }`, may do its work in that call,
/// of which the recording has nothing. The source is read for the call, and if the values are equal, that is a note: it may
/// only have read a value.
///
/// A second subscription after a failure, after the end of the first, or by the operator that made the first (`retry`, a later
/// element of `flatMap`) is intended; so is one whose events go through that operator, as of a poll that concatenates itself.
struct RepeatedWorkRule: CheckRule {
  static let id = Finding.Rule.workRepeated

  private var works: [Work] = []
  /// For each sink, the position of its work.
  private var places: [ObjectID: Int] = [:]

  private struct Work {
    /// The number of the closure's step, and of the outermost call around it.
    var step: Int
    var root: Int
    /// The sink that called the closure.
    var sink: ObjectID
    /// The first elements that it sent.
    var sent: [Int] = []
    var prints = false
    /// Whether its closure may have done its work in a call of the program's own.
    var isSilent = false
  }

  /// Work with what is known of it when the run is over.
  private struct Branch {
    var work: Work
    /// The last stage before the pipelines of several subscriptions part, and its sink in this one.
    var stage: ObjectID
    var sink: ObjectID
    /// The observer that the sink sends to, or the operator for whose elements it runs.
    var consumer: ObjectID
  }

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    switch event {
    case .entered(nil, let object) where run.has(.cold, object):
      guard places[object] == nil else { return }
      places[object] = works.count
      works.append(Work(step: run.step.number, root: run.root, sink: object))
    case .left(.next, let object):
      if let place = places[object], works[place].sent.count < 4 { works[place].sent.append(run.step.number) }
    case .printed:
      guard let call = run.parent, call.kind == .closure, call.event == nil, let object = call.object,
        let place = places[object]
      else { return }
      works[place].prints = true
    default: break
    }
  }

  func quotes(_ run: Pipelines) -> [Int] {
    grouped(run).joined().flatMap { branch in
      [branch.work.step] + branch.work.sent
        + [run.runs[run.last(of: branch.sink)].subscription?.call].compactMap(\.self)
    }
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    grouped(run).compactMap { branches in
      guard let pair = pair(of: branches, run, names) else { return nil }
      guard pair.first.work.isSilent else { return finding(pair, run, names) }
      return silentCall(of: pair, run, names).map { finding(pair, calling: $0, run, names) }
    }
  }

  /// The work that came to its own end, by the stages where pipelines part, as far as it was done for several.
  private func grouped(_ run: Pipelines) -> [[Branch]] {
    var branches: [ObjectID: [Branch]] = [:]
    var stages: [ObjectID: (stage: ObjectID, sink: ObjectID)?] = [:]
    let inner = works.filter { !isDeferring($0, run) }.map(\.sink)
    let outer = inner.reduce(into: Set<ObjectID>()) { $0.formUnion(run.chain(from: $1).dropFirst()) }
    for work in works where run.runs[work.sink].outputEnd != nil {
      var work = work
      if isDeferring(work, run) {
        work.isSilent = !hasWork(work, run)
        if outer.contains(work.sink) || work.isSilent && !mayCall(work, run) { continue }
      }
      guard let (stage, sink) = parting(from: work.sink, &stages, run) else { continue }
      branches[stage, default: []].append(
        Branch(work: work, stage: stage, sink: sink, consumer: consumer(of: sink, run)))
    }
    return branches.sorted { $0.key < $1.key }.map { Self.certain($0.value) }
      .filter { Set($0.map(\.consumer)).count > 1 }
  }

  /// The branches whose work is in the recording; the other branches if there are none.
  private static func certain(_ branches: [Branch]) -> [Branch] {
    let certain = branches.filter { !$0.work.isSilent }
    return certain.isEmpty ? branches : certain
  }

  /// Whether the sequence that a closure made ended at once, and without a subject or another closure.
  private func mayCall(_ work: Work, _ run: Pipelines) -> Bool {
    guard run.runs[work.sink].outputEnd?.root == work.root, let source = run.runs[work.sink].lastSource else {
      return false
    }
    return run.runs[source].role == .observable
      && run.sources(of: work.sink).allSatisfy { run.runs[$0].role != .subject }
  }

  /// The function that the closures of a pair call for the element, by reading the line.
  private func silentCall(of pair: Pair, _ run: Pipelines, _ names: FindingNames) -> SilentCall? {
    guard let line = names.place(run.graph.owner(of: pair.first.work.sink)),
      let name = names.sources.text(of: line.file).flatMap({ SourceStatements($0).workOfClosure(at: line.line) })
    else { return nil }
    return SilentCall(name: name, line: line)
  }

  private struct SilentCall {
    var name: String
    var line: SourceLine
  }

  /// Whether the closure made a sequence, whose events its sink hands on.
  private func isDeferring(_ work: Work, _ run: Pipelines) -> Bool { run.runs[work.sink].lastSource != nil }

  /// Whether the sequence that a closure made is work: it came to its end later, and not because of a subject.
  private func hasWork(_ work: Work, _ run: Pipelines) -> Bool {
    if work.prints { return true }
    guard let end = run.runs[work.sink].outputEnd, end.root != work.root else { return false }
    return run.sources(of: work.sink).last.map { run.runs[$0].role != .subject } ?? false
  }

  /// The last of the stages behind a sink that was subscribed to several times.
  private func parting(
    from sink: ObjectID, _ known: inout [ObjectID: (stage: ObjectID, sink: ObjectID)?], _ run: Pipelines
  ) -> (stage: ObjectID, sink: ObjectID)? {
    var path: [ObjectID] = []
    var result: (stage: ObjectID, sink: ObjectID)?
    for stage in run.chain(from: sink) {
      if let found = known[stage] {
        result = found
        break
      }
      path.append(stage)
    }
    for stage in path.reversed() {
      if result == nil, let producer = run.graph.producers[stage], run.runs[producer].runCount > 1 {
        result = (producer, stage)
      }
      known[stage] = .some(result)
    }
    return result
  }

  /// The purpose of a run of a stage: the inner sequences of one operator are for that operator, unless it has a fixed number
  /// of them.
  private func consumer(of sink: ObjectID, _ run: Pipelines) -> ObjectID {
    guard let observer = run.next(of: sink) else { return sink }
    guard run.isPart(observer), let parent = run.next(of: observer) else { return observer }
    return run.runs[observer].subscription?.isForElement ?? false ? parent : observer
  }

  // MARK: Pairs

  private struct Pair {
    var first: Branch
    var second: Branch
    var level: Finding.Level
    var all: [Branch]
  }

  private func pair(of branches: [Branch], _ run: Pipelines, _ names: FindingNames) -> Pair? {
    var found: Pair?
    for (index, branch) in branches.enumerated() {
      for other in branches[max(0, index - 8)..<index] where other.consumer != branch.consumer {
        guard let level = level(other, branch, run, names), found.map({ level > $0.level }) ?? true else { continue }
        found = Pair(first: other, second: branch, level: level, all: branches)
      }
      if found?.level == .warning { break }
    }
    return found
  }

  private func level(
    _ first: Branch, _ second: Branch, _ run: Pipelines, _ names: FindingNames
  ) -> Finding.Level? {
    let isEqual = !first.work.sent.isEmpty && values(of: first, names) == values(of: second, names)
    let isSetUpAtOnce = areSetUpTogether(first, second, run)
    if run.runs[first.sink].end ?? .max > second.work.step { return isEqual || isSetUpAtOnce ? .warning : .note }
    guard isSetUpAtOnce, isEqual, !run.chain(from: second.consumer).contains(first.consumer) else { return nil }
    return didSomething(first.work, run) && didSomething(second.work, run) ? .warning : .note
  }

  private func values(of branch: Branch, _ names: FindingNames) -> [String] {
    branch.work.sent.map { names.value($0) ?? "" }
  }

  /// Whether two lines of the program subscribed on one thread, and nothing happened on it between the subscriptions.
  private func areSetUpTogether(_ first: Branch, _ second: Branch, _ run: Pipelines) -> Bool {
    let ends = (run.last(of: first.sink), run.last(of: second.sink))
    guard ends.0 != ends.1, let one = run.runs[ends.0].subscription, let other = run.runs[ends.1].subscription else {
      // Equal ends are those of one pipeline that subscribes to the stage for several of its inputs.
      return ends.0 == ends.1
    }
    return (one.stack == nil || one.stack != other.stack) && one.thread == other.thread
      && one.arrivalsOfThread == other.arrivalsOfThread
  }

  /// Whether a closure did more than send elements: it printed something, or left the work to another call.
  private func didSomething(_ work: Work, _ run: Pipelines) -> Bool {
    work.prints || run.runs[work.sink].outputEnd?.root != work.root
  }

  // MARK: Findings

  private func finding(
    _ pair: Pair, calling call: SilentCall, _ run: Pipelines, _ names: FindingNames
  ) -> Finding {
    var finding = finding(pair, run, names)
    finding.level = .note
    finding.message =
      "\(names.name(pair.first.stage)) has \(Set(pair.all.map(\.consumer)).count) subscriptions, and each called "
      + "`\(call.name)()` again, by reading line \(call.line.line): it was called \(pair.all.count) times"
    finding.cause = "The closure runs for each subscription, and so does the call in it, whose results were equal."
    return finding
  }

  private func finding(_ pair: Pair, _ run: Pipelines, _ names: FindingNames) -> Finding {
    let stage = pair.first.stage
    let runs = Set(pair.all.map(\.consumer)).count
    let source = run.graph.owner(of: pair.first.work.sink)
    let whose = source == stage ? "its closure again" : "\(names.sharedName(source)) again"
    var finding = Finding(
      rule: .workRepeated, level: pair.level,
      message: "\(names.name(stage)) has \(runs) subscriptions, and each did the work of \(whose): "
        + "it ran \(pair.all.count) times",
      steps: pair.all.map(\.work.step), objects: [stage])
    finding.place = names.place(stage)
    finding.cause = "Each subscription to a cold sequence starts its work anew."
    let place = names.label(stage) + (names.place(stage).map { " in line \($0.line)" } ?? "")
    if run.runs[pair.first.sink].end ?? .max > pair.second.work.step {
      finding.remedy = "Put `.share(replay: 1)` behind \(place), so that the subscriptions share one run."
      finding.change = names.change(.share, at: stage)
    } else {
      finding.remedy =
        "Put `.replay(1)` behind \(place), and call `connect()` after the subscriptions: `share` would begin the work again "
        + "for a subscription that comes after its end."
    }
    for branch in [pair.first, pair.second] {
      if let subscription = run.runs[run.last(of: branch.sink)].subscription {
        finding.evidence.append(names.evidence(names.step(subscription.call), "subscribes"))
      }
      let values = values(of: branch, names)
      let result = values.isEmpty ? "" : ", and sent \(values.joined(separator: ", "))"
      finding.evidence.append(names.evidence(names.step(branch.work.step), "the closure ran\(result)"))
    }
    return finding
  }
}
