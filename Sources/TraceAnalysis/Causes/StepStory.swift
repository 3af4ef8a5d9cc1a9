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

  /// From the step back to its origin.
  private(set) var rows: [Row] = []
  /// The program's own subscriptions that connected the stages.
  private(set) var subscriptions: [Row] = []

  private let trace: Trace
  private let names: ProgramNames
  private let stages: StageParts
  /// Nanoseconds between the `schedule` and its action, until the row of the stage that scheduled it is made.
  private var delay: UInt64?

  /// Characters of a value that are shown.
  private let longestValue: Int

  /// The most and the fewest characters of a value that are shown, and what is tried between them to fit a width.
  private static let valueLengths = [60, 48, 38, 30, 22, 16, 12]

  /// A story whose rows fit a width as far as shorter values make them.
  /// - Parameter width: columns; nil for no limit.
  static func fitted(
    of index: Int, in run: AnalysedRun, _ names: ProgramNames, _ stages: StageParts, width: Int?
  ) -> StepStory {
    var story = StepStory(of: index, in: run, names, stages, longestValue: valueLengths[0])
    guard let width else { return story }
    let text = StoryText(trace: run.trace)
    for length in valueLengths.dropFirst() where text.lines(story.rows).contains(where: { $0.count > width }) {
      story = StepStory(of: index, in: run, names, stages, longestValue: length)
    }
    return story
  }

  private init(
    of index: Int, in run: AnalysedRun, _ names: ProgramNames, _ stages: StageParts, longestValue: Int
  ) {
    (trace, self.names, self.stages, self.longestValue) = (run.trace, names, stages, longestValue)
    var next: Int? = index
    var known: Set<Int> = []
    while let start = next {
      let chain = CauseChain(of: start, in: run.trace)
      next = tell(chain.event, isFirst: start == index)
      addSubscriptions(chain, &known)
    }
  }

  /// - Returns: the step at which the event goes on, if its element had come to a stage before the action that sent it was
  ///   scheduled.
  private mutating func tell(_ links: [CauseChain.Link], isFirst: Bool) -> Int? {
    for (place, link) in links.enumerated() {
      add(link, isFirst: isFirst && place == 0, isLast: place == links.count - 1)
      if let entry = entry(ofElementSentLaterBy: trace.steps[link.step]) {
        delay = trace.steps[link.step].time - min(trace.steps[link.step].time, trace.steps[entry].time)
        return entry
      }
    }
    return nil
  }

  /// The step that gave a stage the element that an action sends later. An action may have been scheduled because of an
  /// earlier element.
  private func entry(ofElementSentLaterBy step: Step) -> Int? {
    guard step.kind == .forwardOn, step.event == .next, let object = step.object else { return nil }
    let stage = stages.stage(of: object)
    let call = trace.enclosing(step) { outer in
      outer.kind == .scheduledAction || outer.kind == .on && outer.object.map { stages.stage(of: $0) } == stage
    }
    guard call?.kind == .scheduledAction else { return nil }
    return trace.steps[..<step.index].last { earlier in
      earlier.kind == .on && earlier.event == .next && earlier.object.map { stages.stage(of: $0) } == stage
        && earlier.value == step.value
    }?.index
  }

  private mutating func addSubscriptions(_ chain: CauseChain, _ known: inout Set<Int>) {
    for links in chain.subscriptions {
      let step = links.map { trace.steps[$0.step] }.last {
        $0.kind == .subscribeClosures || $0.kind == .subscribeHandler
      }
      if let step, known.insert(step.index).inserted { subscriptions.append(subscription(step)) }
    }
  }

  private mutating func add(_ link: CauseChain.Link, isFirst: Bool, isLast: Bool) {
    let step = trace.steps[link.step]
    switch step.kind {
    case .output: add(step, "▸ \(value(step, withoutBreak: true))")
    case .on: addReceipt(step, isFirst: isFirst)
    case .onCore: if isFirst || !continuesRow(step) { addReceipt(step, isFirst: true) }
    case .closure: addClosure(step)
    case .forwardOn: addForwarded(step)
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
    return stages.stage(of: object) == stages.stage(of: other)
  }

  private mutating func addReceipt(_ step: Step, isFirst: Bool) {
    if let delay = takeDelay() {
      let then = step.event == .next ? "sent it on" : "went on"
      add(step, "\(label(step.object)) \(given(step)), and \(then) \(Self.duration(delay)) later")
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

  private mutating func addClosure(_ step: Step) {
    let isObserver = step.object.map { trace.objects[$0].role == .observer } ?? false
    let threw = step.thrown.map { ", and threw \(shown($0))" } ?? ""
    if isObserver {
      if rows.isEmpty || !continuesRow(step) { add(step, "\(label(step.object)) \(given(step))\(threw)") }
    } else {
      let what = step.value == nil ? "" : " with \(value(step))"
      add(step, "the closure of \(label(step.object)) ran\(what)\(threw)")
    }
  }

  private mutating func addForwarded(_ step: Step) {
    let name = label(step.object)
    let lost = step.isDelivered ? "" : ", after it was disposed of"
    switch step.event {
    case .completed: add(step, "\(name) completed\(lost)")
    case .error: add(step, "\(name) ended with the error \(value(step))\(lost)")
    case .next, nil:
      let source = received(by: step)
      let made = source.map { $0.value != step.value } ?? false
      let text =
        made ? "\(name) made \(value(step)) of \(source.map { value($0) } ?? "it")" : "\(name) sent \(value(step))"
      add(step, text + lost)
    }
  }

  /// The element that a stage was given as it sent this one.
  private func received(by step: Step) -> Step? {
    guard let object = step.object else { return nil }
    let stage = stages.stage(of: object)
    return trace.enclosing(step) { outer in
      outer.kind == .on && outer.event == .next && outer.object.map { stages.stage(of: $0) } == stage
    }
  }

  private mutating func noteDelay(_ step: Step, isFirst: Bool) {
    let isTrampoline = step.object.map { trace.objects[$0].traits.contains(.trampoline) } ?? false
    if isFirst { add(step, "an action of \(label(step.object)) ran") }
    guard !isTrampoline, let cause = step.cause else { return }
    delay = step.time - min(step.time, trace.steps[cause].time)
  }

  private mutating func takeDelay() -> UInt64? {
    defer { delay = nil }
    return delay
  }

  private mutating func addRun(_ step: Step, isFirst: Bool) {
    if let delay = takeDelay() {
      add(step, "\(label(step.object)) was started, and went on \(Self.duration(delay)) later")
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

  init(_ row: StepStory.Row) {
    (step, text, source, function) = (row.step + 1, row.text, row.place?.description, row.function)
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
