/// Subscriptions that neither ended nor were disposed.
///
/// A program that ends while it still listens has one. Several sequences that the same place of the program made, each
/// with a subscription that stayed, look like a leak.
struct LeakCheck {
  private(set) var findings: [Finding] = []

  init(_ trace: Trace, _ lives: SubscriptionLives) {
    var places: [[ReturnAddress]: [SubscriptionLives.Subscription]] = [:]
    for subscription in lives.open {
      let place = trace.objects[subscription.source].assembly
      if place.isEmpty {
        findings.append(Self.finding([subscription], trace))
      } else {
        places[place, default: []].append(subscription)
      }
    }
    findings += places.values.sorted { $0[0].step < $1[0].step }.map { Self.finding($0, trace) }
  }

  private static func finding(_ open: [SubscriptionLives.Subscription], _ trace: Trace) -> Finding {
    let sources = Set(open.map(\.source)).sorted()
    let isRepeated = sources.count > 1 && trace.isComplete
    let names = sources.count == 1 ? trace.name(of: sources[0]) : "\(sources.count) \(typeNames(sources, trace))"
    let what = open.count == 1 ? "a subscription" : "\(open.count) subscriptions"
    let place = isRepeated ? ", made at the same place," : ""
    return Finding(
      rule: .neverDisposed, level: isRepeated ? .warning : .note,
      message: "\(what) to \(names)\(place) neither ended nor \(open.count == 1 ? "was" : "were") disposed of",
      steps: open.map(\.step), objects: isRepeated ? [sources[0]] : sources)
  }

  private static func typeNames(_ objects: [ObjectID], _ trace: Trace) -> String {
    Set(objects.map { trace.objects[$0].typeName }).sorted().joined(separator: ", ")
  }
}
