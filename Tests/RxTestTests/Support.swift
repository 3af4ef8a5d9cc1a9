import Foundation
import Rx
import RxTest
import RxTrace
import Testing

/// All tests of virtual time run one after another: recordings and the count of resources are the process's.
@Suite(.serialized)
enum VirtualTimeTests {}

enum TestError: Error, Equatable {
  case first
  case second
}

/// Records what `body` does.
func trace(_ body: () throws -> Void) throws -> Trace {
  let path = NSTemporaryDirectory() + "headwater-test-\(UUID().uuidString).hwtrace"
  defer { try? FileManager.default.removeItem(atPath: path) }
  try TraceRecorder.record(to: path, body)
  return try Trace(contentsOf: path)
}

/// Notes what happened, and what the clock showed.
final class Log {
  private(set) var entries: [String] = []

  func add(_ entry: String) { entries.append(entry) }
}
