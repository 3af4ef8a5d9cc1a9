import RxTrace

/// Tokens of the lines of the program's view for the comparison: equal lines have equal tokens in both runs.
struct RowTokens {
  let ignoringValues: Bool
  let ignoringOutput: Bool

  /// The rows of each stream of a run that are compared, as positions in its rows.
  func lanes(of run: ComparedRun) -> [[Int32]] {
    run.lanes.map { lane in lane.filter { isCompared(run.rows.frame(at: Int($0))) } }
  }

  private func isCompared(_ row: ProgramRow) -> Bool {
    !ignoringOutput || !row.parts.contains { $0.kind == .printed } || row.parts.contains { $0.kind == .stage }
  }

  func sequence(_ lane: [Int32], _ rows: ProgramRowList) -> TokenSequence {
    var sequence = TokenSequence()
    var origin: Token?
    for row in lane.lazy.map({ rows[Int($0)] }) {
      let exact = exact(row)
      if row.level == 0 { origin = exact }
      sequence.append(
        shape: Token(of: shape(of: row)), exact: exact, origin: origin,
        hasValue: !ignoringValues && row.parts.contains { $0.kind == .value })
    }
    return sequence
  }

  // MARK: Lines

  func exact(_ row: ProgramRow) -> Token { Token(of: exactText(of: row)) }

  /// The parts that are compared.
  func parts(of row: ProgramRow) -> [ProgramRow.Part] {
    guard ignoringOutput, let printed = row.parts.firstIndex(where: { $0.kind == .printed }) else { return row.parts }
    // The arrow in front of what an observer printed.
    return Array(row.parts[..<max(printed - 1, 0)])
  }

  /// The line without its values, its source line and its function.
  func shape(of row: ProgramRow) -> String {
    let parts = parts(of: row).map { $0.kind == .value || $0.kind == .printed ? "\u{1}" : $0.text }
    return "\(row.level) \(parts.joined()) \(outcome(of: row))"
  }

  private func exactText(of row: ProgramRow) -> String {
    let text = ignoringValues ? shape(of: row) : "\(row.level) \(text(of: row)) \(row.outcome ?? "")"
    return "\(text) \(Self.function(of: row))"
  }

  func text(of row: ProgramRow) -> String { parts(of: row).map(\.text).joined() }

  /// The numbers of elements that a stage keeps are values.
  private func outcome(of row: ProgramRow) -> String {
    String((row.outcome ?? "").filter { !$0.isNumber })
  }

  /// The function that makes the call; the line and the file's name may be others.
  private static func function(of row: ProgramRow) -> Substring {
    guard let place = row.place, let space = place.firstIndex(of: " ") else { return "" }
    return place[space...]
  }
}
