import TraceFormat

/// The way of an element through the stages of a pipeline, from a step on: as far as it came, and why no further.
struct ValueJourney {
  enum Ending: Equatable {
    /// The element, or an element that was made of it, came to one of the stages asked for.
    case arrived(Int)
    /// It came to the end of a pipeline that does not lead to one of those stages.
    case consumed(Int)
    /// It went no further than to this step.
    case stopped(Int, Obstacle)
  }

  /// Why an element went no further.
  enum Obstacle: Equatable {
    /// The stage kept or dropped it. For some reasons another step explains it: the element that replaced it, or that
    /// it equals.
    case withheld(Withholding, related: Int?)
    /// The stage still kept it when this step disposed or ended the sequence.
    case cutShort(Withholding, by: Int)
    /// A closure that was given it did not return, because the recording ended within it.
    case unreturned(Int)
    /// It only told the stage when to send or to let through elements of another input.
    case onlySignal
    /// The stage handed nothing on, and nothing is known about its kind.
    case unknown
    /// A closure threw, or the stage ended with an error.
    case threw(Int)
    /// The subscription was disposed of before, by this step.
    case disposed(Int)
    /// The sequence had ended before, with this event.
    case ended(Int)
    /// Nothing was subscribed at that time; the step is the first subscription after it, if there is one.
    case notSubscribed(Int?)
    /// The sequence that was made of the element sent none. The steps: its subscription, and what ended it, if anything.
    case silent(Int, ended: Int?)
    /// Inputs of the stage, by their stages' subscriptions, that had no element.
    case missingInputs([ObjectID], drops: Bool)
  }

  private let stages: PipelineStages
  private let trace: Trace
  private let targets: Set<ObjectID>
  private let leading: Set<ObjectID>

  /// - Parameters:
  ///   - targets: the stages that the element is expected at.
  ///   - leading: those and what feeds them.
  init(_ stages: PipelineStages, to targets: Set<ObjectID>, leading: Set<ObjectID>) {
    self.stages = stages
    trace = stages.trace
    self.targets = targets
    self.leading = leading
  }

  /// Follows the element of a step.
  func ending(from index: Int) -> Ending {
    var visited: Set<Int> = []
    return follow(index, &visited)
  }

  private func follow(_ index: Int, _ visited: inout Set<Int>) -> Ending {
    guard visited.insert(index).inserted else { return .consumed(index) }
    let step = trace.steps[index]
    guard let object = step.object else { return .consumed(index) }
    switch step.kind {
    case .forwardOn: return followForwarded(step, &visited)
    case .on where targets.contains(stages.stage(of: object)): return .arrived(index)
    case .on where stages.isSubject(object): return followThroughSubject(step, object, &visited)
    case .on where stages.stage(of: object) != object || trace.objects[object].role == .sink:
      return followThroughSink(step, stages.stage(of: object), &visited)
    case .on, .onCore, .closure: return followThroughObserver(step, &visited)
    default: return .consumed(index)
    }
  }

  private func followForwarded(_ step: Step, _ visited: inout Set<Int>) -> Ending {
    guard let object = step.object else { return .consumed(step.index) }
    guard step.isDelivered else { return .stopped(step.index, end(before: step.index, of: stages.stage(of: object))) }
    let received = stages.children(of: step.index).first {
      trace.steps[$0].kind == .on && trace.steps[$0].event == .next
    }
    guard let received else { return .consumed(step.index) }
    return follow(received, &visited)
  }

  /// An observer's closures may send to other pipelines. The observer of a shared sequence hands the element to those that
  /// share it.
  private func followThroughObserver(_ step: Step, _ visited: inout Set<Int>) -> Ending {
    let sent = stages.within(step.index) { $0.kind == .on && isSend($0) }.filter { isSend(trace.steps[$0]) }
    let shared = stages.children(of: step.index).filter { isReceipt($0) && !sent.contains($0) }
    if let ending = best(of: sent + shared, &visited) { return ending }
    let open = ([step.index] + stages.within(step.index)).last { trace.isUnreturned(trace.steps[$0]) }
    return open.map { .stopped(step.index, .unreturned($0)) } ?? .consumed(step.index)
  }

  private func isSend(_ step: Step) -> Bool {
    step.kind == .on && step.event == .next && step.object.map { stages.isSubject($0) && leading.contains($0) } ?? false
  }

  // MARK: Subjects

