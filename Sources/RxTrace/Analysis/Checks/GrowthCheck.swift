/// Subscriptions that one line of the program makes to one sequence again and again, and that never end: each event is then
/// handled once more than the one before.
///
/// Several subscriptions that are made at once, as by a loop over the rows of a list, are not growth: elements must have
/// come between them.
struct GrowthCheck {
  private(set) var findings: [Finding] = []
  /// The subscriptions that the findings name.
  private(set) var explained: Set<Int> = []

  private static let fewest = 3

  private struct Site: Hashable {
    var source: ObjectID
    var stack: [ReturnAddress]
  }

  init(_ facts: RunFacts, _ names: FindingNames, _ lives: SubscriptionLives, ignoring known: Set<Int>) {
    guard facts.trace.isComplete else { return }
    let closed = Self.closed(facts, lives)
    var sites: [Site: [SubscriptionLives.Subscription]] = [:]
    for subscription in lives.open where !known.contains(subscription.step) {
      let stack = facts.subscriptionStack(of: subscription.observer)
      let source = Self.origin(of: subscription, facts)
      sites[Site(source: source, stack: stack), default: []].append(subscription)
    }
    sites = sites.filter { $0.value.count >= Self.fewest && !$0.key.stack.isEmpty && !closed.contains($0.key) }
    let deliveries = Self.deliveries(to: Set(sites.values.map { $0[0].observer }), facts)
    for (site, open) in sites.sorted(by: { $0.value[0].step < $1.value[0].step }) {
      guard Self.growsOverTime(open, deliveries[open[0].observer] ?? []) else { continue }
      explained.formUnion(open.map(\.step))
      findings.append(Self.finding(site.source, open, facts, names))
    }
  }

  /// Sites where a subscription ended: they do not only grow.
  private static func closed(_ facts: RunFacts, _ lives: SubscriptionLives) -> Set<Site> {
    let open = Set(lives.open.map(\.step))
    var sites: Set<Site> = []
    for subscription in lives.all where !open.contains(subscription.step) {
      let stack = facts.subscriptionStack(of: subscription.observer)
      sites.insert(Site(source: origin(of: subscription, facts), stack: stack))
    }
    return sites
  }

  /// The sequence from which a pipeline's events come: pipelines that are put together anew each time share it.
  private static func origin(of subscription: SubscriptionLives.Subscription, _ facts: RunFacts) -> ObjectID {
    func isSource(_ object: ObjectID) -> Bool {
      facts.trace.objects[object].role == .observable || facts.trace.objects[object].role == .subject
    }
    var source = subscription.source
    for _ in 0..<32 {
      guard facts.trace.objects[source].role == .observable,
        let upstream = facts.trace.objects[source].links.map(\.target).first(where: isSource)
      else { break }
      source = upstream
    }
    return source
  }

  /// Whether the first observer was given an element before each of the next ones subscribed.
  private static func growsOverTime(_ open: [SubscriptionLives.Subscription], _ deliveries: [Int]) -> Bool {
    var rounds = 1
    var next = 0
    for (one, other) in zip(open, open.dropFirst()) {
      while next < deliveries.count, deliveries[next] < one.step { next += 1 }
      if next < deliveries.count, deliveries[next] < other.step { rounds += 1 }
    }
    return rounds >= fewest
  }

  /// For each observer the steps that gave it an element.
  private static func deliveries(to observers: Set<ObjectID>, _ facts: RunFacts) -> [ObjectID: [Int]] {
    var deliveries: [ObjectID: [Int]] = [:]
    for step in facts.trace.steps where step.kind == .on && step.event == .next {
      if let object = step.object, observers.contains(object) { deliveries[object, default: []].append(step.index) }
    }
    return deliveries
  }

  private static func finding(
    _ source: ObjectID, _ open: [SubscriptionLives.Subscription], _ facts: RunFacts, _ names: FindingNames
  ) -> Finding {
    let first = facts.trace.steps[open[0].step]
    var finding = Finding(
      rule: .growing, level: .warning,
      message: "one line subscribed to \(names.name(source)) \(open.count) times, and none of the subscriptions ended",
      steps: open.map(\.step), objects: [source])
    finding.place = names.place(first)
    finding.cause = "Each subscription handles every element, so that an element is handled \(open.count) times by now."
    finding.remedy =
      "Subscribe once, or dispose the older subscription first, for example by a new `DisposeBag` each time."
    finding.evidence = open.prefix(3).enumerated().map { number, subscription in
      names.evidence(facts.trace.steps[subscription.step], "subscription \(number + 1)")
    }
    return finding
  }
}
