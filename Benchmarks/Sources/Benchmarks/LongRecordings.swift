import Foundation
import Measuring
import Rx
import RxTrace
import TraceAnalysis
import TraceViews

/// The costs of reading a long recording in several ways. Each way has a process of its own, which is measured as a whole.
struct LongRecordingFigures {
  /// A way of reading, by the name that the process is given.
  enum Way: String, CaseIterable {
    case jsonl, chrome, otlp, check
    case whyNot = "why-not"

    /// Reads the recording, and writes the result nowhere.
    func read(_ path: String) throws {
      switch self {
      case .jsonl: try JSONLines(path: path).writeBytes { try Self.discard($0) }
      case .chrome: try ChromeTrace(path: path).writeBytes { try Self.discard($0) }
      case .otlp: try OpenTelemetry(path: path).writeBytes { try Self.discard($0) }
      case .check: try Self.discard(CheckReport(path: path).text)
      case .whyNot: try Self.discard(WhyNotReport(value: "1", at: nil, in: AnalysedRun(path: path)).text)
      }
    }

    private static func discard(_ bytes: UnsafeRawBufferPointer) throws { try nowhere.write(contentsOf: Data(bytes)) }
    private static func discard(_ text: String) throws { try nowhere.write(contentsOf: Data(text.utf8)) }
    private static let nowhere = FileHandle(forWritingAtPath: "/dev/null")!

    var title: String {
      switch self {
      case .jsonl: "JSON lines"
      case .chrome: "Chrome's trace events"
      case .otlp: "OpenTelemetry's spans"
      case .check: "findings"
      case .whyNot: "why an element did not come"
      }
    }

    /// Microseconds a step.
    var mostTime: Double {
      switch self {
      case .jsonl, .chrome: 1
      case .otlp, .check: 2
      case .whyNot: 4
      }
    }

    /// The memory that a recording of ten million steps may take. A cause may lie far back.
    var mostMemory: Double { self == .whyNot ? 1024 : 400 }
  }

  private let steps: Double
  private let costs: [(way: Way, long: Cost)]
  private let short: Cost
  private let instructions: [(way: Way, perStep: Double)]

  /// About ten million steps of a long chain, as many of short subscriptions, which make objects, and a few of the chain,
  /// of which the instructions are counted.
  init() throws {
    let path = NSTemporaryDirectory() + "headwater-bench-\(getpid()).hwtrace"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try TraceRecorder.record(to: path) { _ = sixOperators.run(470_000) }
    steps = Double(try Self.countSteps(path))
    costs = try Way.allCases.map { ($0, try Self.measure($0, path)) }
    try TraceRecorder.record(to: path) { _ = shortSubscription.run(200_000) }
    short = try Self.measure(.jsonl, path)
    instructions = try Self.countInstructions(path)
  }

  private struct Cost: Codable {
    /// Of processor time.
    var seconds: Double
    /// Resident at the peak.
    var mebibytes: Double
  }

  var figures: [Figure] {
    let chains = costs.flatMap { way, cost in
      [
        Figure(
          name: "\(way.title), of \(Int(steps / 1e6)) million steps, per step",
          value: cost.seconds * 1e6 / steps, unit: "µs", limit: way.mostTime),
        Figure(name: "memory for that", value: cost.mebibytes, unit: "MiB", limit: way.mostMemory),
      ]
    }
    let memory = Figure(
      name: "memory for JSON lines of 200,000 short subscriptions", value: short.mebibytes, unit: "MiB", limit: 300)
    let counts = instructions.map { way, count in
      Figure(name: "\(way.title), instructions per step", value: count, unit: "", limit: nil)
    }
    return chains + [memory] + counts
  }

  private static func measure(_ way: Way, _ path: String) throws -> Cost {
    let report = try run([Bundle.main.executablePath!, "read", way.rawValue, path])
    return try JSONDecoder().decode(Cost.self, from: Data(report.utf8))
  }

  /// The lines of the list, which has one for each step.
  private static func countSteps(_ path: String) throws -> Int {
    var count = 0
    try StepList(path: path).writeBytes { count += $0.count { $0 == UInt8(ascii: "\n") } }
    return count
  }
}

// MARK: Instructions

extension LongRecordingFigures {
  /// Counted by Valgrind, as the difference between a longer and a shorter recording: the start of a process does not count.
  /// - Returns: nothing if there is no Valgrind.
  private static func countInstructions(_ path: String) throws -> [(way: Way, perStep: Double)] {
    let program = NSTemporaryDirectory() + "headwater-bench-\(getpid())"
    defer { try? FileManager.default.removeItem(atPath: program) }
    guard try hasValgrind() else { return [] }
    try copyForValgrind(to: program)
    let runs = try [2_000, 12_000].map { events in
      try TraceRecorder.record(to: path) { _ = sixOperators.run(events) }
      return (Double(try countSteps(path)), try Way.allCases.map { try instructions(of: program, $0, path) })
    }
    return Way.allCases.indices.map { place in
      (Way.allCases[place], (runs[1].1[place] - runs[0].1[place]) / (runs[1].0 - runs[0].0))
    }
  }

  private static func instructions(of program: String, _ way: Way, _ path: String) throws -> Double {
    let report = try run(
      ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, "read", way.rawValue, path],
      readsErrors: true)
    let total = report.split(separator: "\n").last { $0.contains("Collected :") }?.split(separator: " ").last
    guard let count = total.flatMap({ Double($0) }) else { fatalError("valgrind did not count: \(report)") }
    return count
  }
}

// MARK: The process that is measured

extension LongRecordingFigures {
  static func read(_ way: Way, _ path: String) throws {
    try way.read(path)
    let cost = Cost(seconds: processorTime(), mebibytes: peakMemory())
    print(String(decoding: try JSONEncoder().encode(cost), as: UTF8.self))
  }

  /// On Linux `getrusage` would tell the peak of the process that started this one.
  private static func peakMemory() -> Double {
    #if os(Linux)
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
      return (Double(line.filter(\.isNumber)) ?? .infinity) / 1024
    #else
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return Double(usage.ru_maxrss) / 1_048_576
    #endif
  }
}
