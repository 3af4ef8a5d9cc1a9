import Synchronization

/// Counts the pages that a build has made, and says so.
final class BuildProgress: Sendable {
  private let total: Int
  private let report: (@Sendable (_ made: Int, _ total: Int) -> Void)?
  private let made = Atomic(0)

  init(total: Int, report: (@Sendable (_ made: Int, _ total: Int) -> Void)?) {
    self.total = total
    self.report = report
  }

  func addPage() {
    guard let report else { return }
    report(made.wrappingAdd(1, ordering: .relaxed).newValue, total)
  }
}
