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

  init(_ left: AnalysedRun, _ right: AnalysedRun) {
    // A report of a whole run asks for no stage that might be missing.
    guard let one = try? StageReport(left).rows, let other = try? StageReport(right).rows else { return }
    rows = Self.paired(one, other).filter { row in
      guard let first = row.left, let second = row.right else { return true }
      return Self.columns.contains { $0.count(first.tally) != $0.count(second.tally) }
    }
  }

  /// Stages of one name in the order of the source are the same stage, as many as possible.
  private static func paired(_ one: [StageReport.Row], _ other: [StageReport.Row]) -> [Row] {
    guard one.count * other.count <= mostPairs else { return [] }
    var longest = Array(repeating: Array(repeating: 0, count: other.count + 1), count: one.count + 1)
    for x in one.indices.reversed() {
      for y in other.indices.reversed() {
        longest[x][y] =
          one[x].name == other[y].name ? longest[x + 1][y + 1] + 1 : max(longest[x + 1][y], longest[x][y + 1])
      }
    }
    var (x, y, rows) = (0, 0, [Row]())
    while x < one.count || y < other.count {
      if x < one.count, y < other.count, one[x].name == other[y].name {
        rows.append(Row(name: name(one[x], other[y]), left: one[x], right: other[y]))
        (x, y) = (x + 1, y + 1)
      } else if y == other.count || x < one.count && longest[x + 1][y] >= longest[x][y + 1] {
        rows.append(Row(name: name(one[x], nil), left: one[x], right: nil))
        x += 1
      } else {
        rows.append(Row(name: name(other[y], nil), left: nil, right: other[y]))
        y += 1
      }
    }
    return rows
  }

  private static let mostPairs = 4_000_000

  private static func name(_ row: StageReport.Row, _ other: StageReport.Row?) -> String {
    let places = [row.place, other?.place].compactMap { $0?.shortDescription }
    let shown = places.count == 2 && places[0] == places[1] ? [places[0]] : places
    return shown.isEmpty ? row.name : "\(row.name) (\(shown.joined(separator: ", ")))"
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