  private func followThroughSubject(_ step: Step, _ subject: ObjectID, _ visited: inout Set<Int>) -> Ending {
    if let end = endOfSubject(subject, before: step.index) { return .stopped(step.index, .ended(end)) }
    let given = stages.children(of: step.index).filter { isReceipt($0) } + replays(of: step, subject)
    return best(of: given, &visited) ?? .stopped(step.index, whyNobodyListens(to: subject, at: step.index))
  }

  private func isReceipt(_ index: Int) -> Bool {
    let step = trace.steps[index]
    guard step.kind == .on, step.event == .next, let object = step.object else { return false }
    return leading.contains(stages.stage(of: object))
  }

  /// The deliveries to observers that came later.
  private func replays(of step: Step, _ subject: ObjectID) -> [Int] {
    guard trace.objects[subject].traits.contains(.replays) else { return [] }
    return stages.steps(of: subject, after: step.index).filter { trace.steps[$0].kind == .subscribe }
      .flatMap { stages.within($0) { $0.kind == .on } }
      .filter { isReceipt($0) && trace.steps[$0].value == step.value }
  }

  private func endOfSubject(_ subject: ObjectID, before index: Int) -> Int? {
    stages.firstEnd(of: subject).flatMap { $0 < index ? $0 : nil }
  }

  private func isTerminal(_ index: Int) -> Bool {
    let step = trace.steps[index]
    guard step.event == .completed || step.event == .error else { return false }
    return [.on, .forwardOn, .onCore].contains(step.kind)
  }

  private func whyNobodyListens(to subject: ObjectID, at index: Int) -> Obstacle {
    let subscriptions = stages.steps(of: subject).filter { position in
      let step = trace.steps[position]
      return step.kind == .subscribe && step.other.map { leading.contains(stages.stage(of: $0)) } ?? false
    }
    guard let last = subscriptions.last(where: { $0 < index }), let observer = trace.steps[last].other else {
      return .notSubscribed(subscriptions.first { $0 > index })
    }
    return end(before: index, after: last, of: stages.stage(of: observer))
  }

  // MARK: Ends

  /// Why a stage takes no more elements at a step: its sequence ended, or was disposed of.
  private func end(before index: Int, after start: Int = -1, of stage: ObjectID) -> Obstacle {
    // Only the stages themselves: the inputs and inner sequences of a stage end without it.
    let way = stages.downstream(of: [stage]).intersection(leading)
    let steps = way.flatMap { stage in stages.steps(of: stage).filter { trace.steps[$0].object == stage } }
      .filter { $0 > start && $0 < index }
    let end = steps.filter(isTerminal).min()
    let disposal = steps.filter { trace.steps[$0].kind == .dispose }.min() ?? disposal(of: stage, start, index)
    if let end, disposal.map({ end < $0 }) ?? true { return .ended(end) }
    return disposal.map { .disposed($0) } ?? .unknown
  }

  /// The disposal of the subscription of a stage, whose object is another than the stage.
  private func disposal(of stage: ObjectID, _ start: Int, _ index: Int) -> Int? {
    let holders = trace.objects.indices.filter { holder in
      trace.objects[holder].links.contains { $0.role == .subscriber && stages.stage(of: $0.target) == stage }
    }
    return holders.flatMap { stages.steps(of: $0) }
      .filter { $0 > start && $0 < index && trace.steps[$0].kind == .dispose }.min()
  }

  // MARK: Sinks

  private func followThroughSink(_ step: Step, _ sink: ObjectID, _ visited: inout Set<Int>) -> Ending {
    // An element that the stage sends then is one of its other input.
    if trace.objects[sink].withholding == .signal, step.object != sink { return .stopped(step.index, .onlySignal) }
    let inner = stages.within(step.index)
    let sent = inner.filter { isForward($0, of: sink, .next) && !isNested($0, step.index, sink) }
    if let ending = best(of: sent + handedOn(by: step, sink), &visited) { return ending }
    if let error = inner.first(where: { isForward($0, of: sink, .error) }) {
      return .stopped(step.index, .threw(error))
    }
    if let ending = followInnerSequence(inner, step, sink, &visited) { return ending }
    if let ending = best(of: later(than: step, inner, sink), &visited) { return ending }
    return .stopped(step.index, obstacle(at: step, sink, inner))
  }

  private func isForward(_ index: Int, of sink: ObjectID, _ event: EventKind) -> Bool {
    let step = trace.steps[index]
    return step.kind == .forwardOn && step.event == event && step.object.map { stages.stage(of: $0) } == sink
  }

