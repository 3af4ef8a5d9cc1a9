import PipelineRunning
import RxTrace
import TraceAnalysis

/// The facts of a test that are kept when the next recording is read: the stages of the product's code in its run.
struct TestFacts: Sendable {
  /// A stage of the product's code.
  struct Stage: Hashable, Sendable {
    var name: String
    /// The file's name for readers: `Search/SearchViewModel.swift`
    var file: String
    var line: Int
  }

  /// The work of a stage in the test.
  struct Work: Sendable {
    var given: UInt64 = 0
    var sent: UInt64 = 0
    var dropped: UInt64 = 0
    var errors: UInt64 = 0
    /// The reasons why elements went no further, in the words of `why-not`.
    var losses: [String] = []
    /// The stages of the product's code that receive the stage's events.
    var receivers: Set<Stage> = []
  }

  /// The stages in order of first appearance in the run.
  var stages: [(stage: Stage, work: Work)] = []
  /// The reason why the recording cannot be shown; nil if it can.
  var silence: String?
  /// The most losses kept for a stage in one test, because the facts of all tests are in memory at once.
  private static let mostLosses = 200
  /// Whether the recording ends in the middle of a call.
  var isCutOff = false

  /// - Parameter files: The product's files: names for readers, by their paths.
  init(_ run: PipelineRun, files: [String: String]) {
    let trace = run.trace
    guard trace.steps.contains(where: { [.subscribe, .subscribeClosures, .subscribeHandler, .on].contains($0.kind) })
    else {
      silence = "it subscribed to nothing"
      return
    }
    guard trace.droppedRecords == 0, trace.damagedSlots == 0 else {
      silence = "its recording lacks \(trace.lossTexts.joined(separator: " and "))"
      return
    }
    isCutOff = !trace.isComplete || trace.unfinishedRecords > 0
    addStages(AnalysedRun(name: "", run: run.located), files)
  }

  private mutating func addStages(_ run: AnalysedRun, _ files: [String: String]) {
    let all = StagePipelines(run.located).stages
    let losses = StageLosses(run).losses
    for stage in all {
      guard let key = Stage(stage, files) else { continue }
      var work = Work()
      work.given = stage.counts[.in] ?? 0
      work.sent = stage.counts[.out] ?? 0
      work.dropped = stage.counts[.dropped] ?? 0
      work.errors = stage.counts[.errors] ?? 0
      let lost = losses[StageLosses.Place(name: stage.name, line: stage.place)] ?? []
      work.losses = lost.prefix(Self.mostLosses).map(\.sentence)
      work.receivers = Set(stage.receivers.compactMap { Stage(all[$0], files) }).subtracting([key])
      if let known = stages.firstIndex(where: { $0.stage == key }) {
        stages[known].work.add(work)
      } else {
        stages.append((key, work))
      }
    }
  }
}

extension TestFacts.Stage {
  /// A stage of the product's code; nil for any other stage.
  fileprivate init?(_ stage: StagePipelines.Stage, _ files: [String: String]) {
    guard let place = stage.place, let file = files[place.file] else { return nil }
    self.init(name: stage.name, file: file, line: place.line)
  }
}

extension TestFacts.Work {
  mutating func add(_ other: TestFacts.Work) {
    given += other.given
    sent += other.sent
    dropped += other.dropped
    errors += other.errors
    losses += other.losses
    receivers.formUnion(other.receivers)
  }
}

extension TestFacts.Stage {
  /// `SearchViewModel.swift:21`
  var place: String { "\(file.split(separator: "/").last ?? ""):\(line)" }
  /// Whether this stage comes before another by file and line.
  func isBefore(_ other: Self) -> Bool { (file, line, name) < (other.file, other.line, other.name) }

  /// `debounce (SearchViewModel.swift:21)`
  var label: String { "\(name) (\(place))" }
}
