import Foundation
import Rx
import RxTrace
import TraceViews

/// The time to write a recording in another form, each in a process of its own, from its start to its end.
struct ExportFigures {
  private let records: Double
  private let chain: [Cost]
  private let short: Cost

  /// About ten million records of a long chain, and as many of short subscriptions, which make objects.
  init() throws {
    let path = NSTemporaryDirectory() + "headwater-bench-export-\(getpid()).hwtrace"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try TraceRecorder.record(to: path) { _ = createChain(1_000_000) }
    records = Double(try Self.countRecords(path))
    chain = try ["jsonl", "chrome"].map { try Self.measure($0, path) }
    try TraceRecorder.record(to: path) { _ = createMapFilterOnce(200_000) }
    short = try Self.measure("jsonl", path)
  }

  private struct Cost: Codable {
    /// Of processor time.
    var seconds: Double
    /// Resident at the peak.
    var mebibytes: Double
  }

  var figures: [Figure] {
    [
      Figure(name: "JSON lines of \(million) million records, per record", value: perRecord(0), unit: "µs", limit: 1),
      Figure(name: "Chrome's trace events of them, per record", value: perRecord(1), unit: "µs", limit: 1),
      Figure(
        name: "memory for that", value: chain.map(\.mebibytes).max() ?? 0, unit: "MiB", limit: 300),
      Figure(
        name: "memory for JSON lines of 200,000 short subscriptions", value: short.mebibytes, unit: "MiB", limit: 300),
    ]
  }

  private var million: Int { Int(records / 1e6) }
  private func perRecord(_ form: Int) -> Double { chain[form].seconds * 1e6 / records }

  private static func measure(_ form: String, _ path: String) throws -> Cost {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["export", form, path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let report = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return try JSONDecoder().decode(Cost.self, from: report)
  }

  private static func countRecords(_ path: String) throws -> Int {
    let reader = try RecordReader(path: path)
    var count = 0
    while try reader.next() != nil { count += 1 }
    return count
  }

  /// The work of the process that is measured.
  static func export(_ form: String, _ path: String) throws {
    guard let nowhere = FileHandle(forWritingAtPath: "/dev/null") else { fatalError("no /dev/null") }
    let write: (UnsafeRawBufferPointer) throws -> Void = { try nowhere.write(contentsOf: Data($0)) }
    if form == "chrome" {
      try ChromeTrace(path: path).writeBytes(write)
    } else {
      try JSONLines(path: path).writeBytes(write)
    }
    let cost = Cost(seconds: processorTime(), mebibytes: peakMemory())
    print(String(decoding: try JSONEncoder().encode(cost), as: UTF8.self))
  }

  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
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
