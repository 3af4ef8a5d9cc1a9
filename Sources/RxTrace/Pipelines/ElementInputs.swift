import TraceFormat

/// The elements that each element of a run was made from.
///
/// **The inputs of an element** that a stage sends are the elements that were given to the stage or to one of its
/// parts, and without which the stage would not have sent this element as it is:
/// - the element that it was given in the call in which it sends;
/// - for a stage that combines its inputs, the latest element that it had taken from each other input, or for a `zip`
///   the elements at the same position; for a stage that takes the latest of another input, that element;
/// - for a stage that keeps an element and sends it later, that element; one given meanwhile is only a signal;
/// - for a stage that collects, the elements since it last sent, or all before its end; for a stage that accumulates,
///   such as a `scan`, all elements so far;
/// - for an inner sequence, also the element that the sequence was made from.
///
/// A subject or a shared sequence that replays gives a new observer an element again; its input is the element as it
/// was first given. If elements came on another thread while this one was made, the recording does not tell which of
/// them was taken. Such an input has ``Input/alternatives``.
///
/// ``Elements`` follows the same relation forwards. Here it is followed backwards, for single elements of a run that is
/// over. Steps are given by their positions in ``Trace/steps``.
package struct ElementInputs {
  package struct Input: Equatable {
    package enum Role: String {
      /// The stage was given the element in the call in which it sends.
      case given
      /// The element waited at another input.
      case combined
      /// The stage kept the element, and sent it later.
      case kept
      /// The element is one of several that the stage had collected.
      case collected
      /// The element told the stage when to send.
      case signal
      /// The stage made from the element the inner sequence that sent.
      case outer
      /// The element was given again to an observer that subscribed later.
      case replayed
    }

    package var step: Int
    package var role: Role
    /// Newer elements, one of which may have been taken in place of this one, in the order in which they came.
    package var alternatives: [Int]

    package init(step: Int, role: Role, alternatives: [Int] = []) {
      (self.step, self.role, self.alternatives) = (step, role, alternatives)
    }
  }

  private let trace: Trace
  private let parts: StageParts
  /// The elements of each stage: those that it or a part of it was given, and those that it sent.
  private var traffic: [[Int32]]
  /// The calls of each stage's closures that make an element from several inputs.
  private var makings: [ObjectID: [Int32]] = [:]
  /// The subscriptions of each observer, and the observers that are each stage itself or its parts.
  private var subscriptions: [ObjectID: [Int32]] = [:]
  private var observers: [ObjectID: [ObjectID]] = [:]
  /// The subscriptions to the inner sequences of each stage that postpones them.
  private var turns: [ObjectID: [Int32]] = [:]
  /// The observers that received the events of each shared sequence's source.
  private var connections: [ObjectID: [ObjectID]] = [:]

  package init(_ trace: Trace, _ parts: StageParts) {
    (self.trace, self.parts) = (trace, parts)
    traffic = Array(repeating: [], count: trace.objects.count)
    for step in trace.steps { note(step) }
    guard trace.objects.contains(where: { $0.traits.contains(.shares) }) else { return }
    let source = TraceSteps(trace)
    let run = Pipelines.read(source, source.advance) { _ in }
    for observer in run.runs.indices {
      if let shared = run.runs[observer].connection { connections[shared, default: []].append(observer) }
    }
  }

  private mutating func note(_ step: Step) {
    let index = Int32(step.index)
    switch (step.kind, step.event) {
    case (.on, .next), (.forwardOn, .next):
      if let object = step.object { traffic[parts.stage(of: object)].append(index) }
    case (.closure, .next):
      if let stage = step.object, makesOfSeveral(stage) { makings[stage, default: []].append(index) }
    case (.subscribe, _):
      if let observer = step.other { noteSubscription(of: observer, index) }
    default: break
    }
  }

  private mutating func noteSubscription(of observer: ObjectID, _ index: Int32) {
    let stage = parts.stage(of: observer)
    if subscriptions[observer] == nil { observers[stage, default: []].append(observer) }
    subscriptions[observer, default: []].append(index)
    if observer != stage, parts.withholding(of: stage) == .turn { turns[stage, default: []].append(index) }
  }

  /// Whether the closure of a stage makes an element from the elements of several inputs.
  private func makesOfSeveral(_ stage: ObjectID) -> Bool {
    switch parts.withholding(of: stage) {
    case .inputs, .pairs, .latest: parts.isSink(stage)
    default: false
    }
  }

  // MARK: Questions

  /// The inputs of the element that a step sends, that a closure makes, or that a new observer is given again, in the
  /// order of the stage's inputs or of their arrival. There are none if it is not known how the element was made.
  package func inputs(of index: Int) -> [Input] {
    let step = trace.steps[index]
    guard let object = step.object else { return [] }
    switch step.kind {
    case .forwardOn where step.event == .next: return inputs(of: step, from: parts.stage(of: object))
    case .closure where step.event == .next && makesOfSeveral(object): return inputs(of: step, from: object)
    case .on where step.event == .next: return replayed(step).map { [$0] } ?? []
    default: return []
    }
  }

  /// The inputs of a stage that combines several, except the input that was given an element: the step that subscribed
  /// each one, and the latest element that came before; nil if there was none.
  /// - Returns: nil if the stage does not combine, or if it sent something for the element.
  package func others(than index: Int) -> [(subscription: Int, latest: Int?)]? {
    let step = trace.steps[index]
    guard step.kind == .on, step.event == .next, let object = step.object else { return nil }
    let stage = parts.stage(of: object)
    switch parts.withholding(of: stage) {
    case .inputs, .pairs, .latest, .signal: break
    default: return nil
    }
    guard !sends(of: stage).contains(where: { given(to: stage, within: $0) == index }) else { return nil }
    return inputs(of: stage, before: index).filter { $0.input != object }.map { input in
      (input.subscription, arrivals(at: input.input, of: stage, before: index).last)
    }
  }

  // MARK: The elements of a stage

  private func sends(of stage: ObjectID) -> [Int] { elements(of: stage, .forwardOn) }

  private func arrivals(at stage: ObjectID) -> [Int] { elements(of: stage, .on) }

  private func elements(of stage: ObjectID, _ kind: StepKind) -> [Int] {
    traffic[stage].lazy.map(Int.init).filter { trace.steps[$0].kind == kind }
  }

  private func arrivals(at input: ObjectID, of stage: ObjectID, before index: Int) -> [Int] {
    arrivals(at: stage).filter { $0 < index && trace.steps[$0].object == input }
  }

  /// The inputs of a stage and the step that subscribed each, in their order.
  private func inputs(of stage: ObjectID, before index: Int) -> [(input: ObjectID, subscription: Int)] {
    (observers[stage] ?? []).compactMap { input in
      guard let first = subscriptions[input]?.first, first < index else { return nil }
      return (input, Int(first))
    }
  }

  /// The element that was being given to a stage at a step. The call that gives an element encloses the stage's own
  /// calls, unless a run began meanwhile.
  private func given(to stage: ObjectID, within index: Int) -> Int? {
    var next = trace.steps[index].parent
    while let place = next {
      let call = trace.steps[place]
      if call.kind == .run { return nil }
      if call.kind == .on, let object = call.object, parts.stage(of: object) == stage {
        return call.event == .next ? place : nil
      }
      next = call.parent
    }
    return nil
  }

  private func isSame(_ one: Int, _ other: Int) -> Bool { trace.steps[one].value == trace.steps[other].value }

  // MARK: Sent elements

  private func inputs(of step: Step, from stage: ObjectID) -> [Input] {
    let given = given(to: stage, within: step.index)
    guard !parts.accumulates(stage) else { return accumulated(step, stage, given) }
    switch parts.withholding(of: stage) {
    case .inputs: return combined(step, stage, given)
    case .pairs: return paired(step, stage, given)
    case .latest: return withLatest(step, stage, given)
    case .signal: return signalled(step, stage, given)
    case .rate, .quiet: return latest(step, stage, given)
    case .queue: return queued(step, stage).map { [$0] } ?? self.given(given)
    case .batch: return collected(step, stage, after: sends(of: stage).last { $0 < step.index })
    case .end: return collected(step, stage, after: nil)
    case .last: return lastElement(step, stage).map { [$0] } ?? []
    case .predicate, .absence, .repetition, .position, .busy, .turn, .opening, .all, nil:
      return self.given(given) + (given.flatMap { outer(of: $0, stage) }.map { [$0] } ?? [])
    }
  }

  private func given(_ element: Int?) -> [Input] { element.map { [Input(step: $0, role: .given)] } ?? [] }

  /// Whether the positions of elements can be counted, because no record was removed.
  private var isWhole: Bool { trace.removedRecords == 0 }

  // MARK: Several inputs

  /// The call in which the closure made the element. Elements that came while the closure ran were not taken.
  private func making(_ step: Step, _ stage: ObjectID) -> Int {
    makings[stage]?.last { $0 <= step.index && trace.steps[Int($0)].parent == step.parent }.map(Int.init) ?? step.index
  }

  private func combined(_ step: Step, _ stage: ObjectID, _ given: Int?) -> [Input] {
    guard let given else { return [] }
    let making = making(step, stage)
    // The stage took a given element when it made an element of its own for it. If it made none, it took the given
    // element when that one came.
    var taken: [Int: Int] = [:]
    for place in makings[stage]?.map(Int.init) ?? sends(of: stage) {
      if let element = self.given(to: stage, within: place), taken[element] == nil { taken[element] = place }
    }
    return inputs(of: stage, before: step.index).compactMap { input in
      guard input.input != trace.steps[given].object else { return Input(step: given, role: .given) }
      let latest = arrivals(at: input.input, of: stage, before: making)
        .filter { taken[$0] ?? $0 < making }.max { (taken[$0] ?? $0, $0) < (taken[$1] ?? $1, $1) }
      return latest.map { Input(step: $0, role: .combined) }
    }
  }

  private func paired(_ step: Step, _ stage: ObjectID, _ given: Int?) -> [Input] {
    let making = making(step, stage)
    let all = makings[stage]?.map(Int.init) ?? sends(of: stage)
    guard isWhole, let place = all.firstIndex(of: making) else { return self.given(given) }
    return inputs(of: stage, before: step.index).compactMap { input in
      let arrivals = arrivals(at: input.input, of: stage, before: step.index)
      guard place < arrivals.count else { return nil }
      return Input(step: arrivals[place], role: arrivals[place] == given ? .given : .combined)
    }
  }

  private func withLatest(_ step: Step, _ stage: ObjectID, _ given: Int?) -> [Input] {
    guard let given else { return [] }
    let others = inputs(of: stage, before: step.index).filter { $0.input != stage }
    return self.given(given)
      + others.compactMap { input in
        let making = making(step, stage)
        let elements = arrivals(at: input.input, of: stage, before: making)
        let certain = elements.lastIndex { !mayBeLate($0, for: making, since: given) } ?? 0
        guard elements.indices.contains(certain) else { return nil }
        return Input(step: elements[certain], role: .combined, alternatives: Array(elements[(certain + 1)...]))
      }
  }

  private func signalled(_ step: Step, _ stage: ObjectID, _ given: Int?) -> [Input] {
    let signal = given.map { [Input(step: $0, role: .signal)] } ?? []
    let before = sends(of: stage).last { $0 < step.index } ?? -1
    let arrivals = arrivals(at: stage, of: stage, before: step.index)
    let fresh = arrivals.last.flatMap { newest in
      newest > before && !mayBeLate(newest, for: step.index, since: given ?? step.index) ? newest : nil
    }
    // A default value is not an element that the stage was given.
    let kept = arrivals.last { $0 > before && isSame($0, step.index) } ?? fresh
    return (kept.map { [Input(step: $0, role: .kept)] } ?? []) + signal
  }

  /// Whether the call that gave an element overlapped, on another thread, with the making of this one.
  private func mayBeLate(_ element: Int, for step: Int, since start: Int) -> Bool {
    let call = trace.steps[element]
    guard call.thread != trace.steps[step].thread else { return false }
    return element > start || (call.endTime ?? .max) > trace.steps[start].time
  }

  // MARK: Kept elements

  private func latest(_ step: Step, _ stage: ObjectID, _ given: Int?) -> [Input] {
    if let given, isSame(given, step.index) { return self.given(given) }
    let kept = arrivals(at: stage, of: stage, before: step.index).last { isSame($0, step.index) }
    return kept.map { [Input(step: $0, role: .kept)] } ?? []
  }

  private func queued(_ step: Step, _ stage: ObjectID) -> Input? {
    guard isWhole, let place = sends(of: stage).firstIndex(of: step.index) else { return nil }
    let arrivals = arrivals(at: stage)
    guard place < arrivals.count, arrivals[place] < step.index, isSame(arrivals[place], step.index) else { return nil }
    return Input(step: arrivals[place], role: .kept)
  }

  private func collected(_ step: Step, _ stage: ObjectID, after start: Int?) -> [Input] {
    guard isWhole else { return given(given(to: stage, within: step.index)) }
    return arrivals(at: stage, of: stage, before: step.index).filter { $0 > start ?? -1 }.map { element in
      Input(step: element, role: .collected)
    }
  }

  /// The input of an element that a stage sends at its end. The stage may be stopped before it has sent all of them.
  private func lastElement(_ step: Step, _ stage: ObjectID) -> Input? {
    let (arrivals, sends) = (arrivals(at: stage), sends(of: stage))
    guard isWhole, let place = sends.firstIndex(of: step.index), arrivals.count >= sends.count else { return nil }
    let starts = (0...(arrivals.count - sends.count)).filter { start in
      sends.indices.allSatisfy { isSame(arrivals[start + $0], sends[$0]) }
    }
    guard let start = starts.last, starts.count == 1 || hasCompleted(stage) else { return nil }
    return Input(step: arrivals[start + place], role: .kept)
  }

  private func hasCompleted(_ stage: ObjectID) -> Bool {
    trace.steps.contains { $0.kind == .forwardOn && $0.event == .completed && $0.object == stage && $0.isDelivered }
  }

  /// All elements that a stage was given, at any of its inputs, until it sends.
  private func accumulated(_ step: Step, _ stage: ObjectID, _ given: Int?) -> [Input] {
    let earlier = arrivals(at: stage).filter { $0 < given ?? step.index }
    return earlier.map { Input(step: $0, role: .collected) } + self.given(given)
  }

  // MARK: Inner sequences

  private func outer(of element: Int, _ stage: ObjectID) -> Input? {
    guard let observer = trace.steps[element].object, observer != stage else { return nil }
    guard let subscription = subscriptions[observer]?.last(where: { $0 < element }) else { return nil }
    if parts.withholding(of: stage) == .turn {
      guard isWhole, let place = turns[stage]?.lastIndex(of: subscription) else { return nil }
      let elements = arrivals(at: stage, of: stage, before: element)
      return place < elements.count ? Input(step: elements[place], role: .outer) : nil
    }
    return given(to: stage, within: Int(subscription)).map { Input(step: $0, role: .outer) }
  }

  // MARK: Replays

  /// The element that a subject or a shared sequence had before, and now gives to a new observer.
  private func replayed(_ step: Step) -> Input? {
    guard isWhole, let call = step.parent, trace.steps[call].kind == .subscribe, let source = trace.steps[call].object,
      let object = step.object
    else { return nil }
    let replays = traffic[parts.stage(of: object)].map(Int.init).filter { trace.steps[$0].parent == call }
    guard let place = replays.firstIndex(of: step.index), let giver = giver(for: source, before: call) else {
      return nil
    }
    let known = arrivals(at: giver).filter { $0 < call }
    let number = known.count - replays.count + place
    guard known.indices.contains(number), isSame(known[number], step.index) else { return nil }
    return Input(step: known[number], role: .replayed)
  }

  /// The subject that gives a new observer its initial value, because it has been given no other one.
  package func beginner(of index: Int) -> ObjectID? {
    let step = trace.steps[index]
    guard isWhole, step.kind == .on, step.event == .next, let call = step.parent, trace.steps[call].kind == .subscribe,
      let subject = trace.steps[call].object, parts.replays(subject)
    else { return nil }
    return arrivals(at: subject).contains { $0 < index } ? nil : subject
  }

  private func giver(for source: ObjectID, before call: Int) -> ObjectID? {
    if parts.replays(source) { return source }
    return connections[source]?.last { observer in (subscriptions[observer]?.first).map { $0 < call } ?? false }
  }
}
