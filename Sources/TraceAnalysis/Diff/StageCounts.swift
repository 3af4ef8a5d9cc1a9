import RxTrace

/// The stages of two runs that did not do the same number of things, in the words of a report of stages.
struct StageCounts {
  struct Row {
    var name: String
    var left: StageReport.Row?
    var right: StageReport.Row?
  }

  static let columns: [ReportColumn] = [.in, .out, .dropped, .errors]
  private(set) var rows: [Row] = []

  init(_ left: [StageReport.Row], _ right: [StageReport.Row]) {
    rows = Self.paired(left, right).filter { row in
      guard let first = row.left, let second = row.right else { return true }
      return Self.columns.contains { $0.count(first.tally) != $0.count(second.tally) }
    }
  }

  /// Pairs as many stages of one name as possible, in the order of the source.
  private static func paired(_ one: [StageReport.Row], _ other: [StageReport.Row]) -> [Row] {
    one.map(\.name).paired(with: other.map(\.name)).map { first, second in
      let (left, right) = (first.map { one[$0] }, second.map { other[$0] })
      return Row(name: name(left, right), left: left, right: right)
    }
  }

  private static func name(_ left: StageReport.Row?, _ right: StageReport.Row?) -> String {
    let name = (left ?? right)?.name ?? ""
    let places = [left, right].compactMap { $0?.place?.shortDescription }
    let shown = places.count == 2 && places[0] == places[1] ? [places[0]] : places
    return shown.isEmpty ? name : "\(name) (\(shown.joined(separator: ", ")))"
  }

  /// `in 3, 4   drop 0, 1`
  static func text(_ row: Row) -> String {
    let words = columns.compactMap { column -> String? in
      let counts = [row.left, row.right].map { $0.map { column.count($0.tally) } }
      guard let left = counts[0], let right = counts[1] else {
        return counts.compactMap(\.self).first.flatMap { $0 == 0 ? nil : "\(word(column)) \($0)" }
      }
      return left == right ? nil : "\(word(column)) \(left), \(right)"
    }
    let only = row.left == nil ? "only right" : row.right == nil ? "only left" : nil
    return ([only].compactMap(\.self) + words).joined(separator: "  ")
  }

  private static func word(_ column: ReportColumn) -> String {
    switch column {
    case .dropped: "drop"
    case .errors: "err"
    default: column.rawValue
    }
  }
}
