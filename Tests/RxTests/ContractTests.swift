import Rx
import Testing

extension EngineTests {
  /// The grammar of events, and the classes that enforce it.
  @Suite struct Contract {
    @Test("nothing follows the terminal event")
    func nothingAfterTheEnd() {
      let source = Observable<Int>.create { observer in
        observer.onNext(1)
        observer.onCompleted()
        observer.onNext(2)
        observer.onError(TestError.first)
        observer.onCompleted()
        return Disposables.create()
      }
      #expect(events(of: source) == ["next(1)", "completed"])
    }

    @Test("nothing follows disposal, and disposal happens once")
    func nothingAfterDisposal() {
      let probe = Probe<Int>()
      let log = Log()
      let subscription = probe.observable.subscribe { log.add($0) }
      probe.observer?.onNext(1)
      subscription.dispose()
      subscription.dispose()
      probe.observer?.onNext(2)
      probe.observer?.onCompleted()
      #expect(log.entries == ["next(1)"])
      #expect(probe.disposals == 1)
    }

    @Test("an observer that disposes its own subscription gets nothing more")
    func disposalFromWithin() {
      let probe = Probe<Int>()
      let log = Log()
      var subscription: (any Disposable)?
      subscription = probe.observable.map { $0 * 10 }.subscribe(onNext: { number in
        log.add("\(number)")
        if number == 20 { subscription?.dispose() }
      })
      for number in 1...4 { probe.observer?.onNext(number) }
      #expect(log.entries == ["10", "20"])
      #expect(probe.disposals == 1)
    }

    @Test("the source is disposed when it ends by itself", arguments: [true, false])
    func disposalAtTheEnd(fails: Bool) {
      let probe = Probe<Int>()
      let log = Log()
      let subscription = probe.observable.subscribe(
        onNext: { log.add("\($0)") }, onError: { log.add("error \($0)") }, onCompleted: { log.add("completed") },
        onDisposed: { log.add("disposed") })
      if fails { probe.observer?.onError(TestError.first) } else { probe.observer?.onCompleted() }
      #expect(log.entries == [fails ? "error first" : "completed", "disposed"])
      #expect(probe.disposals == 1)
      subscription.dispose()
      #expect(log.entries.count == 2)
    }

    @Test("onDisposed is called when the subscription is disposed from outside")
    func onDisposed() {
      let log = Log()
      Observable<Int>.never().subscribe(onDisposed: { log.add("disposed") }).dispose()
      #expect(log.entries == ["disposed"])
    }

    @Test("each subscription runs the closure of create")
    func subscriptionsAreIndependent() {
      let probe = Probe<Int>()
      let subscriptions = (1...3).map { _ in probe.observable.subscribe() }
      #expect(probe.subscriptions == 3)
      subscriptions[1].dispose()
      #expect(probe.disposals == 1)
    }

    @Test("the event enumeration and the shorthands are equivalent")
    func eventsAtTheEdge() {
      let source = Observable<Int>.create { observer in
        observer.on(.next(1))
        observer.on(.error(TestError.first))
        return Disposables.create()
      }
      #expect(events(of: source) == ["next(1)", "error(first)"])
    }

    @Test("an observer of the program's own type may subscribe to anything")
    func foreignObserver() {
      struct Collector: ObserverType {
        let log: Log
        func on(_ event: Event<Int>) { log.add(event) }
      }
      let log = Log()
      _ = Observable.of(1, 2).map { $0 + 1 }.subscribe(Collector(log: log))
      #expect(log.entries == ["next(2)", "next(3)", "completed"])
    }

    @Test("a sequence of the program's own type has every operator")
    func foreignObservable() {
      struct Countdown: ObservableType {
        typealias Element = Int
        func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Int {
          for number in [2, 1] { observer.onNext(number) }
          observer.onCompleted()
          return Disposables.create()
        }
      }
      #expect(events(of: Countdown().map { $0 * 2 }) == ["next(4)", "next(2)", "completed"])
    }

    @Test("AnyObserver erases an observer's type, and mapObserver transforms the elements it gets")
    func anyObserver() {
      let log = Log()
      let observer = AnyObserver<Int> { log.add($0) }
      observer.mapObserver { (text: String) in try #require(Int(text)) }.onNext("7")
      observer.asObserver().onCompleted()
      #expect(log.entries == ["next(7)", "completed"])
    }
  }
}
