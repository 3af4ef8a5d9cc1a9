import RxTrace

/// Tokens of the lines of the program's view for the comparison: equal lines have equal tokens in both runs.
struct RowTokens {
  let ignoringValues: Bool
  let ignoringOutput: Bool
  /// The names of stages that only one run has. The lines of subscriptions tell them. In other lines they do not count, so
  /// that each difference is told once.
  private let namesOfOneRun: Set<String>

  init(ignoringValues: Bool, ignoringOutput: Bool, _ left: ProgramRowList, _ right: ProgramRowList) {
    (self.ignoringValues, self.ignoringOutput) = (ignoringValues, ignoringOutput)
    namesOfOneRun = Self.stages(of: left).symmetricDifference(Self.stages(of: right))
  }

  private static func stages(of rows: ProgramRowList) -> Set<String> {
    var names: Set<String> = []
    for index in rows.indices {
      for part in rows.frame(at: index).parts where part.kind == .stage { names.insert(part.text) }
    }
    return names
  }

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
    // The arrow in front of what an observer printed is left out too.
    return Array(row.parts[..<max(printed - 1, 0)])
  }

  /// The compared parts without the stages of one run that do nothing here but pass on what they are given.
  func comparedParts(of row: ProgramRow) -> [ProgramRow.Part] {
    let parts = parts(of: row)
    guard !namesOfOneRun.isEmpty, !isSubscription(row) else { return parts }
    var compared: [ProgramRow.Part] = []
    for stage in parts.split(separator: ProgramRow.Part(.word, " · ")) {
      let value = stage.dropFirst()
      let passesOn = value.isEmpty || value.last == compared.last && value.count == 1
      if isOfOneRun(stage.first), !compared.isEmpty, passesOn { continue }
      if !compared.isEmpty { compared.append(ProgramRow.Part(.word, " · ")) }
      compared += stage
    }
    return compared
  }

  /// Whether two parts at the same place of two lines say the same.
  func areAlike(_ one: ProgramRow.Part, _ other: ProgramRow.Part, inSubscription isSubscription: Bool) -> Bool {
    ignoringValues && one.kind == .value && other.kind == .value
      || comparedText(one, isSubscription) == comparedText(other, isSubscription)
  }

  /// Whether a line tells of a subscription, and not of an event.
  func isSubscription(_ row: ProgramRow) -> Bool { row.parts.first?.kind == .word }

  private func isOfOneRun(_ part: ProgramRow.Part?) -> Bool {
    part.map { $0.kind == .stage && namesOfOneRun.contains($0.text) } ?? false
  }

  private func comparedText(_ part: ProgramRow.Part, _ isSubscription: Bool) -> String {
    !isSubscription && isOfOneRun(part) ? "\u{2}" : part.text
  }

  private func comparedText(of row: ProgramRow, hasValues: Bool) -> String {
    let isSubscription = isSubscription(row)
    return comparedParts(of: row).map { part in
      hasValues || part.kind != .value && part.kind != .printed ? comparedText(part, isSubscription) : "\u{1}"
    }.joined()
  }

  /// The line without its values, its source line and its function.
  func shape(of row: ProgramRow) -> String {
    "\(row.level) \(comparedText(of: row, hasValues: false)) \(outcome(of: row))"
  }

  private func exactText(of row: ProgramRow) -> String {
    let text =
      ignoringValues
      ? shape(of: row) : "\(row.level) \(comparedText(of: row, hasValues: true)) \(row.outcome ?? "")"
    return "\(text) \(Self.function(of: row))"
  }

  func text(of row: ProgramRow) -> String { parts(of: row).map(\.text).joined() }

  /// The numbers of elements that a stage keeps are values.
  private func outcome(of row: ProgramRow) -> String {
    String((row.outcome ?? "").filter { !$0.isNumber })
  }

  /// The function that makes the call. The line and the file's name may differ.
  private static func function(of row: ProgramRow) -> Substring {
    guard let place = row.place, let space = place.firstIndex(of: " ") else { return "" }
    return place[space...]
  }
}
