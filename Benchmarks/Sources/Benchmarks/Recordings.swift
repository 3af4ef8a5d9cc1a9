import Foundation
import Measuring
import Rx
import RxWorkloads

private func traceFile() -> String { NSTemporaryDirectory() + "headwater-bench-\(getpid()).hwtrace" }

/// Calls `body` inside a recorded call, so that each call within is one record.
func recorded(_ body: @escaping () -> Void) throws {
  let path = traceFile()
  defer { try? FileManager.default.removeItem(atPath: path) }
  try TraceRecorder.record(to: path) {
    _ = Observable<Int>.create { _ in
      body()
      return Disposables.create()
    }.subscribe()
  }
}

/// The time that a hook adds to a call, while somebody records and while nobody does.
struct RecordedCalls {
  /// Nanoseconds that a call takes without a hook.
  private var bare = Double.infinity
  private var unrecorded = Double.infinity
  /// Of calls that the program itself makes, and that are recorded with its call stack.
  private var ofProgram = Payloads()
  private var withinEngine = Payloads()

  /// Nanoseconds that a recorded call takes with different payloads.
  private struct Payloads {
    var none = 0.0
    var integer = 0.0
    var text = 0.0
  }

  private static let count = 100_000

  init() throws {
    let (idle, texts) = (Idle(), EventReceiver<String>.idle)
    let calls = 5_000_000
    // In turn, because the difference is smaller than what else the machine does.
    for _ in 0..<15 {
      bare = min(bare, nanoseconds(per: calls, rounds: 2) { unhooked(idle, calls) })
      unrecorded = min(unrecorded, nanoseconds(per: calls, rounds: 2) { hooked(idle, calls) })
    }
    func measure(_ time: (@escaping (Int) -> Void) throws -> Double) throws -> Payloads {
      Payloads(
        none: try time { hooked(idle, $0) },
        integer: try time { count in for number in 0..<count { idle.send(next: number) } },
        text: try time { send(heapString, to: texts, $0) })
    }
    ofProgram = try measure { run in try Self.nanosecondsOfRecord { run(Self.count) } }
    withinEngine = try measure { run in
      let caller = Caller(run)
      return try Self.nanosecondsOfRecord { caller.send(next: Self.count) }
    }
  }

  private static func nanosecondsOfRecord(_ run: @escaping () -> Void) throws -> Double {
    var time = 0.0
    try recorded { time = nanoseconds(per: count, rounds: 40, run) }
    return time
  }

  var figures: [Figure] {
    let hook = Figure(
      name: "a call with a hook, beside one without, tracing off", value: unrecorded / bare, unit: "×", limit: 1.5)
    return [hook] + figures("a record", ofProgram) + figures("a record of a call within the engine", withinEngine)
  }

  private func figures(_ name: String, _ times: Payloads) -> [Figure] {
    [
      figure("\(name) without payload", times.none), figure("\(name) with an Int", times.integer),
      figure("\(name) with a String of 24 bytes", times.text),
    ]
  }

  private func figure(_ name: String, _ time: Double) -> Figure {
    Figure(name: name, value: max(0, time - bare), unit: "ns")
  }
}

/// Makes so many calls for each element. They are calls within the engine, recorded without a call stack.
private final class Caller: EventReceiver<Int> {
  private let run: (Int) -> Void

  init(_ run: @escaping (Int) -> Void) { self.run = run }

  override func on(next count: Int) { run(count) }
}

/// A workload, recorded and not.
struct RecordedWorkload {
  private let workload: Workload
  /// Nanoseconds that a unit takes.
  private var unrecorded = Double.infinity
  private var recorded = Double.infinity
  /// Bytes of the file that a unit takes.
  private var bytes = 0.0

  init(_ workload: Workload, use: (Int) -> Void) throws {
    self.workload = workload
    let count = 10_000
    for _ in 0..<9 {
      unrecorded = min(unrecorded, nanoseconds(per: count, rounds: 3) { use(workload.run(count)) })
      let path = traceFile()
      defer { try? FileManager.default.removeItem(atPath: path) }
      try TraceRecorder.record(to: path) {
        // The first one introduces the classes and the lines.
        use(workload.run(1))
        recorded = min(recorded, nanoseconds(per: count, rounds: 1) { use(workload.run(count)) })
      }
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
      bytes = Double(size) / Double(count)
    }
  }

  /// Of events and of two kinds of short subscriptions. A file has the same size at every run.
  static func figures(_ use: (Int) -> Void) throws -> [Figure] {
    try RecordedWorkload(sixOperators, use: use).figures(ratio: 13, bytes: 600)
      + RecordedWorkload(shortSubscription, use: use).figures(ratio: 5, bytes: 1300)
      + RecordedWorkload(shortestSubscription, use: use).figures(ratio: 6, bytes: 400)
  }

  private func figures(ratio: Double, bytes limit: Double) -> [Figure] {
    let remark = "\(format(recorded)) ns, unrecorded \(format(unrecorded)) ns"
    let name = "\(workload.name), per \(workload.unit)"
    return [
      Figure(name: "\(name), recorded", value: recorded / unrecorded, unit: "×", limit: ratio, remark: remark),
      Figure(name: "\(name), in the file", value: bytes, unit: "bytes", limit: limit),
    ]
  }
}

// MARK: What is recorded

let sixOperators = workload("six operators")
let shortSubscription = workload("create, map, filter")
private let shortestSubscription = workload("just")

private func workload(_ name: String) -> Workload { workloads.first { $0.name == name }! }

/// An observer that does nothing: what is left of a call to it is the hook.
private final class Idle: EventReceiver<Int> {
  var calls = 0

  override func on(next element: Int) { calls &+= 1 }
  override func on(error: any Swift.Error) { calls &+= 1 }
  override func onCompletion() { calls &+= 1 }
}

/// Calls that pass a hook.
@inline(never)
private func hooked(_ idle: EventReceiver<Int>, _ count: Int) {
  for _ in 0..<count { idle.sendCompleted() }
}

/// The same calls without one.
@inline(never)
private func unhooked(_ idle: EventReceiver<Int>, _ count: Int) {
  for _ in 0..<count { idle.onCompleted() }
}

/// An observer of texts that does nothing.
private final class IdleText: EventReceiver<String> {
  var calls = 0

  override func on(next element: String) { calls &+= 1 }
}

extension EventReceiver<String> {
  static var idle: EventReceiver<String> { IdleText() }
}

/// Too long to be kept within the value itself.
let heapString = (0..<4).map { "string\($0)" }.joined().dropLast(4).description

@inline(never)
func send(_ text: String, to receiver: EventReceiver<String>, _ count: Int) {
  for _ in 0..<count { receiver.send(next: text) }
}
