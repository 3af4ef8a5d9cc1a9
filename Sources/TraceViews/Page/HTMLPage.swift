import Foundation
import RxTrace

/// Writes a trace as one self-contained page: the tree of calls with a stepper, without a network.
///
/// A step takes some fifteen bytes, so that a run of 100,000 steps opens at once. The page depends only on the arguments.
///
///     var page = ""
///     HTMLPage(trace, title: "greet.swift").write { page += $0 }
///     print(page.prefix(15))
///     // Prints: <!DOCTYPE html>
public struct HTMLPage {
  private let trace: Trace
  private let title: String
  private let origins: [ObjectID: SourceLine]
  private let sources: SourceTexts
  private let stepsInRun: Int
  private let findings: () -> [PageFinding]?
  private let neighbours: PageNeighbours?
  /// The virtual times of the whole run, if the trace is a part of it.
  package var timesOfWhole: VirtualTimes?

  /// - Parameters:
  ///   - title: the name of the recorded program, usually of a file.
  ///   - origins: the line of the user's source that made an object, if it is known.
  ///   - sources: the texts of the source files that are there.
  ///   - stepsInRun: the number of steps of the whole run, if the trace holds a part of one.
  ///   - findings: what a check found; nil if there was none. Asked for once the beginning of the page is written.
  ///   - neighbours: the other pages, if this one is served.
  public init(
    _ trace: Trace, title: String, origins: [ObjectID: SourceLine] = [:], sources: SourceTexts = SourceTexts(),
    stepsInRun: Int? = nil, findings: @autoclosure @escaping () -> [PageFinding]? = nil,
    neighbours: PageNeighbours? = nil
  ) {
    self.trace = trace
    self.title = title
    self.origins = origins
    self.sources = sources
    self.stepsInRun = stepsInRun ?? trace.steps.last?.number ?? 0
    (self.findings, self.neighbours) = (findings, neighbours)
  }

  /// Writes the page piece by piece.
  public func write(_ write: (String) throws -> Void) rethrows {
    try write(head)
    try write(body)
    try PlainSteps(trace).write(write)
    try write("</noscript>\n<script type=\"application/json\" id=\"recording\">")
    try PageData(
      trace, stepsInRun: stepsInRun, origins: origins, sources: sources, times: timesOfWhole ?? VirtualTimes(trace)
    ).write(write)
    try write("</script>\n<script>\(PageAssets.script)</script>\n</body>\n</html>\n")
  }

  /// The policy admits only this script and this style.
  private var head: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
    script-src 'sha256-\(PageAssets.scriptHash)'; style-src 'sha256-\(PageAssets.styleHash)'; \
    \(neighbours == nil ? "" : "connect-src 'self'; ")base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <meta name="generator" content="Headwater">
    <title>\(TextEscaping.html.escape(title)) – Headwater</title>
    <style>\(PageAssets.style)</style>
    </head>

    """
  }

  private var body: String {
    """
    <body>
    <header class="run">
    <h1>\(TextEscaping.html.escape(title))</h1>
    <p class="summary">\(PageSummary(trace, stepsInRun: stepsInRun).html)</p>
    \(neighbours?.html ?? "")</header>
    \(findings().map { FindingList(findings: $0, opensEditor: neighbours != nil).html } ?? "")\(PageAssets.shell)<noscript>

    """
  }
}
