import RxTrace

/// Finds the lines of the program's own file that a step runs for: the closure that the step enters, the call that the
/// program makes, or else the stage of the step, and the call of the program that led to the step.
struct ProgramLines {
  let run: Evidence

  private var names: ProgramNames { run.program.value }

  /// - Returns: nil if no line of the program is known to have led to the step.
  func lines(of step: Step) -> LitLines? {
    let own = ownLines(of: step)
    if !own.isEmpty { return LitLines(own) }
    let callers = callerLines(of: step)
    let stage = step.object.flatMap { names.place(of: $0) }.flatMap(line)
    guard let stage else { return callers.isEmpty ? nil : LitLines(callers) }
    return LitLines(callers.union([stage]), leading: stage)
  }

  /// The lines of the nearest enclosing call that has any. An action that a scheduler runs has no caller, so the call
  /// that scheduled it counts as the caller.
  private func callerLines(of step: Step) -> Set<Int> {
    var inner = step
    while let call = (inner.parent ?? inner.cause).map({ run.trace.steps[$0] }) {
      let lines = ownLines(of: call)
      if !lines.isEmpty { return lines }
      inner = call
    }
    return []
  }

  private func ownLines(of step: Step) -> Set<Int> {
    switch step.kind {
    case .closure: closureLines(of: step)
    case .output: printingLines(of: step)
    default: Set([names.directCaller(of: step)?.line].compactMap { $0.flatMap(line) })
    }
  }

  private func line(_ line: SourceLine) -> Int? { run.code.isOfPipeline(line) ? line.line : nil }

  private func closureLines(of step: Step) -> Set<Int> {
    if let excerpt = run.code.excerpt(of: step), excerpt.file == run.code.pipelineFile, !excerpt.lit.isEmpty {
      return excerpt.lit
    }
    return Set([step.object.flatMap { names.place(of: $0) }.flatMap(line)].compactMap(\.self))
  }

  /// The lines of the enclosing closure that print.
  private func printingLines(of step: Step) -> Set<Int> {
    guard let parent = step.parent.map({ run.trace.steps[$0] }), parent.kind == .closure else { return [] }
    let file = run.index.files[run.code.pipelineFile]
    let lines = closureLines(of: parent)
    let printing = lines.filter { file.texts[$0 - 1].spells("print(") }
    return printing.isEmpty ? lines : printing
  }
}
