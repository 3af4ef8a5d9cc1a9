import Foundation
import Rx

// Keeps results alive, and tells when a chain computes something else than its peer.
var checksum = 0

let peer = nanoseconds(per: events) { checksum &+= openCombineChain(events) }
let chain = nanoseconds(per: events) { checksum &-= createChain(events) }
let subject = nanoseconds(per: events) { checksum &+= subjectToOne(events) }
let just = nanoseconds(per: 20_000) { checksum &+= justOnce(20_000) }
let short = nanoseconds(per: 20_000) { checksum &+= createMapFilterOnce(20_000) }

/// Operators one by one, in units of the peer's chain.
let operators: [(name: String, count: Int, run: (Int) -> Int)] = [
  ("range → map → scan, per event", events, rangeMapScan),
  ("combineLatest of two, per event", events, combineLatestOfTwo),
  ("zip of two, per event", events, zipOfTwo),
  ("merge of eight, per event", events, mergeOfEight),
  ("sample, per event", events, sampleEach),
  ("withLatestFrom, per event", events, withLatestFromEach),
  ("share(replay: 1) to four, per event", events, shareToFour),
  ("flatMap to just, per event", events / 4, flatMapToJust),
  ("flatMapLatest to just, per event", events / 4, flatMapLatestToJust),
  ("observe(on: serial queue), per event", events / 4, observeOnSerial),
  ("using, per short subscription", 20_000, usingOnce),
]
let operatorFigures = operators.map { workload in
  let time = nanoseconds(per: workload.count, rounds: 5) { checksum &+= workload.run(workload.count) }
  return Figure(name: workload.name, value: time / peer, unit: "U")
}

let idle = Idle()
let calls = 5_000_000
let bare = nanoseconds(per: calls) { unhooked(idle, calls) }
let off = nanoseconds(per: calls) { hooked(idle, calls) }

/// Inside a recorded call, so that each call is one record.
func recorded(_ body: @escaping () -> Void) throws {
  let path = NSTemporaryDirectory() + "headwater-bench-\(getpid()).hwtrace"
  defer { try? FileManager.default.removeItem(atPath: path) }
  try Trace.record(to: path) {
    _ = Observable<Int>.create { _ in
      body()
      return Disposables.create()
    }.subscribe()
  }
}

let records = 100_000
var record = 0.0
try recorded { record = nanoseconds(per: records, rounds: 40) { hooked(idle, records) } }
var recordInteger = 0.0
try recorded {
  recordInteger = nanoseconds(per: records, rounds: 40) { for number in 0..<records { idle.receive(next: number) } }
}
var tracedChain = 0.0
try recorded { tracedChain = nanoseconds(per: events, rounds: 5) { checksum &+= createChain(events) } }

var figures = [
  Figure(name: "U: OpenCombine, subject → (map, filter) × 3 → sink, per event", value: peer, unit: "ns"),
  Figure(
    name: "create → (map, filter) × 3 → subscribe, tracing off, per event", value: chain / peer, unit: "U", limit: 0.3),
  Figure(name: "subject → one observer, per event", value: subject / peer, unit: "U"),
  Figure(name: "just, per short subscription", value: just / peer, unit: "U"),
  Figure(name: "create → map → filter, per short subscription", value: short / peer, unit: "U"),
  Figure(name: "a hook, tracing off", value: max(0, off - bare), unit: "ns", limit: 1),
  Figure(name: "a record without payload", value: max(0, record - bare), unit: "ns", limit: 40),
  Figure(name: "a record with an Int", value: max(0, recordInteger - bare), unit: "ns"),
  Figure(name: "create → (map, filter) × 3 → subscribe, every hook recording", value: tracedChain / peer, unit: "U"),
]
// `make bench` names the command that it has built.
if let headwater = ProcessInfo.processInfo.environment["HEADWATER"] {
  let times = try CommandTimes(headwater: headwater)
  figures += [
    Figure(name: "headwater trace of ten lines, the first time", value: times.first, unit: "s", limit: 1.5),
    Figure(name: "headwater trace of ten lines, nothing changed", value: times.again, unit: "s", limit: 0.3),
  ]
}
figures += operatorFigures
for figure in figures { print(figure.row) }
print("checksum \(checksum)")
exit(figures.allSatisfy(\.isReached) ? 0 : 1)
