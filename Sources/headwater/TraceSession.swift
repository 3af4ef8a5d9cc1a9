import ArgumentParser
import Foundation
import PipelineRunning
import RxTrace
import TraceAnalysis
import TraceViews

/// The work of `headwater trace` and `headwater record`: runs a program with its streams passed through, and then keeps
/// the recording, or shows it, or both.
struct TraceSession: Sendable {
  var request: RunRequest
  /// Seconds that the program may run, 0 for no limit; nil for the default of the kind of program.
  var timeLimit: Double?
  /// Bytes that the trace may have; 0 for as many as the engine allows.
  var sizeLimit = PipelineRunner.defaultSizeLimit
  /// The size of the ring, which replaces the limit; nil for a recording that ``sizeLimit`` limits.
  var ring: RingSize?
  /// Whether the recorder may call the descriptions that the program gives its types.
  var callsDescriptions = true
  /// The path at which the trace file is kept; nil to keep none.
  var keptTrace: String?
  /// The additions to a recording that is kept.
  var added = AddedSources.symbolsAndTexts
  /// The way in which the run is shown; nil not to show it.
  var showing: TraceShowing?
  /// The filter for a recording that is kept without being shown.
  var keptFilter = TraceFilter()
  var colorsMessages = false
  /// The findings that end the recording.
  var stopRules: [Finding.Rule] = []

  init(_ request: RunRequest) { self.request = request }

  /// Sets how the run is shown. In the form of a recording, the run is kept in a file instead.
  /// - Throws: `ValidationError`
  mutating func show(_ showing: TraceShowing) throws {
    guard showing.form == .hwtrace else {
      self.showing = showing
      return
    }
    guard keptTrace == nil else { throw ValidationError("--keep and --output name two places for one recording") }
    keptTrace = showing.file
  }

  /// The exit status if the program exited with 0 but recorded nothing.
  static let nothingRecorded: Int32 = 65

  /// Runs the program, writes the recording, and reports on standard error.
  /// - Returns: the exit status.
  func run() -> Int32 {
    reportingFailures {
      try showing?.checkPlace(keeping: request.files + [keptTrace].compactMap(\.self))
      var runner = PipelineRunner(
        mode: .passedThrough, timeLimit: timeLimit ?? request.usualTimeLimit, sizeLimit: sizeLimit,
        ring: ring, callsDescriptions: callsDescriptions, colorsDiagnostics: colorsMessages)
      guard !stopRules.isEmpty else { return try finish(record(with: runner)) }
      return try PrivateFolder.withTemporary { folder in
        (runner.controlFolder, runner.watcher) = (folder, RecordingStop(stopRules, folder: folder).watcher)
        return try finish(record(with: runner))
      }
    }
  }

  private func record(with runner: PipelineRunner) throws -> PipelineRun {
    try runner.record(
      request, keepingTraceAt: keptTrace, adding: added, readsTrace: showing != nil || !keptFilter.isEmpty,
      reporting: { say($0, terminator: "") })
  }

  /// Reports on a run that was shown while it went on.
  /// - Returns: the exit status.
  func finishWatching(_ run: PipelineRun) -> Int32 { reportingFailures { try finish(run) } }

  private func finish(_ run: PipelineRun) throws -> Int32 {
    guard run.usesRx else {
      if let text = endingText(run.ending) { say("headwater: \(ShownText.message(text))") }
      say("headwater: \(ShownText.printable(request.name)): nothing was recorded: \(reason(run))")
      try sayOthers(run)
      // Tests are run for their own sake as well, and their status is what a build server looks at.
      return run.status == 0 && !request.isOfTests ? Self.nothingRecorded : run.status
    }
    let recorded = run.located
    try show(recorded)
    if let text = endingText(run.ending) { say("headwater: \(ShownText.message(text))") }
    if let showing, !showing.isWholeProgramView, let removed = run.trace.removedText {
      say("headwater: \(ShownText.printable(request.name)): \(removed) (--size-limit 0 for 4 GiB)")
    }
    if showing == nil, let keptTrace { try sayWhatIsKept(at: keptTrace, recorded) }
    try sayOthers(run)
    return run.status
  }

  private func show(_ run: LocatedTrace) throws {
    guard var showing else { return }
    if showing.isWholeProgramView {
      let frame = ProgramViewFrame(
        run: run, request: request, keptTrace: keptTrace, isColored: showing.look.isColored,
        width: TerminalWidth.columns(of: STDOUT_FILENO) ?? TerminalWidth.usual)
      (showing.look.heading, showing.look.footer) = (frame.heading, frame.footer)
    }
    try showing.show(run, separated: true)
  }

  private func sayOthers(_ run: PipelineRun) throws {
    for place in run.otherRecordings where keptTrace != nil {
      say("headwater: \(ShownText.printable(place)): \(try RecordingSummary(of: place)) (of another program)")
    }
    if keptTrace == nil && !run.otherRecordings.isEmpty {
      let names = run.otherRecordings.count == 1 ? "another program was" : "\(run.otherRecordings.count) others were"
      say("headwater: this is the program that began to record last; \(names) recorded as well")
      say("headwater: to see each, keep them with \(request.isOfTests ? "--keep" : "headwater record")")
    }
  }

