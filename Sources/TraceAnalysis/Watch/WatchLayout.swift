import RxTrace

/// The order of the rows of a watched program.
enum WatchColumn: String, CaseIterable {
  case place, `in`, out, open, errors, idle, busy

  var next: WatchColumn {
    let all = Self.allCases
    return all[(all.firstIndex(of: self)! + 1) % all.count]
  }

  /// Sorts figures from the largest on, and stages that are idle for the shortest time first.
  func sorted(_ rows: [WatchRow]) -> [WatchRow] {
    if self == .place { return rows }
    // The order is stable: rows with equal figures keep their order.
    return rows.enumerated().sorted { one, other in
      let (first, second) = (figure(one.element), figure(other.element))
      return first == second ? one.offset < other.offset : first > second
    }.map(\.element)
  }

  private func figure(_ row: WatchRow) -> Double {
    switch self {
    case .place: 0
    case .in: row.takenRate
    case .out: row.sentRate
    case .open: Double(row.open)
    case .errors: Double(row.errors)
    case .idle: -Double(row.idle ?? .max)
    case .busy: row.busy
    }
  }
}

/// The columns of a table for which a terminal has room.
struct WatchLayout {
  private let width: Int
  private let columns: [Column]
  private let title: Int
  /// The columns for values; 0 if there is no room for them.
  private let value: Int

  private struct Column {
    let name: String
    let width: Int
    /// The columns of the narrowest terminal that shows the column.
    var least = 0
    let text: (WatchRow) -> String
  }

  /// The columns, the most important one first.
  private static var all: [Column] {
    [
      Column(name: "in/s", width: 7) { WatchText.rate($0.takenRate) },
      Column(name: "out/s", width: 7) { WatchText.rate($0.sentRate) },
      Column(name: "open", width: 6) { WatchText.count($0.open) },
      Column(name: "err", width: 5) { WatchText.count($0.errors) },
      Column(name: "idle", width: 7) { WatchText.idle($0.idle) },
      Column(name: "busy", width: 8, least: 100) { WatchText.share($0.busy) },
    ]
  }

  private static let mark = 2
  private static let leastTitle = 10
  private static let mostTitle = 40
  private static let leastValue = 8

  init(_ rows: [WatchRow], columns: Int) {
    width = columns
    let titles = rows.map { ShownText.width(ShownText.printable($0.title)) }.max() ?? 0
    var left = columns - Self.mark - Self.leastTitle
    var shown: [Column] = []
    for column in Self.all where column.width <= left && column.least <= columns {
      shown.append(column)
      left -= column.width
    }
    self.columns = shown
    let room = left + Self.leastTitle
    title = max(0, min(room, max(Self.leastTitle, min(titles, Self.mostTitle))))
    let rest = room - title - 2
    value = rest >= Self.leastValue ? rest : 0
  }

  var heading: String {
    let names = columns.map { WatchText.right($0.name, $0.width) }.joined()
    let stage = WatchText.left(ShownText.fitted("stage", columns: title), title)
    let last = (value > 0 ? "  last value" : "").prefix(max(0, value + 2))
    return "  ".prefix(width) + stage + names + last
  }

  func line(_ row: WatchRow, isSelected: Bool, _ style: TextStyle) -> String {
    let name = WatchText.left(ShownText.fittedEnd(ShownText.printable(row.title), columns: title), title)
    let figures = columns.map { column in
      let text = WatchText.right(column.text(row), column.width)
      return column.name == "err" && row.errors > 0 ? style.failure(text) : text
    }
    let shown = value > 0 ? row.value.map { "  " + style.value(WatchText.value($0, columns: value)) } ?? "" : ""
    return (isSelected ? "> " : "  ").prefix(width) + (isSelected ? style.call(name) : name) + figures.joined() + shown
  }
}
