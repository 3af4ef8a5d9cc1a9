import RxTrace

/// A function of the program that was under way.
struct ProgramFrame {
  var symbol: SwiftSymbol
  var line: SourceLine
  var address: ReturnAddress
}

/// The names of objects and the lines of the program for the text of findings.
struct FindingNames {
  let run: LocatedTrace
  private let names: ProgramNames

  init(_ run: LocatedTrace) {
    self.run = run
    names = run.programNames
  }

  var trace: Trace { run.trace }

  /// The texts of the program's own source.
  var sources: SourceTexts { run.programTexts }

  /// Whether the line that subscribes throws the disposable away, as far as the source tells it.
  func discardsDisposable(at line: SourceLine) -> Bool {
    sources.text(of: line.file).map { SourceStatements($0).discardsResult(at: line.line) } ?? false
  }

  /// The step with a number.
  func step(_ number: Int) -> Step { run.trace.step(numbered: number) }

  /// The position of the step with a number; nil if the trace is a part of a run that lacks it.
  func index(_ number: Int) -> Int? { run.trace.position(ofStep: number) }

  /// The element or error of a step as text, if it was recorded.
  func value(_ number: Int) -> String? {
    step(number).value.map(shown)
  }

  private func shown(_ value: TracedValue) -> String {
    StepText.shown(names.short(value).text, isComplete: value.isComplete)
  }

  /// `the queue net`, `thread 2`
  func thread(of step: Step) -> String {
    step.queue.map { "the queue \(StepPlace.lastingLabel($0))" } ?? threadName(step)
  }

  /// `map`
  func label(_ object: ObjectID) -> String { names.label(of: object) }

  /// The remedy for a stage that merges inner sequences, if only the newest of them counts.
  func latestInnerRemedy(_ stage: ObjectID) -> String {
    let labels = call(of: stage)?.callee?.labels ?? []
    let disposes = "disposes the older inner sequence when a newer element comes"
    switch label(stage).lowercased() {
    case "merge" where labels.isEmpty: return "Use `switchLatest()`, which \(disposes)."
    case "merge": return "Use `switchLatest()` instead of `merge(\(labels.map { "\($0):" }.joined()))`: it \(disposes)."
    case "flatmap": return "Use `flatMapLatest`, which \(disposes)."
    default: return "Use an operator that \(disposes), as `flatMapLatest` does."
    }
  }

  /// `map (search.swift:7)`
  func name(_ object: ObjectID) -> String { names.name(of: object) }

  /// The name of several objects of one line, without a number: `map (search.swift:7)`.
  func sharedName(_ object: ObjectID) -> String {
    place(object).map { "\(label(object)) (\($0.shortDescription))" } ?? label(object)
  }

  /// The line of the program that made an object, or the observable that made a sink.
  func place(_ object: ObjectID) -> SourceLine? { names.place(of: object) }

  /// The call in the program's source that made the object's stage.
  func call(of object: ObjectID) -> SourceCall? { names.call(of: object) }

  /// The call in the program's source that led to a step.
  func caller(of step: Step) -> SourceCall? { names.caller(of: step) }

  /// The function that the program called when it made a step; nil if that is not known.
  func callee(of step: Step) -> SwiftSymbol? { names.caller(of: step)?.callee }

  /// The program's functions around a step, innermost first, as far as its call stack and their lines are known.
  func programFrames(of step: Int) -> [ProgramFrame] {
    guard let stack = self.step(step).callStack else { return [] }
    return trace.callStacks[stack].flatMap { address in
      (run.frames[address] ?? []).compactMap { frame in
        guard frame.owner == .program, let symbol = frame.symbol, let line = frame.line else { return nil }
        return ProgramFrame(symbol: symbol, line: line, address: address)
      }
    }
  }

  /// The line of a step: the closure's line for a closure, the line of the program's own call for a call that comes from
  /// one, and otherwise the operator's line.
  func place(_ step: Step) -> SourceLine? {
    switch step.kind {
    case .closure where names.closureLine(of: step) != nil: return names.closureLine(of: step)
    case .subscribeClosures, .subscribeHandler, .subscribe, .dispose, .on, .onCore:
      return names.caller(of: step)?.line ?? step.object.flatMap(place)
    default:
      return step.object.flatMap(place) ?? names.caller(of: step)?.line
    }
  }

