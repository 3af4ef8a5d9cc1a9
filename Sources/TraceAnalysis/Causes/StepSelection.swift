import RxTrace

/// Finds the steps that a person means by a place, a value or the last output.
///
///     try StepSelection(run).steps(with: "hello").last
public struct StepSelection {
  private let run: AnalysedRun
  private let trace: Trace
  private let names: ProgramNames
  private let stages: StageParts

  public init(_ run: AnalysedRun) {
    self.run = run
    trace = run.trace
    names = run.located.programNames
    stages = StageParts(run.trace)
  }

  /// A place, `search.swift:7`, of which the file may be given with folders.
  public struct Place: Equatable, Sendable {
    var file: String
    var line: Int

    /// Nil for a text that is not a file's name, a colon and a number.
    public init?(_ text: String) {
      guard let colon = text.lastIndex(of: ":"), colon > text.startIndex,
        let line = Int(text[text.index(after: colon)...]),
        line > 0
      else { return nil }
      (file, self.line) = (String(text[..<colon]), line)
    }

    func matches(_ other: SourceLine) -> Bool { other.line == line && Self.isFile(other.file, named: file) }

    /// Whether a path ends in the folders and the name that are asked for.
    static func isFile(_ path: String, named name: String) -> Bool {
      let (path, name) = (path.split(separator: "/"), name.split(separator: "/").drop { $0 == "." })
      return path.count >= name.count && path.suffix(name.count).elementsEqual(name)
    }
  }

  // MARK: Steps

  private static let unseenOutput = """
    what the program printed is not recorded: that of a program which headwater record starts is. Name a step, FILE:LINE or \
    --value TEXT
    """

  /// The last thing that the program printed.
  /// - Throws: ``SystemError/failed(_:)`` if it printed nothing, or if that was not recorded.
  public func lastOutput() throws -> Int {
    guard let step = trace.steps.last(where: { $0.kind == .output }) else {
      throw SystemError.failed(
        "\(run.name): \(trace.isWithoutOutput ? Self.unseenOutput : "the program printed nothing")")
    }
    return step.index
  }

  /// The steps at a line of the program: the closures written there, or else the calls made there, or else the elements
  /// of the stages made there, or else their other events. For a line of the engine's source: the steps that ran it.
  /// - Throws: ``SystemError/failed(_:)`` if there are none; the message names lines that have some.
  public func steps(at place: Place) throws -> [Int] {
    let made = Set(objects(at: place))
    let events = trace.steps.indices.filter { index in
      trace.steps[index].object.map { made.contains(names.owner(of: stages.stage(of: $0))) } ?? false
    }
    let calls = trace.steps.indices.filter {
      names.directCaller(of: trace.steps[$0]).map { place.matches($0.line) } ?? false
    }
    let engine = trace.steps.indices.filter { trace.steps[$0].site.map(place.matches) ?? false }
    let closures = closures(at: place) ?? events.filter { trace.steps[$0].kind == .closure }
    let elements = events.filter { trace.steps[$0].event == .next }
    guard let found = [closures, calls, elements, events, engine].first(where: { !$0.isEmpty }) else {
      throw SystemError.failed(nothing(at: place))
    }
    return found
  }

  /// The steps that enter closures which are written at a line; nil if there are none.
  private func closures(at place: Place) -> [Int]? {
    let steps = trace.steps.indices.filter { names.closureLine(of: trace.steps[$0]).map(place.matches) ?? false }
    return steps.isEmpty ? nil : steps
  }

  /// The last step of each element with a value, in order.
  /// - Throws: ``SystemError/failed(_:)`` if no step has it; the message names values like it.
  public func steps(with value: String) throws -> [Int] {
    let steps = matching(value)
    guard !steps.isEmpty else { throw SystemError.failed("\(run.name): no step has the value \(value)\(near(value))") }
    return innermost(steps)
  }

  /// The steps whose value is the one asked for. Without any, the steps whose value contains it, as a word if possible.
  /// - Parameter isMeant: whether a step can be meant at all. If another one has the value as a word, a part of a word is
  ///   not enough.
  func matching(_ value: String, where isMeant: (Step) -> Bool = { _ in true }) -> [Int] {
    var found: [Likeness: [Int]] = [:]
    var isKnown = false
    for step in trace.steps where step.kind != .schedule {
      guard let likeness = step.value.flatMap({ likeness(of: $0, to: value) }) else { continue }
      if isMeant(step) { found[likeness, default: []].append(step.index) } else if likeness != .part { isKnown = true }
    }
    return found[.same] ?? found[.word] ?? (isKnown ? nil : found[.part]) ?? []
  }