  /// The deliveries without a `forwardOn`: a window or a group is a sequence of its own.
  private func handedOn(by step: Step, _ sink: ObjectID) -> [Int] {
    stages.children(of: step.index).filter { isReceipt($0) && stages.stage(of: trace.steps[$0].object ?? sink) != sink }
  }

  /// Whether a step belongs to another element that the same stage was given meanwhile.
  private func isNested(_ index: Int, _ call: Int, _ sink: ObjectID) -> Bool {
    let other = stages.enclosing(index) { step in
      step.index == call || step.kind == .on && step.object == trace.steps[call].object
    }
    return other?.index != call
  }

  /// Follows the sequence that the stage made of the element.
  private func followInnerSequence(
    _ inner: [Int], _ step: Step, _ sink: ObjectID, _ visited: inout Set<Int>
  ) -> Ending? {
    let subscribed = inner.first { index in
      let step = trace.steps[index]
      return step.kind == .subscribe
        && step.other.map { $0 != sink && stages.stage(of: $0) == sink } ?? false
    }
    guard let subscribed, let observer = trace.steps[subscribed].other else { return nil }
    let received = stages.steps(of: sink, after: subscribed).filter { index in
      trace.steps[index].object == observer && trace.steps[index].kind == .on && trace.steps[index].event == .next
    }
    if let ending = best(of: received, &visited) { return ending }
    let ended = stages.steps(of: sink, after: subscribed).first { index in
      let step = trace.steps[index]
      return step.object == observer && (step.kind == .dispose || step.kind == .on && step.event != .next)
    }
    return .stopped(step.index, .silent(subscribed, ended: ended))
  }

  /// The elements that the stage sends later because of this one.
  private func later(than step: Step, _ inner: [Int], _ sink: ObjectID) -> [Int] {
    let scheduled = inner.filter { trace.steps[$0].kind == .schedule }.flatMap { stages.actions(of: $0) }
      .flatMap { stages.within($0) }.filter { isForward($0, of: sink, .next) && isSame($0, step) }
    if let first = scheduled.first { return [first] }
    let after = stages.steps(of: sink, after: step.index).lazy.filter { isForward($0, of: sink, .next) }
    switch trace.objects[sink].withholding {
    case .queue, .last: return after.first { isSame($0, step) }.map { [$0] } ?? []
    case .rate, .quiet: return after.first.flatMap { isSame($0, step) ? [$0] : nil } ?? []
    case .signal where step.object == sink,
      .inputs,
      .latest where step.object != sink:
      // The next element that the stage sends, unless the same input has another one before that.
      return after.first { $0 < replacement(of: step, sink) ?? .max }.map { [$0] } ?? []
    case .pairs: return combination(with: step, sink).map { [$0] } ?? []
    case .end, .batch: return after.first.map { [$0] } ?? []
    default: return []
    }
  }

  /// The next element of the same input.
  private func replacement(of step: Step, _ sink: ObjectID) -> Int? {
    stages.steps(of: sink, after: step.index).first { isElement($0, of: step.object) }
  }

  /// The combination that has the element: the first one has the first element of each input, and so on.
  private func combination(with step: Step, _ sink: ObjectID) -> Int? {
    let steps = stages.steps(of: sink)
    let place = steps.count { $0 < step.index && isElement($0, of: step.object) }
    return steps.lazy.filter { isForward($0, of: sink, .next) }.dropFirst(place).first
  }

  private func isElement(_ index: Int, of input: ObjectID?) -> Bool {
    let step = trace.steps[index]
    return step.kind == .on && step.event == .next && step.object == input
  }

  private func isSame(_ index: Int, _ step: Step) -> Bool { trace.steps[index].value == step.value }

  private func obstacle(at step: Step, _ sink: ObjectID, _ inner: [Int]) -> Obstacle {
    if let open = inner.last(where: { trace.isUnreturned(trace.steps[$0]) }) { return .unreturned(open) }
    let isOver = stages.firstEnd(of: sink).map { $0 < step.index } ?? false
    if isOver { return end(before: step.index, of: sink) }
    guard let withholding = trace.objects[sink].withholding else {
      // A closure of the stage that threw without an error coming out is caught further on.
      if let thrown = inner.first(where: { trace.steps[$0].thrown != nil }) { return .threw(thrown) }
      return .unknown
    }
    return obstacle(withholding, at: step, sink)
  }

