import Dispatch
import Foundation
import Measuring
import Synchronization

/// Counts what workloads take, in a process for each engine under callgrind, which writes a profile at each mark.
struct Counting {
  /// The first argument of a process that is counted. The name of an engine and those of workloads follow.
  static let commandOfProcess = "under-callgrind"

  /// By workload and engine.
  private(set) var counts: [String: [Engine: Counts]] = [:]

  /// Work of several threads is not counted, because it differs between runs.
  /// - Returns: nothing if there is no Valgrind.
  init?(_ workloads: [Workload]) throws {
    guard try hasValgrind() else { return nil }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("headwater-counts-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = folder.appendingPathComponent("program").path
    try copyForValgrind(to: program)
    let command = try Self.keepingAddresses() + ["valgrind", "--tool=callgrind", "--compress-strings=no"]

    let workloads = workloads.filter { !$0.isThreaded }
    let engines = [Engine.ours, .rxSwift].filter { engine in workloads.contains { engine.run($0) != nil } }
    let results = Mutex<[Engine: Result<[Counts], any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: engines.count) { place in
      let engine = engines[place]
      let profiles = folder.appendingPathComponent(engine.rawValue)
      let result = Result { try Self.count(workloads, engine, command, program: program, profiles: profiles) }
      results.withLock { $0[engine] = result }
    }
    for (engine, result) in results.withLock({ $0 }) {
      for (workload, count) in zip(workloads, try result.get()) { counts[workload.name, default: [:]][engine] = count }
    }
  }

  /// Counts are exact only if the memory is at the same addresses at every run: tables of addresses are searched in
  /// another order otherwise. It is not allowed everywhere.
  /// - Returns: what to put before a command.
  private static func keepingAddresses() throws -> [String] {
    let command = ["setarch", "-R"]
    return try run(command + ["echo", "works"]) == "works\n" ? command : []
  }

  /// - Parameter profiles: the path of the profiles, without their numbers.
  private static func count(
    _ workloads: [Workload], _ engine: Engine, _ command: [String], program: String, profiles: URL
  ) throws -> [Counts] {
    let report = try run(
      command + [
        "--callgrind-out-file=\(profiles.path)", "--dump-after=*markEndOfRun*", program, commandOfProcess,
        engine.rawValue,
      ] + workloads.map(\.name),
      environment: ["SWIFT_DETERMINISTIC_HASHING": "1"], readsErrors: true)
    return try workloads.enumerated().map { place, workload in
      // After each of three runs. The first one introduces types, and does not count.
      let files = (2...3).map { URL(fileURLWithPath: "\(profiles.path).\(place * 3 + $0)") }
      guard files.allSatisfy({ FileManager.default.fileExists(atPath: $0.path) }) else {
        throw NotCounted(description: "valgrind did not count \(workload.name): \(report)")
      }
      return try (Counts(profile: files[1]) - Counts(profile: files[0])) / Double(workload.counted)
    }
  }

  private struct NotCounted: Error, CustomStringConvertible {
    var description: String
  }
}

// MARK: The process that is counted

extension Counting {
  /// Runs of one and of two times as many units differ by these units, and by nothing that is done once.
  static func work(_ workloads: [Workload], _ engine: Engine) {
    for workload in workloads {
      for times in [1, 1, 2] {
        checksum &+= engine.run(workload)!(times * workload.counted)
        markEndOfRun()
      }
    }
  }
}

extension Workload {
  /// How many units are counted: a multiple of its batch. What the heap does once in a while must not weigh on an event.
  fileprivate var counted: Int { (max(unit == .event ? 600 : 120, batch) + batch - 1) / batch * batch }
}

/// Keeps what is computed from being left out.
nonisolated(unsafe) private var checksum = 0

/// Callgrind writes a profile whenever this returns.
@inline(never)
private func markEndOfRun() { checksum &+= 1 }
