import Rx

/// Runs actions in virtual time for tests: a minute of waiting takes no time, and a run is the same every time.
///
///     let scheduler = TestScheduler(initialClock: 0)
///     let numbers = scheduler.createHotObservable([.next(150, 1), .next(210, 2), .next(220, 3), .completed(250)])
///     let observer = scheduler.start { numbers.map { $0 * 10 } }
///     print(observer.events)
///     print(numbers.subscriptions)
///     // Prints: [next(20) @ 210, next(30) @ 220, completed @ 250]
///     //         [(200 : 250)]
///
/// `#expect(observer.events == [.next(210, 20), .next(220, 30), .completed(250)])` checks it; marbles, as in
/// ``createHotObservable(marbles:values:error:from:)``, say the same in one line.
public class TestScheduler: VirtualTimeScheduler<TestSchedulerVirtualTimeConverter> {
  /// The moments at which `start` does things unless it is told otherwise, in ticks.
  public struct Defaults {
    /// When the sequence is made.
    public static let created: TestTime = 100
    /// When it is subscribed to.
    public static let subscribed: TestTime = 200
    /// When the subscription is disposed of.
    public static let disposed: TestTime = 1000
  }

  private let simulateProcessingDelay: Bool

  /// - Parameters:
  ///   - initialClock: what the clock shows at first, in ticks.
  ///   - resolution: what a tick is worth to operators that take real time, in seconds.
  ///   - simulateProcessingDelay: whether what is scheduled for now runs one tick later, as though handing it over took
  ///     time; otherwise it runs at the same tick.
  public init(initialClock: TestTime, resolution: Double = 1.0, simulateProcessingDelay: Bool = true) {
    self.simulateProcessingDelay = simulateProcessingDelay
    super.init(initialClock: initialClock, converter: TestSchedulerVirtualTimeConverter(resolution: resolution))
  }

  /// A sequence that sends its events at their moments of the clock, whether or not anybody is subscribed.
  public func createHotObservable<Element>(_ events: [Recorded<Event<Element>>]) -> TestableObservable<Element> {
    TestableObservable(HotSource(self, events))
  }

  /// A sequence that sends its events to each observer anew: their times count from the subscription.
  public func createColdObservable<Element>(_ events: [Recorded<Event<Element>>]) -> TestableObservable<Element> {
    TestableObservable(ColdSource(self, events))
  }

  /// An observer that notes what it is given, and when.
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

  /// What is asked for now or earlier runs at the next tick, or at this one without `simulateProcessingDelay`.
  public override func adjustScheduledTime(_ time: TestTime) -> TestTime {
    if time > clock { return time }
    return simulateProcessingDelay ? clock + 1 : clock
  }

  /// Makes a sequence, subscribes to it and disposes of the subscription, each at its moment, and runs everything.
  ///
  /// The three moments must follow each other; two may be the same.
  /// - Returns: an observer that has noted what the sequence sent between subscription and disposal.
  public func start<Element, OutputSequence: ObservableConvertibleType>(
    created: TestTime, subscribed: TestTime, disposed: TestTime, create: @escaping () -> OutputSequence
  ) -> TestableObserver<Element> where OutputSequence.Element == Element {
    let observer = prepare(created: created, subscribed: subscribed, disposed: disposed, create: create)
    start()
    return observer
  }

  /// Schedules what `start` does at its three moments.
  func prepare<Element, OutputSequence: ObservableConvertibleType>(
    created: TestTime, subscribed: TestTime, disposed: TestTime, create: @escaping () -> OutputSequence
  ) -> TestableObserver<Element> where OutputSequence.Element == Element {
    precondition(
      created <= subscribed && subscribed <= disposed,
      "a sequence is made, subscribed to, disposed of in that order: not at \(created), \(subscribed), \(disposed)")
    let observer = createObserver(Element.self)
    observer.origin = subscribed
    var source: Observable<Element>?
    var subscription: (any Disposable)?
    scheduleAt(created) { source = create().asObservable() }
    scheduleAt(subscribed) { subscription = source?.subscribe(observer) }
    scheduleAt(disposed) { subscription?.dispose() }
    return observer
  }

  /// The same, with the sequence made at 100 and subscribed to at 200: see ``Defaults``.
  public func start<Element, OutputSequence: ObservableConvertibleType>(
    disposed: TestTime, create: @escaping () -> OutputSequence
  ) -> TestableObserver<Element> where OutputSequence.Element == Element {
    start(created: Defaults.created, subscribed: Defaults.subscribed, disposed: disposed, create: create)
  }

  /// The same, with the sequence made at 100, subscribed to at 200 and disposed of at 1000: see ``Defaults``.
  public func start<Element, OutputSequence: ObservableConvertibleType>(
    _ create: @escaping () -> OutputSequence
  ) -> TestableObserver<Element> where OutputSequence.Element == Element {
    start(disposed: Defaults.disposed, create: create)
  }
}
