import RxTrace

extension CheckReport {
  /// The last line: `search.swift: 3 problems, 2 notes; 1 silenced: stale (the server answers in order); 4 known`.
  /// - Parameter hasHint: whether it says how to see more of the findings below the level.
  package func summary(hasHint: Bool = true) -> String {
    let all = findings + lesser
    let problems = findings.count { $0.level >= .warning }
    let notes = all.count { $0.level == .note }
    var counts = problems > 0 ? [counted(problems, "problem")] : []
    if findings.isEmpty { counts.append("clean") }
    // If the level is above warnings, they are not counted as problems.
    let warnings = lesser.count { $0.level == .warning }
    if warnings > 0 { counts.append(counted(warnings, "warning")) }
    if notes > 0 { counts.append(counted(notes, "note")) }
    let hint = lesser.map(\.level).min().map { least in
      " (--level \(least.rawValue) tells more about \(lesser.count == 1 ? "it" : "them"))"
    }
    let parts = [
      counts.joined(separator: ", ") + (hasHint ? hint ?? "" : ""), silencedText,
      known.isEmpty ? nil : "\(known.count) known",
    ]
    return "\(run.name): \(parts.compactMap(\.self).map(language.told).joined(separator: "; "))"
  }

  /// `2 silenced: stale (the server answers in order), growing (one for each row)`
  private var silencedText: String? {
    guard !silenced.isEmpty else { return nil }
    var reasons: [String] = []
    for one in silenced {
      let text = "\(one.finding.rule.rawValue) (\(one.reason))"
      if !reasons.contains(text) { reasons.append(text) }
    }
    return "\(silenced.count) silenced: \(reasons.joined(separator: ", "))"
  }

  /// The remarks at the end, besides the counts.
  package var closingRemarks: [String] {
    remarks.filter { !told.contains($0) }.map { "\(language.labels.remark): \($0)" }
      + unseen.map { "\(language.labels.unseen): \($0)" }
  }

  /// The remarks of the run that findings tell instead.
  var told: [String] { run.gaps.filter { !run.trace.isRing || $0 != run.removed } }

  /// The remarks about the run, about comments that silence nothing, and about the baseline.
  var remarks: [String] {
    let comments = unneeded.map { "\($0.place): this `headwater:ignore` silenced nothing in this run" }
    let missing =
      "\(counted(gone.count, "finding")) of the baseline did not come up; --update-baseline removes what is gone"
    return run.remarks + comments + (gone.isEmpty ? [] : [missing])
  }
}
