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

  /// Nil for lines that are no table.
  init?(lines: [String]) {
    guard lines.count >= 2, lines[0].utf8.contains(0x7C), let alignments = Self.alignments(lines[1]) else { return nil }
    let header = Self.cells(lines[0])
    guard header.count == alignments.count else { return nil }
    self.alignments = alignments
    self.header = header
    rows = lines.dropFirst(2).map { line in
      let cells = Self.cells(line).prefix(alignments.count)
      return cells + Array(repeating: "", count: alignments.count - cells.count)
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

  /// The cells of a row; a pipe in a code span or after a backslash separates nothing.
  private static func cells(_ line: String) -> [String] {
    var cells: [String] = []
    var cell = ""
    var isInCode = false
    var isEscaped = false
    for character in line.trimmingSpaces() {
      if isEscaped && character == "|" { cell.removeLast() }
      if character == "`" && !isEscaped { isInCode.toggle() }
      if character == "|" && !isEscaped && !isInCode {
        cells.append(cell.trimmingSpaces())
        cell = ""
      } else {
        cell.append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    if !cell.isEmpty { cells.append(cell.trimmingSpaces()) }
    if line.trimmingSpaces().hasPrefix("|") && !cells.isEmpty { cells.removeFirst() }
    return cells
  }
}
