import Rx

/// Sends its events at their times on the clock, to the observers of that moment.
final class HotObservable<Element>: TestSequence<Element> {}

final class HotSource<Element>: TestSource<Element> {
  private var places: [Place<Element>] = []
  /// The sequence that operators see, which recordings name.
  private weak var seen: HotObservable<Element>?
  private var hasEnded = false

  override init(_ scheduler: TestScheduler, _ events: Events) {
    super.init(scheduler, events)
    for recorded in events {
      scheduler.scheduleAt(recorded.time) { self.send(recorded.value) }
    }
  }

  override func sequence(endsAtOnce: Bool) -> Observable<Element> {
    let sequence = HotObservable(self, endsAtOnce: endsAtOnce)
    if seen == nil { seen = sequence }
    return sequence
  }

  override func start(_ observer: EventReceiver<Element>, endsAtOnce: Bool) -> any DisposableObject {
    let place = Place(observer)
    places.append(place)
    let subscription = noteSubscription {
      place.isTaken = false
      place.subscription = nil
      self.places.removeAll { $0 === place }
    }
    if endsAtOnce { place.subscription = subscription }
    return subscription
  }

  /// An observer that subscribes while an event is sent gets the next one; one that leaves meanwhile gets nothing more.
  private func send(_ event: Event<Element>) {
    noteUnheard(event)
    for place in places where place.isTaken {
      place.receiver.on(event)
      if event.isStopEvent { place.subscription?.dispose() }
    }
  }

  /// Recordings tell of elements that come when all observers have left, as they do for a subject. Those before the first
  /// subscription are usual in tests.
  private func noteUnheard(_ event: Event<Element>) {
    if case .next(let element) = event, places.isEmpty, !subscriptions.isEmpty, !hasEnded {
      seen?.recordUnheard(element)
    }
    if event.isStopEvent { hasEnded = true }
  }
}

/// One observer's place in the list.
private final class Place<Element> {
  let receiver: EventReceiver<Element>
  var isTaken = true
  /// Disposed at a terminal event; nil if only the observer disposes it, and once it has ended.
  var subscription: (any DisposableObject)?

  init(_ receiver: EventReceiver<Element>) {
    self.receiver = receiver
  }
}
