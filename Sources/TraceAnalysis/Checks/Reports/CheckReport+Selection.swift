import RxTrace

extension CheckReport {
  /// The titles of the findings, each with a word for its subject, which stays the same while counts go on.
  /// - Parameter isOver: whether the run is over; until then, findings that only the end makes certain are left out.
  package func titles(isOver: Bool) -> [(subject: String, title: String)] {
    findings.filter { isOver || !$0.rule.needsEnd }.map { finding in
      let place = finding.place?.description ?? finding.evidence.first?.place?.description ?? ""
      return ("\(finding.rule.rawValue) \(place)", oneLine(finding.title))
    }
  }

  /// Leaves out the findings of other kinds.
  package mutating func select(_ selection: FindingSelection) {
    self.selection = selection
    keep { selection.includes($0.rule) }
  }

  /// The comments in the source of the run's program.
  package var ignoreComments: IgnoreComments { IgnoreComments(run.located) }

  /// Leaves out the findings that comments in the source silence.
  package mutating func silence(by comments: IgnoreComments) {
    let found = (findings + lesser).compactMap { finding in
      comments.comment(for: finding).map { (comment: $0, finding: finding) }
    }
    silenced = found.map { Silenced(finding: $0.finding, reason: comments.comments[$0.comment].reason) }
    keep { comments.comment(for: $0) == nil }
    unneeded = comments.unneeded(selection, except: Set(found.map(\.comment)))
  }

  /// Leaves out the findings that a baseline has.
  package mutating func compare(with baseline: Baseline) {
    let split = baseline.split(findings + lesser, in: run.located.programTexts)
    known = split.known
    gone = split.gone.filter { entry in Finding.Rule(rawValue: entry.rule).map(selection.includes) ?? true }
    // The findings keep the order of the report, because both lists are parts of one.
    lesser = split.new.filter { $0.level < level }
    findings = split.new.filter { $0.level >= level }
  }

  /// A baseline with the shown findings, and with those of its own that the run has as well. Entries of kinds that
  /// are not selected stay.
  /// - Returns: the new baseline, and for each change a sentence.
  package func updated(_ baseline: Baseline) -> (baseline: Baseline, changes: [String]) {
    let texts = run.located.programTexts
    let new = findings.map { baseline.entry(of: $0, in: texts) }
    var kept = baseline.entries
    for entry in gone { kept.firstIndex(of: entry).map { _ = kept.remove(at: $0) } }
    let changes = [(new, "new"), (gone, "gone")].flatMap { entries, word in
      entries.sorted().map { "\(word): \($0.text)" }
    }
    return (baseline.with(kept + new), changes)
  }

  /// Marks the shown findings as known, after an update of the baseline.
  package mutating func acceptFindings() {
    known += findings
    (findings, gone) = ([], [])
  }

  private mutating func keep(_ isKept: (Finding) -> Bool) {
    findings = findings.filter(isKept)
    lesser = lesser.filter(isKept)
  }
}
