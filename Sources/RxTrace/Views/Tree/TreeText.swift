/// Writes a trace as a tree of calls, one line a step, for a terminal or a file.
///
/// The text depends on the trace alone: no times, no addresses. Steps stand under the call that encloses them; where
/// several threads took part, each outermost call is written whole, in the order in which they began. Calls that repeat
/// and differ in their values alone are folded into one, with a count and the range of the values.
///
///     print(TreeText(trace).text)
///     // Prints: AnonymousObservable#1.subscribe(onNext:)
///     //         └─ AnonymousObservable#1.subscribe → AnonymousObserver#1           ObservableType.swift:24
///     //            └─ …
public struct TreeText {
  private let trace: Trace
  private let origins: [ObjectID: SourceLine]
  private let style: TextStyle
  private let folding: TreeFolding
  private let nesting: CallNesting
  /// The steps of the whole run, of which the trace may be a part.
  private let stepsInRun: Int

  /// Where the column of source lines may begin at most.
  private static let widestCall = 84
  /// Characters of a value that are shown; of a longer one it is said how many there are more.
  private static let longestValue = 240

  /// - Parameters:
  ///   - origins: where in the user's source objects were made, as far as that is known.
  ///   - isColored: whether the text has colours, as escape sequences of terminals.
  ///   - foldsRepeats: whether calls that repeat are written once, with a count.
  public init(
    _ trace: Trace, origins: [ObjectID: SourceLine] = [:], isColored: Bool = false, foldsRepeats: Bool = true
  ) {
    self.init(RecordedRun(trace: trace, origins: origins), isColored: isColored, foldsRepeats: foldsRepeats)
  }

  public init(_ run: RecordedRun, isColored: Bool = false, foldsRepeats: Bool = true) {
    trace = run.trace
    origins = run.origins
    stepsInRun = run.stepsInRun
    style = TextStyle(isColored: isColored)
    folding = TreeFolding(run.trace, isOff: !foldsRepeats)
    nesting = CallNesting(run.trace)
  }

  /// The whole text.
  public var text: String {
    var text = ""
    write { text += $0 }
    return text
  }

  /// Gives the text to `write`, line by line, each with its line break.
  public func write(_ write: (String) throws -> Void) rethrows {
    let layout = TreeLayout(trace, folding)
    let column = sourceColumn(layout)
    var context: String?
    try layout.visit { step, levels in
      if step.parent == nil, let name = threadName(of: step), name != context {
        try write(style.faint("── \(name)") + "\n")
        context = name
      }
      for row in rows(step, guide(levels), column) { try write(row + "\n") }
    }
    try writeOrigins { try write($0 + "\n") }
    try write("\n" + style.faint(summary) + "\n")
  }

  // MARK: Steps

  private func rows(_ step: Step, _ guide: (first: String, rest: String), _ column: Int) -> [String] {
    guard step.kind != .output else { return outputRows(step, guide) }
    let call = callText(step)
    guard let source = sourceText(step) else { return [style.faint(guide.first) + call.styled] }
    let used = guide.first.count + call.plain.count
    let gap = String(repeating: " ", count: max(column - used, 2))
    return [style.faint(guide.first) + call.styled + gap + style.faint(source)]
  }

  private func outputRows(_ step: Step, _ guide: (first: String, rest: String)) -> [String] {
    var lines = outputLines(step)
    if let count = repeatText(step) { lines[lines.count - 1] += style.faint(count) }
    return lines.enumerated().map { style.faint($0 == 0 ? guide.first : guide.rest) + $1 }
  }

  /// What was printed; of several prints that were folded the first and the last.
  private func outputLines(_ step: Step) -> [String] {
    let texts = folding.values[step.index]?.ends.map(\.text) ?? [step.value?.text ?? ""]
    if texts.count == 2 && !texts.contains(where: { $0.contains("\n") }) {
      return [style.output("▸ \(printable(texts[0])) … \(printable(texts[1]))")]
    }
    return Array(texts.map(outputLines).joined(separator: [style.output("▸ …")]))
  }

