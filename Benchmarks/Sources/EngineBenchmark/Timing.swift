import Foundation
import Measuring

/// The time of one unit of each workload with each engine.
struct Timing: Codable {
  /// The argument of a process that measures once.
  static let commandOfProcess = "one-sitting"

  /// Nanoseconds of processor time, by workload and engine.
  private(set) var times: [String: [Engine: Double]] = [:]
  /// By workload, the results of engines that differ from this one's.
  private(set) var disagreements: [String: String] = [:]

  /// Measures in several processes, and takes the least of all: the same code is up to twice as slow in a process that
  /// has put its objects in places that are worse for the processor.
  init(_ workloads: [Workload], sittings: Int) throws {
    let command = [Bundle.main.executablePath!, Self.commandOfProcess] + workloads.map(\.name)
    for _ in 0..<sittings {
      let report = try run(command)
      add(try JSONDecoder().decode(Timing.self, from: Data(report.utf8)))
    }
  }

  private mutating func add(_ sitting: Timing) {
    times.merge(sitting.times) { $0.merging($1) { min($0, $1) } }
    disagreements.merge(sitting.disagreements) { old, _ in old }
  }

  /// How many times as fast as the other engine this one is.
  func ratio(to other: Engine, _ workload: Workload) -> Double? {
    guard let time = times[workload.name]?[.ours], let otherTime = times[workload.name]?[other] else { return nil }
    return otherTime / time
  }
}

// MARK: The process that measures

extension Timing {
  /// Times all workloads in turn, several times over, with each engine in turn: what else the machine does meanwhile
  /// befalls all of them.
  init(oneSitting workloads: [Workload]) {
    let counts = workloads.map(Self.countForRound)
    for _ in 0..<2 {
      for (workload, count) in zip(workloads, counts) { for _ in 0..<3 { measure(workload, count) } }
    }
  }

  private mutating func measure(_ workload: Workload, _ count: Int) {
    var expected: Int?
    for engine in Engine.allCases {
      guard let run = engine.run(workload) else { continue }
      let (time, sum) = Self.time(run, count)
      times[workload.name, default: [:]][engine] = min(times[workload.name]?[engine] ?? .infinity, time)
      if let expected, expected != sum {
        disagreements[workload.name] = "the sum of \(count) is \(expected), and \(sum) with \(engine)"
      }
      expected = expected ?? sum
    }
  }

  private static func time(_ run: (Int) -> Int, _ count: Int) -> (nanoseconds: Double, sum: Int) {
    let start = processorTime()
    let sum = run(count)
    return ((processorTime() - start) * 1e9 / Double(count), sum)
  }

  /// As many units as this engine does in about three milliseconds.
  private static func countForRound(_ workload: Workload) -> Int {
    var count = workload.batch
    while true {
      let time = Self.time(workload.run, count).nanoseconds * Double(count)
      if time > 1e6 { return max(1, Int(3e6 / time * Double(count)) / workload.batch) * workload.batch }
      count *= 2
    }
  }
}
