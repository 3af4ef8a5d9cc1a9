import RxTrace

/// The program's view of a whole run as rows, each line of it one, none folded.
package struct ProgramRows {
  package private(set) var rows: [ProgramRow] = []
  private let trace: Trace
  private let names: ProgramNames

  package init(_ run: LocatedTrace) {
    (trace, names) = (run.trace, run.programNames)
    var reader = ProgramReader(RunOutline(run), ProgramLook(foldsRepeats: false))
    var lines: [ProgramLine] = []
    reader.visit(run.trace) { lines.append($0) }
    for line in lines { add(line, 0, within: line) }
  }

  private mutating func add(_ line: ProgramLine, _ level: Int, within outer: ProgramLine) {
    rows.append(
      ProgramRow(
        step: line.step, index: trace.position(ofStep: outer.step) ?? 0, level: level,
        parts: line.parts.map { part(of: $0, line) }, place: line.place?.text, thread: line.threadName,
        outcome: line.outcomeText))
    for child in line.children { add(child, level + 1, within: outer) }
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

  /// The line that made the stage with a name, among those of which a line tells.
  private func place(of name: String, _ line: ProgramLine) -> SourceLine? {
    let steps = line.steps + [trace.position(ofStep: line.step)].compactMap(\.self)
    for object in steps.lazy.flatMap({ [trace.steps[$0].object, trace.steps[$0].other].compactMap(\.self) })
    where names.label(of: object) == name {
      if let place = names.place(of: object) { return place }
    }
    return nil
  }
}
