import RxTrace

/// An author's name for a step of a run: its number in the run, or a line as in a chain.
struct NamedStep {
  private var attribute: FenceInfo.Attribute
  private var claim: StepClaim?

  /// The step that the keys `at` and `step` name; nil if neither is given.
  init?(at: FenceInfo.Attribute?, step: FenceInfo.Attribute? = nil) throws(Problem) {
    guard let at else {
      guard let step else { return nil }
      attribute = step
      return
    }
    if let step { throw Problem(step.place, "`step` and `at` both name a step; one is enough") }
    attribute = at
    claim = try Self.claim(at)
  }

  /// The claim of a step named by a line of a chain.
  static func claim(_ attribute: FenceInfo.Attribute) throws(Problem) -> StepClaim {
    let parser = ChainParser(ClaimBody(opening: attribute.valuePlace, lines: [(attribute.value, attribute.valuePlace)]))
    if let problem = parser.problems.first { throw Problem(attribute.valuePlace, problem.message) }
    guard let claim = parser.lines.first?.claim else {
      throw Problem(attribute.valuePlace, "`\(attribute.key)` names a step")
    }
    if let problem = claim.countWithoutRow { throw Problem(attribute.valuePlace, problem.message) }
    return claim
  }

  /// The first step that has this name.
  /// - Throws: ``Problem`` if the run does not have such a step.
  func step(in run: Evidence) throws(Problem) -> Step {
    guard let claim else {
      let steps = run.trace.steps
      guard let number = Int(attribute.value), let step = steps.first(where: { $0.number == number }) else {
        throw Problem(attribute.valuePlace, "no step `\(attribute.value)`; the run has \(steps.count)")
      }
      return step
    }
    guard let found = try Self.steps(of: claim, named: attribute, in: run).first else {
      throw Self.missing(claim, named: attribute, in: run)
    }
    return found
  }

  static func missing(_ claim: StepClaim, named attribute: FenceInfo.Attribute, in run: Evidence) -> Problem {
    let nearest = RunSearch(run: run).nearest(to: claim)
    return Problem(attribute.valuePlace, "claimed \(claim.text), recorded no such step\(nearest)")
  }

  /// All steps that a claim describes, which may be none.
  /// - Throws: ``Problem`` for a symbol that does not exist.
  static func steps(of claim: StepClaim, named attribute: FenceInfo.Attribute, in run: Evidence) throws(Problem)
    -> [Step]
  {
    if let missing = run.missingSymbol(claim.pattern) {
      throw Problem(attribute.valuePlace, missing.message(for: claim.pattern.text))
    }
    return run.trace.steps.filter { run.matches($0, claim) }
  }
}
