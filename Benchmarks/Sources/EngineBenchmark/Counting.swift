import Foundation
import Measuring

/// Counts what each workload takes, in a process under callgrind that writes a profile at each mark.
struct Counting {
  /// The argument of the process that is counted.
  static let commandOfProcess = "under-callgrind"

  /// By workload and engine.
  let counts: [String: [Engine: Counts]]

  /// - Returns: nothing if there is no Valgrind.
  init?(_ workloads: [Workload]) throws {
    guard try hasValgrind() else { return nil }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("headwater-counts-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let runs = Self.runs(workloads)
    try Self.writeProfiles(runs, in: folder)
    var counts: [String: [Engine: Counts]] = [:]
    for (place, run) in runs.enumerated() {
      // After each run: the first one introduces types, and does not count.
      let profiles = try (2...3).map { mark in
        try Counts(profile: folder.appendingPathComponent("profile.\(place * 3 + mark)"))
      }
      counts[run.workload.name, default: [:]][run.engine] = (profiles[1] - profiles[0]) / Double(run.workload.counted)
    }
    self.counts = counts
  }

  private static func writeProfiles(_ runs: [Run], in folder: URL) throws {
    let program = folder.appendingPathComponent("program").path
    try copyForValgrind(to: program)
    let names = Set(runs.map(\.workload.name)).sorted()
    let report = try Measuring.run(
      keepingAddresses() + [
        "valgrind", "--tool=callgrind", "--callgrind-out-file=\(folder.path)/profile", "--compress-strings=no",
        "--dump-after=*markEndOfRun*", program, commandOfProcess,
      ] + names,
      environment: ["SWIFT_DETERMINISTIC_HASHING": "1"], readsErrors: true)
    let last = folder.appendingPathComponent("profile.\(runs.count * 3)").path
    guard FileManager.default.fileExists(atPath: last) else { fatalError("valgrind did not count: \(report)") }
  }
}

extension Counting {
  /// What has to stand before a command so that its memory is at the same addresses at every run: tables of addresses are
  /// searched in different order otherwise, and counts differ by some thousandths. It is not allowed everywhere.
  private static func keepingAddresses() throws -> [String] {
    let command = ["setarch", "-R"]
    return try Measuring.run(command + ["echo", "works"]) == "works\n" ? command : []
  }

  struct Run {
    var workload: Workload
    var engine: Engine
    var run: @Sendable (Int) -> Int
  }

  /// What is counted. Work of several threads differs between runs.
  private static func runs(_ workloads: [Workload]) -> [Run] {
    workloads.filter { !$0.isThreaded }.flatMap { workload in
      [Engine.ours, .rxSwift].compactMap { engine in
        engine.run(workload).map { Run(workload: workload, engine: engine, run: $0) }
      }
    }
  }

  /// The process that is counted does this. Runs of one and of two times as many units differ by these units, and by
  /// nothing that is done once.
  static func work(_ workloads: [Workload]) {
    for run in runs(workloads) {
      for times in [1, 1, 2] {
        checksum &+= run.run(times * run.workload.counted)
        markEndOfRun()
      }
    }
  }
}

extension Workload {
  /// How many units are counted: a multiple of its batch.
  fileprivate var counted: Int { (max(120, batch) + batch - 1) / batch * batch }
}

/// Keeps what is computed from being left out.
nonisolated(unsafe) private var checksum = 0

/// Callgrind writes a profile whenever this returns.
@inline(never)
private func markEndOfRun() { checksum &+= 1 }
