import Rx

/// Sends its events at their times on the clock, to the observers of that moment.
final class HotObservable<Element>: TestableObservable<Element> {
  private var places: [Place<Element>] = []

  override init(testScheduler: TestScheduler, recordedEvents: [Recorded<Event<Element>>]) {
    super.init(testScheduler: testScheduler, recordedEvents: recordedEvents)
    for recorded in recordedEvents {
      testScheduler.scheduleAt(recorded.time) { self.send(recorded.value) }
    }
  }

  override func subscribeCore(_ observer: EventReceiver<Element>) -> any DisposableObject {
    let place = Place(observer)
    places.append(place)
    let subscription = noteSubscription {
      place.isTaken = false
      place.subscription = nil
      self.places.removeAll { $0 === place }
    }
    place.subscription = subscription
    return subscription
  }

  /// An observer that subscribes while an event is sent gets the next one; one that leaves meanwhile gets nothing more.
  private func send(_ event: Event<Element>) {
    for place in places where place.isTaken {
      place.receiver.on(event)
      if event.isStopEvent { place.subscription?.dispose() }
    }
  }
}

/// One observer's place in the list.
private final class Place<Element> {
  let receiver: EventReceiver<Element>
  var isTaken = true
  /// Ends with the sequence, even if the observer does not dispose it then. Nil once it has ended.
  var subscription: (any DisposableObject)?

  init(_ receiver: EventReceiver<Element>) {
    self.receiver = receiver
  }
}
