import Rx

/// Runs actions in virtual time, for tests: a minute of waiting takes no time, and every run is the same.
///
///     let scheduler = TestScheduler(initialClock: 0)
///     let numbers = scheduler.createHotObservable([.next(150, 1), .next(210, 2), .next(220, 3), .completed(250)])
///     let observer = scheduler.start { numbers.map { $0 * 10 } }
///     print(observer.events)
///     print(numbers.subscriptions)
///     // Prints: [next(20) @ 210, next(30) @ 220, completed @ 250]
///     //         [(200: 250)]
///
/// A test checks `#expect(observer.events == [.next(210, 20), .next(220, 30), .completed(250)])`, or writes the same in
/// marbles: see ``createHotObservable(marbles:values:error:from:)``.
public class TestScheduler: VirtualTimeScheduler<TestSchedulerVirtualTimeConverter> {
  /// The default times of `start`, in ticks.
  public struct Defaults {
    /// The time at which the sequence is made.
    public static let created: TestTime = 100
    /// The time at which it is subscribed to.
    public static let subscribed: TestTime = 200
    /// The time at which the subscription is disposed.
    public static let disposed: TestTime = 1000
  }

  private let simulateProcessingDelay: Bool

  /// - Parameters:
  ///   - initialClock: the first time that the clock shows, in ticks.
  ///   - resolution: the length of a tick for operators that take real time, in seconds.
  ///   - simulateProcessingDelay: whether an action scheduled for now runs one tick later, as if scheduling
  ///     took
  ///     time; otherwise it runs in the same tick.
  public init(initialClock: TestTime, resolution: Double = 1.0, simulateProcessingDelay: Bool = true) {
    self.simulateProcessingDelay = simulateProcessingDelay
    super.init(initialClock: initialClock, converter: TestSchedulerVirtualTimeConverter(resolution: resolution))
  }

  /// A sequence that sends its events at their times on the clock, with or without observers.
  public func createHotObservable<Element>(_ events: [Recorded<Event<Element>>]) -> TestableObservable<Element> {
    TestableObservable(HotSource(self, events))
  }

  /// A sequence that sends its events to each observer separately: their times count from the subscription.
  public func createColdObservable<Element>(_ events: [Recorded<Event<Element>>]) -> TestableObservable<Element> {
    TestableObservable(ColdSource(self, events))
  }

  /// An observer that records the events that it gets, and their times.
  public func createObserver<Element>(_ type: Element.Type) -> TestableObserver<Element> {
    TestableObserver(scheduler: self)
  }

  /// Calls `action` when the clock shows `time`.
  public func scheduleAt(_ time: TestTime, action: @escaping () -> Void) {
    _ = scheduleAbsoluteVirtual((), time: time) { _ in
      action()
      return Disposables.create()
    }
  }

  /// Moves an action that is due now or earlier to the next tick; without `simulateProcessingDelay`, to the current tick.
  public override func adjustScheduledTime(_ time: TestTime) -> TestTime {
    if time > clock { return time }
    return simulateProcessingDelay ? clock + 1 : clock
  }

  /// Makes a sequence, subscribes to it and disposes the subscription, each at its time, and runs all actions.
  ///
  /// The three times must not decrease; they may be equal.
  /// - Returns: an observer with the events that the sequence sent between subscription and disposal.
  public func start<Element, OutputSequence: ObservableConvertibleType>(
    created: TestTime, subscribed: TestTime, disposed: TestTime, create: @escaping () -> OutputSequence
  ) -> TestableObserver<Element> where OutputSequence.Element == Element {
    let observer = prepare(created: created, subscribed: subscribed, disposed: disposed, create: create)
    start()
    return observer
  }

  /// Schedules the three actions of `start`.
  func prepare<Element, OutputSequence: ObservableConvertibleType>(
    created: TestTime, subscribed: TestTime, disposed: TestTime, create: @escaping () -> OutputSequence
  ) -> TestableObserver<Element> where OutputSequence.Element == Element {
    precondition(
      created <= subscribed && subscribed <= disposed,
      "start(created: \(created), subscribed: \(subscribed), disposed: \(disposed)): the times must not decrease")
    let observer = createObserver(Element.self)
    observer.origin = subscribed
    TestJournal.noteStart()
    var source: Observable<Element>?
    var subscription: (any Disposable)?
    scheduleAt(created) { source = create().asObservable() }
    scheduleAt(subscribed) { subscription = source?.subscribe(observer) }
    scheduleAt(disposed) { subscription?.dispose() }
    return observer
  }

  /// Does the same, with the sequence made at 100 and subscribed to at 200: see ``Defaults``.
  public func start<Element, OutputSequence: ObservableConvertibleType>(
    disposed: TestTime, create: @escaping () -> OutputSequence
  ) -> TestableObserver<Element> where OutputSequence.Element == Element {
    start(created: Defaults.created, subscribed: Defaults.subscribed, disposed: disposed, create: create)
  }

  /// Starts the scheduler. The sequence is made at 100, subscribed to at 200 and disposed at 1000: see ``Defaults``.
  public func start<Element, OutputSequence: ObservableConvertibleType>(
    _ create: @escaping () -> OutputSequence
  ) -> TestableObserver<Element> where OutputSequence.Element == Element {
    start(disposed: Defaults.disposed, create: create)
  }
}
