import RxTrace

/// The comparison of two runs in the words of the program, as text, JSON or a page.
public struct ProgramDiffReport {
  let left: ComparedRun
  let right: ComparedRun
  let diff: ProgramDiff
  let counts: StageCounts
  private let limit: Int

  public var isSame: Bool { diff.isSame }

  /// - Parameters:
  ///   - ignoringValues: whether lines with other values are alike.
  ///   - ignoringOutput: whether it does not matter what the programs printed.
  ///   - context: how many lines before and after a place are shown.
  ///   - places: how many further places are shown after the first.
  public init(
    _ left: ComparedRun, _ right: ComparedRun, ignoringValues: Bool = false, ignoringOutput: Bool = false,
    context: Int = 5, places: Int = 5
  ) {
    (self.left, self.right, limit) = (left, right, places + 1)
    diff = ProgramDiff(
      left, right, ignoringValues: ignoringValues, ignoringOutput: ignoringOutput, context: context)
    counts = StageCounts(left.stages, right.stages)
  }

  var shown: ArraySlice<ProgramDiff.Place> { diff.places.prefix(limit) }

  /// The result in one line.
  var summary: String {
    diff.isSame ? "the same lines" : DiffPage.summary(diff.placeCount, ofKinds: diff.places.count, shown: shown.count)
  }

  var remarks: [String] { left.run.remarks(with: right.run) }

  /// `24 lines`
  func size(of run: ComparedRun) -> String { counted(run.rows.count, "line") }

  // MARK: Words

  /// `They part at filter (cart.swift:8)`
  func heading(_ place: ProgramDiff.Place, isFirst: Bool) -> String {
    let spots = [place.left, place.right].compactMap(\.self)
    let stages = Set(spots.map(\.stage))
    let places = spots.compactMap(\.place)
    let name = stages.count == 1 ? spots[0].stage : spots.map(\.stage).joined(separator: " and ")
    let lines = Set(places).count == 1 ? [places[0]] : places
    let at = lines.isEmpty ? name : "\(name) (\(lines.joined(separator: ", ")))"
    return (isFirst ? "They part at " : "Also at ") + at
  }

  /// The lines of a place, from each run.
  func message(_ place: ProgramDiff.Place) -> [String] {
    switch place.reason {
    case .onlyLeft: ["only the left run has\(here(place, "right")): \(shown(place.left))"]
    case .onlyRight: ["only the right run has\(here(place, "left")): \(shown(place.right))"]
    case .value, .way, .thread, .sender:
      ["left:  \(verb(place.reason))\(shown(place.left))", "right: \(verb(place.reason))\(shown(place.right))"]
    }
  }

  /// The words that say at which step the other run has the same line, if it has it at another place.
  private func here(_ place: ProgramDiff.Place, _ other: String) -> String {
    place.elsewhere.map { " here (the \(other) one has it at #\($0))" } ?? ""
  }

  private func verb(_ reason: ProgramDiff.Reason) -> String {
    switch reason {
    case .thread: "on "
    case .sender: "sent by "
    default: ""
    }
  }

  private func shown(_ spot: ProgramDiff.Spot?) -> String { ShownText.printable(Self.cut(spot?.what ?? "nothing")) }

  private static func cut(_ text: String) -> String {
    text.count > longest ? text.prefix(longest - 1) + "…" : text
  }

  private static let longest = 200

  func line(_ row: ProgramRow) -> String { ShownText.printable(Self.cut(row.text)) }

  /// `dropped  who.swift:5 addToCart()  main`
  func notes(_ row: ProgramRow) -> String {
    [row.place, row.outcome, row.thread].compactMap(\.self).map(ShownText.printable).joined(separator: "  ")
  }

  // MARK: Text

  public var text: String {
    var lines = [
      "left:  \(left.run.name) (\(size(of: left)))", "right: \(right.run.name) (\(size(of: right)))",
    ]
    for (index, place) in shown.enumerated() { lines += [""] + textLines(of: place, isFirst: index == 0) }
    lines += countLines + [""] + remarks.map { "note: \($0)" } + [summary]
    return lines.map { oneLine($0) + "\n" }.joined()
  }

