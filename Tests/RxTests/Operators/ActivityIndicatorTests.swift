import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("ActivityIndicator") @MainActor struct ActivityIndicatorTests {
    let scheduler = TestScheduler(initialClock: 0)
    let loading = ActivityIndicator()

    func activity() -> TestableObserver<Bool> {
      let observer = scheduler.createObserver(Bool.self)
      _ = loading.asDriver().drive(observer)
      return observer
    }

    @Test("true from the subscription to the terminal event or disposal; the sequence itself is unchanged")
    func ends() {
      let activity = activity()
      let ends: [Recorded<Event<Int>>] = [.completed(20), .error(20, TestError.first)]
      let sources = ends.map { scheduler.createColdObservable([.next(10, 1), $0]) }
      let observers = sources.map { _ in scheduler.createObserver(Int.self) }
      for (index, source) in sources.enumerated() {
        scheduler.scheduleAt(200 + 100 * index) {
          _ = source.trackActivity(loading).subscribe(observers[index])
        }
      }
      scheduler.start()
      #expect(
        activity.events == [
          .next(0, false), .next(200, true), .next(220, false), .next(300, true), .next(320, false),
        ])
      #expect(observers[0].events == [.next(210, 1), .completed(220)])
      #expect(observers[1].events == [.next(310, 1), .error(320, TestError.first)])
      #expect(sources[0].subscriptions == [Subscription(200, 220)])
    }

    @Test("false again when the subscription is disposed")
    func disposal() {
      let activity = activity()
      let source = scheduler.createColdObservable([.next(10, 1)])
      let observer = scheduler.start(disposed: 250) { source.trackActivity(loading) }
      #expect(activity.events == [.next(0, false), .next(200, true), .next(250, false)])
      #expect(observer.events == [.next(210, 1)] && source.subscriptions == [Subscription(200, 250)])
    }

    @Test("with several overlapping sequences, true from the first to the last")
    func overlapping() {
      let activity = activity()
      let source = scheduler.createColdObservable([.completed(50, Int.self)])
      for time in [200, 230, 400] { scheduler.scheduleAt(time) { _ = source.trackActivity(loading).subscribe() } }
      scheduler.start()
      #expect(
        activity.events == [
          .next(0, false), .next(200, true), .next(280, false), .next(400, true), .next(450, false),
        ])
    }

    @Test("true before the source is subscribed to, false after its observer got the terminal event")
    func order() {
      let log = Log()
      let watching = loading.asDriver().drive(onNext: { log.add("loading \($0)") })
      let source = Observable<Int>.create { observer in
        log.add("subscribed")
        observer.onCompleted()
        return Disposables.create()
      }
      _ = source.trackActivity(loading).subscribe { log.add($0) }
      #expect(log.entries == ["loading false", "loading true", "subscribed", "completed", "loading false"])
      watching.dispose()
    }
  }
}
