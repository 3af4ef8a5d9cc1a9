import RxTrace

/// A column of a report by which its rows can be sorted.
public enum ReportColumn: String, CaseIterable, Sendable {
  case place, stage, now, peak, `in`, out, dropped, errors, inner, time

  /// The columns that count something.
  static let counts: [ReportColumn] = [.now, .peak, .in, .out, .dropped, .errors, .inner, .time]

  func count(_ tally: StageTally) -> UInt64 {
    switch self {
    case .place, .stage: 0
    case .now: UInt64(max(0, tally.subscriptions.now))
    case .peak: UInt64(tally.subscriptions.peak)
    case .in: UInt64(tally.taken)
    case .out: UInt64(tally.sent)
    case .dropped: UInt64(tally.dropped)
    case .errors: UInt64(tally.errors)
    case .inner: UInt64(tally.inners.peak)
    case .time: tally.closureTime
    }
  }
}

extension StageReport {
  /// Puts the rows in order: places and stages from the first on, counts from the largest on.
  public mutating func sort(by column: ReportColumn) {
    let files = Dictionary(rows.enumerated().map { ($1.place?.file ?? "", $0) }) { first, _ in first }
    func isBefore(_ one: Row, _ other: Row) -> Bool {
      guard let first = one.place, let second = other.place else { return one.place != nil && other.place == nil }
      return first.file == second.file ? first.line < second.line : files[first.file]! < files[second.file]!
    }
    // A stable order, because stages of one line are in the order of the run.
    let placed = rows.enumerated().sorted { one, other in
      if isBefore(one.element, other.element) { return true }
      return !isBefore(other.element, one.element) && one.offset < other.offset
    }.map(\.element)
    rows = placed.enumerated().sorted { one, other in
      let (first, second) = (one.element, other.element)
      switch column {
      case .place: return one.offset < other.offset
      case .stage: return first.name == second.name ? one.offset < other.offset : first.name < second.name
      default:
        let (larger, smaller) = (column.count(first.tally), column.count(second.tally))
        return larger == smaller ? one.offset < other.offset : larger > smaller
      }
    }.map(\.element)
  }
}
