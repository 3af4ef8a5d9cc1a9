import Foundation
import Rx

// This program starts itself to be measured.
if CommandLine.arguments.count == 4 && CommandLine.arguments[1] == "read",
  let way = LongRecordingFigures.Way(rawValue: CommandLine.arguments[2])
{
  try LongRecordingFigures.read(way, CommandLine.arguments[3])
  exit(0)
}

// Keeps results alive, and tells when a chain computes something else than its peer.
var checksum = 0

// `Benchmarks reading` measures only what reading a long recording costs.
if CommandLine.arguments.last == "reading" {
  let figures = try LongRecordingFigures().figures
  for figure in figures { print(figure.row) }
  exit(figures.allSatisfy(\.isReached) ? 0 : 1)
}

// `Benchmarks recordings` measures only what recording costs.
if CommandLine.arguments.last == "recordings" {
  let figures = try RecordedCalls().figures + RecordedSubscriptions.figures { checksum &+= $0 }
  for figure in figures { print(figure.row) }
  exit(figures.allSatisfy(\.isReached) ? 0 : 1)
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

var tracedChain = 0.0
try recorded { tracedChain = nanoseconds(per: events, rounds: 5) { checksum &+= createChain(events) } }

var figures = [unit]
figures += measurements.map { $0.figure(unit: peer) }
figures += try RecordedCalls().figures
figures += [
  Figure(
    name: "create → (map, filter) × 3 → subscribe, every hook recording", value: tracedChain / peer, unit: "U", limit: 3
  )
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
figures += try LongRecordingFigures().figures
for figure in figures { print(figure.row) }
print("checksum \(checksum)")
exit(figures.allSatisfy(\.isReached) ? 0 : 1)
