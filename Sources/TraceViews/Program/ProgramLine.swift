import RxTrace

/// A line of the program's view, with the lines that stand below it.
struct ProgramLine {
  /// The number of the step that the line is about.
  var step: Int
  /// The position of the thread in ``Trace/threads``.
  var thread: Int
  /// `main`: the thread or the queue; nil if the run has only one thread.
  var threadName: String?
  var parts: [Part]
  var place: Place?
  /// Nanoseconds since the recording started.
  var time: UInt64
  /// The time on a scheduler's own clock, if the step has one.
  var virtualTime: VirtualTimes.Moment?
  /// The fate of the event, in a word.
  var outcome: String?
  /// How many elements a stage keeps, if that is the fate: in the first and in the last of the folded lines.
  var kept: (first: Int, last: Int)?
  /// Whether ways of the event are left out.
  var hasOtherWays = false
  /// Whether the line continues the one above it, so that it has no number of its own.
  var isContinuation = false
  /// The positions of the steps of which the line tells.
  var steps: [Int]
  var children: [ProgramLine] = []
  /// How many lines in a row this one stands for.
  var count = 1
  /// Whether the folded lines take turns with their neighbours.
  var isInTurn = false

  init(_ step: Step, on thread: String?, parts: [Part], place: Place? = nil) {
    (self.step, self.thread, time, steps) = (step.number, step.thread, step.time, [step.index])
    (threadName, self.parts, self.place) = (thread, parts, place)
  }

  /// The line of the program's source, and its function.
  struct Place {
    var line: SourceLine
    var text: String

    init(_ line: SourceLine) { (self.line, text) = (line, line.shortDescription) }
    init(_ call: SourceCall) { (line, text) = (call.line, call.text) }
  }

  /// A part of a line. A value is a part of its own, because lines that differ only in values are folded.
  enum Part {
    case name(String)
    case separator(String)
    case event(EventKind)
    case value(Values)
    case printed(Values)
    case word(String)
    case failure(String)
    /// The name of a test, above what it does.
    case heading(String)
  }

  /// A value, or the first and the last of the values of lines that were folded into one.
  struct Values {
    var first: TracedValue
    var last: TracedValue
    /// Whether the stage before on the line has the same value, so that it can be left out.
    var isRepeated = false

    init(_ value: TracedValue) {
      (first, last) = (value, value)
    }
  }

  /// The schedulers by whose clocks the line, or one below it, goes.
  var clocks: Set<ObjectID> {
    children.reduce(into: Set([virtualTime?.scheduler].compactMap(\.self))) { $0.formUnion($1.clocks) }
  }

  /// ``outcome``, or what the stage keeps: `2 kept`, `2 … 9 kept`.
  var outcomeText: String? {
    guard let kept else { return outcome }
    return (kept.first == kept.last ? "\(kept.first)" : "\(kept.first) … \(kept.last)") + " kept"
  }

  /// `×1000`, `×4 in turn`: how many lines this one stands for; nil for one.
  var countText: String? { count > 1 ? "×\(count)\(isInTurn ? " in turn" : "")" : nil }

  /// A number that is the same for lines that differ only in values and numbers, except the values of errors.
  var shape: Int {
    var hasher = Hasher()
    for (index, part) in parts.enumerated() {
      part.hashShape(into: &hasher)
      if case .value(let values) = part, index > 0, parts[index - 1].isFailure { hasher.combine(values.first.text) }
    }
    hasher.combine(place?.text)
    hasher.combine(outcome)
    hasher.combine(kept != nil)
    hasher.combine(thread)
    hasher.combine(children.map(\.shape))
    return hasher.finalize()
  }

  /// Takes the values of a later line of the same shape as the last values.
  mutating func merge(_ later: ProgramLine) {
    if let last = later.kept?.last { kept?.last = last }
    for (index, part) in later.parts.enumerated() where index < parts.count {
      switch (parts[index], part) {
      case (.value(var values), .value(let new)):
        values.last = new.last
        parts[index] = .value(values)
      case (.printed(var values), .printed(let new)):
        values.last = new.last
        parts[index] = .printed(values)
      default: break
      }
    }
    for (index, child) in later.children.enumerated() where index < children.count { children[index].merge(child) }
  }
}

