import RxTrace

/// The subscriptions that have not ended, by the places of the program that made them. A place counts only if none of
/// its subscriptions has ended, because such a place only makes more of them.
struct LastingSubscriptions<Place: Hashable> {
  private let place: (Subscription, Pipelines) -> Place?
  private var ended: Set<Place> = []

  init(by place: @escaping (Subscription, Pipelines) -> Place?) { self.place = place }

  /// - Returns: the place at which a subscription ended for the first time.
  mutating func take(_ event: PipelineEvent, _ run: Pipelines) -> Place? {
    guard case .ended(let subscription) = event, let place = place(subscription, run) else { return nil }
    return ended.insert(place).inserted ? place : nil
  }

  /// The place of a subscription; nil if a subscription has ended there.
  func lastingPlace(of subscription: Subscription, _ run: Pipelines) -> Place? {
    place(subscription, run).flatMap { ended.contains($0) ? nil : $0 }
  }

  /// The subscriptions of each place that are open, in the order of the first ones.
  func open(_ run: Pipelines, except known: Explained) -> [(place: Place, subscriptions: [Subscription])] {
    var places: [Place: [Subscription]] = [:]
    for subscription in run.openSubscriptions where !known.steps.contains(subscription.step) {
      guard let place = lastingPlace(of: subscription, run) else { continue }
      places[place, default: []].append(subscription)
    }
    return places.map { (place: $0.key, subscriptions: $0.value) }
      .sorted { $0.subscriptions[0].step < $1.subscriptions[0].step }
  }
}
