import Foundation
import PipelineRunning
import RxTrace
import TraceAnalysis

/// The work of `headwater watch`: follows a recording until it is over, and shows its stages.
struct WatchSession {
  enum Target {
    case recording(String)
    case program(WatchedProgram, RunRequest)
    case process(Attachment)
  }

  private let target: Target
  private let every: Duration
  private let trusted: TrustedFolders
  var isColored = false
  var colorsMessages = false
  /// The collector that also gets what is watched.
  var collector: Collector?
  /// How the page that shows the program is served; nil if a terminal or lines show it.
  var page: ServingOptions?
  private var server: WatchPageServer?
  var timeLimit: Double?
  var callsDescriptions = true

  /// Milliseconds of a turn, for which the recording is read, or nothing happens, before something else gets its turn.
  private static let turn = 100

  init(_ target: Target, every: Duration, trusting trusted: TrustedFolders) {
    (self.target, self.every, self.trusted) = (target, every, trusted)
  }

  /// Whether a view takes the whole terminal.
  private var hasTerminal: Bool { page == nil && WatchTerminal.isThere }

  /// - Returns: the exit status.
  func run() -> Int32 {
    if hasTerminal { WatchTerminal.guardSignals() }
    // A signal does not end the command at once: the collector first gets the steps that have been read, and a page's server
    // ends in order. A program that is run takes the signals over while it runs.
    if collector != nil || page != nil { AskedToEnd.begin() }
    guard let page else { return show() }
    return reportingFailures {
      var session = self
      let server = WatchPageServer()
      try server.begin(session.name, every: every, page)
      defer { server.end() }
      session.server = server
      return session.show()
    }
  }

  private var name: String {
    switch target {
    case .recording(let path): path
    case .program(_, let request): request.name
    case .process(let attachment): "process \(attachment.process)"
    }
  }

  private func show() -> Int32 {
    switch target {
    case .recording(let path): return reportingFailures { try watch(path) }
    case .program(let program, let request): return reportingFailures { try watch(program, request) }
    case .process(let attachment): return reportingFailures { try attach(attachment) }
    }
  }

  private func watch(_ path: String) throws -> Int32 {
    let place = access(path, F_OK) == 0 ? path : RecordingWatch.beingWritten(for: path) ?? path
    try follow(place, named: path) { false }
    return 0
  }

  private func watch(_ program: WatchedProgram, _ request: RunRequest) throws -> Int32 {
    program.start(
      timeLimit: timeLimit, callsDescriptions: callsDescriptions, colorsMessages: colorsMessages,
      hasTerminal: hasTerminal)
    let failure = Result { try watchRecording(of: program, named: request.name) }
    let run = try program.finish()
    try failure.get()
    return TraceSession(request).finishWatching(run)
  }

  private func watchRecording(of program: WatchedProgram, named name: String) throws {
    while !program.hasEnded {
      if AskedToEnd.isAsked { program.stop() }
      if let path = program.recording, access(path, F_OK) == 0 { break }
      usleep(20_000)
    }
    guard let path = program.recording, access(path, F_OK) == 0 else { return }
    let isOver = try follow(path, named: name) { program.hasEnded }
    if !isOver { program.stop() }
  }

  /// - Parameter hasEnded: whether the program that is recorded is known to have ended.
  /// - Returns: false if the recording goes on, because somebody has seen enough.
  @discardableResult
  func follow(_ path: String, named name: String, _ hasEnded: () -> Bool) throws -> Bool {
    // A user who has seen enough does not wait for a check that is under way, because it ends with the process.
    let findings = FindingWatch(path, trusting: trusted)
    var watch = try RecordingWatch(path, trusting: trusted)
    let export = export(watch, name)
    defer { export?.finish() }
    if var view = server?.view(findings) { return try follow(&watch, &view, export, hasEnded) }
    if hasTerminal, WatchTerminal.begin() {
      defer { WatchTerminal.end() }
      var view = WatchTerminalView(name, [path, name], findings, trusting: trusted, isColored: isColored)
      return try follow(&watch, &view, export, hasEnded)
    }
    var view = WatchLineView(findings, isColored: isColored)
    return try follow(&watch, &view, export, hasEnded)
  }

  private func follow(
    _ watch: inout RecordingWatch, _ view: inout some WatchView, _ export: CollectorExport?, _ hasEnded: () -> Bool
  ) throws -> Bool {
    var next = ContinuousClock.now
    while !watch.isOver {
      if hasEnded() { watch.noteEnd() }
      let isBehind = try watch.read(for: .milliseconds(Self.turn))
      if watch.isOver { break }
      if ContinuousClock.now >= next {
        try view.show(&watch)
        try export?.offer(watch)
        next = max(next + every, .now)
      }
      guard try view.wait(milliseconds: isBehind ? 0 : Self.turn, &watch) else { return false }
    }
    try export?.offer(watch)
    export?.end()
    try view.finish(&watch)
    return true
  }
}

extension WatchSession {
  private func export(_ watch: RecordingWatch, _ name: String) -> CollectorExport? {
    guard let collector else { return nil }
    let export = CollectorExport(to: collector, watch, named: name, every: every, isQuiet: hasTerminal)
    export.begin()
    return export
  }
}

/// A view that shows a watched program to somebody.
protocol WatchView {
  /// Shows the figures, which are due.
  mutating func show(_ watch: inout RecordingWatch) throws
  /// Waits for some time, because there is nothing else to do.
  /// - Returns: false if somebody has seen enough.
  mutating func wait(milliseconds: Int, _ watch: inout RecordingWatch) throws -> Bool
  /// Shows the end of the run.
  mutating func finish(_ watch: inout RecordingWatch) throws
}
