import RxTrace

/// A table drawn with pipes, read from the source lines of a paragraph, because CommonMark has no tables.
///
///     | kind | count |
///     | :--- | ----: |
///     | on   | 2     |
struct PipeTable: Equatable {
  enum Alignment: String { case none, left, center, right }

  var alignments: [Alignment]
  var header: [String]
  var rows: [[String]]
  /// The position of a line with more cells than the table has columns; nil if there is none.
  private(set) var longRow: Int?

  /// Reads a table; nil if the lines are not a table.
  init?(lines: [String]) {
    guard lines.count >= 2, lines[0].utf8.contains(0x7C), let alignments = Self.alignments(lines[1]) else { return nil }
    let header = Self.cells(lines[0])
    guard header.count == alignments.count else { return nil }
    self.alignments = alignments
    self.header = header
    let cells = lines.dropFirst(2).map(Self.cells)
    longRow = cells.firstIndex { $0.count > alignments.count }.map { $0 + 2 }
    rows = cells.map { cells in
      cells.prefix(alignments.count) + Array(repeating: "", count: max(alignments.count - cells.count, 0))
    }
  }

  private static func alignments(_ line: String) -> [Alignment]? {
    let cells = cells(line)
    guard line.contains("|"), !cells.isEmpty else { return nil }
    var alignments: [Alignment] = []
    for cell in cells {
      let dashes = cell.drop { $0 == ":" }.prefix { $0 == "-" }
      guard !dashes.isEmpty, cell.allSatisfy({ $0 == "-" || $0 == ":" }) else { return nil }
      switch (cell.hasPrefix(":"), cell.hasSuffix(":")) {
      case (true, true): alignments.append(.center)
      case (true, false): alignments.append(.left)
      case (false, true): alignments.append(.right)
      case (false, false): alignments.append(.none)
      }
    }
    return alignments
  }

  /// The cells of a row; a pipe in a code span or after a backslash is not a separator.
  private static func cells(_ line: String) -> [String] {
    let characters = Array(line.trimmingSpaces())
    var cells: [String] = []
    var cell = ""
    var position = 0
    while position < characters.count {
      let character = characters[position]
      switch character {
      case "\\" where position + 1 < characters.count:
        // A backslash escapes only a pipe for the table; before anything else it belongs to the cell.
        if characters[position + 1] != "|" { cell.append(character) }
        cell.append(characters[position + 1])
        position += 2
      case "`":
        let end = endOfCode(characters, position)
        cell += String(characters[position..<end]).replacing("\\|", with: "|")
        position = end
      case "|":
        cells.append(cell.trimmingSpaces())
        cell = ""
        position += 1
      default:
        cell.append(character)
        position += 1
      }
    }
    if !cell.trimmingSpaces().isEmpty { cells.append(cell.trimmingSpaces()) }
    if characters.first == "|" && !cells.isEmpty { cells.removeFirst() }
    return cells
  }

  /// The index after the code span that begins here, or after the backticks if no span does.
  private static func endOfCode(_ characters: [Character], _ start: Int) -> Int {
    let length = characters[start...].prefix { $0 == "`" }.count
    var position = start + length
    while position < characters.count {
      let run = characters[position...].prefix { $0 == "`" }.count
      if run == length { return position + run }
      position += max(run, 1)
    }
    return start + length
  }
}
