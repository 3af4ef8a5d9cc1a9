/// Deliveries to one object that overlap: by two threads at once, or one within another.
///
/// A recording tells when a call returned only of some calls. Another thread's call was certainly under way if the thread
/// later did something within it, or if its return, or that of a closure within it, was recorded and came later. So each
/// clash is real, and a short one may go unnoticed. A clash within the delivery of another clash is a consequence of that one.
///
/// The end of a stage within the delivery of its element is none if no event closure of the program lies between: an operator
/// such as `retry(when:)` subscribed again, and the attempt failed at once. Nothing comes behind the end.
package struct Clashes {
  package struct Clash {
    package var object: ObjectID
    /// The numbers of the steps of the two deliveries.
    package var first: Int
    package var second: Int
    package var isOfOneThread: Bool
    fileprivate var isReal: Bool
    /// The clash in whose second delivery it happened.
    fileprivate var outer: Int?
  }

  private var found: [Clash] = []
  /// For each object its deliveries in order. Those that have ended stay until they become the last, because only the last
  /// one matters.
  private var open: [ObjectID: [CallMark]] = [:]
  /// For each thread the clashes that its next step decides.
  private var undecided: [[(call: CallMark, clash: Int, time: UInt64)]] = []
  /// For each thread the clashes within whose deliveries it is.
  private var within: [[(call: CallMark, clash: Int)]] = []

  /// The clashes that no other clash causes, in order.
  var real: [Clash] {
    var isCaused = [Bool](repeating: false, count: found.count)
    return found.indices.filter { index in
      let outer = found[index].outer
      isCaused[index] = outer.map { found[$0].isReal || isCaused[$0] } ?? false
      return found[index].isReal && !isCaused[index]
    }.map { found[$0] }
  }

  // MARK: Steps

  mutating func take(_ run: Pipelines) {
    let step = run.step
    while undecided.count <= step.thread {
      undecided.append([])
      within.append([])
    }
    decide(run)
    guard let object = step.object, Self.isDelivery(run, object) else { return }
    let mark = run.mark
    if let other = lastOpen(object, run), !Self.isEndByOperator(of: object, run, within: other) {
      note(other, mark, object, step)
    }
    // An observer that is told of the end of one sequence may be subscribed to the next from there.
    guard step.kind == .forwardOn || step.event == .next else { return }
    open[object, default: []].append(mark)
  }

  /// A thread has gone on: the calls within which it still is were under way.
  private mutating func decide(_ run: Pipelines) {
    let thread = run.step.thread
    if !undecided[thread].isEmpty {
      for (call, clash, _) in undecided[thread] where run.isUnderWay(call) { found[clash].isReal = true }
      undecided[thread].removeAll()
    }
    while let last = within[thread].last, !run.isUnderWay(last.call) { within[thread].removeLast() }
  }

  /// - Parameters:
  ///   - call: a call; returns are recorded only of a thread's outermost calls, and of closures.
  ///   - depth: the number of calls around it. Those were under way until it returned.
  ///   - isRecorded: whether the recording tells the time of its return.
  mutating func noteReturn(of call: OpenCall, depth: Int, at time: UInt64, isRecorded: Bool) {
    guard isRecorded, call.thread < undecided.count, call.kind == .closure || depth == 0 else { return }
    for (mark, clash, began) in undecided[call.thread] where mark.depth <= depth && time > began {
      if mark.depth < depth || mark.number == call.number { found[clash].isReal = true }
    }
  }

  /// The newest delivery to an object that is under way.
  private mutating func lastOpen(_ object: ObjectID, _ run: Pipelines) -> CallMark? {
    while let last = open[object]?.last {
      if run.isUnderWay(last) { return last }
      open[object]!.removeLast()
    }
    return nil
  }

  private mutating func note(_ other: CallMark, _ mark: CallMark, _ object: ObjectID, _ step: StreamedStep) {
    let isOfOneThread = other.thread == mark.thread
    let clash = Clash(
      object: object, first: other.number, second: mark.number, isOfOneThread: isOfOneThread,
      isReal: isOfOneThread, outer: within[mark.thread].last?.clash)
    if !isOfOneThread { undecided[other.thread].append((other, found.count, step.time)) }
    within[mark.thread].append((mark, found.count))
    found.append(clash)
  }

  // MARK: Deliveries

  /// Whether a step hands an event on; the engine's own check in debug builds watches the same.
  private static func isDelivery(_ run: Pipelines, _ object: ObjectID) -> Bool {
    switch run.step.kind {
    case .forwardOn: run.step.isDelivered && !isPassedOn(run, object)
    case .on: run.runs[object].role != .sink || (run.parent == nil && run.has(.cold, object))
    default: false
    }
  }

  private static func isEndByOperator(of object: ObjectID, _ run: Pipelines, within other: CallMark) -> Bool {
    guard run.step.event != .next, other.thread == run.step.thread,
      run.step.kind == .forwardOn || run.isPart(object)
    else { return false }
    return !run.around.dropFirst(other.depth + 1).contains { $0.kind == .closure && $0.event != nil }
  }

  /// Whether the delivery is a part of the program's own call to the observer of its `create`, which is watched.
  private static func isPassedOn(_ run: Pipelines, _ object: ObjectID) -> Bool {
    guard let call = run.parent, call.object == object, call.kind == .on else { return false }
    return run.around.count == 1 && run.has(.cold, object)
  }
}
