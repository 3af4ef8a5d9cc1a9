import RxTrace

/// The lines of the program's view, folded, in the order of the run.
struct ProgramLines {
  private let outline: RunOutline
  private let isKept: [Bool]?
  private let look: ProgramLook

  init(_ outline: RunOutline, isKept: [Bool]? = nil, _ look: ProgramLook = ProgramLook()) {
    (self.outline, self.isKept, self.look) = (outline, isKept, look)
  }

  /// Gives each line to `body` as soon as it is certain how it folds.
  /// - Parameter nextPiece: the pieces of the run; nil after the last one.
  func visit(_ nextPiece: () throws -> Trace?, _ body: (ProgramLine) throws -> Void) rethrows {
    var folding = LineFolding(isOff: !look.foldsRepeats)
    var reader = ProgramReader(outline, isKept: isKept, look)
    while let piece = try nextPiece() {
      try reader.visit(piece) { line in
        for ready in folding.add(line) { try body(ready) }
      }
    }
    for ready in folding.finish() { try body(ready) }
  }
}
