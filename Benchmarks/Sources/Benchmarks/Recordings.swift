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
  for _ in 0..<count { receiver.receive(next: text) }
}
