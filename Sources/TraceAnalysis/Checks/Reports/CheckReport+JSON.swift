import RxTrace

extension CheckReport {
  /// All that the text says, and the steps of each finding, at most the first thousand.
  public func jsonText() throws -> String {
    let times = run.located.virtualTimes
    return try json(
      CheckJSON(
        run: run.name, level: level.rawValue,
        findings: findings.map { FindingJSON($0, run, words, graph, times, hasEdits: hasEdits) },
        lesser: lesser.map { LesserJSON($0) }, silenced: silenced.map { LesserJSON($0.finding, $0.reason) },
        known: known.map { LesserJSON($0) }, notLookedAt: unseen, remarks: remarks))
  }
}

private struct CheckJSON: Encodable {
  let run: String
  let level: String
  let findings: [FindingJSON]
  /// The findings below the level.
  let lesser: [LesserJSON]
  let silenced: [LesserJSON]
  let known: [LesserJSON]
  let notLookedAt: [String]
  let remarks: [String]
}

/// A finding in short.
private struct LesserJSON: Encodable {
  let rule: String
  let level: String
  let message: String
  let source: String?
  /// The reason why the finding is silenced.
  let reason: String?

  init(_ finding: Finding, _ reason: String? = nil) {
    (rule, level, message) = (finding.rule.rawValue, finding.level.rawValue, finding.message)
    (source, self.reason) = (finding.place?.description, reason)
  }
}

struct FindingJSON: Encodable {
  struct Object: Encodable {
    let name: String
    let madeAt: String?
  }

  struct Evidence: Encodable {
    let source: String?
    let what: String
    let step: Int?
  }

  let rule: String
  let level: String
  let message: String
  let source: String?
  let cause: String
  let remedy: String
  let evidence: [Evidence]
  let steps: [StepJSON]
  let objects: [Object]
  /// The edits; nil unless they were asked for.
  let edits: [EditJSON]?
  let withoutEdit: String?

  init(
    _ finding: Finding, _ run: AnalysedRun, _ words: StepText, _ graph: StageGraph, _ times: VirtualTimes,
    hasEdits: Bool
  ) {
    rule = finding.rule.rawValue
    level = finding.level.rawValue
    message = finding.message
    source = finding.place?.description
    cause = finding.cause
    remedy = finding.remedy
    evidence = finding.evidence.map { evidence in
      Evidence(
        source: evidence.place?.description, what: evidence.what,
        step: evidence.step.map { run.trace.steps[$0].number })
    }
    steps = finding.steps.map { StepJSON(run.trace.steps[$0], words, times) }
    objects = finding.objects.map { object in
      let origin = run.origins[graph.owner(of: object)]
      return Object(name: run.trace.name(of: object), madeAt: origin?.description)
    }
    edits = hasEdits ? finding.edits.map(EditJSON.init) : nil
    withoutEdit = hasEdits ? finding.reasonWithoutEdit : nil
  }
}
