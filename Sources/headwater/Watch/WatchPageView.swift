import Foundation
import RxTrace
import SiteServing
import Synchronization
import TraceAnalysis
import TraceViews

/// A watched program as a page in the browser of this machine. The server keeps the newest state for all who ask.
final class WatchPageServer: Sendable {
  private let state = Mutex<[UInt8]>([])
  private let task = Mutex<Task<Void, Never>?>(nil)
  private let hasEnded = DispatchSemaphore(value: 0)

  /// Begins to serve.
  /// - Throws: ``SiteSetupError`` when the port is taken.
  func begin(_ name: String, every: Duration, _ options: ServingOptions) throws {
    let shown = URL(fileURLWithPath: name).lastPathComponent
    let page = Array(WatchPage(title: shown, askingEvery: Int(every / .milliseconds(1))).html.utf8)
    let server = PageServer(
      pages: [
        "": PageServer.Page { page },
        WatchPage.statePath: PageServer.Page(type: "application/json", changes: true) { [self] in
          state.withLock { $0 }
        },
      ], port: options.port, act: { throw SystemError.failed("nothing is known to do for \($0.name)") })
    let began = DispatchSemaphore(value: 0)
    let failure = Mutex<(any Error)?>(nil)
    try offer(WatchState.beforeTheFirst)
    let serving = Task { [self] in
      do {
        try await server.run { address in
          Analysis.say("\(address) shows \(ShownText.printable(name)); Ctrl-C ends this")
          if !options.noBrowser { Browser.open(address) }
          began.signal()
        }
      } catch {
        failure.withLock { $0 = error }
        began.signal()
      }
      hasEnded.signal()
    }
    task.withLock { $0 = serving }
    began.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }

  func offer(_ state: WatchState) throws {
    let bytes = Array(try state.json.utf8)
    self.state.withLock { $0 = bytes }
  }

  func view(_ findings: FindingWatch) -> WatchPageView? { WatchPageView(self, findings) }

  func end() {
    task.withLock { $0 }?.cancel()
    hasEnded.wait()
  }
}

/// Gives the page's server the state that the page shows.
struct WatchPageView: WatchView {
  private let server: WatchPageServer
  private let findings: FindingWatch
  private var found: [String] = []

  init(_ server: WatchPageServer, _ findings: FindingWatch) { (self.server, self.findings) = (server, findings) }

  mutating func show(_ watch: inout RecordingWatch) throws {
    findings.look(at: watch.table.steps)
    try server.offer(state(&watch))
  }

  mutating func wait(milliseconds: Int, _ watch: inout RecordingWatch) -> Bool {
    usleep(UInt32(milliseconds * 1000))
    return !AskedToEnd.isAsked
  }

  mutating func finish(_ watch: inout RecordingWatch) throws {
    findings.finish()
    var last = state(&watch)
    last.ending = watch.endingText
    try server.offer(last)
    // The Ctrl-C that ended the program ends the page as well.
    guard !Interruption.hasComeToProgram else { return }
    Analysis.say("headwater: \(watch.endingText); the page stays until Ctrl-C")
    while wait(milliseconds: 100, &watch) {}
  }

  private func state(_ watch: inout RecordingWatch) -> WatchState {
    let now = watch.now
    let rows = watch.table.rows(at: now)
    var state = WatchState(watch.table, rows, at: now)
    state.findings = findings.all.map { ShownText.printable($0) }
    if watch.table.gaps > 0 { state.notes.append(RecordingWatch.gapText) }
    if let text = watch.dropText { state.notes.append(text) }
    let stages = zip(rows, state.receivers).map { row, receivers in
      PageStage(name: row.name, place: row.place, facts: [], errors: 0, receivers: receivers)
    }
    if !stages.isEmpty { state.graph = PipelineList(stages, opensEditor: false).text }
    return state
  }
}