  /// `in applyCoupon(), main thread`: the function that made a call, and the thread, if there are several.
  func circumstances(_ step: Step) -> String {
    let thread: String? =
      trace.threads.count > 1 ? (step.queue == Pipelines.mainQueue ? "main thread" : threadName(step)) : nil
    let function = names.directCaller(of: step)?.function?.text.map { "in \($0)" }
    return [function, thread].compactMap(\.self).joined(separator: ", ")
  }

  private func threadName(_ step: Step) -> String { "thread \(trace.threads[step.thread].ordinal)" }

  /// A step in words: `cart is sent 5, in applyCoupon()`.
  func describe(_ step: Step) -> String {
    let circumstances = circumstances(step)
    return action(step, eventText(step)) + (circumstances.isEmpty ? "" : ", \(circumstances)")
  }

  private func action(_ step: Step, _ event: String) -> String {
    let object = step.object.map(label) ?? ""
    switch step.kind {
    // An observable is given nothing: it sends what nobody hears.
    case .on where step.object.map { trace.objects[$0].role == .observable } ?? false: return "\(object) sends \(event)"
    case .on, .onCore: return "\(object) gets \(event)"
    case .forwardOn: return step.isDelivered ? "\(object) sends \(event)" : "\(object) would send \(event)"
    case .closure: return "closure of \(object)" + (event.isEmpty ? "" : ": \(event)")
    case .subscribe, .subscribeClosures, .subscribeHandler: return "subscribes to \(object)"
    case .dispose: return "disposes \(object)"
    case .schedule: return "\(object) is given an action"
    case .scheduledAction: return "\(object) runs an action"
    case .cancelledAction: return "\(object) cancels an action"
    case .run: return "\(object) runs"
    case .output: return "prints \(StepText.shown(step.value?.text ?? "", isComplete: step.value?.isComplete ?? true))"
    }
  }

  private func eventText(_ step: Step) -> String {
    let value = step.value.map(shown)
    switch step.event {
    case .next: return value ?? "an element"
    case .error: return value.map { "the error \($0)" } ?? "an error"
    case .completed: return "the completion"
    case nil: return ""
    }
  }

  func evidence(_ step: Step, _ what: String? = nil) -> Finding.Evidence {
    Finding.Evidence(place(step), what ?? describe(step), step: step.index)
  }

  /// The evidence of several steps, those of one line and thread together: `cart gets 1, 2, 3 and 9 more, thread 2`.
  func evidence(of steps: [Int]) -> [Finding.Evidence] {
    var groups: [String: (first: Int, values: [String], count: Int)] = [:]
    var order: [String] = []
    for step in steps.named.compactMap(index).map({ trace.steps[$0] }) {
      let key = [place(step)?.description ?? "", "\(step.kind)", "\(step.object ?? -1)", circumstances(step)]
        .joined(separator: "|")
      if groups[key] == nil { order.append(key) }
      groups[key, default: (step.number, [], 0)].count += 1
      if groups[key]!.values.count < 3 { groups[key]!.values.append(eventText(step)) }
    }
    let rows = order.prefix(Self.mostRows).map { row(groups[$0]!) }
    let left = [(order.count - rows.count, "line"), (steps.count - steps.named.count, "step")].filter { $0.0 > 0 }
    return rows + left.map { Finding.Evidence(nil, "and \(counted($0, "more \($1)"))") }
  }

  private static let mostRows = 8

  private func row(_ group: (first: Int, values: [String], count: Int)) -> Finding.Evidence {
    let step = step(group.first)
    guard group.count > 1 else { return evidence(step) }
    let more = group.count > group.values.count ? " and \(group.count - group.values.count) more" : ""
    let circumstances = circumstances(step)
    let values = group.values.joined(separator: ", ") + more
    let what = action(step, values) + (circumstances.isEmpty ? "" : ", \(circumstances)")
    return evidence(step, what + (group.values[0].isEmpty ? ", \(group.count) times" : ""))
  }
}
