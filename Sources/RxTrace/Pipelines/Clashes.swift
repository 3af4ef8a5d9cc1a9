/// Overlapping deliveries to one object, by two threads at once, or one within another.
///
/// Only some calls have a recorded return time. Another thread's call was certainly under way if the thread later did
/// something within it, or if its return, or that of a closure within it, was recorded and came later. So each clash is
/// real, but a short one may go unnoticed. A clash within another clash's delivery is its consequence.
///
/// The end of a stage within the delivery of its element is not a clash without an event closure of the program in
/// between: an operator such as `retry(when:)` subscribed again, and failed at once. Nothing follows the end.
package struct Clashes {
  package struct Clash {
    package var object: ObjectID
    /// The numbers of the steps of the two deliveries.
    package var first: Int
    package var second: Int
    package var isOfOneThread: Bool
    fileprivate var isReal: Bool
    /// The clash in whose second delivery this clash happened.
    fileprivate var outer: Int?
  }

  private var found: [Clash] = []
  /// The deliveries of each object, in order. A delivery that has ended stays until it becomes the last one, because
  /// only the last one matters.
  private var open: [ObjectID: [CallMark]] = [:]
  /// The clashes that the next step of each thread decides.
  private var undecided: [[(call: CallMark, clash: Int, time: UInt64)]] = []
  /// The clashes within whose deliveries each thread is.
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
    // An observer that receives the end of one sequence may be subscribed to the next one during that call.
    guard step.kind == .forwardOn || step.event == .next else { return }
    open[object, default: []].append(mark)
  }

  /// Decides clashes after a thread has gone on, because the calls within which it still is were under way.
  private mutating func decide(_ run: Pipelines) {
    let thread = run.step.thread
    if !undecided[thread].isEmpty {
      for (call, clash, _) in undecided[thread] where run.isUnderWay(call) { found[clash].isReal = true }
      undecided[thread].removeAll()
    }
    while let last = within[thread].last, !run.isUnderWay(last.call) { within[thread].removeLast() }
  }

  /// - Parameters:
  ///   - call: the call that returned; only returns of a thread's outermost calls and of closures are recorded.
  ///   - depth: the number of calls around it, which were under way until it returned.
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

  /// Whether a step hands an event on; the engine's own check in debug builds watches the same steps.
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
