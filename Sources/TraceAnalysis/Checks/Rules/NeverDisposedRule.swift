import RxTrace

extension Finding.Rule {
  /// One line subscribed to new sequences again and again, nothing ended, and nobody can dispose it.
  public static let neverDisposed = Finding.Rule(
    "never-disposed",
    "One line subscribed to new sequences again and again, nothing ended, and nobody can or does dispose it (somebody may: "
      + "a note).",
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
/// It is also a warning if the line puts them into a bag that a class keeps although its objects are used again for
/// other items (``ReusedOwner``): what an object showed before goes on to change it. The source is read for a class
/// that has a `prepareForReuse`, or derives from a cell of UIKit or AppKit, and of which no line replaces the bag. A
/// subscription that an initializer makes does not count, because each object has it only once. A class of neither kind
/// may own a list, and put a subscription for each new row into its one bag on purpose. So the bag would not tell the
/// two apart, and the recording does without it.
///
/// Subscriptions of one line to one sequence belong to ``GrowingRule``, and those that keep their owner alive belong to
/// ``NeverReleasedRule``.
struct NeverDisposedRule: CheckRule {
  static let id = Finding.Rule.neverDisposed

  /// The lasting subscriptions, by the place of the call stack that subscribed.
  private var lasting = LastingSubscriptions { made, run in run.runs[made.observer].subscription?.stack }

  private static let fewestTimes = 3

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) { _ = lasting.take(event, run) }

  func quotes(_ run: Pipelines) -> [Int] { repeated(run, except: Explained()).joined().map(\.step) }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    guard names.trace.isComplete else { return [] }
    return repeated(run, except: known).compactMap { open in
      let owner = reusedOwner(open, names)
      // An object that is used again may come back to an item.
      guard owner != nil || Set(open.map(\.source)).count == open.count else { return nil }
      return finding(open, owner, names)
    }
  }

  /// The subscriptions of each line that subscribed at several times.
  private func repeated(_ run: Pipelines, except known: Explained) -> [[Subscription]] {
    lasting.open(run, except: known).map(\.subscriptions).filter { open in
      let times = Set(open.map { run.runs[$0.observer].subscription?.arrivals })
      return times.count >= Self.fewestTimes && Set(open.map(\.source)).count > 1
    }
  }

  /// The class of which an object keeps the subscriptions of a line when it is used again.
  private func reusedOwner(_ open: [Subscription], _ names: FindingNames) -> ReusedOwner? {
    let step = names.step(open[0].step)
    guard let place = names.place(step), let text = names.sources.text(of: place.file) else { return nil }
    let owner = SourceStatements(text).reusedOwner(at: place.line) {
      names.run.sourceFiles.filter { $0 != place.file }.compactMap { names.sources.text(of: $0) }
        .map { SourceStatements($0) }
    }
    return owner.flatMap { Self.isInitial(step, of: $0.type, names) ? nil : $0 }
  }

  /// Whether an initializer of a class led to a step.
  private static func isInitial(_ step: Step, of type: String, _ names: FindingNames) -> Bool {
    guard let stack = step.callStack else { return true }
    return names.trace.callStacks[stack].contains { address in
      (names.run.frames[address] ?? []).contains { $0.symbol?.baseName == "init" && $0.symbol?.context.last == type }
    }
  }

  private func finding(_ open: [Subscription], _ owner: ReusedOwner?, _ names: FindingNames) -> Finding {
    let first = names.step(open[0].step)
    let place = names.place(first)
    let isDiscarded = owner == nil && place.map { names.discardsDisposable(at: $0) } ?? false
    var finding = Finding(
      rule: .neverDisposed, level: isDiscarded || owner != nil ? .warning : .note,
      message:
        "one line subscribed to \(counted(Set(open.map(\.source)).count, "sequence")), "
        + "\(names.sharedName(open[0].source)), one after another, "
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
    if let owner { tell(owner, place, &finding) }
    finding.evidence += open.prefix(3).enumerated().map { number, subscription in
      names.evidence(names.step(subscription.step), "subscription \(number + 1)")
    }
    return finding
  }

  private func tell(_ owner: ReusedOwner, _ place: SourceLine?, _ finding: inout Finding) {
    let line = { (number: Int) in place.map { SourceLine(file: $0.file, line: number) } }
    let kind = owner.superclass.map { "is a \($0), which is used again for other items," } ?? "is made to be used again"
    finding.cause =
      "By reading lines \(owner.bagLine) and \(owner.reuseLine), each \(owner.type) \(kind) and keeps one "
      + "`DisposeBag`, so that what it showed before goes on to change it."
    finding.remedy =
      (owner.isConstant ? "Declare `\(owner.bag)` with `var`, and replace it" : "Replace `\(owner.bag)`")
      + " in \(owner.superclass == nil ? "" : "a ")`prepareForReuse`: `\(owner.bag) = DisposeBag()`."
    finding.evidence = [
      Finding.Evidence(line(owner.bagLine), "`\(owner.bag)` belongs to \(owner.type), and no line replaces it"),
      Finding.Evidence(
        line(owner.reuseLine),
        owner.superclass.map { "\(owner.type) is a \($0)" } ?? "`prepareForReuse` of \(owner.type)"),
    ]
  }
}
