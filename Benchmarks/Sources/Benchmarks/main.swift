import Foundation
import Measuring

// Measures the costs of recording and of reading a long recording; `Benchmarks recordings` and `Benchmarks reading` measure
// only one of the two. This program starts itself to be measured.
let arguments = CommandLine.arguments
if arguments.count == 4, arguments[1] == "read", let way = LongRecordingFigures.Way(rawValue: arguments[2]) {
  try LongRecordingFigures.read(way, arguments[3])
  exit(0)
}

// Keeps results alive.
var checksum = 0
var figures: [Figure] = []
if arguments.last != "reading" {
  figures += try RecordedCalls().figures + RecordedWorkload.figures { checksum &+= $0 }
}
// `make bench` names the command that it has built.
if arguments.count == 1, let headwater = ProcessInfo.processInfo.environment["HEADWATER"] {
  let times = try CommandTimes(headwater: headwater)
  figures += [
    Figure(name: "headwater trace of ten lines, the first time", value: times.first, unit: "s", limit: 1.5),
    Figure(name: "headwater trace of ten lines, nothing changed", value: times.again, unit: "s", limit: 0.3),
  ]
}
if arguments.last != "recordings" { figures += try LongRecordingFigures().figures }
for figure in figures { print(figure.row) }
print("checksum \(checksum)")
exit(figures.allSatisfy(\.isReached) ? 0 : 1)
