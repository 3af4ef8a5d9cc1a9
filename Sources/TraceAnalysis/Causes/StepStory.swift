import RxTrace

/// How a step came about, told in the names and lines of the program: one row for each stage that the event passed, from
/// the step back to the line of the program that sent it.
struct StepStory {
  struct Row: Equatable {
    /// The position of the row's step in ``Trace/steps``.
    var step: Int
    var text: String
    /// The line of the program that the row is about.
    var place: SourceLine?
    /// The function in which that line makes a call; nil if the line only names the stage.
    var function: String?
  }

  /// The first row is the step, and the last one is its origin.
  private(set) var rows: [Row] = []
  /// The other inputs of the elements in the story, and of those in their stories.
  private(set) var inputs: [InputStory] = []
  /// Inputs whose stories are left out, because there are many.
  private(set) var omittedInputs = 0
  /// The program's own subscriptions that connected the stages.
  private(set) var subscriptions: [Row] = []

  private let facts: StoryFacts
  private var trace: Trace { facts.run.trace }
  private var names: ProgramNames { facts.names }
  private var stages: StageParts { facts.stages }
  /// How much later than its `schedule` the action ran, kept until the row of the stage that scheduled it is made; and
  /// whether the action sent on the very element with which the stage had scheduled it.
  private var delay: (text: String, isOfElement: Bool)?
  /// The steps of all rows, and of the calls between them.
  private var told: Set<Int> = []
  private var subscribed: Set<Int> = []
  /// Inputs whose stories are not told yet.
  private var untold: [InputStory.Question] = []

  /// The most characters of a value that are shown.
  private let longestValue: Int

  /// The lengths of a shown value that are tried to fit a width, from the most characters to the fewest.
  private static let valueLengths = [60, 48, 38, 30, 22, 16, 12]
  /// The most inputs whose stories are told.
  private static let mostInputs = 12

  /// A story whose rows fit a width, as far as shorter values can make them fit.
  /// - Parameter width: columns; nil for no limit.
  static func fitted(
    of index: Int, in run: AnalysedRun, _ names: ProgramNames, _ stages: StageParts, width: Int?
  ) -> StepStory {
    let facts = StoryFacts(run, names, stages)
    var story = StepStory(of: index, facts, longestValue: valueLengths[0])
    guard let width else { return story }
    let text = StoryText(trace: run.trace)
    for length in valueLengths.dropFirst() {
      let lines = text.lines(story.rows) + story.inputs.flatMap { [$0.heading] + text.lines($0.rows) }
      guard lines.contains(where: { $0.count > width }) else { break }
      story = StepStory(of: index, facts, longestValue: length)
    }
    return story
  }

  private init(of index: Int, _ facts: StoryFacts, longestValue: Int) {
    (self.facts, self.longestValue) = (facts, longestValue)
    tell(from: index)
    addOthers(than: index)
    tellInputs()
  }

  private mutating func tell(from index: Int) {
    var next: Int? = index
    while let start = next {
      let chain = CauseChain(of: start, in: trace, facts.chains)
      next = tell(chain.event, isFirst: start == index)
      addSubscriptions(chain)
    }
  }

  /// - Returns: the step at which the event goes on, if its element had come to a stage before the action that sent it was
  ///   scheduled, or to a subject before the observer subscribed.
  private mutating func tell(_ links: [CauseChain.Link], isFirst: Bool) -> Int? {
    for (place, link) in links.enumerated() {
      let step = trace.steps[link.step]
      told.insert(link.step)
      let inputs = facts.inputs.inputs(of: link.step)
      if let before = inputs.first, before.role == .replayed {
        addReplay(step, isFirst: isFirst && place == 0, links[place...])
        return before.step
      }
      add(link, inputs, isFirst: isFirst && place == 0, isLast: place == links.count - 1)
      if let subject = facts.inputs.beginner(of: link.step) {
        addBeginning(step, subject)
        addSubscription(of: links[place...])
        return nil
      }
      if let entry = entry(inputs, ofElementSentLaterBy: step) {
        delay = (later(step, than: trace.steps[entry]), isOfElement: true)
        return entry
      }
      ask(about: inputs, of: link.step)
    }
    return nil
  }

