import Foundation

/// What `headwater trace` does: runs a file with its streams passed through, and then writes the tree of its calls.
public struct TraceSession {
  public var file: String
  public var arguments: [String]
  /// Seconds that the program may run; 0 for no limit.
  public var timeLimit: Double
  /// Bytes that the trace may have; 0 for as many as the engine allows.
  public var sizeLimit: Int
  /// Where the trace file is left; nil to leave none.
  public var keptTrace: String?
  public var colorsTree: Bool
  public var colorsMessages: Bool

  public init(
    file: String, arguments: [String] = [], timeLimit: Double = PipelineRunner.interactiveTimeLimit,
    sizeLimit: Int = PipelineRunner.defaultSizeLimit, keptTrace: String? = nil, colorsTree: Bool = false,
    colorsMessages: Bool = false
  ) {
    self.file = file
    self.arguments = arguments
    self.timeLimit = timeLimit
    self.sizeLimit = sizeLimit
    self.keptTrace = keptTrace
    self.colorsTree = colorsTree
    self.colorsMessages = colorsMessages
  }

  /// The status of a program that ran well and gave no trace, where there is no status of its own to pass on.
  private static let nothingRecorded: Int32 = 65

  /// Runs the file, writes the tree to standard output and messages to standard error.
  /// - Returns: the exit status.
  public func run() -> Int32 {
    do {
      let runner = try PipelineRunner(
        mode: .passedThrough, timeLimit: timeLimit, sizeLimit: sizeLimit, colorsDiagnostics: colorsMessages)
      let run = try runner.record(
        file, arguments: arguments, keepingTraceAt: keptTrace, reporting: { say($0, terminator: "") })
      return show(run)
    } catch PipelineError.doesNotCompile(_, let diagnostics) {
      // The compiler's words and nothing else, so that an editor finds the places.
      say(diagnostics, terminator: "")
      return PipelineError.doesNotCompile(file: file, diagnostics: "").exitStatus
    } catch {
      say("headwater: \(error)")
      return (error as? PipelineError)?.exitStatus ?? PipelineError.system("").exitStatus
    }
  }

  private func show(_ run: PipelineRun) -> Int32 {
    guard run.trace.usesRx else {
      if let text = endingText(run.ending) { say("headwater: \(text)") }
      say("headwater: \(file): nothing was recorded: the program made no use of Rx")
      return run.status == 0 ? Self.nothingRecorded : run.status
    }
    var output = BufferedOutput()
    output.line("")
    TreeText(run.trace, origins: run.origins, isColored: colorsTree).write { output.line($0) }
    output.flush()
    if let text = endingText(run.ending) { say("headwater: \(text)") }
    if run.trace.droppedRecords > 0 && run.trace.dropReason == 0 {
      say("headwater: \(file): the trace reached its size limit; what came after is missing (--size-limit 0 for none)")
    }
    return run.status
  }

  /// What has to be said about how the program ended; nil when it ended by itself.
  private func endingText(_ ending: PipelineRun.Ending) -> String? {
    switch ending {
    case .exited: nil
    case .signalled(let signal): "\(file): ended by signal \(signal) (\(String(cString: strsignal(signal))))"
    case .timeLimit(let seconds):
      "\(file): stopped after \(decimal(seconds)) s, the time limit (--time-limit 0 for none)"
    case .outputLimit(let bytes): "\(file): stopped after it had printed \(bytes) bytes"
    }
  }

  /// `60` rather than `60.0`. A formatter would load the locale's data, which takes longer than all else here.
  private func decimal(_ number: Double) -> String {
    number < 1e15 && number == number.rounded() ? "\(Int(number))" : "\(number)"
  }

  private func say(_ text: String, terminator: String = "\n") {
    try? FileHandle.standardError.write(contentsOf: Data((text + terminator).utf8))
  }
}

extension Trace {
  /// Whether there is more than what the program printed.
  fileprivate var usesRx: Bool { steps.contains { $0.kind != .output } }
}

/// Standard output, written in large pieces: a tree can have a million lines.
private struct BufferedOutput {
  private var buffer = ""

  mutating func line(_ text: String) {
    buffer += text + "\n"
    if buffer.utf8.count > 1 << 16 { flush() }
  }

  mutating func flush() {
    try? FileHandle.standardOutput.write(contentsOf: Data(buffer.utf8))
    buffer = ""
  }
}
