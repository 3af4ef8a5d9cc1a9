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
    var rest: Trace? = trace
    try self.write({ rest.take() }, lastNumber: trace.steps.last?.number ?? 0, steps, "repeats folded", write)
  }

  /// Writes the text of a run that comes in pieces, each of which is folded by itself.
  /// - Parameter nextPiece: nil after the last one.
  func write(_ nextPiece: () throws -> Trace?, _ write: (String) throws -> Void) rethrows {
    try self.write(
      nextPiece, lastNumber: run.stepsInRun, counted(run.stepsInRun, "step"),
      "repeats folded, in each million steps by themselves", write)
  }

  /// - Parameters:
  ///   - steps: the number of steps, in words.
  ///   - folding: the words to add if repeats are folded.
  private func write(
    _ nextPiece: () throws -> Trace?, lastNumber: Int, _ steps: String, _ folding: String,
    _ write: (String) throws -> Void
  ) rethrows {
    let numberWidth = "\(lastNumber)".count
    var context: String?
    var (hasRepeats, hasFoldedDisposals) = (false, false)
    while let trace = try nextPiece() {
      let piece = TreePiece(LocatedTrace(trace: trace, origins: run.origins), look, numberWidth: numberWidth)
      try piece.write(under: &context, write)
      hasRepeats = hasRepeats || piece.hasRepeats
      hasFoldedDisposals = hasFoldedDisposals || piece.hasFoldedDisposals
    }
    try writeOrigins { try write($0 + "\n") }
    try write("\n")
    let repeats = hasRepeats ? "\(folding) (--no-fold shows each)" : nil
    for line in summary(steps, repeats, hasFoldedDisposals) { try write(style.faint(line) + "\n") }
  }

  // MARK: After the steps

  private func writeOrigins(_ line: (String) throws -> Void) rethrows {
    let rows = TreeOrigins(trace, run.origins).rows(width: look.width)
    if !rows.isEmpty { try line("") }
    for (names, place) in rows { try line("\(names)  " + style.faint(place)) }
  }

  /// The lines at the end.
  private func summary(_ steps: String, _ repeats: String?, _ hasFoldedDisposals: Bool) -> [String] {
    var parts = [steps, counted(trace.objects.count, "object"), counted(trace.threads.count, "thread")]
    parts += [repeats].compactMap(\.self)
    if hasFoldedDisposals { parts.append("chains of disposals folded (--plumbing shows each)") }
    if !trace.isComplete { parts.append("cut off: the end of the recording is missing") }
    parts += trace.lossTexts + [trace.outputText].compactMap(\.self)
    return look.width.map { ShownText.filled(parts, columns: $0, separator: " · ") } ?? [parts.joined(separator: " · ")]
  }

  private var steps: String {
    let isPart = trace.steps.count < run.stepsInRun
    return isPart ? "\(trace.steps.count) of \(counted(run.stepsInRun, "step"))" : counted(run.stepsInRun, "step")
  }
}
