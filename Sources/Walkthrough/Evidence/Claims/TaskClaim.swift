import RxTrace

/// A claim that a task makes about the run of the reader's program, in the words of the block with the same name.
public struct TaskClaim: Codable, Equatable, Sendable {
  /// The kinds of blocks whose body can be checked against any run.
  enum Kind: String, CaseIterable {
    case output, chain, assert, marbles
  }

  /// `output`, `chain`, `assert` or `marbles`.
  public var kind: String
  /// The body of the block.
  public var text: String

  init(_ kind: Kind, _ text: String) { (self.kind, self.text) = (kind.rawValue, text) }
}

extension TaskClaim {
  /// The first difference between a run and what was asked for.
  enum Difference: Equatable {
    /// A printed line, counted from 1. Nil stands for no line: the program printed less or more than was asked for.
    case line(Int, asked: String?, printed: String?)
    /// A step, or a statement about steps. The reason is in English.
    case step(asked: String, reason: String)
    /// A diagram; empty for one that the run does not have.
    case marbles(asked: String, recorded: String)
    /// The claim cannot be read. The reason is in English.
    case unreadable(reason: String)
  }

  /// - Returns: nil if the run shows what the claim asks for.
  func difference(from run: Evidence) -> Difference? {
    switch Kind(rawValue: kind) {
    case .output: output(run)
    case .chain: chain(run)
    case .assert: assertion(run)
    case .marbles: marbles(run)
    case nil: .unreadable(reason: "unknown claim `\(kind)`")
    }
  }

  /// A reader's claim is not in a file, so its places are places in its own text.
  private var body: ClaimBody {
    let lines = OutputClaim.lines(of: text).enumerated().map { ($1, Place(line: $0 + 1, column: 1)) }
    return ClaimBody(opening: Place(line: 1, column: 1), lines: lines)
  }

  private func output(_ run: Evidence) -> Difference? {
    let printed: [String]
    do {
      printed = try OutputClaim.lines(of: run, at: body.opening)
    } catch {
      return .unreadable(reason: error.message)
    }
    do throws(OutputClaim.Difference) {
      _ = try OutputClaim(body).compare(with: printed)
      return nil
    } catch {
      let found = printed.indices.contains(error.position) ? printed[error.position] : nil
      return .line(error.position + 1, asked: error.claimed?.text, printed: found)
    }
  }

  private func chain(_ run: Evidence) -> Difference? {
    let parser = ChainParser(body)
    if let problem = parser.problems.first { return .unreadable(reason: problem.message) }
    guard case .failure(let failure) = ChainMatcher(run: run, lines: parser.lines).match() else { return nil }
    let claim = parser.lines.indices.contains(failure.line) ? parser.lines[failure.line].claim : nil
    let report = ChainReport(run: run, lines: parser.lines, failure: failure)
    return .step(asked: claim?.text ?? "…", reason: report.problem.message)
  }

  private func assertion(_ run: Evidence) -> Difference? {
    let parser = AssertionParser(body)
    if let problem = parser.problems.first { return .unreadable(reason: problem.message) }
    for assertion in parser.assertions {
      guard let problem = AssertionChecker(run: run).problems(with: assertion).first else { continue }
      return .step(asked: assertion.text, reason: problem.message)
    }
    return nil
  }

  private func marbles(_ run: Evidence) -> Difference? {
    let results = MarbleText.results(of: run)
    let asked = body.lines.map { $0.text.trimmingSpaces() }.filter { !$0.isEmpty }
    guard !asked.isEmpty else { return .unreadable(reason: "the marbles have no lines") }
    for (place, diagram) in asked.enumerated() {
      guard let line = MarbleLine(diagram) else { return .unreadable(reason: "`\(diagram)` is not a marble diagram") }
      let recorded = results.indices.contains(place) ? results[place] : ""
      if MarbleLine(recorded)?.marks != line.marks { return .marbles(asked: diagram, recorded: recorded) }
    }
    return nil
  }
}

/// A lane of a picture in marble notation, as in a program's arguments.
enum MarbleText {
  /// The events received by the observers at the end of the pipelines: those of a test scheduler, or the program's own.
  static func results(of run: Evidence) -> [String] {
    if let scene = MarbleScene(run.trace, run.marbleProgram, arguments: run.command.arguments) {
      return scene.lanes.filter { $0.role == .result }.map(of)
    }
    let virtual = VirtualRun(run.trace)
    return run.trace.objects.filter { $0.typeName == "AnonymousObserver" }.compactMap { object in
      let steps = run.trace.steps.filter { $0.kind == .onCore && $0.object == object.id }
      let events = steps.compactMap { step in
        virtual.tick(of: step).map {
          MarbleScene.Event(tick: $0, event: step.event ?? .next, text: virtual.text(of: step))
        }
      }
      return events.isEmpty ? nil : of(.init(role: .result, name: "", start: 0, events: events))
    }
  }

  ///     MarbleText.of(lane)  // "-1-(23)|"
  static func of(_ lane: MarbleScene.Lane) -> String {
    var text = ""
    var tick = 0
    var rest = lane.events[...]
    while let first = rest.first {
      let group = rest.prefix { $0.tick == first.tick }
      rest = rest.dropFirst(group.count)
      text += String(repeating: "-", count: max(0, first.tick - tick))
      let marks = group.map(mark).joined()
      text += group.count > 1 ? "(\(marks))" : marks
      tick = first.tick + 1
    }
    return text
  }

  private static func mark(_ event: MarbleScene.Event) -> String {
    switch event.event {
    case .completed: "|"
    case .error: "#"
    case .next where event.text.count == 1 && event.text.allSatisfy { $0.isLetter || $0.isNumber }: event.text
    case .next: "'" + event.text.replacing("'", with: "''") + "'"
    }
  }
}
