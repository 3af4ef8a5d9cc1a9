import RxTrace

/// Writes a run as a sequence diagram in Mermaid's notation.
///
///     Mermaid(trace).write { print($0, terminator: "") }
///     // Prints: sequenceDiagram
///     //           participant p1 as AnonymousObservable#35;1
///     //           participant p2 as AnonymousObserver#35;1
///     //           p1->>p2: next #34;hello#34;
public struct Mermaid {
  private let trace: Trace
  private let grouping: Grouping
  private let participants: [Participant]
  private let places: [Int: Int]
  /// For each step, the object whose call encloses it; -1 for the program.
  private let callers: [Int]

  /// The most characters of a value that are shown, because a message is one line.
  private static let longestValue = 80

  /// The columns of the diagram.
  public enum Grouping: String, Sendable, CaseIterable {
    case objects, threads
  }

  private struct Participant {
    var number: Int
    var name: String
  }

  public init(_ trace: Trace, by grouping: Grouping = .objects) {
    self.trace = trace
    self.grouping = grouping
    var participants: [Participant] = []
    var places: [Int: Int] = [:]
    for number in Self.order(trace, grouping) where places[number] == nil {
      places[number] = participants.count
      participants.append(Participant(number: number, name: Self.name(trace, grouping, number)))
    }
    self.participants = participants
    self.places = places
    var callers = [Int](repeating: -1, count: trace.steps.count)
    for step in trace.steps {
      if let parent = step.parent { callers[step.index] = trace.steps[parent].object ?? callers[parent] }
    }
    self.callers = callers
  }

  /// Writes the diagram line by line.
  public func write(_ write: (String) throws -> Void) rethrows {
    try write("sequenceDiagram\n")
    for (index, participant) in participants.enumerated() {
      try write("  participant p\(index + 1) as \(Self.escaped(participant.name))\n")
    }
    if participants.isEmpty { try write("  participant p1 as nothing was recorded\n") }
    for step in trace.steps {
      if let line = line(step) { try write("  \(line)\n") }
    }
  }

  // MARK: Columns

  /// The objects or threads that get a column, in order of first appearance, with repeats.
  private static func order(_ trace: Trace, _ grouping: Grouping) -> [Int] {
    switch grouping {
    case .threads: Array(trace.threads.indices)
    case .objects:
      // The main program, whose calls come from outside of every object, is first.
      [-1] + trace.steps.flatMap { [$0.object, $0.other].compactMap { $0 } }
    }
  }

  private static func name(_ trace: Trace, _ grouping: Grouping, _ number: Int) -> String {
    guard number >= 0 else { return "program" }
    guard grouping == .threads else { return trace.objects[number].name }
    let thread = trace.threads[number]
    return thread.name.isEmpty ? "thread \(thread.ordinal)" : "thread \(thread.ordinal) \(thread.name)"
  }

  // MARK: Lines

  private func line(_ step: Step) -> String? {
    switch grouping {
    case .objects: objectLine(step)
    case .threads: threadLine(step)
    }
  }

  private func objectLine(_ step: Step) -> String? {
    switch step.kind {
    case .output: return note(over: caller(of: step), "prints \(Self.shownOutput(step))")
    case .closure: return note(over: step.object ?? -1, trace.closureName(of: step) + suffix(step))
    case .forwardOn where !step.isDelivered:
      guard let sink = step.object else { return nil }
      return arrow("--x", sink, step.other ?? sink, "forwardOn\(suffix(step)), not delivered")
    // A delivered forwardOn is the arrow to its observer; the `on` that the model adds would double it.
    case .on where isImplied(step): return nil
    case .forwardOn:
      guard let sink = step.object else { return nil }
      return arrow("->>", sink, step.other ?? sink, "forwardOn\(suffix(step))")
    case .scheduledAction, .cancelledAction:
      return arrow("-->>", step.object ?? -1, step.object ?? -1, "\(step.kind.rawValue)\(cause(step))")
    default:
      guard let object = step.object else { return nil }
      let given = step.other.map { " with \(trace.objects[$0].name)" } ?? ""
      return arrow("->>", caller(of: step), object, step.kind.rawValue + given + suffix(step))
    }
  }

  /// Grouped by threads, a step is a note on its thread; only an action that a scheduler carries over is an arrow.
  private func threadLine(_ step: Step) -> String? {
    if step.kind == .on && isImplied(step) { return nil }
    if step.kind == .scheduledAction || step.kind == .cancelledAction, let cause = step.cause,
      trace.steps[cause].thread != step.thread
    {
      return arrow("-)", trace.steps[cause].thread, step.thread, trace.title(of: step))
    }
    if step.kind == .output { return note(over: step.thread, "prints \(Self.shownOutput(step))") }
    let given = step.other.map { step.kind == .forwardOn ? "" : " with \(trace.objects[$0].name)" } ?? ""
    let late = step.isDelivered ? "" : ", not delivered"
    return note(over: step.thread, trace.title(of: step) + given + suffix(step) + late)
  }

  private func caller(of step: Step) -> Int { callers[step.index] }

  private func isImplied(_ step: Step) -> Bool {
    guard let parent = step.parent.map({ trace.steps[$0] }) else { return false }
    return parent.kind == .forwardOn && parent.isDelivered && parent.other == step.object
  }

  private func suffix(_ step: Step) -> String {
    StepPhrase(step, in: trace).parts.map { part in
      switch part {
      case .event, .value, .thrown: " \(part.text(longestValue: Self.longestValue))"
      case .call, .printed, .receiver, .undelivered, .thread: ""
      }
    }.joined()
  }

  private func cause(_ step: Step) -> String {
    guard let cause = step.cause.map({ trace.steps[$0] }), cause.thread != step.thread else { return "" }
    return " of thread \(trace.threads[cause.thread].ordinal), on thread \(trace.threads[step.thread].ordinal)"
  }

  private static func shownOutput(_ step: Step) -> String {
    var text = step.value ?? TracedValue(text: "")
    if text.text.hasSuffix("\n") { text.text.removeLast() }
    return ShownText.value(text, longest: longestValue)
  }

  private func arrow(_ arrow: String, _ from: Int, _ to: Int, _ text: String) -> String {
    "p\(places[from, default: 0] + 1)\(arrow)p\(places[to, default: 0] + 1): \(Self.escaped(text))"
  }

  private func note(over place: Int, _ text: String) -> String {
    "Note over p\(places[place, default: 0] + 1): \(Self.escaped(text))"
  }

  // MARK: Escaping

  /// Text as a name, a note or a message. Mermaid has no quotes, but accepts any character by its number.
  ///
  /// Characters that it could take for its own syntax, HTML or Markdown are written by number, and so is the first letter
  /// of a word that ends a block.
  static func escaped(_ text: String) -> String {
    let shown = ShownText.printable(text)
    var result = ""
    for scalar in shown.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", " ", ".", "=", "/", "?", "!", "→", "…", "'", "|", "^", "@", "\u{80}"...:
        result.unicodeScalars.append(scalar)
      default: result += "#\(scalar.value);"
      }
    }
    return withoutKeyword(result)
  }

  private static func withoutKeyword(_ text: String) -> String {
    guard text.lowercased().contains("end") else { return text }
    return text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      guard word.prefix(3).lowercased() == "end", word.dropFirst(3).first?.isLetter != true else { return String(word) }
      return "#\(word.unicodeScalars.first!.value);" + word.dropFirst()
    }.joined(separator: " ")
  }
}
