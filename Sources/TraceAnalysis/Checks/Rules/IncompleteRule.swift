import RxTrace

extension Finding.Rule {
  /// The program crashed or was stopped in a closure, or the recording is damaged or lacks records.
  public static let incomplete = Finding.Rule(
    "incomplete", "The program crashed or was stopped in a closure, or the recording is damaged or lacks records.")
}

/// The gaps of the recording itself: what a reader of the other findings has to know. Each is a finding of its own.
///
/// - Records were dropped, because a disk or the file was full, or there were too many threads.
/// - Newer segments took the place of older ones at the size limit. A ring is meant to forget, so it has no such gap.
/// - A thread was in the middle of a record when the recording ended: a note if the program ended it, because other threads go on
///   until then.
/// - Parts of the file can't be read.
/// - The program did not end its recording. It is a warning if the program crashed, or if closures of it were under way, so that
///   what they were about to do is missing. It is a note if the program was stopped as people stop programs, by Ctrl-C, `kill` or
///   a time limit, or if no closure was under way.
///
/// A program that calls `exit` within a closure has ended its recording.
struct IncompleteRule: CheckRule {
  static let id = Finding.Rule.incomplete

  init(_ limits: TraceCheck.Limits) {}

  func take(_ event: PipelineEvent, _ run: Pipelines) {}

  func quotes(_ run: Pipelines) -> [Int] {
    if run.source.summary.isComplete { return [] }
    return run.newestSteps.filter { $0 > 0 } + run.calls.joined().filter { $0.kind == .closure }.map(\.number)
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    let trace = names.trace
    var findings: [Finding] = []
    func add(_ message: String, _ remedy: String = "", _ level: Finding.Level = .warning) {
      var finding = Finding(rule: .incomplete, level: level, message: message, steps: [])
      finding.remedy = remedy
      findings.append(finding)
    }
    let enlarge = trace.isRing ? "a larger --ring" : "a larger --size-limit, or 0 for 4 GiB"
    if trace.droppedRecords > 0 {
      let count = counted(trace.droppedRecords, "record")
      add("\(count) dropped: \(trace.dropReasonText)", trace.dropReason == 0 ? enlarge : "")
    }
    // A ring is meant to lose records.
    if let removed = trace.removedText, !trace.isRing { add(removed, enlarge) }
    if trace.unfinishedRecords > 0 {
      // The recording may end at any time, and a thread is in the middle of something then.
      add(
        "\(counted(trace.unfinishedRecords, "record")) unfinished: a thread was in the middle of each", "",
        trace.isComplete ? .note : .warning)
    }
    if trace.damagedSlots > 0 { add("\(counted(trace.damagedSlots, "slot")) of the file unreadable") }
    return findings + (trace.isComplete ? [] : [cutOff(run.newestSteps, names)])
  }

  /// A program that was stopped from outside is worth a note, because many programs have no other end. So is one that ended
  /// while no closure ran: nothing is missing from its recording.
  /// - Parameter steps: the newest step of each thread.
  private func cutOff(_ steps: [Int], _ names: FindingNames) -> Finding {
    let run = names.run
    let closures = run.trace.unreturnedClosures
    let message =
      switch closures.count {
      case 0: "the program \(run.lastVerb), and did not end its recording; no closure was running"
      case 1: run.programNames.unreturned(closures[0], in: run)
      default: "the program \(run.lastVerb) while \(closures.count) closures were running"
      }
    let isCrash = run.lastVerb == "crashed"
    let isOrdinary = closures.isEmpty || run.ending?.isUsualStop == true
    let level: Finding.Level = isOrdinary && !isCrash ? .note : .warning
    var finding = Finding(rule: .incomplete, level: level, message: message, steps: steps.filter { $0 > 0 }.sorted())
    finding.evidence = names.evidence(of: finding.steps)
    finding.place = closures.count == 1 ? names.place(closures[0]) : nil
    return finding
  }
}
