import RxTrace

/// Times the closures of a run while its steps come.
///
/// A call of a closure lasts from its entry to its return, on one thread. Its own time excludes the calls of Rx that it
/// makes. Such a call lasts until it returns. If the recording does not say when that was, it lasts until the last
/// moment that is known to lie within it. Times are elapsed times, so that a closure that waits takes time too.
struct ClosureClock {
  /// A call of a closure that has returned.
  struct Timed {
    /// The number of the closure's step.
    var number: Int
    var object: ObjectID?
    /// Nanoseconds from its entry to its return.
    var whole: UInt64
    /// Nanoseconds from its entry to its return, without the calls within.
    var own: UInt64
  }

  /// The calls of closures that returned before the newest step.
  private(set) var timed: [Timed] = []
  /// For each closure that is under way, by its number, the time of the calls that it made.
  private var within: [Int: UInt64] = [:]
  /// For each thread, the latest moment of which anything is known.
  private var latest: [UInt64] = []

  mutating func take(_ run: Pipelines) {
    pass(run)
    note(run.step.time, on: run.step.thread)
  }

  /// Notes that the run is over.
  mutating func finish(_ run: Pipelines) { pass(run) }

  private mutating func pass(_ run: Pipelines) {
    if !timed.isEmpty { timed.removeAll(keepingCapacity: true) }
    // Nobody knows when the calls before missing records returned.
    guard !run.isBehindGap else { return within.removeAll() }
    for place in run.returned.indices { leave(place, run) }
  }

  private mutating func note(_ time: UInt64, on thread: Int) {
    while latest.count <= thread { latest.append(0) }
    latest[thread] = max(latest[thread], time)
  }

  private mutating func leave(_ place: Int, _ run: Pipelines) {
    let (call, time) = run.returned[place]
    note(call.time, on: call.thread)
    let isClosure = call.kind == .closure
    if isClosure || isKnown(place, time, on: call.thread, run) { note(time, on: call.thread) }
    let end = latest[call.thread]
    if isClosure, time > call.time {
      let whole = time - call.time
      let own = whole - min(whole, within.removeValue(forKey: call.number) ?? 0)
      timed.append(Timed(number: call.number, object: call.object, whole: whole, own: own))
    }
    if call.outerKind == .closure, let outer = call.closure { within[outer, default: 0] += end - call.time }
  }

  /// Whether the recording says when a call returned. Otherwise it has the time of the thread's next step, or of the return of
  /// the call around it.
  private func isKnown(_ place: Int, _ time: UInt64, on thread: Int, _ run: Pipelines) -> Bool {
    if time == run.step.time { return false }
    let next = place + 1
    return next == run.returned.count || run.returned[next].call.thread != thread
      || run.returned[next].time != time
  }
}
