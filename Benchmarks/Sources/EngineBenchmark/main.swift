import Foundation
import Measuring
import RxWorkloads

// `EngineBenchmark [WORD…]` measures all workloads, or those whose names contain one of the words.
// `EngineBenchmark counts [--update] [WORD…]` only counts, and writes the counts as new ceilings.
// `EngineBenchmark table [--update]` prints the table of `content/beyond/speed.md` in each language, or writes it there.
// This program starts itself to be measured, with whole names of workloads.
var words = Array(CommandLine.arguments.dropFirst())
let commands = ["counts", "table", Timing.commandOfProcess, Counting.commandOfProcess]
let command = commands.contains(words.first ?? "") ? words.removeFirst() : ""
let isUpdate = ["counts", "table"].contains(command) && words.first == "--update"
if isUpdate { words.removeFirst() }

switch command {
case Timing.commandOfProcess:
  let timing = Timing(oneSitting: workloads.filter { words.contains($0.name) })
  print(String(decoding: try JSONEncoder().encode(timing), as: UTF8.self))
  exit(0)
case Counting.commandOfProcess:
  guard let engine = words.first.flatMap(Engine.init) else { fail("no engine is named", 64) }
  Counting.work(workloads.filter { words.contains($0.name) }, engine)
  exit(0)
default: break
}

let chosen = workloads.filter { workload in words.isEmpty || words.contains { workload.name.contains($0) } }
if chosen.isEmpty { fail("no workload's name contains \(words.joined(separator: " or "))", 64) }
let timing = command == "counts" ? nil : try Timing(chosen, sittings: 5)
let counting = try Counting(chosen)
var ceilings = try Ceilings()
if isUpdate && command == "counts" {
  guard let counting else { fail("counting needs valgrind, on Linux", 69) }
  try ceilings.update(counting.counts.compactMapValues { $0[.ours] }, names: workloads.map(\.name))
}
let table = Table(
  chosen.map { Row(workload: $0, timing: timing, counts: counting?.counts[$0.name] ?? [:], ceilings: ceilings) })
if isUpdate && command == "table" { try table.updatePages() }
print((command == "table" ? table.markdown : table.text).joined(separator: "\n"))
exit(table.isReached ? 0 : 1)

func fail(_ message: String, _ status: Int32) -> Never {
  FileHandle.standardError.write(Data("EngineBenchmark: \(message)\n".utf8))
  exit(status)
}
