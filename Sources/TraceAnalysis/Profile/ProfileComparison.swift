import RxTrace

/// The profiles of two runs, row by row.
///
/// Rows of one name are paired in the order of the source, as many as possible, so that a stage of which only the line
/// has changed keeps its partner.
package struct ProfileComparison {
  struct Row {
    var name: String
    var place: SourceLine?
    var run: Profile.Row?
    var other: Profile.Row?

    /// How many nanoseconds more the run took than the other one.
    var change: Int { Int(clamping: run?.calls.sum ?? 0) - Int(clamping: other?.calls.sum ?? 0) }
  }

  let run: Profile
  let other: Profile
  /// The rows, with the largest changes first.
  let rows: [Row]

  package init(_ run: Profile, _ other: Profile) {
    (self.run, self.other) = (run, other)
    var (one, two) = (run, other)
    one.sort(by: .place)
    two.sort(by: .place)
    let rows = one.rows.map(\.name).paired(with: two.rows.map(\.name)).map { place, otherPlace in
      let (first, second) = (place.map { one.rows[$0] }, otherPlace.map { two.rows[$0] })
      return Row(name: (first ?? second)!.name, place: (first ?? second)!.place, run: first, other: second)
    }
    self.rows = rows.enumerated().sorted { one, other in
      let (first, second) = (abs(one.element.change), abs(other.element.change))
      return first == second ? one.offset < other.offset : first > second
    }.map(\.element)
  }

  /// A table for people: the run's figures, then those of the other one in the columns titled `other`.
  package func text(width: Int = TerminalWidth.usual, isColored: Bool = false) -> String {
    func durations(_ title: String, _ rank: Int, _ value: @escaping (Profile.Row) -> UInt64) -> [FigureTable.Column] {
      [
        FigureTable.Column(
          title: title, cells: rows.map { $0.run.map { FigureTable.duration(value($0)) } ?? "" }, rank: rank),
        FigureTable.Column(
          title: "other", cells: rows.map { $0.other.map { FigureTable.duration(value($0)) } ?? "" }, rank: rank + 1),
      ]
    }
    let shares = [
      FigureTable.Column(
        title: "share", cells: rows.map { $0.run.map { FigureTable.percent(run.share(of: $0)) } ?? "" }, rank: 3),
      FigureTable.Column(
        title: "other", cells: rows.map { $0.other.map { FigureTable.percent(other.share(of: $0)) } ?? "" }, rank: 4),
    ]
    let changes = FigureTable.Column(title: "change", cells: rows.map { Self.signed($0.change) }, rank: 2)
    let table = FigureTable(
      heading: run.grouping.rawValue, names: rows.map(\.name), places: rows.map(\.place),
      columns: durations("own", 0) { $0.calls.sum } + [changes] + shares
        + durations("p99", 5) { $0.calls.percentile(0.99) },
      width: width, style: TextStyle(isColored: isColored))
    let notes = [run, other].flatMap { profile in profile.notes.map { "\(oneLine(profile.name)): \(oneLine($0))\n" } }
    return (rows.isEmpty ? "no stage took part\n" : table.text) + notes.joined()
  }

  private static func signed(_ change: Int) -> String {
    change == 0 ? FigureTable.none : (change > 0 ? "+" : "-") + ShownText.duration(UInt64(change.magnitude))
  }

  /// Both rows of each pair. Times are nanoseconds, shares go from 0 to 1.
  package func jsonText() throws -> String { try json(ComparisonJSON(comparison: self)) }

  /// A table of comma-separated values. Times are nanoseconds.
  package var csvText: String {
    let columns = [
      "name", "file", "line", "calls", "own", "ownShare", "p99", "max", "otherCalls", "otherOwn", "otherOwnShare",
      "otherP99", "otherMax",
    ]
    func fields(_ row: Profile.Row?, _ profile: Profile) -> [String] {
      guard let row else { return ["", "", "", "", ""] }
      let calls = row.calls
      return [
        "\(calls.count)", "\(calls.sum)", "\(profile.share(of: row))", "\(calls.percentile(0.99))", "\(calls.longest)",
      ]
    }
    return csvTable(
      [columns]
        + rows.map { row in
          [row.name, row.place?.file ?? "", row.place.map { "\($0.line)" } ?? ""] + fields(row.run, run)
            + fields(row.other, other)
        })
  }
}

private struct ComparisonJSON: Encodable {
  let comparison: ProfileComparison

  private struct Pair: Encodable {
    let row: ProfileComparison.Row
    let comparison: ProfileComparison

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: TextKey.self)
      try container.encode(row.name, forKey: TextKey(comparison.run.grouping.rawValue))
      try container.encodeIfPresent(row.place?.file, forKey: TextKey("file"))
      try container.encodeIfPresent(row.place?.line, forKey: TextKey("line"))
      try container.encode(row.change, forKey: TextKey("ownChange"))
      if let figures = row.run { try container.encode(ProfileRowJSON(figures, comparison.run), forKey: TextKey("run")) }
      if let figures = row.other {
        try container.encode(ProfileRowJSON(figures, comparison.other), forKey: TextKey("other"))
      }
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: TextKey.self)
    let (run, other) = (comparison.run, comparison.other)
    try container.encode(run.name, forKey: TextKey("run"))
    try container.encode(other.name, forKey: TextKey("other"))
    try container.encode(run.grouping.rawValue, forKey: TextKey("by"))
    try container.encode(
      comparison.rows.map { Pair(row: $0, comparison: comparison) }, forKey: TextKey(run.grouping.plural))
    try container.encode(run.remarks + other.remarks, forKey: TextKey("remarks"))
  }
}
