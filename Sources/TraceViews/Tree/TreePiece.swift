import RxTrace

/// The lines of a tree for the steps of a run, or for a piece of them that has whole outermost calls.
struct TreePiece {
  private let trace: Trace
  private let origins: [ObjectID: SourceLine]
  private let look: TreeLook
  private let style: TextStyle
  private let folding: TreeFolding
  private let nesting: CallNesting
  private let numberWidth: Int

  /// The most characters of a value that are shown, followed by the number of the remaining ones.
  private static let longestValue = 240
  /// A value at least this wide is not repeated below the call that shows it, if lines have a width.
  private static let widestRepeated = 9
  /// How many lines are aligned with each other: few enough that the first are written at once.
  private static let linesTogether = 1000

  /// - Parameter numberWidth: columns of the numbers of steps.
  init(_ run: LocatedTrace, _ look: TreeLook, numberWidth: Int) {
    (trace, origins) = (run.trace, run.origins)
    self.look = look
    self.numberWidth = numberWidth
    style = TextStyle(isColored: look.isColored)
    folding = TreeFolding(run, isOff: !look.foldsRepeats, showsDisposals: look.showsPlumbing)
    nesting = CallNesting(trace)
  }

  var hasRepeats: Bool { !folding.repeats.isEmpty }
  var hasFoldedDisposals: Bool { !folding.disposals.disposed.isEmpty }

  /// Writes the lines.
  /// - Parameter context: the heading of the thread under which the last line stands.
  func write(under context: inout String?, _ write: (String) throws -> Void) rethrows {
    let layout = TreeLayout(trace, folding, mostDrawn: mostLevels)
    var columns = TreeColumns(width: look.width)
    var lines: [TreeLine] = []
    func flush() throws {
      columns.add(lines)
      for line in lines { try write(columns.text(line, style) + "\n") }
      lines.removeAll(keepingCapacity: true)
    }
    try layout.visit { step, levels in
      if step.parent == nil, let name = threadName(of: step), name != context {
        lines.append(TreeLine(guide: "── \(name)", pieces: [], isAligned: false))
        context = name
      }
      lines += self.lines(step, guide(levels))
      if lines.count >= Self.linesTogether { try flush() }
    }
    try flush()
  }

  // MARK: Steps

  private func lines(_ step: Step, _ guide: (first: String, rest: String)) -> [TreeLine] {
    let number = "\(step.number)"
    let gutter = String(repeating: " ", count: max(numberWidth - number.count, 0)) + number + "  "
    let first = gutter + guide.first
    guard step.kind == .output else {
      let source = sourceText(step)
      return [TreeLine(guide: first, pieces: pieces(step), source: source)]
    }
    let rest = String(repeating: " ", count: numberWidth + 2) + guide.rest
    var lines = outputLines(step).enumerated().map { place, text in
      TreeLine(
        guide: place == 0 ? first : rest, pieces: [TreeLine.Piece(text: text, style: style.output, isValue: true)])
    }
    if let count = repeatText(step) {
      lines[lines.count - 1].pieces.append(.init(text: count, style: style.faint, isKept: true))
    }
    return lines
  }

  /// The printed text; the first and the last of several folded prints.
  private func outputLines(_ step: Step) -> [String] {
    let texts = folding.values[step.index]?.ends.map(\.text) ?? [step.value?.text ?? ""]
    if texts.count == 2 && !texts.contains(where: { $0.contains("\n") }) {
      return ["▸ \(printable(texts[0])) … \(printable(texts[1]))"]
    }
    return Array(texts.map(outputLines).joined(separator: ["▸ …"]))
  }

