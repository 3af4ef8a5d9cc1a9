import Foundation
import RxTrace
import TraceAnalysis

/// A watched program on a terminal.
struct WatchTerminalView: WatchView {
  private let findings: FindingWatch
  private let trusted: TrustedFolders
  /// The path of the recording, and the path at which it may be when its program has ended.
  private let places: [String]
  private var screen: WatchScreen
  private var contents = WatchScreen.Contents()
  private var drawn: (lines: [String], columns: Int) = ([], 0)

  init(_ name: String, _ places: [String], _ findings: FindingWatch, trusting trusted: TrustedFolders, isColored: Bool)
  {
    (self.findings, self.places, self.trusted) = (findings, places, trusted)
    screen = WatchScreen(isColored: isColored)
    contents.name = name
  }

  mutating func show(_ watch: inout RecordingWatch) {
    findings.look(at: watch.table.steps)
    take(&watch)
    draw(watch)
  }

  mutating func wait(milliseconds: Int, _ watch: inout RecordingWatch) -> Bool {
    guard let typed = WatchTerminal.typed(within: Int32(milliseconds)), !AskedToEnd.isAsked else { return false }
    for key in TerminalKey.keys(typed) {
      switch screen.take(key, contents) {
      case .quit: return false
      case .why(let stage, let step):
        contents.explanation = ["reading the recording …"]
        draw(watch)
        contents.explanation = explain(stage, step)
      case nil: break
      }
      takeEvents(watch)
    }
    draw(watch)
    return true
  }

  mutating func finish(_ watch: inout RecordingWatch) {
    contents.isOver = true
    // Figures of a time in which nothing happened would say nothing.
    if watch.table.steps != contents.steps { take(&watch) }
    findings.finish()
    contents.findings = found(watch)
    draw(watch)
    while wait(milliseconds: 1000, &watch) {}
  }

  // MARK: Contents

  private mutating func take(_ watch: inout RecordingWatch) {
    guard !screen.isPaused else { return }
    (contents.now, contents.steps) = (watch.now, watch.table.steps)
    contents.rows = watch.table.rows(at: contents.now)
    contents.findings = found(watch)
    takeEvents(watch)
  }

  private func found(_ watch: RecordingWatch) -> [String] { [watch.dropText].compactMap(\.self) + findings.all }

  private mutating func takeEvents(_ watch: RecordingWatch) {
    guard let stage = screen.stage else {
      contents.events = []
      return
    }
    if !screen.isPaused || contents.events.isEmpty { contents.events = watch.table.events(of: stage) }
  }

  private mutating func draw(_ watch: RecordingWatch) {
    let size = WatchTerminal.size
    let lines = screen.lines(contents, columns: size.columns, lines: size.lines)
    guard lines != drawn.lines || size.columns != drawn.columns else { return }
    drawn = (lines, size.columns)
    WatchTerminal.draw(lines)
  }

  // MARK: Why

  private func explain(_ stage: Int, _ step: Int) -> [String] {
    guard let event = contents.events.first(where: { $0.step == step }) else { return [] }
    do {
      let path = places.first { access($0, F_OK) == 0 } ?? places[0]
      let run = try AnalysedRun(path: path, trusting: trusted)
      // The numbers of steps begin anew when the file has lost its oldest ones.
      let place = run.trace.steps.lastIndex { $0.time == event.time && $0.event == event.event }
      guard let place else { return ["newer steps have replaced this one in the recording"] }
      let text = WhyReport(of: [place], in: run, width: WatchTerminal.size.columns).text
      return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    } catch {
      return ["\(error)"]
    }
  }
}
