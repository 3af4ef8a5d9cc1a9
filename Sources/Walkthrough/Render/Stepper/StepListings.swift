import RxTrace

/// The two listings of a step: the program's own file, and the engine's code that runs or that called the program.
struct StepListings {
  /// A listing, and its lines that the step runs.
  struct Shown {
    var excerpt: Excerpt
    var lit: LitLines
  }

  /// The program's listing; nil if no line of the program is known to have led to the step.
  private(set) var program: Shown?
  private(set) var engine: Shown?
  /// The code that the step itself executes, which is in one of the two listings; nil if it is not known.
  private(set) var own: Excerpt?

  /// - Parameter next: the step that the chain shows next.
  init(of step: Step, next: Step?, in run: Evidence) {
    let code = run.code
    var own = step.kind == .output ? Self.printing(step, in: run) : code.excerpt(of: step)
    if let excerpt = own, let next { own?.leading = code.line(leadingTo: next, from: step, within: excerpt) }
    self.own = own
    if let own, own.file != code.pipelineFile {
      engine = Shown(excerpt: own, lit: LitLines(own.lit, leading: own.leading))
    } else {
      engine = Self.around(step, in: run)
    }
    program = Self.program(of: step, own, in: run)
  }

  private static func program(of step: Step, _ own: Excerpt?, in run: Evidence) -> Shown? {
    let count = run.index.files[run.code.pipelineFile].texts.count
    guard count > 0 else { return nil }
    let whole = Excerpt(file: run.code.pipelineFile, lines: 1...count)
    if let own, own.file == run.code.pipelineFile, !own.lit.isEmpty {
      return Shown(excerpt: whole, lit: LitLines(own.lit, leading: own.leading))
    }
    return ProgramLines(run: run).lines(of: step).map { Shown(excerpt: whole, lit: $0) }
  }

  /// The engine's code that called this step, or the code of the nearest enclosing call that has any.
  private static func around(_ step: Step, in run: Evidence) -> Shown? {
    var inner = step
    while let outer = (inner.parent ?? inner.cause).map({ run.trace.steps[$0] }) {
      if let excerpt = run.code.excerpt(of: outer), excerpt.file != run.code.pipelineFile {
        let hooks = run.index.files[excerpt.file].hooks
        let line = run.code.line(leadingTo: inner, from: outer, within: excerpt).flatMap { hooks.isHook($0) ? nil : $0 }
        return Shown(excerpt: excerpt, lit: LitLines(line.map { [$0] } ?? [], leading: line))
      }
      inner = outer
    }
    return nil
  }

  /// The code that encloses an output step, because that code printed it.
  private static func printing(_ output: Step, in run: Evidence) -> Excerpt? {
    guard let parent = output.parent, var excerpt = run.code.excerpt(of: run.trace.steps[parent]) else { return nil }
    let lines = excerpt.lines.filter { run.index.files[excerpt.file].texts[$0 - 1].spells("print(") }
    let printing = lines.filter(excerpt.lit.contains)
    guard lines.count == 1 || printing.count == 1 else { return excerpt }
    excerpt.lit = [printing.first ?? lines[0]]
    return excerpt
  }
}
