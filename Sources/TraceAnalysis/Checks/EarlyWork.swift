import RxTrace

/// Work that the program does before it subscribes to a sequence of the result, as in `Observable.just(work())`, although a
/// `subscribe(on:)` was to move it to another thread.
///
/// No call of the engine is around such work. The recording shows only that the main thread recorded nothing for some time
/// before the subscription, in which it may also have been idle. The source of the line that made the sequence is read for
/// the call.
struct EarlyWork {
  private let limit: UInt64
  /// The time at which something was last recorded on the main thread.
  private var last: UInt64 = 0
  private var suspects: [(subscription: Subscription, gap: UInt64)] = []

  private static let mostSuspects = 100

  init(limit: UInt64) { self.limit = limit }

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    // The newest record of the main thread may be missing.
    if run.isBehindGap { last = run.step.time }
    if case .returned(let place) = event {
      if run.isMain(run.returned[place].call.queue) == true { last = max(last, run.returned[place].time) }
    } else if run.isMain(run.step.queue) == true {
      if case .began(let subscription) = event, run.parent == nil, run.step.time > last + limit,
        suspects.count < Self.mostSuspects
      {
        suspects.append((subscription, run.step.time - last))
      }
      last = max(last, run.step.time)
    }
  }

  // MARK: Findings

  func quotes(_ run: Pipelines) -> [Int] { suspects.map(\.subscription.step) }

  func findings(_ run: Pipelines, _ names: FindingNames) -> [Finding] {
    suspects.compactMap { subscription, gap in
      let sources = run.sources(of: subscription.observer)
      guard let mover = sources.first(where: { run.has(.subscribes, $0) }), let source = sources.last,
        // The closure of `deferred` runs when it is subscribed to, on the scheduler.
        run.runs[source].role == .observable, !sources.contains(where: { run.has(.cold, $0) }),
        let line = names.place(source),
        let work = names.sources.text(of: line.file).flatMap({ SourceStatements($0).workOfArgument(at: line.line) })
      else { return nil }
      return finding(work, line, mover, subscription, gap, names)
    }
  }

  private func finding(
    _ work: String, _ line: SourceLine, _ mover: ObjectID, _ subscription: Subscription, _ gap: UInt64,
    _ names: FindingNames
  ) -> Finding {
    var finding = Finding(
      rule: .mainBlocked, level: .note,
      message: "`\(work)()` ran before \(names.name(mover)) could move it, by reading line \(line.line): "
        + "the main thread recorded nothing for \((gap + 500_000) / 1_000_000) ms before the subscription",
      steps: [subscription.step], objects: [mover])
    finding.place = line
    finding.cause =
      "An argument is worked out where the sequence is made, and only the result is sent on the scheduler."
    finding.remedy = "Let the scheduler do the work: `.deferred { .just(\(work)()) }`."
    finding.evidence = [
      Finding.Evidence(line, "`\(work)()` is called for the argument"),
      names.evidence(names.step(subscription.step), "subscribes"),
    ]
    return finding
  }
}

extension SourceStatements {
  /// The function that the closure of a `deferred` calls for the argument of `just`, `of` or `from`.
  /// - Parameter line: the line of the `deferred`, from 1.
  func workOfClosure(at line: Int) -> String? {
    guard lines.indices.contains(line - 1) else { return nil }
    let range = statement(around: line - 1)
    let text = lines[max(line - 1, range.lowerBound)...range.upperBound].joined(separator: "\n")
    let call = /[.\s]deferred\s*\(?\{[^{}]*?\.(?:just|of|from)\(\s*(?:try\s+)?(?:self[?!]?\.)?([a-z]\w*)\(/
    return text.firstMatch(of: call).map { String($0.1) }
  }

  /// The function that a line calls for the argument of `just`, `of` or `from`.
  func workOfArgument(at line: Int) -> String? {
    guard lines.indices.contains(line - 1) else { return nil }
    let call = /\.(?:just|of|from)\(\s*(?:try\s+)?(?:self\.)?([a-z]\w*)\(/
    return lines[line - 1].firstMatch(of: call).map { String($0.1) }
  }
}
