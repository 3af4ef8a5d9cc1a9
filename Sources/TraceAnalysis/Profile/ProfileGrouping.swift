import RxTrace

/// What a row of a profile stands for.
package enum ProfileGrouping: String, CaseIterable, Sendable {
  /// An operator, a source, a subject or an observer at one place of the program.
  case stage
  /// All stages with one operator.
  case `operator`
  /// One closure of a stage, for one kind of event.
  case closure
  /// A thread or queue.
  case thread
  /// One observable, subject or observer.
  case object

  /// The key of the rows in JSON.
  var plural: String { rawValue + "s" }
  /// Whether subscriptions and elements are counted for each row.
  var countsElements: Bool { self != .closure && self != .thread }
}

/// A column by which the rows of a profile can be sorted.
package enum ProfileColumn: String, CaseIterable, Sendable {
  case own, total, calls, p50, p90, p99, max, wait, held, place

  func value(_ row: Profile.Row) -> UInt64 {
    switch self {
    case .own: row.calls.sum
    case .total: row.total
    case .calls: UInt64(row.calls.count)
    case .p50: row.calls.percentile(0.5)
    case .p90: row.calls.percentile(0.9)
    case .p99: row.calls.percentile(0.99)
    case .max: row.calls.longest
    case .wait: row.waits.percentile(0.5)
    case .held: row.holds.percentile(0.5)
    case .place: 0
    }
  }
}
