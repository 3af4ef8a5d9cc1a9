import RxTrace
import TraceFormat

/// Reads a run as its program's author would tell it: who sent an event, which operators it passed, and what each did
/// with it.
struct ProgramReader {
  private let outline: RunOutline
  private let parts: StageParts
  /// The stage that gives its events to an object.
  private let deliverers: [ObjectID: ObjectID]
  private let unreturnedOutcome: String
  /// Whether the step at each position is asked for; nil if all are.
  private let isKept: [Bool]?
  private let look: ProgramLook

  /// The piece of the run that is being read.
  private var trace = Trace()
  private var names: ProgramNames
  private var places = StepPlaces(Trace())
  private var tree = CallTree()
  /// How many calls the reader is within, and steps that lie too deep to stand below their callers.
  private var level = 0
  private var deferred: [Int] = []
  /// The steps within the line under way that have no line of their own. The line tells of them too.
  private var untold: [Int] = []

  private static let deepest = 40

  /// - Parameter isKept: for each step of the only piece whether it is asked for. An event is told whole if one of its steps
  ///   is; of other calls only those are told that are asked for or enclose one that is. Nil for all.
  init(_ outline: RunOutline, isKept: [Bool]? = nil, _ look: ProgramLook) {
    self.outline = outline
    self.isKept = isKept
    self.look = look
    parts = outline.parts
    names = outline.run.programNames
    unreturnedOutcome = "\(outline.run.lastVerb) here"
    let pairs = outline.run.trace.objects.compactMap { object in object.deliversTo.map { ($0, object.id) } }
    deliverers = Dictionary(pairs) { first, _ in first }
  }

  /// Gives the lines of each outermost call of a piece of the run to `body`, in the order of the run.
  mutating func visit(_ piece: Trace, _ body: (ProgramLine) throws -> Void) rethrows {
    trace = piece
    places = StepPlaces(piece)
    names = outline.run.programNames.forSteps(of: piece)
    tree = CallTree(piece)
    for root in tree.roots {
      untold = []
      for line in askedFor(lines(of: root)) { try body(withoutOtherWays(line)) }
      // The steps are read in the order of the run, because those that are found later lie deeper.
      var next = 0
      while next < deferred.count {
        for line in askedFor(lines(of: deferred[next])) { try body(withoutOtherWays(line)) }
        next += 1
      }
      deferred.removeAll(keepingCapacity: true)
    }
  }

  private func askedFor(_ lines: [ProgramLine]) -> [ProgramLine] {
    isKept == nil ? lines : lines.filter { isAskedFor($0) }
  }

  private func isAskedFor(_ line: ProgramLine) -> Bool {
    guard let isKept else { return true }
    return line.steps.contains { isKept[$0] } || line.children.contains { isAskedFor($0) }
  }

  private func withoutOtherWays(_ line: ProgramLine) -> ProgramLine {
    guard look.leavesOutOtherWays else { return line }
    var line = line
    line.children = askedFor(line.children).map { withoutOtherWays($0) }
    return line
  }

  // MARK: Calls

  private mutating func lines(of steps: [Int]) -> [ProgramLine] { steps.flatMap { lines(of: $0) } }

  private mutating func lines(of index: Int) -> [ProgramLine] {
    guard level < Self.deepest else {
      deferred.append(index)
      return []
    }
    level += 1
    defer { level -= 1 }
    let step = trace.steps[index]
    switch step.kind {
    case .output: return output(step)
    case .on, .forwardOn: return [event(step)]
    case .subscribeClosures, .subscribeHandler: return [subscription(step)]
    case .subscribe: return isProgramCall(step) ? [subscription(step)] : within(index)
    case .dispose: return disposal(step)
    case .closure:
      untold.append(index)
      return (step.thrown == nil ? [] : [thrown(step)]) + lines(of: tree.children(of: index))
        + (outline.unreturned.contains(step.number) ? [last(step)] : [])
    case .run, .onCore, .schedule, .scheduledAction, .cancelledAction: return within(index)
    }
  }

  private func output(_ step: Step) -> [ProgramLine] {
    let parts: [ProgramLine.Part]
    switch step.value.flatMap({ TestLine($0.text) }) {
    case .started(let test): parts = [.heading(test)]
    case .failed(let test): parts = [.name(test), .failure(" failed")]
    case .progress: return []
    case nil: parts = [.word("prints "), printed(step)]
    }
    return [timed(ProgramLine(step, on: threadName(of: step), parts: parts), step)]
  }

