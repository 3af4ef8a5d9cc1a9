import RxTrace

/// Why a value did not come to a place of the program, as text or JSON.
///
///     print(try WhyNotReport(value: "2", at: StepSelection.Place("who.swift:12"), in: run).text)
///     // Prints: 2 did not come to subscribe (who.swift:12).
///     //         …
///     //         #13  filter dropped 2: its closure returned false   who.swift:11
public struct WhyNotReport {
  /// The fate of the value.
  public enum Outcome: String, Sendable {
    case stopped, arrived
    case neverEntered = "never-entered"
    /// No record has it, but records were removed.
    case unknown
  }

  public let outcome: Outcome
  private let run: AnalysedRun
  private let names: ProgramNames
  private let stages: StageLinks
  private let value: String
  private let targets: Set<ObjectID>
  private let ways: [Way]
  /// The number of earlier times at which the value was sent, which are not looked at.
  private let omitted: Int
  /// The steps that have the value elsewhere, if it never entered.
  private let elsewhere: [Int]
  private let entered: [String]
  private let place: StepSelection.Place?
  private let width: Int?
  /// The ends that the question may be about, if no place is given.
  private let ends: PossibleEnds?

  /// One time that the value was under way.
  private struct Way {
    /// The number of the first step that had the value.
    var entry: Int
    var ending: ValueJourney.Ending
  }

  /// The most other times that the text names.
  private static let namedOthers = 8
  /// The most times for which the value is followed, counted from the last one.
  private static let mostWays = 100

  /// - Parameters:
  ///   - place: the line at which the value is missing; nil for all subscriptions of the program.
  ///   - width: columns that the rows may take; values are shortened for that, names are not. Nil for no limit.
  /// - Throws: ``SystemError/failed(_:)`` if the run has nothing at that line.
  public init(value: String, at place: StepSelection.Place?, in run: AnalysedRun, width: Int? = nil) throws {
    self.width = width
    let selection = StepSelection(run)
    let stages = StageLinks(run.trace)
    let targets = try place.map { try selection.stages(at: $0) } ?? stages.observers
    let leading = stages.upstream(of: targets)
    // A text beside the pipelines, such as a printed one, may be like the value, whereas an element only contains it.
    let inside = selection.matching(value) { Self.isElement($0, in: leading, stages) }
    (self.run, self.stages, self.value, self.targets, self.place) = (run, stages, value, targets, place)
    names = run.located.programNames
    let entries = Self.entries(inside, run.trace)
    omitted = max(entries.count - Self.mostWays, 0)
    let wanted = entries.suffix(Self.mostWays).map { run.trace.steps[$0].number }
    let journey = ValueJourney(of: Set(wanted), in: run.trace, stages.parts, to: targets, leading: leading)
    let continued = journey.continued
    let followed = wanted.filter { !continued.contains($0) }
    ways = followed.map { Way(entry: $0, ending: journey.ending(from: $0)) }
    ends = place == nil ? Self.ends(followed, journey, stages, names, run.trace) : nil
    elsewhere = inside.isEmpty ? selection.matching(value) { $0.event == .next } : []
    entered = Self.enteredValues(leading, stages, run.trace)
    let absent = run.trace.removedRecords == 0 ? Outcome.neverEntered : .unknown
    outcome = ways.isEmpty ? absent : ways.contains { $0.ending.isArrival } ? .arrived : .stopped
  }

  private static func ends(
    _ entries: [Int], _ journey: ValueJourney, _ stages: StageLinks, _ names: ProgramNames, _ trace: Trace
  ) -> PossibleEnds {
    let entered = Set(entries.compactMap { trace.step(numbered: $0).object.map(stages.stage) })
    let possible = entered.isEmpty ? stages.observers : stages.observers.intersection(stages.downstream(of: entered))
    let arrivals = entries.reduce(into: [:]) { $0.merge(journey.arrivals(from: $1), uniquingKeysWith: min) }
    return PossibleEnds(possible, arrivals, names)
  }

  private static func isElement(_ step: Step, in leading: Set<ObjectID>, _ stages: StageLinks) -> Bool {
    guard [.on, .forwardOn].contains(step.kind), step.event == .next, let object = step.object else { return false }
    return leading.contains(stages.stage(of: object))
  }

