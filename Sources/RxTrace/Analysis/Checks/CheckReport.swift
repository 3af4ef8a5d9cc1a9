/// The findings of a check as text or JSON, from a level on.
public struct CheckReport {
  private let run: AnalysedRun
  private let level: Finding.Level
  private let words: StepText
  private let owners: StageOwners
  /// The findings that are shown.
  public let findings: [Finding]
  private let hidden: [Finding]

  /// Steps of a finding that the text shows; the rest are counted. JSON has all.
  private static let shownSteps = 12

  public init(_ run: AnalysedRun, level: Finding.Level = .warning) {
    self.run = run
    self.level = level
    words = StepText(run)
    owners = StageOwners(run.trace)
    let found = TraceCheck(run.trace).findings
    findings = found.filter { $0.level >= level }
    hidden = found.filter { $0.level < level }
  }

  public var text: String {
    var lines: [String] = []
    for finding in findings {
      lines.append("\(finding.level.rawValue): \(finding.message)  [\(finding.rule.rawValue)]")
      lines += finding.steps.prefix(Self.shownSteps).map(row)
      let more = finding.steps.count - Self.shownSteps
      if more > 0 { lines.append("  and \(counted(more, "more step")) (--format json names all)") }
      lines += finding.objects.map(owners.owner).compactMap { object in
        words.origin(object).map { "  \(run.trace.name(of: object)) made at \($0)" }
      }
      lines.append("")
    }
    lines += run.remarks.map { "note: \($0)" }
    lines.append(summary)
    return lines.map { oneLine($0) + "\n" }.joined()
  }

  public func jsonText() throws -> String {
    try json(
      CheckJSON(
        run: run.name, level: level.rawValue, findings: findings.map { FindingJSON($0, run, words, owners) },
        hidden: Dictionary(grouping: hidden, by: \.level.rawValue).mapValues(\.count), remarks: run.remarks))
  }

  private func row(_ index: Int) -> String {
    let step = run.trace.steps[index]
    let thread = run.trace.threads.count > 1 ? "  thread \(run.trace.threads[step.thread].ordinal)" : ""
    let place = words.place(step).map { "  \($0)" } ?? ""
    return "  step \(index + 1)  \(words.call(step))\(thread)\(place)"
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

private struct CheckJSON: Encodable {
  let run: String
  let level: String
  let findings: [FindingJSON]
  let hidden: [String: Int]
  let remarks: [String]
}

private struct FindingJSON: Encodable {
  struct Object: Encodable {
    let name: String
    let madeAt: String?
  }

  let rule: String
  let level: String
  let message: String
  let steps: [StepJSON]
  let objects: [Object]

  init(_ finding: Finding, _ run: AnalysedRun, _ words: StepText, _ owners: StageOwners) {
    rule = finding.rule.rawValue
    level = finding.level.rawValue
    message = finding.message
    steps = finding.steps.map { StepJSON(run.trace.steps[$0], words) }
    objects = finding.objects.map { object in
      let origin = run.origins[owners.owner(of: object)]
      return Object(name: run.trace.name(of: object), madeAt: origin?.description)
    }
  }
}