  /// Whether the program itself makes the call, and not the engine on its behalf.
  private func isProgramCall(_ step: Step) -> Bool { step.parent == nil || names.directCaller(of: step) != nil }

  private mutating func subscription(_ step: Step) -> ProgramLine {
    let observer = step.other.map { names.label(of: $0) } ?? "subscribe"
    let isStage = step.other.map { trace.objects[$0].deliversTo != nil } ?? false
    var parts: [ProgramLine.Part] = [.word(observer), .separator(isStage ? " subscribes to " : " ")]
    parts.append(.name(step.object.map(pipeline) ?? ""))
    var line = line(step, parts)
    fill(&line, tree.children(of: step.index))
    line.children = LineFolding.fold(line.children, isOff: !look.foldsRepeats)
    return line
  }

  /// The lines within a call that has no line of its own.
  private mutating func within(_ index: Int) -> [ProgramLine] {
    untold.append(index)
    return lines(of: tree.children(of: index))
  }

  /// Puts the lines of calls into the line of the one around them.
  private mutating func fill(_ line: inout ProgramLine, _ calls: [Int]) {
    let before = untold
    untold = []
    line.children = askedFor(lines(of: calls))
    line.steps += untold
    untold = before
  }

  /// `cart → map → filter`, and for several inputs `(a, b) → combineLatest`.
  private func pipeline(_ object: ObjectID) -> String {
    var stages: [String] = []
    var next: ObjectID? = object
    var last: ObjectID?
    while let current = next, stages.count < Self.mostStages {
      // The pipeline that a package's function builds is one stage.
      if !(last.map { names.areOfOneCall($0, current) } ?? false) { stages.append(names.label(of: current)) }
      let sources = trace.objects[current].links.map(\.target).filter(isStage)
      if sources.count > 1 { stages.append("(" + sources.map { names.label(of: $0) }.joined(separator: ", ") + ")") }
      last = current
      next = sources.count == 1 ? sources[0] : nil
    }
    return stages.reversed().joined(separator: " → ")
  }

  private static let mostStages = 24

  private func isStage(_ object: ObjectID) -> Bool {
    [.observable, .subject].contains(trace.objects[object].role)
  }

  private mutating func disposal(_ step: Step) -> [ProgramLine] {
    let inner = tree.children(of: step.index)
    guard isProgramCall(step), isAskedFor(step), let ended = endedStage(step) else { return within(step.index) }
    var line = line(step, [.word("dispose"), .separator(" "), .name(names.label(of: ended))])
    fill(&line, inner)
    return [line]
  }

  /// Whether the program asks for a disposal. A subscription that ends disposes itself, whoever made the call around it.
  private func isAskedFor(_ disposal: Step) -> Bool {
    guard let callee = names.directCaller(of: disposal)?.callee?.baseName else { return true }
    return ["dispose", "disposed", "insert", "deinit"].contains(callee)
  }

  /// The first stage that a disposal ends.
  private func endedStage(_ step: Step) -> ObjectID? {
    var pending = [step.index]
    while let index = pending.popLast() {
      let current = trace.steps[index]
      if let object = current.object, current.kind == .dispose,
        [.sink, .observer, .subject].contains(trace.objects[object].role)
      {
        return object
      }
      pending += tree.children(of: index).reversed()
    }
    return nil
  }

  private func thrown(_ step: Step) -> ProgramLine {
    line(step, [.name(step.object.map { names.label(of: $0) } ?? ""), .failure(" threw"), value(step.thrown)])
  }

  /// The line of a closure that had not returned when the recording ended, if no event's line shows the closure.
  private func last(_ step: Step) -> ProgramLine {
    var line = line(step, [.name(step.object.map { names.label(of: $0) } ?? "")])
    if step.value != nil { line.parts.append(value(step.value)) }
    line.outcome = unreturnedOutcome
    return line
  }

  private func printed(_ step: Step) -> ProgramLine.Part {
    var value = step.value ?? TracedValue(text: "")
    if value.text.hasSuffix("\n") { value.text.removeLast() }
    return .printed(ProgramLine.Values(value))
  }

  private func value(_ value: TracedValue?) -> ProgramLine.Part {
    .value(ProgramLine.Values(value.map(names.short) ?? TracedValue(text: "")))
  }

  private func line(_ step: Step, _ parts: [ProgramLine.Part]) -> ProgramLine {
    timed(ProgramLine(step, on: threadName(of: step), parts: parts, place: place(of: step)), step)
  }

  private func timed(_ line: ProgramLine, _ step: Step) -> ProgramLine {
    guard look.showsTimes else { return line }
    var line = line
    line.virtualTime = outline.times.time(of: step)
    return line
  }

