/// A line that XCTest prints about its own progress.
///
///     TestLine("Test Case 'CartTests.testSum' started at 2026-01-01 10:00:00.000")
///     // Result: .started("CartTests.testSum")
enum TestLine: Equatable {
  /// A test began: the heading of what follows.
  case started(String)
  case failed(String)
  /// The beginning or the end of a suite, or the end of a test that passed.
  case progress

  /// - Returns: nil for a line of the program's own.
  init?(_ text: String) {
    if let match = text.prefixMatch(of: #/Test Case '([^']+)' (started at|passed \(|failed \(|skipped \()/#) {
      let name = String(match.1)
      switch match.2 {
      case "started at": self = .started(name)
      case "failed (": self = .failed(name)
      default: self = .progress
      }
    } else if text.contains(#/^Test Suite '[^']+' (?:started|passed|failed) at |^\s+Executed \d+ tests?, with /#) {
      self = .progress
    } else {
      return nil
    }
  }
}
