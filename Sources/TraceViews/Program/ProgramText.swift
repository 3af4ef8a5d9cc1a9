import RxTrace

/// Writes a run as its program's author would tell it: an entry for each event that enters a pipeline, with the line that
/// sent it, and below it what each operator did with it.
///
///     print(ProgramText(run, width: 80).text)
///     // Prints: #9   cart ● 1                   who.swift:5 addToCart()
///     //           map 2 · filter ✗              dropped
///     //         #15  cart ● 5                   who.swift:7 applyCoupon()
///     //           map 10 · filter 10 · subscribe → price 10
///
/// Numbers are those of steps. Entries that differ only in their values are folded, whatever objects took part. Lines fit
/// the width, and values are shortened for that.
public struct ProgramText {
  private let outline: RunOutline
  private let look: ProgramLook
  private let width: Int
  private let style: TextStyle
  private let isKept: [Bool]?
  private let numberWidth: Int

  /// - Parameters:
  ///   - run: the whole run.
  ///   - isKept: for each step whether it is asked for; see ``ProgramReader``. Nil to show all.
  ///   - width: columns of the terminal; nil for a file or a pipe.
  ///   - isColored: whether the text has colours, as escape sequences of terminals.
  public init(
    _ run: LocatedTrace, isKept: [Bool]? = nil, width: Int? = nil, isColored: Bool = false, foldsRepeats: Bool = true
  ) {
    self.init(
      run, isKept: isKept, look: ProgramLook(width: width, isColored: isColored, foldsRepeats: foldsRepeats))
  }

  init(_ run: LocatedTrace, isKept: [Bool]? = nil, look: ProgramLook) {
    self.init(RunOutline(run), isKept: isKept, look: look)
  }

  init(_ outline: RunOutline, isKept: [Bool]? = nil, look: ProgramLook = ProgramLook()) {
    (self.outline, self.isKept, self.look) = (outline, isKept, look)
    width = max(look.width ?? TerminalWidth.usual, 40)
    style = TextStyle(isColored: look.isColored)
    numberWidth = "#\(outline.run.stepsInRun)".count
  }

  /// The whole text.
  public var text: String {
    var text = ""
    write { text += $0 }
    return text
  }

  /// Writes the text, each line with its line break, while the run is gone through.
  public func write(_ write: (String) throws -> Void) rethrows {
    var rest: Trace? = outline.run.trace
    try self.write({ rest.take() }, write)
  }

  /// Writes the text of a run that comes in pieces.
  /// - Parameter nextPiece: nil after the last one.
  func write(_ nextPiece: () throws -> Trace?, _ write: (String) throws -> Void) rethrows {
    var clocks: Set<ObjectID> = []
    try ProgramLines(outline, isKept: isKept, look).visit(nextPiece) { line in
      clocks.formUnion(line.clocks)
      try self.write(line, 0, write)
    }
    let notes = [clocks.isEmpty ? nil : legend(of: clocks), outline.run.trace.outputText].compactMap(\.self)
    if !notes.isEmpty { try write("\n" + notes.map { style.faint($0) + "\n" }.joined()) }
  }

  /// A line that explains the times with `@`.
  private func legend(of clocks: Set<ObjectID>) -> String {
    let names = clocks.sorted().map { ShownText.printable(outline.run.programNames.name(of: $0)) }
    return "@ the time on the clock of \(names.joined(separator: ", ")); "
      + "other times count from the start of the recording"
  }

  // MARK: Lines

  private func write(_ line: ProgramLine, _ level: Int, _ write: (String) throws -> Void) rethrows {
    let number = line.isContinuation ? "" : "#\(line.step)"
    let time = look.showsTimes ? Self.time(line) : ""
    let margin =
      number + String(repeating: " ", count: max(numberWidth - number.count, 0)) + time
      + String(repeating: " ", count: 2 + 2 * level)
    let notes = Notes(line)
    let column = Self.column(width)
    // Notes are worth more than the end of a long line.
    let room = width - margin.count - (notes.text.isEmpty ? 0 : max(min(notes.text.count, width / 2), notes.least) + 2)
    let text = fitted(line.parts, max(room, 16))
    let used = margin.count + text.plain.count
    let gap = notes.text.isEmpty ? "" : String(repeating: " ", count: max(column - used, 2))
    let shownNotes = notes.fitted(max(width - used - gap.count, 8))
    try write(style.faint(margin) + text.styled + style.faint(gap + shownNotes) + "\n")
    for child in line.children { try self.write(child, level + 1, write) }
  }

