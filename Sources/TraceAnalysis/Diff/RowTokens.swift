import RxTrace

/// Numbers the lines of the program's view for the comparison: equal lines have equal numbers in both runs.
struct RowTokens {
  let ignoringValues: Bool
  let ignoringOutput: Bool
  private var numbers: [String: Int32] = [:]

  init(ignoringValues: Bool, ignoringOutput: Bool) {
    (self.ignoringValues, self.ignoringOutput) = (ignoringValues, ignoringOutput)
  }

  /// The rows of each stream of a run, as positions in the rows.
  func lanes(of rows: [ProgramRow], in flow: Flow) -> [[Int]] {
    var ofRoot: [Int: [Int]] = [:]
    for (index, row) in rows.enumerated() where isCompared(row) {
      ofRoot[flow.root(of: row.index), default: []].append(index)
    }
    return flow.streams.map { stream in stream.roots.flatMap { ofRoot[$0] ?? [] } }
  }

  private func isCompared(_ row: ProgramRow) -> Bool {
    !ignoringOutput || !row.parts.contains { $0.kind == .printed } || row.parts.contains { $0.kind == .stage }
  }

  mutating func sequence(_ rows: [Int], _ all: [ProgramRow]) -> TokenSequence {
    var sequence = TokenSequence()
    var origin: Int32 = 0
    for row in rows.map({ all[$0] }) {
      let (shape, exact) = (number(of: shape(of: row)), number(of: exactText(of: row)))
      if row.level == 0 { origin = exact }
      sequence.shapes.append(shape)
      sequence.exact.append(exact)
      sequence.rooted.append(number(of: "\(exact) in \(origin)"))
      sequence.hasValue.append(!ignoringValues && row.parts.contains { $0.kind == .value })
    }
    return sequence
  }

  private mutating func number(of text: String) -> Int32 {
    if let known = numbers[text] { return known }
    let made = Int32(numbers.count)
    numbers[text] = made
    return made
  }

  // MARK: Lines

  func isSame(_ one: ProgramRow, _ other: ProgramRow) -> Bool { exactText(of: one) == exactText(of: other) }

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
