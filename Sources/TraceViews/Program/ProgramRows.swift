import RxTrace

/// The program's view of a whole run as rows: one for each line, without folding.
package struct ProgramRows {
  package private(set) var rows = ProgramRowList()
  private let names: ProgramNames
  /// The piece of the run that is being read.
  private var trace = Trace()

  package init(_ run: LocatedTrace) {
    var whole: Trace? = run.trace
    self.init(RunOutline(run)) {
      defer { whole = nil }
      return whole
    }
  }

  /// - Parameter piece: the next piece of the run, nil after the last one.
  package init(_ outline: RunOutline, _ piece: () throws -> Trace?) rethrows {
    names = outline.run.programNames
    var reader = ProgramReader(outline, ProgramLook(foldsRepeats: false))
    while let piece = try piece() {
      trace = piece
      reader.visit(piece) { add($0, 0, within: $0) }
    }
  }

  private mutating func add(_ line: ProgramLine, _ level: Int, within outer: ProgramLine) {
    rows.append(
      ProgramRow(
        step: line.step, root: root(of: outer), level: level, parts: line.parts.map { part(of: $0, line) },
        place: line.place?.text, thread: line.threadName, outcome: line.outcomeText))
    for child in line.children { add(child, level + 1, within: outer) }
  }

  /// The number of the outermost call around a line's step.
  private func root(of line: ProgramLine) -> Int {
    var step = trace.position(ofStep: line.step) ?? 0
    while let outer = trace.steps[step].parent { step = outer }
    return trace.steps[step].number
  }

  private func part(of part: ProgramLine.Part, _ line: ProgramLine) -> ProgramRow.Part {
    switch part {
    case .name(let text): ProgramRow.Part(.stage, text, place: place(of: text, line))
    case .separator(let text), .word(let text), .failure(let text): ProgramRow.Part(.word, text)
    case .heading(let text): ProgramRow.Part(.word, "── \(text) ──")
    case .event(.next): ProgramRow.Part(.word, "●")
    case .event(.error): ProgramRow.Part(.word, "✕")
    case .event(.completed): ProgramRow.Part(.word, "completed")
    case .value(let values): ProgramRow.Part(.value, " " + values.first.text)
    case .printed(let values): ProgramRow.Part(.printed, "\"\(values.first.text)\"")
    }
  }

  /// The source line that made the stage with a name, among the stages of the given line's steps.
  private func place(of name: String, _ line: ProgramLine) -> SourceLine? {
    let steps = line.steps + [trace.position(ofStep: line.step)].compactMap(\.self)
    for object in steps.lazy.flatMap({ [trace.steps[$0].object, trace.steps[$0].other].compactMap(\.self) })
    where names.label(of: object) == name {
      if let place = names.place(of: object) { return place }
    }
    return nil
  }
}