  /// How a text relates to the value that is asked for.
  private enum Likeness { case same, word, part }

  private func likeness(of value: TracedValue, to asked: String) -> Likeness? {
    let texts = [value.text, names.short(value).text]
    if texts.contains(where: { Self.isValue($0, asked) }) { return .same }
    guard texts.contains(where: { $0.contains(asked) }) else { return nil }
    return texts.contains { Self.hasWord($0, asked) } ? .word : .part
  }

  /// Whether a text contains another one with no letter, digit or underscore beside it, as `Chapter("Mud")` contains `Mud`.
  private static func hasWord(_ text: String, _ asked: String) -> Bool {
    func isOfWord(_ character: Character?) -> Bool {
      character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
    }
    return text.ranges(of: asked).contains { range in
      let before = range.lowerBound > text.startIndex ? text[text.index(before: range.lowerBound)] : nil
      let after = range.upperBound < text.endIndex ? text[range.upperBound] : nil
      return !(isOfWord(before) && isOfWord(asked.first)) && !(isOfWord(after) && isOfWord(asked.last))
    }
  }

  /// Whether a value is the one asked for: text may be given without its quotes, output without its line break.
  static func isValue(_ text: String, _ asked: String) -> Bool {
    text == asked || text == "\"\(asked)\"" || text == asked + "\n"
  }

  private func innermost(_ steps: [Int]) -> [Int] {
    var outer: Set<Int> = []
    for step in steps {
      var parent = trace.steps[step].parent
      while let call = parent, outer.insert(call).inserted { parent = trace.steps[call].parent }
    }
    return steps.filter { !outer.contains($0) }
  }

  // MARK: Objects

  /// The observables, subjects and observers that a line of the program made.
  func objects(at place: Place) -> [ObjectID] {
    trace.objects.indices.filter { names.place(of: $0).map(place.matches) ?? false }
  }

  /// The stages at a line of the program, subscriptions first.
  /// - Throws: ``SystemError/failed(_:)`` if there are none; the message names lines that have some.
  func stages(at place: Place) throws -> Set<ObjectID> {
    let subscribed = trace.steps.filter { step in
      guard step.kind == .subscribeClosures || step.kind == .subscribeHandler else { return false }
      return names.directCaller(of: step).map { place.matches($0.line) } ?? false
    }.compactMap(\.other)
    if !subscribed.isEmpty { return Set(subscribed) }
    let made = Set(objects(at: place))
    let found = trace.objects.indices.filter { made.contains(names.owner(of: stages.stage(of: $0))) }
      .map { stages.stage(of: $0) }.filter { [.sink, .observer, .subject].contains(trace.objects[$0].role) }
    guard !found.isEmpty else { throw SystemError.failed(nothing(at: place)) }
    return Set(found)
  }

  // MARK: Messages

  private func nothing(at place: Place) -> String {
    let lines = knownLines
    let start = "\(run.name): nothing happened at \(place.file):\(place.line)"
    let here = lines.filter { Place.isFile($0.file, named: place.file) }.map(\.line)
    guard here.isEmpty else {
      let near = Set(here).sorted { abs($0 - place.line) < abs($1 - place.line) }.prefix(5).sorted()
      return
        "\(start); in that file, the run has line\(near.count == 1 ? "" : "s") \(near.map(String.init).joined(separator: ", "))"
    }
    let files = Set(lines.map { $0.file.split(separator: "/").last.map(String.init) ?? $0.file })
    guard let near = Nearest.name(to: place.file, among: files) else {
      return "\(start); no line of the program's source is known\(run.remarks.first.map { ": \($0)" } ?? "")"
    }
    return "\(start); the run has no such file; nearest: \(near)"
  }

  private var knownLines: [SourceLine] {
    trace.objects.indices.compactMap { names.place(of: $0) }
      + trace.steps.compactMap { names.closureLine(of: $0) ?? names.directCaller(of: $0)?.line }
  }

  private func near(_ value: String) -> String {
    let values = Set(
      trace.steps.lazy.filter { $0.kind != .schedule }.compactMap(\.value?.text).filter { $0.count < 60 })
    guard values.count <= 2000, let near = Nearest.name(to: value, among: values) else { return "" }
    return "; nearest: \(ShownText.printable(near.hasSuffix("\n") ? String(near.dropLast()) : near))"
  }
}
