import Foundation
import Rx

// This program starts itself to be measured.
if CommandLine.arguments.count == 4 && CommandLine.arguments[1] == "export" {
  try ExportFigures.export(CommandLine.arguments[2], CommandLine.arguments[3])
  exit(0)
}

// Keeps results alive, and tells when a chain computes something else than its peer.
var checksum = 0

if CommandLine.arguments.last == "recordings" {
  for figure in try RecordedSubscriptions.figures({ checksum &+= $0 }) { print(figure.row) }
  exit(0)
}

// `Benchmarks rows WORD…` measures only the workloads whose names contain one of the words.
let words = CommandLine.arguments.dropFirst().first == "rows" ? CommandLine.arguments.dropFirst(2) : []
let workloads = (engineWorkloads + furtherWorkloads + everyOperator).filter { workload in
  words.isEmpty || workload.name == sixOperators.name || words.contains { workload.name.contains($0) }
}
let measurements = measure(workloads) { checksum &+= $0 }
let peer = measurements.first { $0.workload.name == sixOperators.name }!.peerTime
let unit = Figure(
  name: "U: OpenCombine, subject → (map, filter) × 3 → sink, per event", value: peer, unit: "ns")
if !words.isEmpty {
  print(unit.row)
  for measurement in measurements { print(measurement.figure(unit: peer).row) }
  exit(measurements.allSatisfy { $0.figure(unit: peer).isReached } ? 0 : 1)
}

let idle = Idle()
let calls = 5_000_000
// In turn, because the difference is smaller than what else the machine does.
var (bare, off) = (Double.infinity, Double.infinity)
for _ in 0..<15 {
  bare = min(bare, nanoseconds(per: calls, rounds: 2) { unhooked(idle, calls) })
  off = min(off, nanoseconds(per: calls, rounds: 2) { hooked(idle, calls) })
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

var recordString = 0.0
let texts = EventReceiver<String>.idle
try recorded { recordString = nanoseconds(per: records, rounds: 40) { send(heapString, to: texts, records) } }
var figures = [unit]
figures += measurements.map { $0.figure(unit: peer) }
figures += [
  Figure(name: "a hook, tracing off", value: max(0, off - bare), unit: "ns", limit: 1),
  Figure(name: "a record without payload", value: max(0, record - bare), unit: "ns", limit: 25),
  Figure(name: "a record with an Int", value: max(0, recordInteger - bare), unit: "ns", limit: 35),
  Figure(
    name: "create → (map, filter) × 3 → subscribe, every hook recording", value: tracedChain / peer, unit: "U", limit: 3
  ),
  Figure(name: "a record with a String of 24 bytes", value: max(0, recordString - bare), unit: "ns", limit: 60),
]
figures += try RecordedSubscriptions.figures { checksum &+= $0 }
// `make bench` names the command that it has built.
if let headwater = ProcessInfo.processInfo.environment["HEADWATER"] {
  let times = try CommandTimes(headwater: headwater)
  figures += [
    Figure(name: "headwater trace of ten lines, the first time", value: times.first, unit: "s", limit: 1.5),
    Figure(name: "headwater trace of ten lines, nothing changed", value: times.again, unit: "s", limit: 0.3),
  ]
}
figures += try ExportFigures().figures
for figure in figures { print(figure.row) }
print("checksum \(checksum)")
exit(figures.allSatisfy(\.isReached) ? 0 : 1)
