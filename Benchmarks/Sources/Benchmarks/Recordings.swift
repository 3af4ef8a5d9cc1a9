import Foundation
import Rx

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
    [figure("a hook, tracing off", unrecorded, limit: 1)] + figures("a record", ofProgram)
      + figures("a record of a call within the engine", withinEngine)
  }

  private func figures(_ name: String, _ times: Payloads) -> [Figure] {
    [
      figure("\(name) without payload", times.none, limit: 25),
      figure("\(name) with an Int", times.integer, limit: 35),
      figure("\(name) with a String of 24 bytes", times.text, limit: 60),
    ]
  }

  private func figure(_ name: String, _ time: Double, limit: Double) -> Figure {
    Figure(name: name, value: max(0, time - bare), unit: "ns", limit: limit)
  }
}

/// Makes so many calls for each element. They are calls within the engine, recorded without a call stack.
private final class Caller: EventReceiver<Int> {
  private let run: (Int) -> Void

  init(_ run: @escaping (Int) -> Void) { self.run = run }

  override func on(next count: Int) { run(count) }
}

/// Short subscriptions, each with objects of its own, recorded and not.
struct RecordedSubscriptions {
  /// Nanoseconds that a subscription takes.
  var unrecorded = Double.infinity
  var recorded = Double.infinity
  /// Bytes of the file that a subscription takes.
  var bytes = 0.0

  private static let count = 10_000

  /// - Parameter run: makes so many subscriptions.
  init(_ run: (Int) -> Int, use: (Int) -> Void) throws {
    for _ in 0..<9 {
      unrecorded = min(unrecorded, nanoseconds(per: Self.count, rounds: 3) { use(run(Self.count)) })
      let path = traceFile()
      defer { try? FileManager.default.removeItem(atPath: path) }
      try TraceRecorder.record(to: path) {
        // The first one introduces the classes and the lines.
        use(run(1))
        recorded = min(recorded, nanoseconds(per: Self.count, rounds: 1) { use(run(Self.count)) })
      }
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
      bytes = Double(size) / Double(Self.count)
    }
  }

  /// Of two pipelines.
  static func figures(_ use: (Int) -> Void) throws -> [Figure] {
    try RecordedSubscriptions(createMapFilterOnce, use: use)
      .figures("create → map → filter → subscribe", ratio: 5, bytes: 1300)
      + RecordedSubscriptions(justOnce, use: use).figures("just → subscribe", ratio: 6, bytes: 400)
  }

  private func figures(_ name: String, ratio: Double, bytes limit: Double) -> [Figure] {
    let remark = "\(format(recorded)) ns, unrecorded \(format(unrecorded)) ns"
    return [
      Figure(name: "\(name), recorded", value: recorded / unrecorded, unit: "×", limit: ratio, remark: remark),
      Figure(name: "\(name), in the file", value: bytes, unit: "bytes", limit: limit),
    ]
  }
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