  private func outputLines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.count > 1 && lines.last == "" { lines.removeLast() }
    return lines.map { "▸ \(printable($0))" }
  }

  private func pieces(_ step: Step) -> [TreeLine.Piece] {
    let phrase = StepPhrase(
      step, in: trace, object: name(step.object, folding.objects[step.index]),
      receiver: name(step.other, folding.others[step.index]))
    var pieces = phrase.parts.compactMap { piece($0, of: step) }
    if let cause = step.cause, !nesting.isStep(step.index, within: cause) {
      pieces.append(.init(text: causeText(cause, of: step), style: style.faint))
    }
    if let text = disposalText(step) { pieces.append(.init(text: text, style: style.faint, isValue: true)) }
    if let count = repeatText(step) { pieces.append(.init(text: count, style: style.faint, isKept: true)) }
    return pieces
  }

  private func name(_ object: ObjectID?, _ range: OrdinalRange?) -> String {
    guard let object else { return "" }
    return range?.name(trace.objects[object].typeName) ?? trace.objects[object].name
  }

  private func piece(_ part: StepPhrase.Part, of step: Step) -> TreeLine.Piece? {
    switch part {
    case .call: return .init(text: part.text(), style: style.call)
    case .receiver: return .init(text: " \(part.text())", style: style.plain)
    case .event(.error): return .init(text: "  \(part.text())", style: style.failure)
    case .event: return .init(text: "  \(part.text())", style: style.event)
    case .value:
      let hasEvent = step.event != nil && step.kind != .closure
      return .init(text: "\(hasEvent ? " " : "  ")\(shownValue(step))", style: style.value, isValue: true)
    case .thrown: return .init(text: "  \(part.text())", style: style.failure, isValue: true)
    case .undelivered: return .init(text: "  \(part.text())", style: style.failure)
    // Output has rows of its own, and threads have headings.
    case .printed, .thread: return nil
    }
  }

  /// `×1000` for a call that stands for a thousand; nil for one that stands for itself.
  private func repeatText(_ step: Step) -> String? {
    folding.repeats[step.index].map { repeated in
      let (fewest, most) = (repeated.counts.lowerBound, repeated.counts.upperBound)
      let order = [.inTurn: " in turn", .mixed: " mixed"][repeated.order] ?? ""
      return "  ×\(fewest == most ? "\(most)" : "\(fewest)…\(most)")\(order)"
    }
  }

  private func causeText(_ cause: Int, of step: Step) -> String {
    let schedule = trace.steps[cause]
    let place = trace.threads.count > 1 ? " on \(printable(trace.place(of: schedule).name))" : ""
    let moment = schedule.value.map { "  \(ShownText.value($0))" } ?? ""
    let number = folding.repeats[step.index] == nil ? "\(schedule.number) " : ""
    return "  ← \(number)\(printable(trace.title(of: schedule)))\(moment)\(place)"
  }

  /// The objects that a disposal disposed besides its own. Their number counts all; the names are only those of objects
  /// that are not disposables.
  private func disposalText(_ step: Step) -> String? {
    guard let disposed = folding.disposals.disposed[step.index] else { return nil }
    let count = counted(disposed.count, "more disposal")
    let named = disposed.filter { trace.objects[$0].role != .disposable }
    guard !named.isEmpty else { return "  (\(count))" }
    let range = folding.repeats[step.index] != nil || folding.objects[step.index] != nil
    let names = named.map { range ? trace.objects[$0].typeName : trace.objects[$0].name }
    return "  of \(printable(names.joined(separator: ", "))) too (\(count))"
  }

  /// The value, or a mark if the call around the step shows the same.
  private func shownValue(_ step: Step) -> String {
    let text = valueText(step)
    guard look.width != nil, ShownText.width(text) >= Self.widestRepeated, let above = valueAbove(step), above == text
    else { return text }
    return Self.same
  }

  private static let same = "″"

  /// The value of the nearest enclosing call that has one. A few calls between may have none.
  private func valueAbove(_ step: Step) -> String? {
    var parent = folding.parent(of: step.index)
    for _ in 0..<4 {
      guard let index = parent else { return nil }
      if trace.steps[index].value != nil { return valueText(trace.steps[index]) }
      parent = folding.parent(of: index)
    }
    return nil
  }

  private func valueText(_ step: Step) -> String {
    let values = folding.values[step.index]?.ends ?? [step.value].compactMap(\.self)
    return values.map(valueText).joined(separator: " … ")
  }

  private func valueText(_ value: TracedValue) -> String {
    guard look.width != nil else { return ShownText.value(value, longest: Self.longestValue) }
    // The line is cut to its width, so the number of characters that are left out says nothing.
    let shown = printable(ShownText.withoutModules(String(value.text.prefix(4 * Self.longestValue))))
    return value.isComplete ? shown : shown + "…"
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

  // MARK: Lines before steps

  /// The most levels that are drawn: deeper ones show a number instead.
  private var mostLevels: Int { look.width.map { max($0 / 8, 4) } ?? 32 }

  /// The text before a step's first line and before its other lines.
  private func guide(_ levels: TreeLayout.Levels) -> (first: String, rest: String) {
    guard let last = levels.innermost.last else { return ("", "") }
    let hidden = levels.count - levels.innermost.count
    let depth = hidden == 0 ? "" : look.width == nil ? "(\(hidden) deeper) " : "+\(hidden) "
    let outer = levels.innermost.dropLast().map { $0 ? "│  " : "   " }.joined()
    return (depth + outer + (last ? "├─ " : "└─ "), depth + outer + (last ? "│  " : "   "))
  }

  /// `com.example.db (thread 2)`; nil if the run has only one thread.
  private func threadName(of step: Step) -> String? {
    guard trace.threads.count > 1 else { return nil }
    let place = trace.place(of: step)
    let isFolded = !place.isThread && folding.areOnSeveralThreads.contains(step.index)
    return printable(isFolded ? "\(place.name) (several threads)" : place.nameAndThread)
  }
}

private func printable(_ text: some StringProtocol) -> String { ShownText.printable(text) }
