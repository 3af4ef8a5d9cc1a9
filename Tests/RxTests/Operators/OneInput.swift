import Rx
import RxTest
import Testing

/// The behaviour that all operators with one input share: how they complete, fail and unsubscribe.
struct OneInput {
  /// Elements sent on subscription, before the input's.
  var sentFirst: [Int] = []
  let apply: (Observable<Int>) -> Observable<Int>

  /// An input without elements completes, or goes on.
  func expectEnds(_ place: SourceLocation = #_sourceLocation) {
    let beginning = sentFirst.map { Recorded.next(200, $0) }
    let empty = run([.completed(250)])
    #expect(empty.events == beginning + [.completed(250)], sourceLocation: place)
    #expect(empty.subscriptions == [Subscription(200, 250)], sourceLocation: place)
    let never = run([])
    #expect(never.events == beginning, sourceLocation: place)
    #expect(never.subscriptions == [Subscription(200, 1000)], sourceLocation: place)
  }

  /// An error of the input is forwarded at its time, and nothing after it.
  func expectPassesErrors(_ place: SourceLocation = #_sourceLocation) {
    let failed = run([.error(250, TestError.first), .next(260, 1), .completed(270)])
    #expect(failed.events == sentFirst.map { .next(200, $0) } + [.error(250, TestError.first)], sourceLocation: place)
    #expect(failed.subscriptions == [Subscription(200, 250)], sourceLocation: place)
  }

  /// Disposal before the first element, between two, after the completion, and from within a delivery.
  func expectUnsubscribes(_ place: SourceLocation = #_sourceLocation) {
    let whole = run(Self.events)
    for moment in [205, 215, 225, 700] {
      let disposed = run(Self.events, disposed: moment)
      #expect(disposed.events == whole.events.filter { $0.time < moment }, sourceLocation: place)
      #expect(disposed.subscriptions == [Subscription(200, min(moment, 240))], sourceLocation: place)
    }
    expectUnsubscribesWithinDelivery(whole.events.first { $0.time > 200 }, place)
  }

  /// Events that the input sends after its completion are not forwarded.
  func expectKeepsTheGrammar(_ place: SourceLocation = #_sourceLocation) {
    let rest: [Recorded<Event<Int>>] = [.next(250, 7), .error(260, TestError.second), .completed(270)]
    #expect(run(Self.events + rest).events == run(Self.events).events, sourceLocation: place)
  }

  func expectAll(_ place: SourceLocation = #_sourceLocation) {
    expectEnds(place)
    expectPassesErrors(place)
    expectUnsubscribes(place)
    expectKeepsTheGrammar(place)
  }

  private static let events: [Recorded<Event<Int>>] = [
    .next(190, 9), .next(210, 1), .next(220, 2), .next(230, 3), .completed(240),
  ]

  private func run(
    _ events: [Recorded<Event<Int>>], disposed: TestTime = TestScheduler.Defaults.disposed
  ) -> (events: [Recorded<Event<Int>>], subscriptions: [Subscription]) {
    let scheduler = TestScheduler(initialClock: 0)
    let input = scheduler.createHotObservable(events)
    let observer = scheduler.start(disposed: disposed) { apply(input) }
    return (observer.events, input.subscriptions)
  }

  private func expectUnsubscribesWithinDelivery(_ first: Recorded<Event<Int>>?, _ place: SourceLocation) {
    let scheduler = TestScheduler(initialClock: 0)
    let input = scheduler.createHotObservable(Self.events)
    let observer = scheduler.createObserver(Int.self)
    let subscription = SingleAssignmentDisposable()
    scheduler.scheduleAt(200) {
      subscription.setDisposable(
        apply(input).subscribe { event in
          observer.on(event)
          if scheduler.clock > 200 { subscription.dispose() }
        })
    }
    scheduler.start()
    #expect(observer.events == sentFirst.map { .next(200, $0) } + [first].compactMap { $0 }, sourceLocation: place)
    #expect(input.subscriptions == [Subscription(200, first?.time ?? 240)], sourceLocation: place)
  }
}