  private func reason(_ run: PipelineRun) -> String {
    if run.recordingFailed { return "the recorder could not make its file, for the reason that it gave above" }
    let use = "made no use of Rx that could be recorded"
    switch request.subject {
    case .program where !run.hasTraceFile: return "the program does not link Headwater's Rx, or \(use)"
    case .simulatedApp where !run.hasTraceFile:
      return "the app is not built with Headwater's Rx (headwater env says how), or \(use)"
    default: return "the program \(use)"
    }
  }

  /// The kept file is always the whole run. A part of it would not be a valid trace, because a step's number is its place
  /// in the file, and references to it would be wrong.
  private func sayWhatIsKept(at place: String, _ recorded: LocatedTrace) throws {
    let summary = try RecordingSummary(of: place)
    say("headwater: \(ShownText.printable(place)): \(summary)")
    if summary.removedText != nil, !summary.isRing {
      say("headwater: \(ShownText.printable(place)): a larger --size-limit keeps more, and 0 keeps all")
    }
    guard !keptFilter.isEmpty else { return }
    let part = keptFilter.apply(to: recorded).trace.steps.count
    let count = "the file holds all \(recorded.stepsInRun) steps; \(part) pass these filters in headwater show"
    say("headwater: \(ShownText.printable(place)): \(count)")
  }

  /// The message about the program's end; nil if it exited by itself.
  private func endingText(_ ending: PipelineRun.Ending) -> String? {
    switch ending {
    case .exited: nil
    case .signalled(let signal): "\(request.name): ended by signal \(signal) (\(String(cString: strsignal(signal))))"
    case .timeLimit(let seconds):
      "\(request.name): stopped after \(decimal(seconds)) s, the time limit (--time-limit 0 for no limit)"
    case .outputLimit(let bytes): "\(request.name): stopped after it had printed \(bytes) bytes"
    case .memoryLimit(let bytes): "\(request.name): stopped after it had used \(bytes) bytes of memory"
    case .processLimit(let count): "\(request.name): stopped after it had started \(count) processes"
    case .cancelled: "\(request.name): stopped"
    }
  }

  /// `60` rather than `60.0`, without a formatter, because loading the locale's data takes longer than everything else here.
  private func decimal(_ number: Double) -> String {
    number < 1e15 && number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}

/// The work of `headwater show`: reads a trace file and writes it in a form.
struct ShowSession: Sendable {
  var file: String
  var showing: TraceShowing
  /// Folders whose programs and source files may be opened if the recording names them.
  var trusted: TrustedFolders
  /// The additions to a copy of the recording.
  var added = AddedSources.symbolsAndTexts

  init(_ file: String, showing: TraceShowing, trusting trusted: TrustedFolders = TrustedFolders()) {
    self.file = file
    self.showing = showing
    self.trusted = trusted
  }

  /// Shows the run, and reports on standard error.
  /// - Returns: the exit status.
  func run() -> Int32 {
    reportingFailures {
      try showing.checkPlace(keeping: [file])
      sayRemoved()
      if showing.form == .hwtrace, let place = showing.file {
        if let remark = try added.copy(file, to: place, trusting: trusted) {
          say("headwater: \(ShownText.message(remark))")
        }
        return 0
      }
      if try showing.streamFile(at: file) { return 0 }
      if showing.showsPieces, let outline = try outline {
        if let remark = outline.run.remark { say("headwater: \(ShownText.message(remark))") }
        try showing.show(outline, ofFileAt: file)
        return 0
      }
      let run = try ReadingProgress.onTerminal { try readRun() }
      if let remark = run.remark { say("headwater: \(ShownText.message(remark))") }
      try showing.show(run)
      return 0
    }
  }
}

extension ShowSession {
  /// The run, or the part of it that is shown. A part of a file says nothing about the clocks of schedulers.
  private func readRun() throws -> LocatedTrace {
    var run = try LocatedTrace(contentsOf: file, part: showing.part, trusting: trusted)
    if showing.part != nil, showing.showsVirtualTimes, isOrdinaryFile(file) {
      run.timesOfWhole = try VirtualTimes(ofFileAt: file, for: run.trace)
    }
    return run
  }

  /// Says what newer records have replaced, unless the tree says so itself. A pipe cannot be read twice.
  private func sayRemoved() {
    guard showing.form != .tree, isOrdinaryFile(file),
      let removed = (try? RemovedRecords(ofFileAt: file))?.text
    else { return }
    say("headwater: \(ShownText.printable(file)): \(removed)")
  }

  /// The outline of a long run; nil if the run is short enough to be read as a whole.
  private var outline: RunOutline? {
    get throws { try ReadingProgress.onTerminal { try RunOutline(ofLongRun: file, trusting: trusted) } }
  }
}

/// Runs `body`; an error is reported on standard error and decides the exit status.
func reportingFailures(_ body: () throws -> Int32) -> Int32 {
  do {
    return try body()
  } catch PipelineError.doesNotCompile(let file, let diagnostics) {
    // Only the compiler's own messages are printed, so that an editor finds the places.
    say(diagnostics, terminator: "")
    return PipelineError.doesNotCompile(file: file, diagnostics: "").exitStatus
  } catch {
    say("headwater: \(ShownText.message("\(error)"))")
    return (error as? any ExitingError ?? SystemError.failed("")).exitStatus
  }
}

private func say(_ text: String, terminator: String = "\n") {
  try? FileHandle.standardError.write(contentsOf: Data((text + terminator).utf8))
}
