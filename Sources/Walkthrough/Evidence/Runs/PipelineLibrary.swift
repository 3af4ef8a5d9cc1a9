import Foundation
import PipelineRunning
import RxTrace
import Synchronization

/// The recorded runs of a build: each pipeline is recorded once, however many directives name it.
final class PipelineLibrary: Sendable {
  private let content: ContentFolder
  private let sources: SourceLibrary
  private let recorder: PipelineRecorder
  private let keys = SharedCache<PipelineCommand, String>()
  private let runs: RunCache
  /// Runs that replace the recorded runs of their pipelines.
  private let given: [PipelineCommand: Evidence]
  private let outcomes: OutcomeCache

  init(
    content: ContentFolder, sources: SourceLibrary, recorder: PipelineRecorder, remembered: RunCache = RunCache(),
    outcomes: OutcomeCache = OutcomeCache(), given: [PipelineCommand: Evidence] = [:]
  ) {
    self.given = given
    self.content = content
    self.sources = sources
    self.recorder = recorder
    runs = remembered
    self.outcomes = outcomes
  }

  /// A copy of the library, with runs that replace the recorded runs of their pipelines.
  func giving(_ runs: [PipelineCommand: Evidence]) -> PipelineLibrary {
    PipelineLibrary(
      content: content, sources: sources, recorder: recorder, remembered: self.runs, outcomes: outcomes,
      given: runs)
  }

  /// A copy of the library that runs no pipeline for arrangements.
  var withoutArrangements: PipelineLibrary {
    var recorder = recorder
    recorder.arrange = nil
    return PipelineLibrary(content: content, sources: sources, recorder: recorder, remembered: runs, given: given)
  }

  /// The reason why there is no run of a pipeline.
  struct Failure: Error {
    /// The words after the pipeline's name: `could not be recorded: …`
    var reason: String
    /// The messages of a compiler that refused the pipeline; empty for another reason.
    var messages: [CompilerMessage] = []
  }

  /// Runs that are kept from one build to the next, by the keys of the pipeline and of the sources.
  typealias RunCache = SharedCache<RunKey, Result<Evidence, Failure>>

  /// Whether `headwater trace FILE` runs each pipeline.
  var areStandalone: Bool { recorder.areStandalone }

  /// Whether the pipelines are the files of a package's tests.
  var areTests: Bool { recorder.areTests }

  /// Whether the engine makes the checks of debug builds.
  var hasDebugEngine: Bool { recorder.hasDebugEngine }

  /// Answers the commands that pages quote; nil if the site cannot answer commands.
  var answer: PipelineRecorder.Answer? { recorder.answer }

  /// The number of pipelines that this build has asked for.
  var count: Int { keys.count }

  /// The key of a run.
  struct RunKey: Hashable {
    var command: PipelineCommand
    /// A key of the pipeline's text and everything that it is compiled with.
    var pipeline: String
    /// A key of the sources that the run is read against.
    var sources: String
  }

  /// The keys of all runs that this build may ask for again.
  var runKeys: Set<RunKey> { Set(keys.all.map { runKey($0.key, $0.value) }) }

  private func runKey(_ command: PipelineCommand, _ key: String) -> RunKey {
    RunKey(command: command, pipeline: key, sources: sources.key)
  }

  /// The key of a pipeline's run; empty for a pipeline that cannot be read.
  func key(of command: PipelineCommand) -> String {
    keys.value(command) { (try? recorder.key(file(of: command), command.arguments)) ?? "" }
  }

  func run(of command: PipelineCommand) throws(Failure) -> Evidence {
    if let run = given[command] { return run }
    guard !recorder.areTests else { return try recorded(command) }
    let result = runs.value(runKey(command, key(of: command))) {
      Result { () throws(Failure) in try recorded(command) }
    }
    return try result.get()
  }

  private func recorded(_ command: PipelineCommand) throws(Failure) -> Evidence {
    let url = place(of: command)
    let texts: [String: String]
    let run: PipelineRun
    do {
      let program = command.form == .fixedProgram ? try fixed(command) : try file(of: command)
      texts = try text(of: command, program)
      run = try recorder.record(program, command.arguments)
    } catch let failure as Failure {
      throw failure
    } catch PipelineError.doesNotCompile(let file, let diagnostics) {
      let name = String(file.split(separator: "/").last ?? "")
      throw Failure(
        reason: "could not be recorded: \(diagnostics)", messages: CompilerMessage.all(in: diagnostics, about: name))
    } catch {
      throw Failure(reason: "could not be recorded: \(error)")
    }
    let trace = run.trace
    var isWhole = trace.droppedRecords == 0 && trace.damagedSlots == 0
    var crash: Failure?
    if case .signalled = run.ending {
      crash = Failure(reason: run.ending.told)
    } else {
      guard run.status == 0 else { throw Failure(reason: run.ending.told) }
      // A crash leaves the file open.
      isWhole = isWhole && trace.isComplete && trace.unfinishedRecords == 0
    }
    guard isWhole else {
      throw Failure(reason: "left an incomplete recording, so no claim can be checked against it")
    }
    // No page shows the files of a program.
    let text = command.form.isOneFile ? texts.values.joined() : ""
    let extended = sources.index.adding(fileNamed: command.path, text: text)
    return Evidence(
      trace: run.trace, index: extended, pipelineFile: extended.files.count - 1, arguments: command.arguments,
      frames: Self.frames(run.frames, of: url), errorOutput: run.errorOutput, crash: crash, command: command,
      texts: texts)
  }

