/// A step in words, as parts that each view puts together in its own way: as plain text, in a terminal's colours, as HTML.
///
///     print(StepPhrase(trace.steps[1], in: trace).text)
///     // Prints: AnonymousObservable#1.subscribe → AnonymousObserver#1
public struct StepPhrase: Equatable, Sendable {
  /// One part. Names and values are as the program has them, so that a view has to escape them; ``text(longestValue:)``
  /// does.
  public enum Part: Equatable, Sendable {
    /// `MapSink#1.forwardOn`, `AnonymousObserver#1 onNext closure`.
    case call(String)
    /// The program's output, without the line break at its end.
    case printed(TracedValue)
    /// The observer that the call was given: `AnonymousObserver#1`.
    case receiver(String)
    case event(EventKind)
    case value(TracedValue)
    /// The error that a closure threw.
    case thrown(TracedValue)
    /// The event was not delivered, because its sink had been disposed.
    case undelivered
    /// The number of the thread.
    case thread(Int)
  }

  /// The parts in order. A part that has nothing to say is missing; so is the thread if the run has only one.
  public let parts: [Part]

  public init(_ step: Step, in trace: Trace) {
    self.init(step, in: trace, object: trace.name(of: step.object), receiver: trace.name(of: step.other))
  }

  /// The phrase of a step, with other names for its objects.
  package init(_ step: Step, in trace: Trace, object: String, receiver: String) {
    let thread = trace.threads.count > 1 ? Part.thread(trace.threads[step.thread].ordinal) : nil
    let said =
      step.kind == .output
      ? [Part.printed(Self.printed(step))] : Self.call(step, trace.title(of: step, object: object), receiver)
    parts = said + [thread].compactMap(\.self)
  }

  private static func call(_ step: Step, _ title: String, _ receiver: String) -> [Part] {
    var parts = [Part.call(title)]
    // A `forwardOn` already has its observer, and is not given it.
    if step.other != nil, step.kind != .forwardOn { parts.append(.receiver(receiver)) }
    // The name of a closure says which event it takes.
    if let event = step.event, step.kind != .closure { parts.append(.event(event)) }
    if let value = step.value { parts.append(.value(value)) }
    if let thrown = step.thrown { parts.append(.thrown(thrown)) }
    if !step.isDelivered { parts.append(.undelivered) }
    return parts
  }

  private static func printed(_ step: Step) -> TracedValue {
    var value = step.value ?? TracedValue(text: "")
    if value.text.hasSuffix("\n") { value.text.removeLast() }
    return value
  }

  /// The parts without the thread, in one line.
  public var text: String {
    parts.compactMap { part -> String? in
      if case .thread = part { nil } else { part.text() }
    }.joined(separator: " ")
  }
}

extension StepPhrase {
  // The views that write bytes use these strings.
  package static let threw: StaticString = "threw"
  package static let notDelivered: StaticString = "not delivered: disposed"
  package static let restIsMissing: StaticString = "the rest was not recorded"
}

extension StepPhrase.Part {
  /// The part as plain text in one line.
  /// - Parameter longest: characters of a value that are shown.
  public func text(longestValue longest: Int = 240) -> String {
    switch self {
    case .call(let name): ShownText.printable(name)
    case .printed(let value): "▸ \(ShownText.value(value, longest: longest))"
    case .receiver(let name): "→ \(ShownText.printable(name))"
    case .event(let event): event.rawValue
    case .value(let value): ShownText.value(value, longest: longest)
    case .thrown(let error): "\(StepPhrase.threw) \(ShownText.value(error, longest: longest))"
    case .undelivered: "\(StepPhrase.notDelivered)"
    case .thread(let number): "thread \(number)"
    }
  }
}
