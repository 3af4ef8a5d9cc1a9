extension LocatedTrace {
  /// The verb for what became of the program, or of the recording, as far as it is known: `crashed` in `the program
  /// crashed in map's closure`.
  package var lastVerb: String {
    if trace.isComplete { return "recording ended" }
    switch ending {
    case .signalled(let signal) where ProgramEnding.crashes.contains(signal): return "crashed"
    case .signalled, .timeLimit, .outputLimit, .memoryLimit, .processLimit, .cancelled: return "was stopped"
    case .exited, nil: return "ended"
    }
  }
}

extension ProgramNames {
  /// `the program crashed in map's closure, given 5 (crash.swift:3)`
  /// - Parameter closure: a step of ``Trace/unreturnedClosures``.
  package func unreturned(_ closure: Step, in run: LocatedTrace) -> String {
    let object = closure.object
    let closureName = run.trace.closureName(of: closure)
    let owner = object.map { label(of: $0) + "'s " } ?? ""
    let line = closureLine(of: closure) ?? object.flatMap { place(of: $0) }
    let subject = run.trace.isComplete ? "the" : "the program"
    return "\(subject) \(run.lastVerb) in \(owner)\(closureName)" + given(closure)
      + (line.map { " (\($0.shortDescription))" } ?? "")
  }

  private func given(_ closure: Step) -> String {
    guard let value = closure.value else { return "" }
    let shown = ShownText.value(value, longest: 60)
    return closure.event == .error ? ", given the error \(shown)" : ", given \(shown)"
  }
}