  /// `main`, if there are several threads.
  private func threadName(of step: Step) -> String? { trace.threads.count > 1 ? places.place(of: step).name : nil }

  /// The line of the call or of the closure; for an event that a scheduler's action sends, the line of the operator.
  private func place(of step: Step) -> ProgramLine.Place? {
    if let call = names.directCaller(of: step) { return ProgramLine.Place(call) }
    let line = names.closureLine(of: step) ?? sender(step).flatMap { names.call(of: $0) }?.line
    return line.map { ProgramLine.Place($0) }
  }

  // MARK: Events

  /// The line of an event that enters the program's pipelines, with its ways through the operators.
  private mutating func event(_ step: Step) -> ProgramLine {
    let sender = sender(step)
    let source = sender.map { names.label(of: $0) } ?? ""
    var line = line(step, [.name(source), .separator(" "), .event(step.event ?? .next)])
    if let value = step.value { line.parts.append(self.value(value)) }
    let isSubject = step.object.map { trace.objects[$0].role == .subject } ?? false
    if sender != step.object {
      line.children = paths(from: step.index)
    } else if step.kind == .forwardOn {
      line.children = paths(fromReceiversOf: [step.index])
      if !step.isDelivered { line.outcome = "not delivered: disposed" }
    } else if step.object.map({ trace.objects[$0].role == .observable }) ?? false {
      line.outcome = "nobody listens"
    } else if isSubject {
      take(tree.children(of: step.index), into: &line)
      if line.children.isEmpty, !line.hasOtherWays, step.event == .next { line.outcome = "nobody listens" }
    } else {
      let consumption = consumption(of: step)
      line.steps += consumption.steps
      line.children = paths(fromReceiversOf: consumption.outputs) + lines(of: consumption.nested)
      if consumption.outputs.isEmpty, consumption.nested.isEmpty { line.outcome = "not delivered: ended" }
    }
    return line
  }

  /// The stage that an event comes from: the stage that replays it, the stage that hands it on from a scheduler's action,
  /// or else the object that was called. A source without a sink, such as a hot one of a test, is known by its subscriptions.
  private func sender(_ step: Step) -> ObjectID? {
    guard step.kind == .on, let object = step.object, trace.objects[object].role != .subject else { return step.object }
    if let replaying = replaying(step) { return replaying }
    return names.directCaller(of: step) == nil ? deliverers[object] ?? outline.sources[object] ?? object : object
  }

  /// The object whose subscription sends the event: a subject or shared sequence that repeats an earlier event for a new
  /// observer, or a source without a sink.
  private func replaying(_ step: Step) -> ObjectID? {
    guard step.kind == .on, let call = step.parent.map({ trace.steps[$0] }) else { return nil }
    return call.kind == .subscribe || call.kind == .run ? call.object : nil
  }

  private mutating func take(_ children: [Int], into line: inout ProgramLine) {
    for child in children {
      line.children += trace.steps[child].kind == .on ? paths(from: child) : lines(of: child)
    }
    // Ways are left out before lines are folded, because a line that stands for several has only the first one's steps.
    let ways = look.leavesOutOtherWays ? askedFor(line.children).map { withoutOtherWays($0) } : line.children
    line.hasOtherWays = ways.count < line.children.count
    line.children = LineFolding.fold(ways, isOff: !look.foldsRepeats)
  }

  private mutating func paths(fromReceiversOf outputs: [Int]) -> [ProgramLine] {
    outputs.flatMap { output in receiver(of: output).map { paths(from: $0) } ?? [] }
  }

  /// The `on` of the observer to which a `forwardOn` delivers. A delivery without a `forwardOn` is such an `on` itself.
  private func receiver(of output: Int) -> Int? {
    if trace.steps[output].kind == .on { return output }
    return tree.children(of: output).first { trace.steps[$0].kind == .on }
  }

  /// The ways of an event from a receiver on: a line for each, because an operator may send several events for one.
  private mutating func paths(from receiver: Int) -> [ProgramLine] {
    var path = PathLine(trace.steps[receiver], on: threadName(of: trace.steps[receiver]))
    var lines: [ProgramLine] = []
    var current = receiver
    while true {
      let step = trace.steps[current]
      let consumption = consumption(of: step)
      path.line.steps += [current] + consumption.steps
      let nested = self.lines(of: consumption.nested)
      guard let output = consumption.outputs.first else {
        end(&path, step, consumption)
        path.line.children += nested
        return [path.line] + lines
      }
      path.pass(step, trace.steps[output], label(of: step), names, isSameStage: isSameStage(path.last, step.object))
      path.line.children += nested
      lines += paths(fromFurther: consumption.outputs.dropFirst(), of: step)
      guard trace.steps[output].isDelivered, let next = self.receiver(of: output) else {
        path.line.outcome = "not delivered: disposed"
        return [path.line] + lines
      }
      (path.last, current) = (step.object, next)
    }
  }