  private func place(of command: PipelineCommand) -> URL {
    let url = content.url(command.path)
    return command.form.isOneFile ? url : URL(fileURLWithPath: url.standardizedFileURL.path)
  }

  /// The file that is compiled: for a changed pipeline, a copy with the other text.
  private func file(of command: PipelineCommand) throws -> URL {
    let url = place(of: command)
    guard command.form == .changed else { return url }
    guard let change = recorder.change else { throw Failure(reason: "cannot be changed: this site makes no copies") }
    return try change(url, command.changedText)
  }

  /// The texts of a program's files, by their paths.
  private func text(of command: PipelineCommand, _ program: URL) throws -> [String: String] {
    if command.form == .changed { return [content.url(command.path).path: command.changedText] }
    guard command.form == .pipeline else { return try ProgramFiles(of: program.path).texts() }
    do throws(Problem) {
      return [content.url(command.path).path: try content.text(of: command.path)]
    } catch {
      throw Failure(reason: error.message)
    }
  }

  /// The program with the edits of its run's remedies.
  private func fixed(_ command: PipelineCommand) throws -> URL {
    var original = command
    original.form = .program
    let run = try run(of: original)
    guard let fix = recorder.fix, let url = try fix(place(of: command), run.analysed(as: run.name)) else {
      throw Failure(reason: "has no finding with an edit; leave out `fixed`")
    }
    return url
  }

  /// A program may have been compiled from a copy of the file elsewhere, which is gone by now; the names of variables are
  /// read from this one.
  private static func frames(
    _ frames: [ReturnAddress: [SourceFrame]], of pipeline: URL
  ) -> [ReturnAddress: [SourceFrame]] {
    let (name, path) = (pipeline.lastPathComponent, pipeline.path)
    return frames.mapValues { frames in
      frames.map { frame in
        var frame = frame
        if frame.line?.file.split(separator: "/").last.map(String.init) == name { frame.line?.file = path }
        return frame
      }
    }
  }

  // MARK: Arrangements

  /// The outcomes of arrangements.
  typealias OutcomeCache = SharedCache<OutcomeKey, Result<ArrangementRunner.Outcomes?, Failure>>

  struct OutcomeKey: Hashable {
    /// A key of the pipeline's text and everything that it is compiled with.
    var pipeline: String
    var handles: [String]
  }

  /// The most bytes that the outcomes of one pipeline may have.
  static let mostOutcomeBytes = 72_000

  /// The outcomes of a pipeline for every arrangement of its inputs' marbles; nil for a pipeline without inputs.
  func outcomes(of marbles: MarbleFile) throws(Failure) -> ArrangementRunner.Outcomes? {
    try outcomes.value(key(of: marbles)) { Result { () throws(Failure) in try arranged([marbles])[0] } }.get()
  }

  func key(of marbles: MarbleFile) -> OutcomeKey {
    OutcomeKey(pipeline: key(of: PipelineCommand(path: marbles.pipeline)), handles: marbles.handles)
  }

  /// Runs several pipelines together, because that needs only one compilation.
  func prepareOutcomes(of all: [MarbleFile]) {
    guard let made = try? arranged(all) else { return }
    for (marbles, made) in zip(all, made) { _ = outcomes.value(key(of: marbles)) { .success(made) } }
  }

  /// Whether the site runs pipelines for arrangements.
  var runsArrangements: Bool { recorder.arrange != nil }

  private func arranged(_ all: [MarbleFile]) throws(Failure) -> [ArrangementRunner.Outcomes?] {
    guard let arrange = recorder.arrange else { return all.map { _ in nil } }
    let requests = all.map { marbles -> ArrangementRunner.Request? in
      guard let text = try? content.text(of: marbles.pipeline),
        let handles = try? MarbleHandle.all(marbles.handles, of: text).map(\.handle)
      else { return nil }
      let grids = MarbleProgram(text).grids(with: handles)
      guard !grids.isEmpty else { return nil }
      return .init(
        path: content.url(marbles.pipeline).path, grids: grids, limit: Self.mostOutcomeBytes, handles: handles)
    }
    do {
      var made = try arrange(requests.compactMap(\.self)).makeIterator()
      return requests.map { $0 == nil ? nil : made.next() ?? nil }
    } catch {
      throw Failure(reason: "could not be run for every arrangement of its marbles: \(error)")
    }
  }

  /// The keys of the outcomes that this build may ask for again.
  var outcomeKeys: Set<OutcomeKey> {
    let known = Set(keys.all.values)
    return Set(outcomes.all.keys.filter { known.contains($0.pipeline) })
  }
}
