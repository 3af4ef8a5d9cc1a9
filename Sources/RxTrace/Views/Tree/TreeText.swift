/// Writes a trace as a tree of calls, one line a step, for a terminal or a file.
///
/// The text depends only on the trace: it has no times and no addresses. Steps stand under the call that encloses them; if
/// several threads took part, each outermost call is written whole, in the order in which the calls began. Repeated calls
/// that differ only in their values are folded into one, with a count and the range of the values.
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
  /// The number of steps of the whole run; the trace may be a part of it.
  private let stepsInRun: Int

  /// The rightmost column at which source lines may begin.
  private static let widestCall = 84
  /// Characters of a value that are shown, followed by the number of the remaining ones.
  private static let longestValue = 240

  /// - Parameters:
  ///   - origins: the line of the user's source that made an object, if it is known.
  ///   - isColored: whether the text has colours, as escape sequences of terminals.
  ///   - foldsRepeats: whether calls that repeat are written once, with a count.
  public init(
    _ trace: Trace, origins: [ObjectID: SourceLine] = [:], isColored: Bool = false, foldsRepeats: Bool = true
  ) {
    self.init(LocatedTrace(trace: trace, origins: origins), isColored: isColored, foldsRepeats: foldsRepeats)
  }

  public init(_ run: LocatedTrace, isColored: Bool = false, foldsRepeats: Bool = true) {
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

  /// Writes the text line by line, each with its line break.
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

  /// The printed text; the first and the last of several folded prints.
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
    var parts = StepPhrase(step, in: trace).parts.compactMap { styled($0, of: step) }
    if let cause = step.cause, !nesting.isStep(step.index, within: cause) {
      parts.append((causeText(cause), style.faint))
    }
    if let count = repeatText(step) { parts.append((count, style.faint)) }
    return (parts.map(\.0).joined(), parts.map { $0.1($0.0) }.joined())
  }

  private func styled(_ part: StepPhrase.Part, of step: Step) -> (String, (String) -> String)? {
    switch part {
    case .call: return (part.text(), style.call)
    case .receiver: return (" \(part.text())", style.plain)
    case .event(.error): return ("  \(part.text())", style.failure)
    case .event: return ("  \(part.text())", style.event)
    case .value:
      let hasEvent = step.event != nil && step.kind != .closure
      return ("\(hasEvent ? " " : "  ")\(valueText(step))", style.value)
    case .thrown, .undelivered: return ("  \(part.text())", style.failure)
    // Output has rows of its own, and threads have headings.
    case .printed, .thread: return nil
    }
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
    if !value.isComplete { notes.append("\(StepPhrase.restIsMissing)") }
    return notes.isEmpty ? shown : "\(shown)… (\(notes.joined(separator: "; ")))"
  }

  /// The line that made the call. For the user's own subscription, the line that put its pipeline together, because that
  /// says more than the engine's line.
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

  /// The text before a step's first line and before its other lines.
  private func guide(_ levels: TreeLayout.Levels) -> (first: String, rest: String) {
    guard let last = levels.innermost.last else { return ("", "") }
    let hidden = levels.count - levels.innermost.count
    let depth = hidden > 0 ? "(\(hidden) deeper) " : ""
    let outer = levels.innermost.dropLast().map { $0 ? "│  " : "   " }.joined()
    return (depth + outer + (last ? "├─ " : "└─ "), depth + outer + (last ? "│  " : "   "))
  }

  /// `thread 2 "worker", queue com.example`; nil if the run has only one thread.
  private func threadName(of step: Step) -> String? {
    guard trace.threads.count > 1 else { return nil }
    return trace.threadText(of: step)
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
