/// A recorded run that claims are checked against.
package protocol ClaimedRun {
  var trace: Trace { get }
  /// The names by which an author may know the type whose method a step ran; the object's own type comes first.
  func typeNames(of step: Step, _ object: TracedObject) -> [String]
  /// The function that the program called to make a step; nil for a step that the engine made, and if it is not known.
  func calledFunction(of step: Step) -> SwiftSymbol?
}

extension ClaimedRun {
  /// Whether the pattern describes the step.
  package func matches(_ step: Step, _ pattern: StepPattern) -> Bool {
    isOfKind(step, pattern) || calls(step, pattern)
  }

  private func isOfKind(_ step: Step, _ pattern: StepPattern) -> Bool {
    guard step.kind == pattern.kind, pattern.event == nil || pattern.event == step.event else { return false }
    guard let type = pattern.type else { return true }
    guard let object = trace.object(of: step) else { return false }
    if let ordinal = pattern.ordinal, object.ordinal != ordinal { return false }
    return object.typeName == type || typeNames(of: step, object).contains(type)
  }

  /// The functions that the program called to make steps.
  package var calledFunctions: [String] { Set(trace.steps.compactMap { calledFunction(of: $0)?.text }).sorted() }

  private func calls(_ step: Step, _ pattern: StepPattern) -> Bool {
    guard let type = pattern.type, let text = calledFunction(of: step)?.text else { return false }
    let function = SymbolParts(text)
    return type == function.type && SymbolParts(pattern.text).means(function)
  }

  /// Whether a claim is true of a step. Depth and count are not compared, because they depend on other steps.
  package func matches(_ step: Step, _ claim: StepClaim) -> Bool {
    matches(step, claim.pattern) && claim.value?.holds(for: step) ?? true
      && claim.thread.map { $0.holds(for: step, in: trace) } ?? true
  }

  /// The name of a subscription or an event that the program makes by a function of a relay, a driver or another trait,
  /// which are not the objects that the engine records: `PublishRelay.accept(_:)`.
  func nameOfTrait(_ step: Step) -> String? {
    guard [.on, .subscribe, .subscribeClosures, .subscribeHandler].contains(step.kind),
      let function = calledFunction(of: step), function.module == "Rx", !function.isClosure,
      let type = function.context.last, !plainTypes.contains(type), let object = trace.object(of: step),
      !([object.typeName] + object.superclasses).contains(type), let text = function.text, StepPattern(text) != nil
    else { return nil }
    return text
  }

  /// A step in one line, for messages: `MapSink#1.on(next: 10)`, `PublishRelay.accept(_:) 10`.
  package func describe(_ step: Step) -> String {
    if step.kind == .output { return "output \(StepValue.printed(step).debugDescription)" }
    if let name = nameOfTrait(step) { return name + (step.value.map { " " + $0.text } ?? "") }
    let name = "\(trace.name(of: step.object)).\(step.kind.rawValue)"
    switch step.event {
    case .next, .error: return "\(name)(\(step.event!.rawValue): \(step.value?.text ?? "…"))"
    case .completed: return "\(name)(completed)"
    case nil: return name
    }
  }
}

/// The protocols whose functions are recorded under the object's own type.
private let plainTypes: Set<String> = ["ObservableType", "ObserverType"]

extension Trace {
  package func object(of step: Step) -> TracedObject? { step.object.map { objects[$0] } }
}
