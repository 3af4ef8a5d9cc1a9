/// Something that the engine does many times, and what it is to reach.
struct Workload: Sendable {
  var name: String
  var count: Int
  /// In U, per event or per subscription.
  var goal: Double?
  var run: @Sendable (Int) -> Int
  /// The same in OpenCombine, if it can do it: an engine that takes longer has a defect.
  var peer: (@Sendable (Int) -> Int)?
}

let events = 200_000
private let subscriptions = 20_000

/// Its peer's time is the unit, U.
let sixOperators = Workload(
  name: "subject → (map, filter) × 3 → subscribe, per event", count: events, run: subjectChain, peer: openCombineChain)

let engineWorkloads: [Workload] = [
  Workload(
    name: "subject → one observer, per event", count: events, goal: 0.15, run: subject(observers: 1),
    peer: openCombineSubject(observers: 1)),
  Workload(
    name: "subject → two observers, per event", count: events, run: subject(observers: 2),
    peer: openCombineSubject(observers: 2)),
  Workload(name: "create → (map, filter) × 3 → subscribe, per event", count: events, goal: 0.25, run: createChain),
  sixOperators,
  Workload(
    name: "range → map → scan, per event", count: events, goal: 0.25, run: rangeMapScan,
    peer: openCombineSequenceMapScan),
  Workload(name: "combineLatest of two, per event", count: events, goal: 0.4, run: combineLatestOfTwo),
  Workload(name: "zip of two, per event", count: events, goal: 0.5, run: zipOfTwo, peer: openCombineZip),
  Workload(name: "merge of eight, per event", count: events, goal: 0.3, run: mergeOfEight),
  Workload(name: "sample, per event", count: events, goal: 0.3, run: sampleEach),
  Workload(name: "withLatestFrom, per event", count: events, goal: 0.3, run: withLatestFromEach),
  Workload(
    name: "share(replay: 1) to four, per event", count: events, goal: 0.6, run: shareToFour,
    peer: openCombineShareToFour),
  Workload(
    name: "flatMap to just, per event", count: events / 4, goal: 1.5, run: flatMapToJust, peer: openCombineFlatMap),
  Workload(
    name: "flatMapLatest to just, per event", count: events / 4, goal: 1.5, run: flatMapLatestToJust,
    peer: openCombineSwitchToLatest),
  Workload(
    name: "observe(on: serial queue), per event", count: events / 4, goal: 1.5, run: observeOnSerial,
    peer: openCombineReceiveOn),
  Workload(name: "distinctUntilChanged, per event", count: events, run: distinctEach, peer: openCombineDistinct),
  Workload(name: "take, per event", count: events, run: takeEach, peer: openCombineTake),
  Workload(
    name: "just, per short subscription", count: subscriptions, goal: 1, run: justOnce, peer: openCombineJustOnce),
  Workload(
    name: "just → map → filter, per short subscription", count: subscriptions, run: justMapFilterOnce,
    peer: openCombineJustMapFilterOnce),
  Workload(
    name: "create → map → filter, per short subscription", count: subscriptions, goal: 3, run: createMapFilterOnce),
  Workload(name: "using, per short subscription", count: subscriptions, goal: 3, run: usingOnce),
]

/// The time of a workload and of its peer, in nanoseconds.
struct Measurement {
  var workload: Workload
  var time = Double.infinity
  var peerTime = Double.infinity

  func figure(unit: Double) -> Figure {
    let limit = min(workload.goal ?? .infinity, peerTime / unit)
    return Figure(
      name: workload.name, value: time / unit, unit: "U", limit: limit.isFinite ? limit : nil,
      remark: peerTime.isFinite ? "OpenCombine \(format(peerTime / unit))" : "")
  }
}

/// Times all workloads in turn, several times over, each beside its peer: what else the machine does meanwhile befalls
/// all of them.
func measure(_ workloads: [Workload], _ use: (Int) -> Void) -> [Measurement] {
  var measurements = workloads.map { Measurement(workload: $0) }
  for _ in 0..<5 {
    for index in measurements.indices {
      let workload = measurements[index].workload
      let time = nanoseconds(per: workload.count, rounds: 2) { use(workload.run(workload.count)) }
      measurements[index].time = min(measurements[index].time, time)
      guard let peer = workload.peer else { continue }
      let peerTime = nanoseconds(per: workload.count, rounds: 2) { use(peer(workload.count)) }
      measurements[index].peerTime = min(measurements[index].peerTime, peerTime)
    }
  }
  return measurements
}
