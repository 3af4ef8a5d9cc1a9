/// Writes steps as the lines of a chain that would claim them.
package struct ChainText {
  /// The types with several objects in the run, whose names need a number.
  private let numbered: Set<String>
  /// The threads that ran steps at each named place.
  private let threadsOfName: [String: Set<Int>]
  private let run: any ClaimedRun
  private var trace: Trace { run.trace }

  package init(_ run: any ClaimedRun) {
    self.run = run
    let trace = run.trace
    numbered = Set(trace.objects.filter { $0.ordinal > 1 }.map(\.typeName))
    threadsOfName = trace.steps.reduce(into: [:]) { threads, step in
      guard let name = trace.place(of: step).givenName else { return }
      threads[name, default: []].insert(step.thread)
    }
  }

  /// `    MapSink.on(next:) 2`, with hidden characters escaped
  /// - Parameter base: the depth that is not indented.
  package func line(_ step: Step, base: Int) -> String {
    let indentation = String(repeating: "  ", count: max(step.depth - base, 0))
    let thread = trace.threads.count > 1 ? " @\(claimedThread(step).text)" : ""
    return ShownText.printable(indentation + symbol(step) + value(step) + thread)
  }

  /// The name of the place, or the thread's number if the place has no name or several threads share it.
  private func claimedThread(_ step: Step) -> ClaimedThread {
    guard let name = trace.place(of: step).givenName, threadsOfName[name]?.count == 1 else {
      return .number(trace.threads[step.thread].ordinal)
    }
    return .name(name)
  }

  /// `MapSink#2.on(next:)`, or the function of the program's call where its type says more: `PublishRelay.accept(_:)`.
  private func symbol(_ step: Step) -> String { run.nameOfTrait(step) ?? recordedSymbol(step) }

  /// `MapSink#2.on(next:)`
  func recordedSymbol(_ step: Step) -> String {
    guard let object = trace.object(of: step), step.kind != .output else { return step.kind.rawValue }
    let name = numbered.contains(object.typeName) ? object.name : object.typeName
    return "\(name).\(member(step))"
  }

  private func member(_ step: Step) -> String {
    let hasEvents = [StepKind.on, .forwardOn, .onCore].contains(step.kind)
    guard let event = step.event, hasEvents else { return step.kind.rawValue }
    return step.kind.rawValue + (event == .completed ? "Completed" : "(\(event.rawValue):)")
  }

  private func value(_ step: Step) -> String {
    if step.kind == .output { return " " + StepValue.printed(step).debugDescription }
    guard let text = step.value?.text else { return "" }
    return " " + (StepValue.needsQuotes(text) ? text.debugDescription : text)
  }
}
