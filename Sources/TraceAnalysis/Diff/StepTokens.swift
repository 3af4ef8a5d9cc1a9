import RxTrace

/// Tokens of steps for the comparison: equal calls have equal tokens in both runs.
struct StepTokens {
  private struct Shape: Hashable {
    var kind: StepKind
    var event: EventKind?
    var isDelivered: Bool
    /// The error that a closure threw; an empty one if errors are not compared.
    var thrown: String?
    var type: String?
  }

  private struct Valued: Hashable {
    var shape: Token
    var value: String
  }

  /// The tokens of a sequence of steps.
  func sequence(_ steps: [Int], of flow: Flow, ignoringValues: Bool) -> TokenSequence {
    var sequence = TokenSequence()
    // For each step, the exact token of the outermost event that it happens within.
    var origins: [Int: Token] = [:]
    for index in steps {
      let step = flow.trace.steps[index]
      let shape = shape(of: step, flow.trace, ignoringValues)
      let value = ignoringValues ? nil : flow.printed[index] ?? step.value?.text
      let exact = value.map { Token(of: Valued(shape: shape, value: $0)) } ?? shape
      let origin = step.parent.flatMap { origins[$0] }
      origins[index] = origin ?? (step.event == .next ? exact : nil)
      sequence.append(shape: shape, exact: exact, origin: origin, hasValue: value != nil)
    }
    return sequence
  }

  private func shape(of step: Step, _ trace: Trace, _ ignoringValues: Bool) -> Token {
    Token(
      of: Shape(
        kind: step.kind, event: step.event, isDelivered: step.isDelivered,
        thrown: step.thrown.map { ignoringValues ? "" : $0.text }, type: step.object.map { trace.objects[$0].typeName })
    )
  }
}
