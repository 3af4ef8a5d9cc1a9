import Foundation
import RxTrace

/// The findings of a check as text, as JSON, for editors or for code scanners, from a level on.
public struct CheckReport {
  let run: AnalysedRun
  let level: Finding.Level
  let words: StepText
  let graph: StageGraph
  /// The findings from the level on, which are shown with their lines.
  public internal(set) var findings: [Finding]
  /// The findings below the level; only their titles are shown.
  package internal(set) var lesser: [Finding]
  var selection = FindingSelection()
  /// The findings that a comment in the source silences.
  package internal(set) var silenced: [Silenced] = []
  /// Ignore comments that silenced no finding although the run executed their lines.
  var unneeded: [IgnoreComment] = []
  /// The findings that the baseline has.
  var known: [Finding] = []
  /// Entries of the baseline that the run does not have.
  var gone: [Baseline.Entry] = []
  /// Whether edits of the source were asked for.
  var hasEdits = false
  /// The things that the run could not show.
  package private(set) var unseen: [String]
  private(set) var language = FindingLanguage.english

  /// Whether the run has anything that can be checked.
  package var hasSteps: Bool { run.hasSteps }

  package struct Silenced {
    package var finding: Finding
    package var reason: String
  }

  public init(_ run: AnalysedRun, level: Finding.Level = .warning, limits: TraceCheck.Limits = TraceCheck.Limits()) {
    self.init(run, TraceCheck(run.located, limits: limits), StageGraph(run.trace), level: level)
  }

  package init(_ run: AnalysedRun, _ check: TraceCheck, _ graph: StageGraph, level: Finding.Level) {
    self.run = run
    self.level = level
    words = StepText(run)
    self.graph = graph
    findings = check.findings.filter { $0.level >= level }
    lesser = check.findings.filter { $0.level < level }
    unseen = check.unseen
  }

  /// Shows given findings.
  init(_ run: AnalysedRun, showing findings: [Finding]) {
    self.run = run
    level = .note
    words = StepText(run)
    graph = StageGraph(run.trace)
    (self.findings, lesser, unseen) = (findings, [], [])
  }

  /// Tells the findings in a language, once they have been selected.
  package mutating func tell(in language: FindingLanguage) {
    self.language = language
    findings = findings.map { $0.told(in: language) }
    lesser = lesser.map { $0.told(in: language) }
    silenced = silenced.map { Silenced(finding: $0.finding.told(in: language), reason: $0.reason) }
    known = known.map { $0.told(in: language) }
    unseen = unseen.map(language.told)
  }

  /// For people: each finding with its lines, the cause and the remedy; then the titles of those below the level, what was
  /// not looked at, and the count of all.
  public var text: String { text(isColored: false) }

  /// The same text with the levels in colours, as escape sequences of terminals.
  public func text(isColored: Bool) -> String {
    var lines = findings.flatMap { $0.lines(in: run.trace, language.labels) + [""] }
    lines += lesser.map { $0.title(language.labels) } + (lesser.isEmpty ? [] : [""])
    lines += closingRemarks
    lines.append(summary())
    let style = TextStyle(isColored: isColored)
    return lines.map { Finding.Level.colored(oneLine($0), style, language.labels) + "\n" }.joined()
  }

  /// `search.swift:7: warning: …`, as compilers write it, so that editors mark the line.
  ///
  /// A finding without a known line is named after the run.
  public var editorText: String {
    var lines: [String] = []
    for finding in findings {
      let place = finding.place?.description ?? run.name
      lines.append(editorLine(finding))
      for evidence in finding.evidence {
        guard let line = evidence.place, line != finding.place else { continue }
        lines.append("\(line): note: \(evidence.what)")
      }
      if !finding.remedy.isEmpty { lines.append("\(place): note: \(finding.remedy)") }
    }
    lines += lesser.map(editorLine)
    return lines.map { oneLine($0) + "\n" }.joined()
  }

  private func editorLine(_ finding: Finding) -> String {
    "\(finding.place?.description ?? run.name): \(finding.level.rawValue): \(finding.message) [\(finding.rule.rawValue)]"
  }
}

extension Finding.Level {
  /// A line of a report, with the level that it begins with in its colour.
  static func colored(_ line: String, _ style: TextStyle, _ labels: FindingLanguage.Labels) -> String {
    guard let level = allCases.first(where: { line.hasPrefix("\(labels.level($0)): ") }) else { return line }
    let name = labels.level(level)
    let shown =
      switch level {
      case .error: style.failure(name)
      case .warning: style.value(name)
      case .note: style.faint(name)
      }
    return shown + line.dropFirst(name.count)
  }
}

extension Finding {
  /// The finding for people: what happened, the lines of the program, the cause and the remedy, each on a line of its own.
  /// - Parameter trace: the trace in which it was found.
  public func text(in trace: Trace) -> String { lines(in: trace).map(oneLine).joined(separator: "\n") }

  /// The finding in one line, with its place.
  var title: String { title(FindingLanguage.english.labels) }

  func title(_ labels: FindingLanguage.Labels) -> String {
    let place = place.map { " (\($0.shortDescription))" }
    let isTold = place.map { message.contains($0) } ?? true
    return "\(labels.level(level)): \(message)\(isTold ? "" : place!)  [\(rule.rawValue)]"
  }

  func lines(in trace: Trace, _ labels: FindingLanguage.Labels = FindingLanguage.english.labels) -> [String] {
    let places = evidence.map { $0.place?.shortDescription ?? "" }
    let width = places.map(ShownText.width).max() ?? 0
    var lines = ["\(labels.level(level)): \(message)  [\(rule.rawValue)]"]
    for (evidence, place) in zip(evidence, places) {
      let padding = String(repeating: " ", count: width - ShownText.width(place))
      let step = evidence.step.map { "  (step \(trace.steps[$0].number))" } ?? ""
      lines.append("  \(place)\(padding)\(width > 0 ? "  " : "")\(evidence.what)\(step)")
    }
    if !cause.isEmpty { lines.append("  \(labels.cause): \(cause)") }
    if !remedy.isEmpty { lines.append("  \(labels.remedy): \(remedy)") }
    return lines
  }
}