  /// The steps that no other step of the list encloses.
  private static func entries(_ steps: [Int], _ trace: Trace) -> [Int] {
    let all = Set(steps)
    // For each step, whether it or a call around it is one of them.
    var isInside = [Bool](repeating: false, count: trace.steps.count)
    return trace.steps.indices.filter { index in
      let isOuter = trace.steps[index].parent.map { isInside[$0] } ?? false
      isInside[index] = isOuter || all.contains(index)
      return all.contains(index) && !isOuter
    }
  }

  private static func enteredValues(_ leading: Set<ObjectID>, _ stages: StageLinks, _ trace: Trace) -> [String] {
    var known: Set<String> = []
    return trace.steps.lazy.filter { isElement($0, in: leading, stages) }.compactMap(\.value?.text)
      .filter { known.insert($0).inserted }
  }

  // MARK: Text

  public var text: String {
    let lines: [String]
    switch outcome {
    case .neverEntered, .unknown: lines = neverEntered
    case .arrived: lines = arrived
    case .stopped: lines = stopped
    }
    return (lines + (ends?.lines(of: value, isWhole: isWhole) ?? []) + nextLine + run.remarks.map { "note: \($0)" })
      .map { oneLine($0) + "\n" }.joined()
  }

  /// The command that tells more.
  private var nextLine: [String] {
    guard let nextStep else { return [] }
    let (keep, name) = run.isOfPackage ? ("--keep run.hwtrace, then ", "run.hwtrace") : ("", run.name)
    return ["", "next: \(keep)headwater why \(name) \(nextStep)"]
  }

  private var nextStep: Int? {
    switch outcome {
    case .neverEntered, .unknown: nil
    case .arrived: ways.last { $0.ending.isArrival }.map { explanation(of: $0).step }
    case .stopped: ways.last.map { explanation(of: $0).step }
    }
  }

  /// Whether no records were removed. A value that no step has may have been in a removed record.
  private var isWhole: Bool { run.trace.removedRecords == 0 }

  private var neverEntered: [String] {
    var lines = [
      isWhole
        ? "\(value) never entered a pipeline that leads to \(targetText)."
        : "No remaining record has \(value) in a pipeline that leads to \(targetText)."
    ]
    let here = entered.filter { $0.count < 60 }
    if let near = here.count <= 2000 ? Nearest.name(to: value, among: here) : nil {
      lines.append("\(counted(here.count, "other value")) did; nearest: \(near)")
    } else {
      lines.append(isWhole ? "No element came into it." : "No remaining record has an element in it.")
    }
    if let step = elsewhere.last {
      let name = run.trace.steps[step].object.map { stageName($0) } ?? "another pipeline"
      lines.append("\(name) had it, in step \(step + 1); the run shows no way from there")
    }
    return lines
  }

  private var arrived: [String] {
    guard let way = ways.last(where: { $0.ending.isArrival }), case .arrived(let step) = way.ending else { return [] }
    let others = ways.filter { $0.entry != way.entry }
    let target = place == nil ? self.step(step).object.map(stageName) : nil
    return ["\(value) did come to \(target ?? targetText), in step \(step)."]
      + rows(to: step, verdict: nil) + furtherLines(from: step) + otherLines(others)
  }

  /// The step with a number.
  private func step(_ number: Int) -> Step { run.trace.step(numbered: number) }

  /// Why an element that came to the stages reached no subscription after them.
  private func furtherLines(from step: Int) -> [String] {
    let further = stages.downstream(of: targets).filter { run.trace.objects[$0].role == .observer }
    guard !further.isEmpty, targets.isDisjoint(with: further) else { return [] }
    let journey = ValueJourney(
      of: [step], in: run.trace, stages.parts, to: further, leading: stages.upstream(of: further))
    guard case .stopped(let end, let obstacle) = journey.ending(from: step) else { return [] }
    return ["It went no further: \(ObstacleWords(run, names, stages.parts).sentence(for: obstacle, at: end)) (#\(end))"]
  }

  private var stopped: [String] {
    guard let way = ways.last else { return [] }
    let text = explanation(of: way)
    return ["\(value) did not come to \(targetText)."] + rows(to: text.step, verdict: text.sentence)
      + otherLines(ways.dropLast())
  }