  /// The step that gave a stage the element that an action sends later. An action may have been scheduled because of an
  /// earlier element.
  private func entry(_ inputs: [ElementInputs.Input], ofElementSentLaterBy step: Step) -> Int? {
    guard inputs.count == 1, inputs[0].role == .kept, let object = step.object else { return nil }
    let stage = stages.stage(of: object)
    let call = trace.enclosing(step) { outer in
      outer.kind == .scheduledAction || outer.kind == .on && outer.object.map { stages.stage(of: $0) } == stage
    }
    return call?.kind == .scheduledAction ? inputs[0].step : nil
  }

  private mutating func addReplay(_ step: Step, isFirst: Bool, _ links: ArraySlice<CauseChain.Link>) {
    addReceipt(step, isFirst: isFirst)
    if let call = step.parent {
      let source = trace.steps[call].object
      let text = "\(label(source)) replayed \(value(step)) to it"
      rows.append(Row(step: step.index, text: text, place: source.flatMap { names.place(of: $0) }, function: nil))
    }
    addSubscription(of: links)
  }

  private mutating func addBeginning(_ step: Step, _ subject: ObjectID) {
    let text = "\(label(subject)) began with \(value(step))"
    rows.append(Row(step: step.index, text: text, place: names.place(of: subject), function: nil))
  }

  // MARK: Inputs

  private mutating func ask(about inputs: [ElementInputs.Input], of step: Int) {
    // The story itself goes on with what the stage was given.
    let others = inputs.filter { $0.role != .given && $0.role != .signal }
    let collected = others.filter { $0.role == .collected }
    if !collected.isEmpty { untold.append(InputStory.Question(of: step, inputs: collected)) }
    untold += others.filter { $0.role != .collected }.map { InputStory.Question(of: step, inputs: [$0]) }
  }

  private mutating func tellInputs() {
    while !untold.isEmpty {
      let question = untold.removeFirst()
      if question.inputs.count == 1, told.contains(question.inputs[0].step) { continue }
      guard inputs.count < Self.mostInputs else {
        omittedInputs += 1
        continue
      }
      let story = question.inputs[0].role == .collected ? collected(question) : single(question)
      inputs.append(story)
    }
  }

  /// Tells the story of a step separately, and returns its rows.
  private mutating func rows(from step: Int) -> [Row] {
    let outer = rows
    rows = []
    tell(from: step)
    defer { rows = outer }
    return rows
  }

  private mutating func single(_ question: InputStory.Question) -> InputStory {
    let input = question.inputs[0]
    return InputStory(question, heading: heading(of: input, at: question.step), rows: rows(from: input.step), trace)
  }

  private func heading(of input: ElementInputs.Input, at step: Int) -> String {
    let (name, shown) = (label(trace.steps[step].object), value(trace.steps[input.step]))
    if input.role == .outer {
      return "\(name) had made the sequence that sent \(value(trace.steps[step])) of \(shown)"
    }
    let start = "\(name) had \(shown) since #\(input.step + 1)"
    guard let newest = input.alternatives.last else { return start }
    let came = "\(value(trace.steps[newest])), which came on another thread in #\(newest + 1)"
    guard input.alternatives.count > 1 else { return "\(start), or already \(came)" }
    return "\(start), or already one of \(input.alternatives.count) newer elements, up to \(came)"
  }

  /// A row for each of the last elements, with the line that sent it.
  private mutating func collected(_ question: InputStory.Question) -> InputStory {
    let name = label(trace.steps[question.step].object)
    let count = question.inputs.count
    let shown = question.inputs.suffix(InputStory.mostCollected)
    let rows = shown.map { input in
      var row = row(trace.steps[input.step], "\(name) was given \(value(trace.steps[input.step]))")
      if let origin = self.rows(from: input.step).last { (row.place, row.function) = (origin.place, origin.function) }
      return row
    }
    let last = count > shown.count ? ", the last \(shown.count) of which are" : ""
    let heading = "\(name) had been given \(counted(count, "element"))\(last)"
    return InputStory(question, heading: heading, rows: rows, trace)
  }

