import Foundation

/// What `headwater trace` and `headwater record` do: run a program with its streams passed through, and then keep what
/// was recorded, or show it, or both.
public struct TraceSession: Sendable {
  public var request: RunRequest
  /// Seconds that the program may run, 0 for no limit; nil for what is usual for what is run.
  public var timeLimit: Double?
  /// Bytes that the trace may have; 0 for as many as the engine allows.
  public var sizeLimit = PipelineRunner.defaultSizeLimit
  /// Where the trace file is left; nil to leave none.
  public var keptTrace: String?
  /// How the run is shown; nil to show nothing of it.
  public var showing: TraceShowing?
  /// Of what is kept without being shown, the part that the user means.
  public var keptFilter = TraceFilter()
  public var colorsMessages = false

  public init(_ request: RunRequest) { self.request = request }

  /// The status of a program that ran well and gave no trace, where there is no status of its own to pass on.
  private static let nothingRecorded: Int32 = 65

  /// Runs the program, writes what was recorded, and says on standard error what there is to say.
  /// - Returns: the exit status.
  public func run() -> Int32 {
    reportingFailures {
      try showing?.checkPlace(keeping: request.files + [keptTrace].compactMap(\.self))
      let runner = PipelineRunner(
        mode: .passedThrough, timeLimit: timeLimit ?? request.usualTimeLimit, sizeLimit: sizeLimit,
        colorsDiagnostics: colorsMessages)
      let run = try runner.record(
        request, keepingTraceAt: keptTrace, readsTrace: showing != nil || !keptFilter.isEmpty,
        reporting: { say($0, terminator: "") })
      if let keptTrace { OwnRecordings.standard()?.remember([keptTrace] + run.otherRecordings) }
      return try finish(run)
    }
  }

  private func finish(_ run: PipelineRun) throws -> Int32 {
    guard run.usesRx else {
      if let text = endingText(run.ending) { say("headwater: \(ShownText.message(text))") }
      say("headwater: \(ShownText.printable(request.name)): nothing was recorded: \(reason(run))")
      try sayOthers(run)
      return run.status == 0 ? Self.nothingRecorded : run.status
    }
    let recorded = RecordedRun(trace: run.trace, origins: run.origins)
    try showing?.show(recorded, separated: true)
    if let text = endingText(run.ending) { say("headwater: \(ShownText.message(text))") }
    if showing != nil, run.trace.droppedRecords > 0 && run.trace.dropReason == 0 {
      say("headwater: \(ShownText.printable(request.name)): \(Self.cutShort)")
    }
    if showing == nil, let keptTrace { try sayWhatIsKept(at: keptTrace, recorded) }
    try sayOthers(run)
    return run.status
  }

  private static let cutShort =
    "the trace reached its size limit; what came after is missing (--size-limit 0 for none)"

  private func sayOthers(_ run: PipelineRun) throws {
    for place in run.otherRecordings where keptTrace != nil {
      say("headwater: \(ShownText.printable(place)): \(try RecordingSummary(of: place)) (of another program)")
    }
    if keptTrace == nil && !run.otherRecordings.isEmpty {
      let names = run.otherRecordings.count == 1 ? "another program was" : "\(run.otherRecordings.count) others were"
      say("headwater: this is the program that began to record last; \(names) recorded as well")
      say("headwater: to see each, keep them with headwater record")
    }
  }

  private func reason(_ run: PipelineRun) -> String {
    // A recorder that cannot make its file has said so by itself.
    let use = "made no use of Rx that could be recorded"
    guard case .program = request.subject, !run.hasTraceFile else { return "the program \(use)" }
    return "the program does not link Headwater's Rx, or \(use)"
  }

  /// What is kept is always the whole run. A part of it would be no trace of it: a step's number is its place in the
  /// file, and what points at it would point elsewhere.
  private func sayWhatIsKept(at place: String, _ recorded: RecordedRun) throws {
    let summary = try RecordingSummary(of: place)
    say("headwater: \(ShownText.printable(place)): \(summary)")
    if summary.droppedRecords > 0 && summary.dropReason == 0 {
      say("headwater: \(ShownText.printable(place)): \(Self.cutShort)")
    }
    guard !keptFilter.isEmpty else { return }
    let part = keptFilter.apply(to: recorded).trace.steps.count
    let count = "the file holds all \(recorded.stepsInRun) steps; \(part) pass these filters in headwater show"
    say("headwater: \(ShownText.printable(place)): \(count)")
  }

  /// What has to be said about how the program ended; nil when it ended by itself.
  private func endingText(_ ending: PipelineRun.Ending) -> String? {
    switch ending {
    case .exited: nil
    case .signalled(let signal): "\(request.name): ended by signal \(signal) (\(String(cString: strsignal(signal))))"
    case .timeLimit(let seconds):
      "\(request.name): stopped after \(decimal(seconds)) s, the time limit (--time-limit 0 for none)"
    case .outputLimit(let bytes): "\(request.name): stopped after it had printed \(bytes) bytes"
    }
  }

  /// `60` rather than `60.0`. A formatter would load the locale's data, which takes longer than all else here.
  private func decimal(_ number: Double) -> String {
    number < 1e15 && number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}

/// What `headwater show` does: reads a trace file and writes it in a form.
public struct ShowSession: Sendable {
  public var file: String
  public var showing: TraceShowing
  /// Where programs and source files may be opened that the recording names.
  public var trusted: TrustedFolders

  public init(_ file: String, showing: TraceShowing, trusting trusted: TrustedFolders = TrustedFolders()) {
    self.file = file
    self.showing = showing
    self.trusted = trusted
  }

  /// Shows the run, and says on standard error what there is to say.
  /// - Returns: the exit status.
  public func run() -> Int32 {
    reportingFailures {
      try showing.checkPlace(keeping: [file])
      if try showing.streamFile(at: file) { return 0 }
      let run = try RecordedRun(contentsOf: file, trusting: trusted)
      if let remark = run.remark { say("headwater: \(ShownText.message(remark))") }
      try showing.show(run)
      return 0
    }
  }
}

/// Runs `body`; what it throws is said on standard error, and gives the exit status.
private func reportingFailures(_ body: () throws -> Int32) -> Int32 {
  do {
    return try body()
  } catch PipelineError.doesNotCompile(let file, let diagnostics) {
    // The compiler's words and nothing else, so that an editor finds the places.
    say(diagnostics, terminator: "")
    return PipelineError.doesNotCompile(file: file, diagnostics: "").exitStatus
  } catch {
    say("headwater: \(ShownText.message("\(error)"))")
    switch error {
    case let error as PipelineError: return error.exitStatus
    case let error as TraceError: return error.exitStatus
    case let error as ShowError: return error.exitStatus
    default: return PipelineError.system("").exitStatus
    }
  }
}

private func say(_ text: String, terminator: String = "\n") {
  try? FileHandle.standardError.write(contentsOf: Data((text + terminator).utf8))
}

extension Trace {
  /// Whether there is more than what the program printed.
  var usesRx: Bool { steps.contains { $0.kind != .output } }
}

extension TraceError {
  /// The status that a command which fails for this reason exits with, after the custom of `sysexits.h`.
  public var exitStatus: Int32 {
    if case .unreadable = self { 66 } else { 65 }
  }
}
