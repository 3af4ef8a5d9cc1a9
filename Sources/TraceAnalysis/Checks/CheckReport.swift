import Foundation
import RxTrace

/// The findings of a check as text, as JSON, for editors or for code scanners, from a level on.
public struct CheckReport {
  let run: AnalysedRun
  let level: Finding.Level
  let words: StepText
  let graph: StageGraph
  /// The findings that are shown.
  public let findings: [Finding]
  let hidden: [Finding]
  /// The things that the run could not show.
  let unseen: [String]

  public init(_ run: AnalysedRun, level: Finding.Level = .warning, limits: TraceCheck.Limits = TraceCheck.Limits()) {
    self.init(run, TraceCheck(run.located, limits: limits), StageGraph(run.trace), level: level)
  }

  package init(_ run: AnalysedRun, _ check: TraceCheck, _ graph: StageGraph, level: Finding.Level) {
    self.run = run
    self.level = level
    words = StepText(run)
    self.graph = graph
    findings = check.findings.filter { $0.level >= level }
    hidden = check.findings.filter { $0.level < level }
    unseen = check.unseen
  }

  /// Shows given findings.
  init(_ run: AnalysedRun, showing findings: [Finding]) {
    self.run = run
    level = .note
    words = StepText(run)
    graph = StageGraph(run.trace)
    (self.findings, hidden, unseen) = (findings, [], [])
  }

  /// For people: each finding with its lines, the cause and the remedy; at the end what was not looked at.
  public var text: String { text(isColored: false) }

  /// The same text with the levels in colours, as escape sequences of terminals.
  public func text(isColored: Bool) -> String {
    var lines = findings.flatMap { $0.lines(in: run.trace) + [""] }
    lines += run.remarks.filter { !run.gaps.contains($0) }.map { "note: \($0)" }
    lines += unseen.map { "not looked at: \($0)" }
    lines.append(summary)
    let style = TextStyle(isColored: isColored)
    return lines.map { colored(oneLine($0), style) + "\n" }.joined()
  }

  private func colored(_ line: String, _ style: TextStyle) -> String {
    guard let level = Finding.Level.allCases.first(where: { line.hasPrefix("\($0.rawValue): ") }) else { return line }
    let name = level.rawValue
    let shown =
      switch level {
      case .error: style.failure(name)
      case .warning: style.value(name)
      case .note: style.faint(name)
      }
    return shown + line.dropFirst(name.count)
  }

  /// `search.swift:7: warning: …`, as compilers write it, so that editors mark the line.
  ///
  /// A finding without a known line is named after the run.
  public var editorText: String {
    var lines: [String] = []
    for finding in findings {
      let place = finding.place?.description ?? run.name
      lines.append("\(place): \(finding.level.rawValue): \(finding.message) [\(finding.rule.rawValue)]")
      for evidence in finding.evidence {
        guard let line = evidence.place, line != finding.place else { continue }
        lines.append("\(line): note: \(evidence.what)")
      }
      if !finding.remedy.isEmpty { lines.append("\(place): note: \(finding.remedy)") }
    }
    return lines.map { oneLine($0) + "\n" }.joined()
  }

  private var summary: String {
    let found = Finding.Level.allCases.compactMap { level in
      let count = findings.count { $0.level == level }
      return count > 0 ? counted(count, level.rawValue) : nil
    }
    var text = found.isEmpty ? "clean" : found.joined(separator: ", ")
    if let least = hidden.map(\.level).min() {
      text += "; \(hidden.count) less important (--level \(least.rawValue) shows \(hidden.count == 1 ? "it" : "them"))"
    }
    return "\(run.name): \(text)"
  }
}

extension Finding {
  /// The finding for people: what happened, the lines of the program, the cause and the remedy, each on a line of its own.
  /// - Parameter trace: the trace in which it was found.
  public func text(in trace: Trace) -> String { lines(in: trace).map(oneLine).joined(separator: "\n") }

  func lines(in trace: Trace) -> [String] {
    let places = evidence.map { $0.place?.shortDescription ?? "" }
    let width = places.map(ShownText.width).max() ?? 0
    var lines = ["\(level.rawValue): \(message)  [\(rule.rawValue)]"]
    for (evidence, place) in zip(evidence, places) {
      let padding = String(repeating: " ", count: width - ShownText.width(place))
      let step = evidence.step.map { "  (step \(trace.steps[$0].number))" } ?? ""
      lines.append("  \(place)\(padding)\(width > 0 ? "  " : "")\(evidence.what)\(step)")
    }
    if !cause.isEmpty { lines.append("  why: \(cause)") }
    if !remedy.isEmpty { lines.append("  fix: \(remedy)") }
    return lines
  }
}