  /// Adds what the other inputs of a stage had when an element came for which the stage sent nothing.
  private mutating func addOthers(than index: Int) {
    guard let others = facts.inputs.others(than: index), !others.isEmpty else { return }
    let name = label(trace.steps[index].object)
    let rows = others.map { other in
      guard let latest = other.latest else { return silentRow(trace.steps[other.subscription]) }
      return row(trace.steps[latest], "\(name) had been given \(value(trace.steps[latest]))")
    }
    let inputs = others.compactMap(\.latest).map { ElementInputs.Input(step: $0, role: .combined) }
    let question = InputStory.Question(of: index, inputs: inputs)
    self.inputs.append(
      InputStory(question, heading: "\(name) sent nothing for it then; its other inputs", rows: rows, trace))
  }

  private func silentRow(_ subscription: Step) -> Row {
    let source = subscription.object
    return Row(
      step: subscription.index, text: "\(label(source)) was subscribed to, and had sent nothing",
      place: source.flatMap { names.place(of: $0) }, function: nil)
  }

  private mutating func addSubscriptions(_ chain: CauseChain) {
    for links in chain.subscriptions { addSubscription(of: links[...]) }
  }

  /// Adds the outermost subscription of the program's own in a chain.
  private mutating func addSubscription(of links: ArraySlice<CauseChain.Link>) {
    let step = links.map { trace.steps[$0.step] }.last {
      $0.kind == .subscribeClosures || $0.kind == .subscribeHandler
    }
    if let step, subscribed.insert(step.index).inserted { subscriptions.append(subscription(step)) }
  }

  private mutating func add(
    _ link: CauseChain.Link, _ inputs: [ElementInputs.Input], isFirst: Bool, isLast: Bool
  ) {
    let step = trace.steps[link.step]
    switch step.kind {
    case .output: add(step, "▸ \(value(step, withoutBreak: true))")
    case .on: addReceipt(step, isFirst: isFirst)
    case .onCore: if isFirst || !continuesRow(step) { addReceipt(step, isFirst: true) }
    case .closure: addClosure(step, inputs)
    case .forwardOn: addForwarded(step, inputs)
    case .scheduledAction: noteDelay(step, isFirst: isFirst)
    case .schedule: if isFirst { add(step, "\(label(step.object)) was given an action") }
    case .cancelledAction: add(step, "an action was cancelled before it ran")
    case .subscribe: if isFirst || isLast || isOwn(step) { add(step, subscribed(step)) }
    case .subscribeClosures, .subscribeHandler: rows.append(subscription(step))
    case .run: addRun(step, isFirst: isFirst)
    case .dispose: addDisposal(step, isFirst: isFirst, isLast: isLast)
    }
  }

  // MARK: Rows

  private mutating func add(_ step: Step, _ text: String) {
    rows.append(row(step, text))
  }

  private func row(_ step: Step, _ text: String) -> Row {
    let caller = names.directCaller(of: step)
    let place = closureLine(step) ?? caller?.line ?? step.object.flatMap { names.place(of: stages.stage(of: $0)) }
    return Row(step: step.index, text: text, place: place, function: caller?.function?.text)
  }

  /// The line of the closure that a step enters, or to which an observer gives the event.
  private func closureLine(_ step: Step) -> SourceLine? {
    guard let object = step.object else { return nil }
    let isGiven = step.kind == .on && trace.objects[object].role == .observer
    return isGiven ? names.closureLine(of: object, for: step.event) : names.closureLine(of: step)
  }

  private func isOwn(_ step: Step) -> Bool { names.directCaller(of: step) != nil }

  /// Whether the row before is about the same stage, so that this step adds nothing.
  private func continuesRow(_ step: Step) -> Bool {
    guard let last = rows.last, let object = step.object, let other = trace.steps[last.step].object else {
      return false
    }
    return stages.stage(of: object) == stages.stage(of: other) || names.areOfOneCall(object, other)
  }

