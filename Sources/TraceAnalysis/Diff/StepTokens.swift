import RxTrace

/// Numbers steps for the comparison: equal calls have equal numbers in both runs.
struct StepTokens {
  private var shapes: [Shape: Int32] = [:]
  private var values: [Valued: Int32] = [:]
  private var texts: [String: Int32] = [:]
  private var rooted: [UInt64: Int32] = [:]

  private struct Shape: Hashable {
    var kind: StepKind
    var event: EventKind?
    var isDelivered: Bool
    /// The error that a closure threw; an empty one if errors are not compared.
    var thrown: String?
    var type: Int32
  }

  private struct Valued: Hashable {
    var shape: Int32
    var value: Int32
  }

  /// The tokens of a sequence of steps.
  mutating func sequence(_ steps: [Int], of flow: Flow, ignoringValues: Bool) -> TokenSequence {
    var sequence = TokenSequence()
    // For each step the exact token of the outermost event that it happens within.
    var origins: [Int: Int32] = [:]
    for index in steps {
      let step = flow.trace.steps[index]
      let shape = shapeNumber(of: step, flow.trace, ignoringValues)
      let value = ignoringValues ? nil : flow.printed[index] ?? step.value?.text
      let exact = value.map { exactNumber(shape, $0) } ?? shape
      let origin = step.parent.flatMap { origins[$0] }
      origins[index] = origin ?? (step.event == .next ? exact : nil)
      sequence.shapes.append(shape)
      sequence.exact.append(exact)
      sequence.rooted.append(origin.map { rootedNumber(exact, $0) } ?? exact)
      sequence.hasValue.append(value != nil)
    }
    return sequence
  }

  private mutating func shapeNumber(of step: Step, _ trace: Trace, _ ignoringValues: Bool) -> Int32 {
    let type = step.object.map { number(of: trace.objects[$0].typeName) } ?? -1
    let shape = Shape(
      kind: step.kind, event: step.event, isDelivered: step.isDelivered,
      thrown: step.thrown.map { ignoringValues ? "" : $0.text }, type: type)
    if let known = shapes[shape] { return known }
    // Even and odd numbers keep shapes and calls with values apart.
    let made = Int32(shapes.count) * 2
    shapes[shape] = made
    return made
  }

  private mutating func exactNumber(_ shape: Int32, _ text: String) -> Int32 {
    let valued = Valued(shape: shape, value: number(of: text))
    if let known = values[valued] { return known }
    let made = Int32(values.count) * 2 + 1
    values[valued] = made
    return made
  }

  private mutating func rootedNumber(_ exact: Int32, _ origin: Int32) -> Int32 {
    let pair = UInt64(UInt32(bitPattern: exact)) << 32 | UInt64(UInt32(bitPattern: origin))
    if let known = rooted[pair] { return known }
    // Below zero, apart from the tokens of steps that are within no event.
    let made = -1 - Int32(rooted.count)
    rooted[pair] = made
    return made
  }

  private mutating func number(of text: String) -> Int32 {
    if let known = texts[text] { return known }
    let made = Int32(texts.count)
    texts[text] = made
    return made
  }
}

/// A sequence of steps as numbers.
struct TokenSequence {
  /// The type, the call and the event.
  var shapes: [Int32] = []
  /// The same with the value.
  var exact: [Int32] = []
  /// The same with the event that it happens within, which tells equal elements with different causes apart.
  var rooted: [Int32] = []
  var hasValue: [Bool] = []

  var count: Int { shapes.count }
}
