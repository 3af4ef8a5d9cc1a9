import Foundation
import Rx
import RxTest
import RxTrace
import Testing

/// All tests of virtual time run one after another, because recordings and the resource count are global.
@Suite(.serialized)
enum VirtualTimeTests {}

enum TestError: Error, Equatable {
  case first
  case second
}

/// Records a run of `body`.
func trace(_ body: () throws -> Void) throws -> Trace {
  let path = NSTemporaryDirectory() + "headwater-test-\(UUID().uuidString).hwtrace"
  defer { try? FileManager.default.removeItem(atPath: path) }
  try TraceRecorder.record(to: path, body)
  return try Trace(contentsOf: path)
}

/// Logs entries with the clock's time.
final class Log {
  private(set) var entries: [String] = []

  func add(_ entry: String) { entries.append(entry) }
}