  private mutating func addReceipt(_ step: Step, isFirst: Bool) {
    if let delay = takeDelay() {
      // A stage that has a timer may have set it as it was given this.
      let reason = step.object.flatMap { stages.withholding(of: stages.stage(of: $0)) }
      let then = step.event == .next ? "sent it on" : "went on"
      let action = delay.isOfElement || reason == .queue ? then : "scheduled what happened"
      add(step, "\(label(step.object)) \(given(step)), and \(action) \(delay.text)")
    } else if isFirst || isSource(step) || !continuesRow(step) {
      add(step, "\(label(step.object)) \(given(step))")
    }
  }

  private func isSource(_ step: Step) -> Bool { step.object.map { trace.objects[$0].role == .subject } ?? false }

  private func given(_ step: Step) -> String {
    switch step.event {
    case .completed: "was told that its source completed"
    case .error: "was given the error \(value(step))"
    case .next, nil: "was given \(value(step))"
    }
  }

  private mutating func addClosure(_ step: Step, _ inputs: [ElementInputs.Input]) {
    let isObserver = step.object.map { trace.objects[$0].role == .observer } ?? false
    let threw = step.thrown.map { ", and threw \(shown($0))" } ?? ""
    if isObserver {
      if rows.isEmpty || !continuesRow(step) { add(step, "\(label(step.object)) \(given(step))\(threw)") }
    } else {
      let values = inputs.isEmpty ? step.value.map { _ in value(step) } : list(inputs)
      add(step, "the closure of \(label(step.object)) ran\(values.map { " with \($0)" } ?? "")\(threw)")
    }
    if rows.count == 1, trace.unreturnedClosures.contains(where: { $0.index == step.index }) {
      let text = names.unreturned(step, in: facts.run.located)
      rows.append(Row(step: step.index, text: text, place: nil, function: nil))
    }
  }

  private mutating func addForwarded(_ step: Step, _ inputs: [ElementInputs.Input]) {
    let name = label(step.object)
    let lost = step.isDelivered ? "" : ", after it was disposed of"
    switch step.event {
    case .completed: add(step, "\(name) completed\(lost)")
    case .error: add(step, "\(name) ended with the error \(value(step))\(lost)")
    case .next, nil: add(step, "\(name) \(made(step, inputs))\(lost)")
    }
  }

  /// `made 14 of 7 and 2`
  private func made(_ step: Step, _ inputs: [ElementInputs.Input]) -> String {
    let elements = inputs.filter { $0.role != .signal && $0.role != .outer }
    let isSame = elements.count == 1 && trace.steps[elements[0].step].value == step.value
    let text = elements.isEmpty || isSame ? "sent \(value(step))" : "made \(value(step)) of \(list(elements))"
    guard let signal = inputs.first(where: { $0.role == .signal }) else { return text }
    return "\(text) when it was given \(value(trace.steps[signal.step]))"
  }

  /// `7 and 2`, or the number of the elements if there are many.
  private func list(_ inputs: [ElementInputs.Input]) -> String {
    let isCollected = inputs.contains { $0.role == .collected }
    guard !isCollected || inputs.count <= 3 else { return counted(inputs.count, "element") }
    let values = inputs.map { input in
      guard let newest = input.alternatives.last else { return value(trace.steps[input.step]) }
      let newer = input.alternatives.count > 1 ? "a newer element up to " : ""
      return "\(value(trace.steps[input.step])) or \(newer)\(value(trace.steps[newest]))"
    }
    return values.count < 2
      ? values.joined() : values.dropLast().joined(separator: ", ") + " and \(values[values.count - 1])"
  }

  private mutating func noteDelay(_ step: Step, isFirst: Bool) {
    let isTrampoline = step.object.map { trace.objects[$0].traits.contains(.trampoline) } ?? false
    if isFirst { add(step, "an action of \(label(step.object)) ran") }
    guard !isTrampoline, let cause = step.cause else { return }
    delay = (later(step, than: trace.steps[cause]), isOfElement: false)
  }

  /// `280 ms later`, or on the clock of a scheduler that has one `30 ticks later, at 250`.
  private func later(_ step: Step, than first: Step) -> String {
    guard let time = facts.times.time(of: step) else {
      return "\(Self.duration(step.time - min(step.time, first.time))) later"
    }
    let before = facts.times.time(of: first)
    guard let ticks = time.ticks, let start = before?.ticks, before?.scheduler == time.scheduler else {
      return "later, at \(time.text) on the clock of \(names.label(of: time.scheduler))"
    }
    return "\(counted(ticks - start, "tick")) later, at \(ticks)"
  }

