import RxTrace

/// Writes a trace as a tree of calls, one line a step, for a terminal or a file.
///
/// The text depends only on the trace: it has no times and no addresses. Steps stand under the call that encloses them; if
/// several threads took part, each outermost call is written whole, in the order in which the calls began. Calls that
/// repeat are folded into one, with a count and the ranges of their values and of their objects' numbers; a chain of
/// disposals is one line. The number before a line is that of its step.
///
///     print(TreeText(trace).text)
///     // Prints:  1  AnonymousObservable#1.subscribe(onNext:)
///     //          2  └─ AnonymousObservable#1.subscribe → AnonymousObserver#1           ObservableType.swift:24
///     //             └─ …
public struct TreeText {
  private let run: LocatedTrace
  private let look: TreeLook
  private let style: TextStyle

  private var trace: Trace { run.trace }

  /// - Parameters:
  ///   - origins: the line of the user's source that made an object, if it is known.
  ///   - isColored: whether the text has colours, as escape sequences of terminals.
  ///   - foldsRepeats: whether calls that repeat are written once, with a count.
  public init(
    _ trace: Trace, origins: [ObjectID: SourceLine] = [:], isColored: Bool = false, foldsRepeats: Bool = true
  ) {
    var look = TreeLook()
    (look.isColored, look.foldsRepeats) = (isColored, foldsRepeats)
    self.init(LocatedTrace(trace: trace, origins: origins), look)
  }

  public init(_ run: LocatedTrace, _ look: TreeLook = TreeLook()) {
    self.run = run
    self.look = look
    style = TextStyle(isColored: look.isColored)
  }

  /// The whole text.
  public var text: String {
    var text = ""
    write { text += $0 }
    return text
  }

  /// Writes the text line by line, each with its line break.
  public func write(_ write: (String) throws -> Void) rethrows {
    let piece = TreePiece(run, look, numberWidth: "\(trace.steps.last?.number ?? 0)".count)
    var context: String?
    try piece.write(under: &context, write)
    try writeEnd(steps, piece.hasRepeats ? Self.repeatRemark : nil, piece.hasFoldedDisposals, write)
  }

  /// Writes the text of a run that comes in pieces, each of which is folded by itself.
  /// - Parameter nextPiece: nil after the last one.
  func write(_ nextPiece: () throws -> Trace?, _ write: (String) throws -> Void) rethrows {
    let numberWidth = "\(run.stepsInRun)".count
    var context: String?
    var (repeats, hasFoldedDisposals) = (false, false)
    while let steps = try nextPiece() {
      let piece = TreePiece(LocatedTrace(trace: steps, origins: run.origins), look, numberWidth: numberWidth)
      try piece.write(under: &context, write)
      repeats = repeats || piece.hasRepeats
      hasFoldedDisposals = hasFoldedDisposals || piece.hasFoldedDisposals
    }
    let remark = "repeats folded, in each million steps by themselves (--no-fold shows each)"
    try writeEnd(counted(run.stepsInRun, "step"), repeats ? remark : nil, hasFoldedDisposals, write)
  }

  private static let repeatRemark = "repeats folded (--no-fold shows each)"

  // MARK: After the steps

  private func writeEnd(
    _ steps: String, _ repeats: String?, _ hasFoldedDisposals: Bool, _ write: (String) throws -> Void
  ) rethrows {
    try writeOrigins { try write($0 + "\n") }
    try write("\n")
    for line in summary(steps, repeats, hasFoldedDisposals) { try write(style.faint(line) + "\n") }
  }

  private func writeOrigins(_ line: (String) throws -> Void) rethrows {
    let rows = TreeOrigins(trace, run.origins).rows(width: look.width)
    if !rows.isEmpty { try line("") }
    for (names, place) in rows { try line("\(names)  " + style.faint(place)) }
  }

  /// The lines at the end.
  private func summary(_ steps: String, _ repeats: String?, _ hasFoldedDisposals: Bool) -> [String] {
    var parts = [steps, count(trace.objects.count, "object"), count(trace.threads.count, "thread")]
    parts += [repeats].compactMap(\.self)
    if hasFoldedDisposals { parts.append("chains of disposals folded (--plumbing shows each)") }
    if !trace.isComplete { parts.append("cut off: the program did not end its recording") }
    if trace.droppedRecords > 0 {
      parts.append("\(count(trace.droppedRecords, "record")) dropped: \(trace.dropReasonText)")
    }
    if let removed = trace.removedText { parts.append(removed) }
    if trace.unfinishedRecords > 0 { parts.append("\(count(trace.unfinishedRecords, "record")) unfinished") }
    if trace.damagedSlots > 0 { parts.append("\(count(trace.damagedSlots, "slot")) of the file unreadable") }
    return look.width.map { ShownText.filled(parts, columns: $0, separator: " · ") } ?? [parts.joined(separator: " · ")]
  }

  private var steps: String {
    let isPart = trace.steps.count < run.stepsInRun
    return isPart ? "\(trace.steps.count) of \(count(run.stepsInRun, "step"))" : count(run.stepsInRun, "step")
  }

  private func count(_ number: some BinaryInteger, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
