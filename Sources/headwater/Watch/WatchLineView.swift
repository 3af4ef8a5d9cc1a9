import Foundation
import RxTrace
import TraceAnalysis

/// A watched program as lines on standard output.
struct WatchLineView: WatchView {
  private let findings: FindingWatch
  private var lines: WatchLines
  private var gaps = 0
  private var hasDropped = false
  /// Whether there has been time for the program to do something.
  private var hasBegun = false

  init(_ findings: FindingWatch, isColored: Bool) {
    self.findings = findings
    lines = WatchLines(isColored: isColored)
  }

  mutating func show(_ watch: inout RecordingWatch) throws {
    defer { hasBegun = true }
    guard hasBegun else { return }
    findings.look(at: watch.table.steps)
    let now = watch.now
    try write(lines.lines(of: watch.table.rows(at: now), at: now) + notes(watch, now))
  }

  mutating func wait(milliseconds: Int, _ watch: inout RecordingWatch) -> Bool {
    usleep(UInt32(milliseconds * 1000))
    return !AskedToEnd.isAsked
  }

  mutating func finish(_ watch: inout RecordingWatch) throws {
    let now = watch.now
    try write(lines.lines(of: watch.table.rows(at: now), at: now))
    findings.finish()
    let end = lines.note(watch.endingText, at: now)
    try write(notes(watch, now) + [end])
  }

  /// The notes on anything besides the rows: new findings, gaps, and dropped records.
  private mutating func notes(_ watch: RecordingWatch, _ now: UInt64) -> [String] {
    var notes = findings.takeNew()
    if watch.table.gaps > gaps {
      gaps = watch.table.gaps
      notes.append(RecordingWatch.gapText)
    }
    if let text = watch.dropText, !hasDropped {
      hasDropped = true
      notes.append(text)
    }
    return notes.map { lines.note($0, at: now) }
  }

  private func write(_ lines: [String]) throws {
    guard !lines.isEmpty else { return }
    try ReportOutput.write(lines.map { $0 + "\n" }.joined(), to: nil)
  }
}
