/// Writes a trace as a tree of calls, one line a step, for a terminal or a file.
///
/// The text depends on the trace alone: no times, no addresses. Steps stand under the call that encloses them; where
/// several threads took part, each outermost call is written whole, in the order in which they began.
///
///     TreeText(trace).write { print($0) }
///     // Prints: AnonymousObservable#1.subscribe(onNext:)
///     //         └─ AnonymousObservable#1.subscribe → AnonymousObserver#1           ObservableType.swift:24
///     //            └─ …
public struct TreeText {
  private let trace: Trace
  private let origins: [ObjectID: SourceLine]
  private let style: TextStyle

  /// Where the column of source lines may begin at most.
  private static let widestCall = 84
  /// Levels that are drawn; what is nested deeper says how deep.
  private static let deepestLevel = 32
  /// Characters of a value that are shown; of a longer one it is said how many there are more.
  private static let longestValue = 240

  /// - Parameters:
  ///   - origins: where in the user's source objects were made, as far as that is known.
  ///   - isColored: whether the text has colours, as escape sequences of terminals.
  public init(_ trace: Trace, origins: [ObjectID: SourceLine] = [:], isColored: Bool = false) {
    self.trace = trace
    self.origins = origins
    style = TextStyle(isColored: isColored)
  }

  /// The whole text.
  public var text: String {
    var text = ""
    write { text += $0 + "\n" }
    return text
  }

  /// Gives each line to `line`, without its line break.
  public func write(_ line: (String) -> Void) {
    let layout = TreeLayout(trace)
    let column = sourceColumn(layout)
    var context: String?
    layout.forEach { step, levels in
      if step.parent == nil, let name = threadName(of: step), name != context {
        line(style.faint("── \(name)"))
        context = name
      }
      for row in rows(step, guide(levels), column) { line(row) }
    }
    writeOrigins(line)
    line("")
    line(style.faint(summary))
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
    var lines = (step.value?.text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    if lines.count > 1 && lines.last == "" { lines.removeLast() }
    return lines.enumerated().map { index, text in
      style.faint(index == 0 ? guide.first : guide.rest) + style.output("▸ \(printable(text))")
    }
  }

  private func callText(_ step: Step) -> (plain: String, styled: String) {
    var parts = [(trace.title(of: step), style.call)]
    if let observer = step.other, step.kind == .subscribe || step.kind == .run {
      parts.append((" → \(trace.name(of: observer))", style.plain))
    }
    if let event = step.event {
      parts.append(("  \(event.rawValue)", event == .error ? style.failure : style.event))
      if let value = step.value { parts.append((" \(valueText(value))", style.value)) }
    } else if let value = step.value {
      parts.append(("  \(valueText(value))", style.value))
    }
    if !step.isDelivered { parts.append(("  not delivered: disposed", style.failure)) }
    if let cause = step.cause { parts.append((causeText(cause), style.faint)) }
    return (parts.map(\.0).joined(), parts.map { $0.1($0.0) }.joined())
  }

  private func causeText(_ cause: Int) -> String {
    let schedule = trace.steps[cause]
    let place = trace.threads.count > 1 ? " on thread \(trace.threads[schedule.thread].ordinal)" : ""
    return "  ← \(trace.title(of: schedule))\(place)"
  }

  private func valueText(_ value: TracedValue) -> String {
    let shown = printable(value.text.prefix(Self.longestValue))
    let more = value.text.count - Self.longestValue
    var notes = more > 0 ? ["\(more) more characters"] : []
    if !value.isComplete { notes.append("the rest was not recorded") }
    return notes.isEmpty ? shown : "\(shown)… (\(notes.joined(separator: "; ")))"
  }

  /// The line that made the call, or for the user's own subscription the line where its pipeline was put together.
  private func sourceText(_ step: Step) -> String? {
    if let site = step.site { return fileName(site) }
    switch step.kind {
    case .subscribeClosures, .subscribeHandler: return step.object.flatMap { origins[$0] }.map(fileName)
    default: return nil
    }
  }

  private func fileName(_ line: SourceLine) -> String {
    "\(line.file.split(separator: "/").last ?? ""):\(line.line)"
  }

  /// The column where source lines begin: behind the longest call that is not excessively long.
  private func sourceColumn(_ layout: TreeLayout) -> Int {
    var column = 0
    layout.forEach { step, levels in
      guard step.kind != .output, sourceText(step) != nil else { return }
      let width = guide(levels).first.count + callText(step).plain.count
      if width <= Self.widestCall { column = max(column, width) }
    }
    return column + 2
  }

  // MARK: Lines before steps

  /// What stands before a step's first line and before its other lines.
  private func guide(_ levels: TreeLayout.Levels) -> (first: String, rest: String) {
    guard let last = levels.last else { return ("", "") }
    let hidden = max(levels.count - Self.deepestLevel, 0)
    let depth = hidden > 0 ? "(\(hidden) deeper) " : ""
    let outer = levels.dropLast().suffix(Self.deepestLevel - 1).map { $0 ? "│  " : "   " }.joined()
    return (depth + outer + (last ? "├─ " : "└─ "), depth + outer + (last ? "│  " : "   "))
  }

  /// `thread 2 "worker", queue com.example`; nil when all happened on one thread without a queue's name.
  private func threadName(of step: Step) -> String? {
    guard trace.threads.count > 1 else { return nil }
    let thread = trace.threads[step.thread]
    let name = thread.name.isEmpty ? "" : " \"\(printable(thread.name[...]))\""
    let queue = step.queue.map { $0.isEmpty ? "" : ", queue \(printable($0[...]))" } ?? ""
    return "thread \(thread.ordinal)\(name)\(queue)"
  }

  // MARK: After the steps

  private func writeOrigins(_ line: (String) -> Void) {
    let made = trace.objects.filter { origins[$0.id] != nil }
    guard !made.isEmpty else { return }
    let width = made.map(\.name.count).max() ?? 0
    line("")
    for object in made {
      guard let origin = origins[object.id] else { continue }
      let gap = String(repeating: " ", count: width - object.name.count)
      line("\(object.name)\(gap)  " + style.faint("made at \(fileName(origin))"))
    }
  }

  private var summary: String {
    var parts = [
      count(trace.steps.count, "step"), count(trace.objects.count, "object"), count(trace.threads.count, "thread"),
    ]
    if !trace.isComplete { parts.append("cut off: the program did not end its recording") }
    if trace.droppedRecords > 0 {
      parts.append("\(count(trace.droppedRecords, "record")) dropped: \(dropReason)")
    }
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

/// The text with control characters as escapes, so that a value can neither break a line nor command the terminal.
private func printable(_ text: Substring) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control where scalar != "\t", .lineSeparator, .paragraphSeparator: result += scalar.escaped(asASCII: true)
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