  private func rows(to step: Int, verdict: String?) -> [String] {
    [""] + StoryText(trace: run.trace).lines(story(to: step, verdict: verdict))
  }

  /// The story from the program's line that sent the value. The last row says why the value went no further.
  private func story(to step: Int, verdict: String?) -> [StepStory.Row] {
    var rows = Array(
      StepStory.fitted(of: self.step(step).index, in: run, names, stages.parts, width: width).rows.reversed())
    if let verdict, let last = rows.indices.last {
      // The row of a stage says that it was given the value; the verdict says so too. A subject's row says who sent it.
      let isStage = self.step(step).object.map { run.trace.objects[$0].role != .subject } ?? false
      if rows[last].step == self.step(step).index, isStage, rows[last].function == nil {
        rows[last].text = verdict
      } else {
        rows.append(StepStory.Row(step: self.step(step).index, text: verdict, place: nil, function: nil))
      }
    }
    return rows
  }

  private func otherLines(_ others: some Collection<Way>) -> [String] {
    guard !others.isEmpty else { return [] }
    let more = others.count - Self.namedOthers + omitted
    return ["", "\(value) at other times"]
      + others.suffix(Self.namedOthers).map { way in
        let (step, sentence, _) = explanation(of: way)
        return "#\(way.entry)  \(sentence)" + (step == way.entry ? "" : " (#\(step))")
      } + (more > 0 ? ["and \(more) more before"] : [])
  }

  // MARK: Words

  private typealias Explanation = (step: Int, sentence: String, reason: String)

  private func explanation(of way: Way) -> Explanation {
    switch way.ending {
    case .arrived(let step):
      let target = place == nil ? self.step(step).object.map(stageName) : nil
      return (step, "it came to \(target ?? targetText)", "arrived")
    case .consumed(let step):
      return (step, "\(stageLabel(step)) took it; the run shows no way from there to \(targetText)", "elsewhere")
    case .stopped(let step, let obstacle):
      let words = ObstacleWords(run, names, stages.parts)
      return (step, words.sentence(for: obstacle, at: step), words.reason(for: obstacle))
    }
  }

  private func stageLabel(_ step: Int) -> String {
    self.step(step).object.map { names.label(of: stages.stage(of: $0)) } ?? "it"
  }

  private func stageName(_ object: ObjectID) -> String { names.name(of: stages.stage(of: object)) }

  /// `subscribe (who.swift:12)`
  private var targetText: String {
    if let place {
      let labels = Set(targets.map { names.label(of: $0) }).sorted().joined(separator: ", ")
      return "\(place.file):\(place.line) (\(labels))"
    }
    let all = Set(targets.map(stageName)).sorted()
    if all.isEmpty { return "a subscription with closures of the program" }
    return all.count <= 3 ? all.joined(separator: ", ") : "any of the \(all.count) subscriptions"
  }

  // MARK: JSON

  public func jsonText() throws -> String {
    let way = ways.last { $0.ending.isArrival } ?? ways.last
    let text = way.map(explanation)
    let times = run.located.virtualTimes
    let rowJSON = { (row: StepStory.Row) in StoryRowJSON(row, run.trace, times) }
    return try json(
      WhyNotJSON(
        run: run.name, value: value, at: Set(targets.map(stageName)).sorted(), outcome: outcome.rawValue,
        reason: text?.reason, step: text?.step, message: text?.sentence,
        story: text.map { story(to: $0.step, verdict: outcome == .stopped ? $0.sentence : nil).map(rowJSON) }
          ?? [],
        others: ways.filter { $0.entry != way?.entry }.map { other in
          let text = explanation(of: other)
          return OtherJSON(entered: other.entry, step: text.step, reason: text.reason, message: text.sentence)
        }, ends: ends.map { $0.ends.map(EndJSON.init) }, remarks: run.remarks))
  }
}

private struct WhyNotJSON: Encodable {
  let run: String
  let value: String
  let at: [String]
  let outcome: String
  let reason: String?
  let step: Int?
  let message: String?
  let story: [StoryRowJSON]
  let others: [OtherJSON]
  /// The subscriptions that the value could have reached, if `--at` is not given.
  let ends: [EndJSON]?
  let remarks: [String]
}

private struct OtherJSON: Encodable {
  let entered: Int
  let step: Int
  let reason: String
  let message: String
}