extension ProgramLine.Part {
  /// Whether the part tells of an error, whose value is the next part.
  fileprivate var isFailure: Bool {
    switch self {
    case .failure, .event(.error): true
    default: false
    }
  }

  fileprivate func hashShape(into hasher: inout Hasher) {
    switch self {
    case .name(let text), .separator(let text), .word(let text), .failure(let text), .heading(let text):
      hasher.combine(text)
    case .event(let event): hasher.combine(event)
    case .value: hasher.combine(1)
    case .printed: hasher.combine(2)
    }
  }
}

/// Folds lines that repeat: the first of four or more in a row that differ only in values and numbers stands for all.
/// Short patterns that alternate are folded as well. Lines that tell of different errors are not.
///
/// Lines go in one by one and come out as soon as it is certain how they fold, so that the first lines of a long run can
/// be shown before the last ones are made.
struct LineFolding {
  private var pending: [(line: ProgramLine, shape: Int)] = []
  private var run: Run?
  private let isOff: Bool

  /// Lines that repeat at present.
  private struct Run {
    var lines: [(line: ProgramLine, shape: Int)]
    /// The beginning of the next repeat.
    var begun: [(line: ProgramLine, shape: Int)] = []
    var count: Int

    mutating func take(_ entry: (line: ProgramLine, shape: Int)) {
      begun.append(entry)
      guard begun.count == lines.count else { return }
      for index in lines.indices { lines[index].line.merge(begun[index].line) }
      begun.removeAll(keepingCapacity: true)
      count += 1
    }
  }

  private static let fewestRepeats = 4
  private static let longestPattern = 8

  init(isOff: Bool = false) {
    self.isOff = isOff
  }

  static func fold(_ lines: [ProgramLine], isOff: Bool) -> [ProgramLine] {
    guard lines.count >= fewestRepeats, !isOff else { return lines }
    var folding = LineFolding()
    return lines.flatMap { folding.add($0) } + folding.finish()
  }

  /// - Returns: the lines that are certain now.
  mutating func add(_ line: ProgramLine) -> [ProgramLine] {
    if isOff { return [line] }
    let entry = (line: line, shape: line.shape)
    var ready: [ProgramLine] = []
    if run != nil, !extend(entry) { ready = endRun() }
    if run == nil { pending.append(entry) }
    while run == nil, pending.count >= Self.longestPattern * Self.fewestRepeats { ready += take() }
    return ready
  }

  /// - Returns: the remaining lines.
  mutating func finish() -> [ProgramLine] {
    var ready: [ProgramLine] = []
    while run != nil || !pending.isEmpty { ready += run == nil ? take() : endRun() }
    return ready
  }

  /// Takes the first pending line, or begins a run with it.
  private mutating func take() -> [ProgramLine] {
    guard let period = period() else { return [pending.removeFirst().line] }
    run = Run(lines: Array(pending.prefix(period)), count: 1)
    let following = pending.dropFirst(period)
    pending = []
    var ready: [ProgramLine] = []
    for entry in following {
      if run != nil, !extend(entry) { ready += endRun() }
      if run == nil { pending.append(entry) }
    }
    return ready
  }

  /// The length of the shortest pattern at the start of the pending lines that repeats often enough.
  private func period() -> Int? {
    (1...Self.longestPattern).first { period in
      let needed = period * Self.fewestRepeats
      return pending.count >= needed
        && (period..<needed).allSatisfy { pending[$0].shape == pending[$0 - period].shape }
    }
  }

  private mutating func extend(_ entry: (line: ProgramLine, shape: Int)) -> Bool {
    guard let current = run, current.lines[current.begun.count].shape == entry.shape else { return false }
    run?.take(entry)
    return true
  }

  private mutating func endRun() -> [ProgramLine] {
    guard let ended = run else { return [] }
    run = nil
    pending = ended.begun + pending
    return ended.lines.map { entry in
      var line = entry.line
      (line.count, line.isInTurn) = (ended.count, ended.lines.count > 1)
      return line
    }
  }
}