  /// The ways of the further events that an operator sends for one event.
  private mutating func paths(fromFurther outputs: ArraySlice<Int>, of step: Step) -> [ProgramLine] {
    outputs.flatMap { output -> [ProgramLine] in
      var start = PathLine(step, on: nil)
      start.pass(step, trace.steps[output], label(of: step), names, isSameStage: false)
      guard let receiver = receiver(of: output) else { return [start.line] }
      return paths(from: receiver).map { line in
        var line = line
        line.parts = start.line.parts + [.separator(" · ")] + line.parts
        line.steps.append(output)
        return line
      }
    }
  }

  private func label(of step: Step) -> String { step.object.map { names.label(of: $0) } ?? "" }

  private func isSameStage(_ last: ObjectID?, _ next: ObjectID?) -> Bool {
    guard let last, let next else { return false }
    return names.owner(of: last) == names.owner(of: next) || names.areOfOneCall(last, next)
  }

  /// Ends a path at a stage that sends nothing on: an observer of the program's, or an operator that keeps the event.
  private mutating func end(_ path: inout PathLine, _ step: Step, _ consumption: Consumption) {
    let isSameStage = isSameStage(path.last, step.object)
    let isObserver = step.object.map { trace.objects[parts.stage(of: $0)].deliversTo == nil } ?? true
    path.add(label(of: step), isSameStage: isSameStage)
    if isObserver || step.event != .next {
      if let printed = consumption.printed.first {
        path.line.parts += [.separator(" → "), self.printed(trace.steps[printed])]
      }
      path.line.children += consumption.printed.dropFirst().flatMap { lines(of: $0) }
    } else {
      path.line.children += consumption.printed.flatMap { lines(of: $0) }
    }
    if consumption.steps.contains(where: { outline.unreturned.contains(trace.steps[$0].number) }) {
      path.line.outcome = unreturnedOutcome
      return
    }
    if isObserver || step.event != .next { return }
    if outline.cut.contains(step.number) {
      path.line.outcome = "what came of it was removed"
      return
    }
    switch consumption.reason {
    case .threw: path.line.parts.append(.failure(" ✕"))
    case .scheduled: path.line.outcome = "held"
    case .subscribed: path.line.outcome = "subscribed"
    case .kept where consumption.nested.isEmpty:
      let reason = step.object.flatMap { parts.withholding(of: parts.stage(of: $0)) }
      path.line.outcome = if let reason { word(reason, step) } else { "nothing sent" }
      if !look.isOfPart, case .kept(let count) = outline.waits[step.number] { path.line.kept = (count, count) }
      if path.line.outcome == Self.dropped { path.line.parts.append(.word(" ✗")) }
    case .kept: break
    }
  }

  private static let dropped = "dropped"

  /// The words for an operator that sent nothing for an element.
  private func word(_ reason: Withholding, _ step: Step) -> String? {
    switch reason {
    case .predicate, .absence, .position, .busy, .all: Self.dropped
    case .repetition: "dropped: the same"
    case .quiet, .queue, .batch: "held"
    case .turn: "waits for its turn"
    case .end, .last: "kept for the end"
    case .inputs, .pairs: wordForWait(look.isOfPart ? nil : outline.waits[step.number])
    case .signal: isMain(step) ? wordForSource(outline.inputs[stage(of: step)]?.other) : nil
    case .rate: isDroppedAtOnce(step) ? Self.dropped : "held"
    case .latest, .opening: wordForOtherInput(step)
    }
  }

  /// Whether the stage had sent another element shortly before, rather than keeping this one until its time is over.
  private func isDroppedAtOnce(_ step: Step) -> Bool {
    if case .withheld(_, let sent?) = outline.fates[step.number] { sent < step.number } else { false }
  }

  private func wordForOtherInput(_ step: Step) -> String? {
    switch outline.fates[step.number] {
    case .missingInputs: "dropped: no other input yet"
    case .onlySignal: nil
    case _ where look.isOfPart: isMain(step) ? Self.dropped : "kept as the latest"
    case .withheld(.signal, nil): wordForSource(outline.inputs[stage(of: step)]?.main)
    case .withheld(.signal, _), .cutShort(.signal, _): "kept, never used"
    default: isMain(step) ? Self.dropped : "kept as the latest"
    }
  }