  private func textLines(of place: ProgramDiff.Place, isFirst: Bool) -> [String] {
    var lines = [heading(place, isFirst: isFirst)] + message(place).map { "  \($0)" }
    let rows = place.rows.flatMap(textRows)
    let width = rows.map(\.number.count).max() ?? 0
    let column = min(rows.map(\.text.count).max() ?? 0, 56)
    for row in rows {
      let start = "\(row.mark) \(StoryText.padded(row.number, width))  "
      lines.append(row.notes.isEmpty ? start + row.text : start + StoryText.padded(row.text, column) + "  " + row.notes)
    }
    if place.omitted > 0 { lines.append("  … \(counted(place.omitted, "more line"))") }
    if place.count > 1 { lines.append("  and \(counted(place.count - 1, "more place")) like this one") }
    return lines
  }

  private typealias TextRow = (mark: String, number: String, text: String, notes: String)

  private func textRows(_ row: ProgramDiff.Row) -> [TextRow] {
    let one = row.left.map { textRow("-", left.rows[$0]) }
    let other = row.right.map { textRow("+", right.rows[$0]) }
    guard row.isAlike, var alike = one else { return [one, other].compactMap(\.self) }
    alike.mark = " "
    return [alike]
  }

  private func textRow(_ mark: String, _ row: ProgramRow) -> TextRow {
    (mark, "#\(row.step)", String(repeating: "  ", count: min(row.level, 12)) + line(row), notes(row))
  }

  private var countLines: [String] {
    guard !counts.rows.isEmpty else { return [] }
    let width = min(counts.rows.map(\.name.count).max() ?? 0, 60)
    return ["", "stages that did more in one run (left, right)"]
      + counts.rows.map { "  \(StoryText.padded($0.name, width))  \(StageCounts.text($0))" }
  }

  // MARK: JSON

  public func jsonText() throws -> String {
    try json(
      ProgramDiffJSON(
        same: diff.isSame, left: .init(name: left.run.name, lines: left.rows.count),
        right: .init(name: right.run.name, lines: right.rows.count), places: shown.map(placeJSON),
        kindsNotShown: diff.places.count - shown.count, placeCount: diff.placeCount, stages: counts.rows.map(stageJSON),
        remarks: remarks))
  }

  private func placeJSON(_ place: ProgramDiff.Place) -> ProgramDiffJSON.Place {
    ProgramDiffJSON.Place(
      reason: place.reason.rawValue, left: place.left.map { spotJSON($0, left) },
      right: place.right.map { spotJSON($0, right) }, count: place.count, elsewhere: place.elsewhere,
      rows: place.rows.map { row in
        ProgramDiffJSON.Row(
          left: row.left.map { lineJSON(left.rows[$0]) }, right: row.right.map { lineJSON(right.rows[$0]) },
          alike: row.isAlike)
      }, omitted: place.omitted)
  }

  private func spotJSON(_ spot: ProgramDiff.Spot, _ run: ComparedRun) -> ProgramDiffJSON.Spot {
    .init(step: run.rows[spot.row].step, stage: spot.stage, source: spot.place, text: spot.what)
  }

  private func lineJSON(_ row: ProgramRow) -> ProgramDiffJSON.Line {
    .init(
      step: row.step, level: row.level, text: row.text, source: row.place, outcome: row.outcome, thread: row.thread)
  }

  private func stageJSON(_ row: StageCounts.Row) -> ProgramDiffJSON.Stage {
    func counts(_ row: StageReport.Row?) -> [String: UInt64]? {
      row.map { row in
        Dictionary(uniqueKeysWithValues: StageCounts.columns.map { ($0.rawValue, $0.count(row.tally)) })
      }
    }
    return .init(stage: row.name, left: counts(row.left), right: counts(row.right))
  }
}

private struct ProgramDiffJSON: Encodable {
  struct Run: Encodable {
    let name: String
    let lines: Int
  }

  struct Place: Encodable {
    let reason: String
    let left: Spot?
    let right: Spot?
    let count: Int
    /// The step of the other run that is told by the same line.
    let elsewhere: Int?
    let rows: [Row]
    let omitted: Int
  }

  struct Spot: Encodable {
    let step: Int
    let stage: String
    let source: String?
    let text: String
  }

  struct Row: Encodable {
    let left: Line?
    let right: Line?
    let alike: Bool
  }

  struct Line: Encodable {
    let step: Int
    let level: Int
    let text: String
    let source: String?
    let outcome: String?
    let thread: String?
  }

  struct Stage: Encodable {
    let stage: String
    let left: [String: UInt64]?
    let right: [String: UInt64]?
  }

  let same: Bool
  let left: Run
  let right: Run
  let places: [Place]
  let kindsNotShown: Int
  let placeCount: Int
  let stages: [Stage]
  let remarks: [String]
}
