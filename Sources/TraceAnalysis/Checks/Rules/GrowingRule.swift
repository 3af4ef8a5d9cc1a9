import RxTrace

extension Finding.Rule {
  /// One line subscribed again and again, and nothing ended.
  public static let growing = Finding.Rule(
    "growing", "One line subscribed again and again, and nothing ended.",
    isAboutAbsence: true)
}

/// Subscriptions that one line of the program makes to one sequence again and again, and that never end: each event is then
/// handled once more than the one before.
///
/// Several subscriptions that are made at once, as by a loop over the rows of a list, are not growth: elements must have
/// come between them, to the observer of the first one, or at least to its pipeline, where a stage such as `filter` dropped
/// them. In the second case, an element must have reached two of the observers: otherwise each may listen to
/// something else, like the rooms of a chat, and ``NeverDisposedRule`` notes them.
///
/// A stage grows as well if its sequence subscribes to the stage's own line again, each time within the earlier run:
/// ``Nests``.
struct GrowingRule: CheckRule {
  static let id = Finding.Rule.growing
  static let needsLines = true

  private var lasting = LastingSubscriptions(by: GrowingRule.site)
  /// How many subscriptions the program has made, and how many it had made when each open one began.
  private var count = 0
  private var turns: [Int: Int] = [:]
  /// For each site, the observer that was first given an element.
  private var firsts: [Site: ObjectID] = [:]
  /// For each of these observers, how many subscriptions the program had made whenever elements came to it.
  private var deliveries: [ObjectID: [Int]] = [:]
  private var known: Set<ObjectID> = []
  private var heads = PipelineHeads<Site>()
  private var nests = Nests()

  private static let fewest = 3

  private struct Site: Hashable {
    var source: ObjectID
    /// The place of the call stack that subscribed.
    var stack: Int
  }

  init(_ limits: TraceCheck.Limits) {}

  mutating func take(_ event: PipelineEvent, _ run: Pipelines) {
    nests.take(event, run)
    if let ended = lasting.take(event, run) {
      if let first = firsts.removeValue(forKey: ended) { deliveries[first] = nil }
      heads.forget(ended)
    }
    switch event {
    case .began(let subscription):
      count += 1
      turns[subscription.step] = count
    case .subscribed(let observer, let source): subscribe(observer, to: source, run)
    case .ended(let subscription):
      turns[subscription.step] = nil
      heads.leave(subscription.observer)
    case .arrived(.next, let object):
      heads.arrive(at: object, count, run)
      if run.runs[object].role == .observer { deliver(to: object, run) }
    default: break
    }
  }

  private mutating func subscribe(_ observer: ObjectID, to source: ObjectID, _ run: Pipelines) {
    if let subscription = run.open[observer]?.first, !heads.knows(observer),
      let site = lasting.lastingPlace(of: subscription, run)
    {
      heads.join(observer, site, source: site.source)
    }
    heads.subscribe(observer, to: source, run)
  }

  private mutating func deliver(to observer: ObjectID, _ run: Pipelines) {
    if deliveries[observer] != nil {
      if deliveries[observer]!.last != count { deliveries[observer]!.append(count) }
    } else if !known.contains(observer), let subscription = run.open[observer]?.first {
      known.insert(observer)
      guard let site = lasting.lastingPlace(of: subscription, run), firsts[site] == nil else { return }
      firsts[site] = observer
      deliveries[observer] = [count]
    }
  }

  private static func site(of subscription: Subscription, _ run: Pipelines) -> Site? {
    run.runs[subscription.observer].subscription?.stack.map {
      Site(source: run.origin(of: subscription.source), stack: $0)
    }
  }

  func quotes(_ run: Pipelines) -> [Int] {
    found(run, except: Explained()).flatMap { $0.subscriptions.map(\.step) } + nests.quotes(run)
  }

  func findings(_ run: Pipelines, _ names: FindingNames, except known: Explained) -> [Finding] {
    guard names.trace.isComplete else { return [] }
    return found(run, except: known).map { finding($0.site.source, $0.subscriptions, names) }
      + nests.findings(run, names, except: known)
  }

  private func found(
    _ run: Pipelines, except known: Explained
  ) -> [(site: Site, subscriptions: [Subscription])] {
    lasting.open(run, except: known).filter { isGrowing($0.place, $0.subscriptions) }
      .map { ($0.place, $0.subscriptions) }
  }

  private func isGrowing(_ site: Site, _ open: [Subscription]) -> Bool {
    guard open.count >= Self.fewest else { return false }
    if firsts[site] == open[0].observer, hasRounds(deliveries[open[0].observer]!, between: open) { return true }
    return heads.haveShared(site) && hasRounds(heads.arrivals(of: site), between: open)
  }

  /// Whether elements came between the subscriptions often enough.
  private func hasRounds(_ arrivals: [Int], between open: [Subscription]) -> Bool {
    let turns = open.map { self.turns[$0.step] ?? 0 }
    var delivered = arrivals.makeIterator()
    var next = delivered.next()
    var rounds = 1
    for (one, other) in zip(turns, turns.dropFirst()) {
      while let turn = next, turn < one { next = delivered.next() }
      if let turn = next, turn < other { rounds += 1 }
    }
    return rounds >= Self.fewest
  }

  private func finding(_ source: ObjectID, _ open: [Subscription], _ names: FindingNames) -> Finding {
    var finding = Finding(
      rule: .growing, level: .warning,
      message: "one line subscribed to \(names.name(source)) \(open.count) times, and none of the subscriptions ended",
      steps: open.map(\.step), objects: [source])
    finding.place = names.place(names.step(open[0].step))
    finding.cause = "Each subscription handles every element, so that an element is handled \(open.count) times by now."
    finding.remedy =
      "Subscribe once, or dispose the older subscription first, for example by a new `DisposeBag` each time."
    finding.evidence = open.prefix(3).enumerated().map { number, subscription in
      names.evidence(names.step(subscription.step), "subscription \(number + 1)")
    }
    return finding
  }
}