  private func stage(of step: Step) -> ObjectID { step.object.map { parts.stage(of: $0) } ?? 0 }

  /// Whether the stage's own source gives it the event, rather than another input.
  private func isMain(_ step: Step) -> Bool { stage(of: step) == step.object }

  private func wordForWait(_ wait: InputWait?) -> String {
    guard case .inputs(let sources) = wait, !sources.isEmpty else { return "kept for another input" }
    let labels = sources.map { names.label(of: $0) }
    return "waits for "
      + labels.enumerated().filter { !labels[..<$0.offset].contains($0.element) }.map(\.element)
      .joined(separator: ", ")
  }

  private func wordForSource(_ source: ObjectID?) -> String { wordForWait(source.map { .inputs([$0]) }) }

  // MARK: What a stage does with an event

  private struct Consumption {
    enum Reason { case kept, scheduled, subscribed, threw }

    /// The events that the stage sends for it.
    var outputs: [Int] = []
    /// Calls that the program makes meanwhile.
    var nested: [Int] = []
    var printed: [Int] = []
    var steps: [Int] = []
    var reason = Reason.kept
  }

  private func consumption(of step: Step) -> Consumption {
    var result = Consumption()
    guard let object = step.object else { return result }
    let owner = names.owner(of: object)
    var pending = Array(tree.children(of: step.index).reversed())
    while let index = pending.popLast() {
      let inner = trace.steps[index]
      if inner.kind == .output {
        result.printed.append(index)
      } else if inner.kind == .forwardOn, let sender = inner.object, names.owner(of: sender) == owner {
        result.outputs.append(index)
      } else if isEntry(inner) {
        result.nested.append(index)
      } else if isDelivery(inner, by: owner) {
        result.outputs.append(index)
      } else {
        note(inner, in: &result)
        result.steps.append(index)
        pending += tree.children(of: index).reversed()
      }
    }
    return result
  }

  /// Whether a stage hands an event to another one without a `forwardOn`, as a shared sequence does for each observer.
  private func isDelivery(_ step: Step, by owner: ObjectID) -> Bool {
    guard step.kind == .on, let receiver = step.object, names.owner(of: receiver) != owner else { return false }
    let parent = step.parent.map { trace.steps[$0].kind }
    return parent == .on || parent == .scheduledAction
  }

  private func note(_ step: Step, in result: inout Consumption) {
    switch step.kind {
    case .closure where step.thrown != nil: result.reason = .threw
    case .schedule where result.reason == .kept: result.reason = .scheduled
    case .subscribe where result.reason != .threw: result.reason = .subscribed
    default: break
    }
  }

  /// Whether the program, and not the stage, makes the call, or whether a subject gets an event.
  private func isEntry(_ step: Step) -> Bool {
    switch step.kind {
    case .on: step.object.map { trace.objects[$0].role == .subject } ?? false || names.directCaller(of: step) != nil
    case .subscribeClosures, .subscribeHandler: true
    case .subscribe, .dispose: names.directCaller(of: step) != nil
    default: false
    }
  }
}

/// A line that follows an event from stage to stage.
private struct PathLine {
  var line: ProgramLine
  /// The object that passed the event on last.
  var last: ObjectID?
  private var value: String?
  private var kind: EventKind?
  /// The positions at which the parts of the last stage begin.
  private var lastStart = 0

  init(_ step: Step, on thread: String?) {
    line = ProgramLine(step, on: thread, parts: [])
    (line.isContinuation, line.steps) = (true, [])
    value = step.value?.text
    kind = step.event
  }

  /// Adds a stage that sends an event for the one that it got.
  mutating func pass(
    _ input: Step, _ output: Step, _ label: String, _ names: ProgramNames, isSameStage: Bool
  ) {
    add(label, isSameStage: isSameStage)
    if output.event != kind, let event = output.event { line.parts += [.separator(" "), .event(event)] }
    if let next = output.value {
      var values = ProgramLine.Values(names.short(next))
      values.isRepeated = next.text == value
      line.parts.append(.value(values))
    }
    (kind, value) = (output.event, output.value?.text)
  }

  mutating func add(_ label: String, isSameStage: Bool) {
    if isSameStage {
      line.parts.removeSubrange(lastStart...)
    } else if !line.parts.isEmpty {
      line.parts.append(.separator(" · "))
    }
    lastStart = line.parts.count
    line.parts.append(.name(label))
  }
}
