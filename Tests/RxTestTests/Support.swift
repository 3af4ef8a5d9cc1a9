import Rx
import RxTest
import RxTrace
import RxTracing
import TestSupport
import Testing

/// All tests of virtual time: recordings and the resource count are global.
@Suite(.oneAtATime)
enum VirtualTimeTests {}

enum TestError: Error, Equatable {
  case first
  case second
}

/// Records a run of `body`, without what a thread does meanwhile that an earlier test has left behind.
func trace(_ body: () throws -> Void) throws -> Trace {
  try TraceRecorder.record(body).trace.connected(toThread: 0)
}

/// Logs entries with the clock's time.
final class Log {
  private(set) var entries: [String] = []

  func add(_ entry: String) { entries.append(entry) }
}