  private func obstacle(_ reason: Withholding, at step: Step, _ sink: ObjectID) -> Obstacle {
    switch reason {
    case .repetition, .busy:
      let before = stages.steps(of: sink).last { index in
        index < step.index && (reason == .busy ? isSubscribedInner(index, sink) : isForward(index, of: sink, .next))
      }
      return .withheld(reason, related: before)
    case .rate where !hasTimer(sink, step.index):
      let sent = stages.steps(of: sink).last { $0 < step.index && isForward($0, of: sink, .next) }
      return .withheld(reason, related: sent)
    case .rate, .quiet:
      // The last element that came before the stage sent one: it took this one's place.
      let after = stages.steps(of: sink, after: step.index)
      let sent = after.first { isForward($0, of: sink, .next) } ?? .max
      let replacing = after.prefix { $0 < sent }.last { trace.steps[$0].kind == .on && trace.steps[$0].event == .next }
      return replacing.map { .withheld(reason, related: $0) } ?? pending(reason, at: step, sink)
    case .signal where step.object == sink,
      .inputs,
      .latest where step.object != sink:
      let reason = reason == .latest ? .signal : reason
      return replacement(of: step, sink).map { .withheld(reason, related: $0) } ?? pending(reason, at: step, sink)
    case .last:
      let sent = stages.steps(of: sink, after: step.index).first { isForward($0, of: sink, .next) }
      return sent.map { .withheld(reason, related: $0) } ?? pending(reason, at: step, sink)
    case .queue, .pairs, .end, .batch: return pending(reason, at: step, sink)
    case .signal: return .onlySignal
    case .latest, .opening:
      guard step.object == sink else { return .onlySignal }
      let missing = inputsWithoutElement(of: sink, at: step)
      return missing.isEmpty ? .unknown : .missingInputs(missing, drops: true)
    case .predicate, .absence, .position, .all: return .withheld(reason, related: nil)
    }
  }

  /// Whether the stage had asked a scheduler to send an element later. One that never does keeps none.
  private func hasTimer(_ sink: ObjectID, _ index: Int) -> Bool {
    let given = stages.steps(of: sink).prefix { $0 <= index }.filter { trace.steps[$0].kind == .on }
    return given.contains { call in
      stages.within(call) { $0.kind == .forwardOn }.contains { trace.steps[$0].kind == .schedule }
    }
  }

  /// The element waited, and the sequence ended before its time; or the recording did.
  private func pending(_ reason: Withholding, at step: Step, _ sink: ObjectID) -> Obstacle {
    let last = trace.steps[trace.steps.count - 1]
    let missing = reason == .inputs || reason == .pairs ? inputsWithoutElement(of: sink, at: last) : []
    guard missing.isEmpty else { return .missingInputs(missing, drops: false) }
    switch end(before: trace.steps.count, after: step.index, of: sink) {
    case .disposed(let end), .ended(let end): return .cutShort(reason, by: end)
    default: return .withheld(reason, related: nil)
    }
  }

  private func isSubscribedInner(_ index: Int, _ sink: ObjectID) -> Bool {
    stages.subscriptions(of: sink).contains(index)
      && trace.steps[index].other.map { $0 != sink } ?? false
  }

  /// The sources that the stage subscribed to and that sent it nothing yet.
  private func inputsWithoutElement(of sink: ObjectID, at step: Step) -> [ObjectID] {
    let heard = Set(
      stages.steps(of: sink).prefix { $0 <= step.index }
        .filter { trace.steps[$0].kind == .on && trace.steps[$0].event == .next }.compactMap { trace.steps[$0].object })
    return stages.subscriptions(of: sink).filter { $0 < step.index }.compactMap { index in
      guard let observer = trace.steps[index].other, !heard.contains(observer) else { return nil }
      return trace.steps[index].object
    }
  }

  // MARK: Ways that part

  /// The ending of the way that came furthest: one that arrived, or else the last that was stopped.
  private func best(of steps: some Sequence<Int>, _ visited: inout Set<Int>) -> Ending? {
    var stopped: Ending?
    var consumed: Ending?
    for index in steps {
      switch follow(index, &visited) {
      case let ending where ending.isArrival: return ending
      case .stopped(let step, let obstacle): stopped = .stopped(step, obstacle)
      case let ending: consumed = ending
      }
    }
    return stopped ?? consumed
  }
}

extension ValueJourney.Ending {
  var isArrival: Bool { if case .arrived = self { true } else { false } }
}