  /// The time of a line, as wide as that of any other; a line that continues the one above it has none.
  private static func time(_ line: ProgramLine) -> String {
    let time = line.virtualTime.map { "@ \(ShownText.printable($0.text))" } ?? RunTime.text(line.time)
    let text = line.isContinuation ? "" : time
    return String(repeating: " ", count: max(timeWidth - text.count, 0) + 1) + text
  }

  private static let timeWidth = "999.999 s".count

  /// The column at which notes begin if the text before them leaves room.
  private static func column(_ width: Int) -> Int { min(max(width * 9 / 20, 26), 60) }

  /// `who.swift:5 addToCart()`, `dropped`, `×1000`, `main`
  private struct Notes {
    private let place: String
    /// The notes that are shortened to make room for the thread.
    private let others: [String]
    private let thread: String

    init(_ line: ProgramLine) {
      place = ShownText.printable(line.place?.text ?? "")
      others = [line.outcomeText.map { ShownText.printable($0) }, line.countText].compactMap(\.self)
      thread = ShownText.printable(line.threadName ?? "")
    }

    var text: String { text([place] + others) }

    /// The columns that the thread takes, because it is never cut.
    var least: Int { thread.count }

    private func text(_ words: [String]) -> String {
      (words + [thread]).filter { !$0.isEmpty }.joined(separator: "  ")
    }

    /// The notes in so many columns: the function's name gives way first, then what the line is about, and the thread never.
    func fitted(_ columns: Int) -> String {
      let excess = text.count - columns
      guard excess > 0 else { return text }
      let line = place.prefix { $0 != " " }
      let function = place.count - line.count - excess
      let shorter = function > 3 ? place.prefix(place.count - excess - 1) + "…" : line
      let words = [String(shorter)] + others
      let room = columns - (thread.isEmpty ? 0 : thread.count + 2)
      guard text(words).count > columns else { return text(words) }
      let rest = words.filter { !$0.isEmpty }.joined(separator: "  ")
      return text([room > 3 ? ProgramText.cut(rest, room) : ""])
    }
  }

  private func fitted(_ parts: [ProgramLine.Part], _ room: Int) -> (plain: String, styled: String) {
    var shown = parts.map { self.shown($0, ProgramLine.longestValue, hidesRepeated: false) }
    if length(shown) > room { shown = parts.map { self.shown($0, ProgramLine.longestValue, hidesRepeated: true) } }
    var longest = ProgramLine.longestValue
    while length(shown) > room, longest > Self.shortestValue {
      longest = max(longest - 4, Self.shortestValue)
      shown = parts.map { self.shown($0, longest, hidesRepeated: true) }
    }
    let plain = shown.map(\.text).joined()
    guard plain.count > room else { return (plain, shown.map { $0.style($0.text) }.joined()) }
    let cut = Self.cut(plain, room)
    return (cut, cut)
  }

  private static let shortestValue = 8

  private typealias Shown = (text: String, style: (String) -> String)

  private func length(_ parts: [Shown]) -> Int { parts.reduce(0) { $0 + $1.text.count } }

  private func shown(_ part: ProgramLine.Part, _ longest: Int, hidesRepeated: Bool) -> Shown {
    let (text, tone) = part.words(longest: longest, hidesRepeated: hidesRepeated)
    return switch tone {
    case .name: (text, style.call)
    case .faint: (text, style.faint)
    case .plain: (text, style.plain)
    case .event: (text, style.event)
    case .failure: (text, style.failure)
    case .value: (text, style.value)
    case .output: (text, style.output)
    }
  }

  private static func cut(_ text: String, _ length: Int) -> String { ProgramLine.cut(text, length) }
}
