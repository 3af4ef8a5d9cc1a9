import RxTrace

extension Profile {
  /// A table for people. Columns for which the width has no room are left out, as are those without a figure.
  /// - Parameter width: the columns of the terminal.
  package func text(width: Int = TerminalWidth.usual, isColored: Bool = false) -> String {
    let notes = notes.map { "\(oneLine($0))\n" }.joined()
    guard !rows.isEmpty else { return "\(oneLine(name)): no stage took part\n" + notes }
    let columns = shownColumns.map { column in
      FigureTable.Column(title: column.title, cells: rows.map { column.cell($0, self) }, rank: column.rank)
    }
    let table = FigureTable(
      heading: grouping.rawValue, names: rows.map(\.name), places: rows.map(\.place), columns: columns, width: width,
      style: TextStyle(isColored: isColored))
    return table.text + notes
  }

  /// The columns that have something to tell, with a cell for each row.
  var shownFigures: (titles: [String], rows: [[String]]) {
    let columns = shownColumns.filter { column in
      rows.contains { column.cell($0, self) != FigureTable.none }
    }
    return (columns.map(\.title), rows.map { row in columns.map { $0.cell(row, self) } })
  }

  private var shownColumns: [Figure] {
    Figure.allCases.filter { figure in
      switch figure {
      case .subscriptions, .taken, .sent: grouping.countsElements
      case .wait: rows.contains { $0.waits.count > 0 }
      case .held: rows.contains { $0.holds.count > 0 }
      default: timesClosures
      }
    }
  }

  /// The remarks below the rows.
  var notes: [String] {
    let threads = threadCount == 1 ? "1 thread" : "\(threadCount) threads"
    var notes: [String] = []
    if timesClosures {
      notes.append(
        "in closures: \(ShownText.duration(own)), on \(threads), in a run of \(ShownText.duration(length))")
      if unassigned > 0 { notes.append("of these in closures without a stage: \(ShownText.duration(unassigned))") }
    } else {
      notes.append("remark: recordings before version 5 do not have the times at which closures returned")
    }
    if let one = cost.ofOne, let all = cost.ofAll {
      notes.append(
        "recording: about \(ShownText.duration(all)) (estimated: \(cost.records) records of \(ShownText.duration(one)))"
      )
    }
    return notes + remarks.map { "remark: \($0)" }
  }
}

/// A column of the text of a profile.
private enum Figure: CaseIterable {
  case share, own, calls, p50, p90, p99, max, total, wait, held, subscriptions, taken, sent

  var title: String {
    switch self {
    case .subscriptions: "subs"
    case .taken: "in"
    case .sent: "out"
    default: "\(self)"
    }
  }

  /// The importance of the column. Columns with a low rank stay if there is little room.
  var rank: Int {
    switch self {
    case .share: 0
    case .own: 1
    case .calls: 2
    case .p50: 3
    case .max: 4
    case .p99: 5
    case .wait: 6
    case .held: 7
    case .total: 8
    case .p90: 9
    case .taken: 10
    case .sent: 11
    case .subscriptions: 12
    }
  }

  func cell(_ row: Profile.Row, _ profile: Profile) -> String {
    switch self {
    case .share: FigureTable.percent(profile.share(of: row))
    case .own: FigureTable.duration(row.calls.sum)
    case .calls: FigureTable.count(row.calls.count)
    case .p50: FigureTable.duration(row.calls.percentile(0.5))
    case .p90: FigureTable.duration(row.calls.percentile(0.9))
    case .p99: FigureTable.duration(row.calls.percentile(0.99))
    case .max: FigureTable.duration(row.calls.longest)
    case .total: FigureTable.duration(row.total)
    case .wait: FigureTable.duration(row.waits.percentile(0.5))
    case .held: FigureTable.duration(row.holds.percentile(0.5))
    case .subscriptions: FigureTable.count(row.subscriptions)
    case .taken: FigureTable.count(row.taken)
    case .sent: FigureTable.count(row.sent)
    }
  }
}