  private mutating func takeDelay() -> (text: String, isOfElement: Bool)? {
    defer { delay = nil }
    return delay
  }

  private mutating func addRun(_ step: Step, isFirst: Bool) {
    if let delay = takeDelay() {
      add(step, "\(label(step.object)) was started, and went on \(delay.text)")
    } else if isFirst {
      add(step, "\(label(step.object)) was started")
    }
  }

  private func subscribed(_ step: Step) -> String {
    "\(label(step.other)) subscribed to \(label(step.object))"
  }

  private mutating func addDisposal(_ step: Step, isFirst: Bool, isLast: Bool) {
    let isStage = step.object.map { trace.objects[$0].role == .sink } ?? false
    if isStage || isFirst {
      add(step, "\(label(step.object)) was disposed of")
    } else if isLast || isOwn(step) {
      add(step, "the subscription was disposed of")
    }
  }

  private func subscription(_ step: Step) -> Row { row(step, "the program subscribed to \(label(step.object))") }

  // MARK: Words

  private func label(_ object: ObjectID?) -> String {
    object.map { names.label(of: stages.stage(of: $0)) } ?? "the program"
  }

  private func value(_ step: Step, withoutBreak: Bool = false) -> String {
    guard var value = step.value else { return "an element" }
    // The program's own output stays as it was printed.
    if step.kind != .output { value = names.short(value) }
    if withoutBreak, value.text.hasSuffix("\n") { value.text.removeLast() }
    return shown(value)
  }

  private func shown(_ value: TracedValue) -> String {
    guard longestValue < Self.valueLengths[0], value.text.count > longestValue else {
      return ShownText.value(value, longest: longestValue)
    }
    // A narrow line has no room for the number of the characters that are left out.
    return ShownText.printable(value.text.prefix(longestValue - 1)) + "…"
  }

  /// `280 ms`
  static func duration(_ nanoseconds: UInt64) -> String {
    switch nanoseconds {
    case 10_000_000_000...: "\(nanoseconds / 1_000_000_000) s"
    case 1_000_000_000...: "\(Double(nanoseconds / 100_000_000) / 10) s"
    case 1_000_000...: "\(nanoseconds / 1_000_000) ms"
    default: "\(nanoseconds / 1_000) µs"
    }
  }
}

extension StepStory.Row {
  /// `who.swift:6 applyCoupon()`
  var placeText: String? {
    place.map { line in [line.shortDescription, function].compactMap(\.self).joined(separator: " ") }
  }
}

/// A row of a story in JSON.
struct StoryRowJSON: Encodable {
  let step: Int
  let text: String
  let source: String?
  let function: String?
  let virtualTime: VirtualTimes.JSON?

  init(_ row: StepStory.Row, _ trace: Trace, _ times: VirtualTimes) {
    (step, text, source, function) = (row.step + 1, row.text, row.place?.description, row.function)
    virtualTime = times.time(of: trace.steps[row.step]).map(VirtualTimes.JSON.init)
  }
}

/// The layout of stories.
struct StoryText {
  let trace: Trace

  /// `#15  cart was given 5    who.swift:6 applyCoupon()`, with a heading wherever the thread changes.
  func lines(_ rows: [StepStory.Row], showsThreads: Bool = true) -> [String] {
    let numbers = rows.map { "#\($0.step + 1)" }
    let width = numbers.map(\.count).max() ?? 0
    let column = min(rows.map(\.text.count).max() ?? 0, 76)
    var thread: String?
    var lines: [String] = []
    for (number, row) in zip(numbers, rows) {
      let name = trace.threadText(of: trace.steps[row.step])
      if showsThreads, trace.threads.count > 1, name != thread { lines.append("── \(name)") }
      thread = name
      let text = "\(Self.padded(number, width))  \(row.text)"
      lines.append(row.placeText.map { "\(Self.padded(text, width + 2 + column))  \($0)" } ?? text)
    }
    return lines
  }

  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 0))
  }
}
