import RxTrace

extension StageReport {
  /// A table for people, in lines of a width. Columns without a number are left out, and a dot stands for zero.
  /// - Parameter width: the columns of the terminal.
  public func text(width: Int = TerminalWidth.usual, isColored: Bool = false) -> String {
    let notes = remarks.map { "remark: \(oneLine($0))\n" }.joined()
    guard !rows.isEmpty else { return notes + "\(oneLine(name)): no stage took part\n" }
    let table = ReportTable(self, width: width, style: TextStyle(isColored: isColored))
    return table.lines.map { $0 + "\n" }.joined() + notes
  }
}

/// The lines of a report.
private struct ReportTable {
  private let rows: [StageReport.Row]
  private let names: ProgramNames
  private let style: TextStyle
  private let columns: [Column]
  private let nameWidth: Int
  private let placeWidth: Int
  /// Spaces between two columns.
  private let gap: String
  /// The columns that are left for the values; 0 if these are too few.
  private let valueWidth: Int

  private struct Column {
    var title: String
    var cells: [String]
    var width: Int
  }

  private static let longestName = (wide: 24, narrow: 16)
  private static let longestPlace = (wide: 32, narrow: 22)
  private static let fewestForValue = 6
  /// The columns that are there even if they have no number.
  private static let usual: Set<ReportColumn> = [.now, .peak, .in, .out]

  init(_ report: StageReport, width: Int, style: TextStyle) {
    (rows, names, self.style) = (report.rows, report.names, style)
    let isNarrow = width < 100
    gap = isNarrow ? " " : "  "
    columns = ReportColumn.counts.compactMap { column in
      let counts = report.rows.map { column.count($0.tally) }
      guard Self.usual.contains(column) || counts.contains(where: { $0 > 0 }) else { return nil }
      guard column != .time || report.timesClosures else { return nil }
      let cells = counts.map { count in
        count == 0 ? "·" : column == .time ? ShownText.duration(count) : "\(count)"
      }
      let title = column.title
      return Column(title: title, cells: cells, width: max(title.count, cells.map(\.count).max() ?? 0))
    }
    let names = report.rows.map { ShownText.width(oneLine($0.name)) }.max() ?? 0
    let places = report.rows.map { ShownText.width(Self.place($0)) }.max() ?? 0
    let (longestName, longestPlace) = (Self.longestName, Self.longestPlace)
    nameWidth = max("stage".count, min(names, isNarrow ? longestName.narrow : longestName.wide))
    placeWidth = max("place".count, min(places, isNarrow ? longestPlace.narrow : longestPlace.wide))
    let numbers = columns.map(\.width).reduce(0, +) + columns.count * gap.count
    let left = width - nameWidth - 2 - placeWidth - numbers - 2
    valueWidth = left < Self.fewestForValue ? 0 : left
  }

  private static func place(_ row: StageReport.Row) -> String { oneLine(row.place?.shortDescription ?? "") }

  var lines: [String] {
    let titles = columns.map { padded($0.title, $0.width, toRight: true) }.joined(separator: gap)
    let title = valueWidth < "last value".count ? "last" : "last value"
    let value = valueWidth > 0 ? "  " + title : ""
    let heading = padded("stage", nameWidth) + "  " + padded("place", placeWidth) + gap + titles + value
    return [style.faint(heading)] + rows.indices.map(line)
  }

  private func line(_ index: Int) -> String {
    let row = rows[index]
    let name = padded(ShownText.fitted(oneLine(row.name), columns: nameWidth), nameWidth)
    // The end of a place tells more than its beginning.
    let place = padded(ShownText.fittedEnd(Self.place(row), columns: placeWidth), placeWidth)
    let cells = columns.map { column in
      let cell = padded(column.cells[index], column.width, toRight: true)
      if column.cells[index] == "·" { return style.faint(cell) }
      return column.title == ReportColumn.errors.title ? style.failure(cell) : cell
    }
    let value = valueWidth > 0 ? row.lastValue.map { "  " + self.value($0) } ?? "" : ""
    return style.call(name) + "  " + place + gap + cells.joined(separator: gap) + value
  }

  private func value(_ value: TracedValue) -> String {
    let value = names.short(value)
    let text = ShownText.printable(value.text.prefix(valueWidth + 1)) + (value.isComplete ? "" : "…")
    return style.value(ShownText.fitted(text, columns: valueWidth))
  }

  private func padded(_ text: String, _ width: Int, toRight: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - ShownText.width(text)))
    return toRight ? space + text : text + space
  }
}

extension ReportColumn {
  fileprivate var title: String {
    switch self {
    case .dropped: "drop"
    case .errors: "err"
    default: rawValue
    }
  }
}
