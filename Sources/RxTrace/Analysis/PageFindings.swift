extension PageFinding {
  /// What a check finds in a run, for its page.
  public static func all(in run: LocatedTrace) -> [PageFinding] {
    let names = run.programNames
    return TraceCheck(run.trace).findings.map { finding in
      PageFinding(
        level: finding.level.rawValue, rule: finding.rule.rawValue, message: finding.message,
        places: finding.objects.compactMap { object in
          names.place(of: object).map { (names.label(of: object), $0) }
        }, steps: finding.steps.map { run.trace.steps[$0].number })
    }
  }
}
