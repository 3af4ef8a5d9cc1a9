import RxTrace

extension Finding.Rule {
  /// One line subscribed to new sequences again and again, nothing ended, and nobody can dispose it.
  public static let neverDisposed = Finding.Rule(
    "never-disposed",
    "One line subscribed to new sequences again and again, nothing ended, and nobody can dispose it (somebody: a note).",
    isAboutAbsence: true)
}

/// Subscriptions to sequences of their own that one line of the program makes again and again, and none of which ends.
///
/// A subscription that is open at the end of a run is not a mistake: its owner may live as long as the program. Several of one
/// line that the program makes at once, as for the rows of a list, may have such an owner too. But a line is unusual if
/// - the program subscribed there at three times at least, and was given other events between these times: ``Pipelines/arrivals``,
/// - none of the subscriptions of the line ended, or was disposed, before the run was over.
///
/// Their owners may all be alive, so this is a note. If the line assigns its disposable to `_`, nobody can ever end the
/// subscription, and each time leaves one more: a warning. The source of the line is read for that.
///
/// Subscriptions of one line to one sequence are those of ``GrowingRule``; those that keep their owner alive, of
/// ``NeverReleasedRule``.
struct NeverDisposedRule: CheckRule {
  static let id = Finding.Rule.neverDisposed

  /// By the place of the call stack that subscribed.
  private var lasting = LastingSubscriptions { made, run in run.runs[made.observer].subscription?.stack }

  private static let fewestTimes = 3

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) { _ = lasting.take(event, run) }

  func quotes(_ run: Pipelines) -> [Int] { repeated(run, except: Explained()).joined().map(\.step) }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    guard names.trace.isComplete else { return [] }
    return repeated(run, except: known).map { finding($0, names) }
  }

  /// The subscriptions of each line that subscribed at several times.
  private func repeated(_ run: Pipelines, except known: Explained) -> [[Subscription]] {
    lasting.open(run, except: known).map(\.subscriptions).filter { open in
      let times = Set(open.map { run.runs[$0.observer].subscription?.arrivals })
      return times.count >= Self.fewestTimes && Set(open.map(\.source)).count == open.count
    }
  }

  private func finding(_ open: [Subscription], _ names: FindingNames) -> Finding {
    let first = names.step(open[0].step)
    let place = names.place(first)
    let isDiscarded = place.map { names.discardsDisposable(at: $0) } ?? false
    var finding = Finding(
      rule: .neverDisposed, level: isDiscarded ? .warning : .note,
      message:
        "one line subscribed to \(open.count) sequences, \(names.sharedName(open[0].source)), one after another, "
        + "and none of the subscriptions ended",
      steps: open.map(\.step), objects: [open[0].source])
    finding.place = place
    finding.cause =
      isDiscarded
      ? "By reading it, the line assigns the disposable to `_`, so that nobody can dispose it: each time leaves one more."
      : "A subscription stays until its sequence ends or its owner disposes it; here, no owner has done so."
    finding.remedy =
      isDiscarded
      ? "Put the disposable into a `DisposeBag` of the object that subscribes."
      : "If the older subscriptions are needed no more, put each into a `DisposeBag` of its owner, and let the owner go."
    finding.evidence = open.prefix(3).enumerated().map { number, subscription in
      names.evidence(names.step(subscription.step), "subscription \(number + 1)")
    }
    return finding
  }
}