  private func outputLines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.count > 1 && lines.last == "" { lines.removeLast() }
    return lines.map { style.output("▸ \(printable($0))") }
  }

  private func callText(_ step: Step) -> (plain: String, styled: String) {
    var parts = [(printable(trace.title(of: step)), style.call)]
    if let observer = step.other, step.kind != .forwardOn {
      parts.append((" → \(printable(trace.name(of: observer)))", style.plain))
    }
    // What a closure is called says already which event it takes.
    let event = step.kind == .closure ? nil : step.event
    if let event { parts.append(("  \(event.rawValue)", event == .error ? style.failure : style.event)) }
    if step.value != nil { parts.append(("\(event == nil ? "  " : " ")\(valueText(step))", style.value)) }
    if let thrown = step.thrown { parts.append(("  threw \(ShownText.value(thrown))", style.failure)) }
    if !step.isDelivered { parts.append(("  not delivered: disposed", style.failure)) }
    if let cause = step.cause, !nesting.isStep(step.index, within: cause) {
      parts.append((causeText(cause), style.faint))
    }
    if let count = repeatText(step) { parts.append((count, style.faint)) }
    return (parts.map(\.0).joined(), parts.map { $0.1($0.0) }.joined())
  }

  /// `×1000` for a call that stands for a thousand; nil for one that stands for itself.
  private func repeatText(_ step: Step) -> String? {
    folding.repeats[step.index].map { "  ×\($0.count)\($0.isInTurn ? " in turn" : "")" }
  }

  private func causeText(_ cause: Int) -> String {
    let schedule = trace.steps[cause]
    let place = trace.threads.count > 1 ? " on thread \(trace.threads[schedule.thread].ordinal)" : ""
    let moment = schedule.value.map { "  \(ShownText.value($0))" } ?? ""
    return "  ← \(printable(trace.title(of: schedule)))\(moment)\(place)"
  }

  private func valueText(_ step: Step) -> String {
    let values = folding.values[step.index]?.ends ?? [step.value].compactMap(\.self)
    return values.map(valueText).joined(separator: " … ")
  }

  private func valueText(_ value: TracedValue) -> String {
    let isShort = value.text.utf8.count <= Self.longestValue
    let shown = isShort ? printable(value.text) : printable(value.text.prefix(Self.longestValue))
    let more = isShort ? 0 : value.text.count - Self.longestValue
    var notes = more > 0 ? ["\(more) more characters"] : []
    if !value.isComplete { notes.append("the rest was not recorded") }
    return notes.isEmpty ? shown : "\(shown)… (\(notes.joined(separator: "; ")))"
  }

  /// The line that made the call; for the user's own subscription where its pipeline was put together, which tells more
  /// than the engine's line there.
  private func sourceText(_ step: Step) -> String? {
    if step.kind == .subscribeClosures || step.kind == .subscribeHandler,
      let origin = step.object.flatMap({ origins[$0] })
    {
      return "made at \(fileName(origin))"
    }
    return step.site.map(fileName)
  }

  private func fileName(_ line: SourceLine) -> String { printable(line.shortDescription) }

  /// The column where source lines begin: behind the longest call that is not excessively long.
  private func sourceColumn(_ layout: TreeLayout) -> Int {
    var column = 0
    layout.visit { step, levels in
      guard step.kind != .output, sourceText(step) != nil else { return }
      let width = guide(levels).first.count + callText(step).plain.count
      if width <= Self.widestCall { column = max(column, width) }
    }
    return column + 2
  }

  // MARK: Lines before steps

  /// What stands before a step's first line and before its other lines.
  private func guide(_ levels: TreeLayout.Levels) -> (first: String, rest: String) {
    guard let last = levels.innermost.last else { return ("", "") }
    let hidden = levels.count - levels.innermost.count
    let depth = hidden > 0 ? "(\(hidden) deeper) " : ""
    let outer = levels.innermost.dropLast().map { $0 ? "│  " : "   " }.joined()
    return (depth + outer + (last ? "├─ " : "└─ "), depth + outer + (last ? "│  " : "   "))
  }

  /// `thread 2 "worker", queue com.example`; nil when all happened on one thread without a queue's name.
  private func threadName(of step: Step) -> String? {
    guard trace.threads.count > 1 else { return nil }
    let thread = trace.threads[step.thread]
    let name = thread.name.isEmpty ? "" : " \"\(printable(thread.name))\""
    let queue = step.queue.map { $0.isEmpty ? "" : ", queue \(printable($0))" } ?? ""
    return "thread \(thread.ordinal)\(name)\(queue)"
  }

  // MARK: After the steps

  private func writeOrigins(_ line: (String) throws -> Void) rethrows {
    let made = trace.objects.filter { origins[$0.id] != nil }
    guard !made.isEmpty else { return }
    let width = min(made.map(\.name.count).max() ?? 0, Self.widestCall)
    try line("")
    for object in made {
      guard let origin = origins[object.id] else { continue }
      let gap = String(repeating: " ", count: max(width - object.name.count, 0))
      try line("\(printable(object.name))\(gap)  " + style.faint("made at \(fileName(origin))"))
    }
  }

  private var summary: String {
    let isPart = trace.steps.count < stepsInRun
    let steps = isPart ? "\(trace.steps.count) of \(count(stepsInRun, "step"))" : count(stepsInRun, "step")
    var parts = [steps, count(trace.objects.count, "object"), count(trace.threads.count, "thread")]
    if !folding.repeats.isEmpty { parts.append("repeats folded (--no-fold shows each)") }
    if !trace.isComplete { parts.append("cut off: the program did not end its recording") }
    if trace.droppedRecords > 0 {
      parts.append("\(count(trace.droppedRecords, "record")) dropped: \(dropReason)")
    }
    if trace.unfinishedRecords > 0 { parts.append("\(count(trace.unfinishedRecords, "record")) unfinished") }
    if trace.damagedSlots > 0 { parts.append("\(count(trace.damagedSlots, "slot")) of the file unreadable") }
    return parts.joined(separator: " · ")
  }

  private var dropReason: String {
    trace.dropReason == 0 ? "the size limit was reached" : systemMessage(Int32(truncatingIfNeeded: trace.dropReason))
  }

  private func count(_ number: some BinaryInteger, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}

private func printable(_ text: some StringProtocol) -> String { ShownText.printable(text) }
