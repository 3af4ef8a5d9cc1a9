import Rx
import RxTestCore
import TraceAnalysis

/// Sequences of a ``TestScheduler``, as tests of an app use them.
extension Shape {
  static let endedInTests: [Shape] = [
    Shape("a hot sequence of queries, the second of which fails", .endedByError) {
      let (scheduler, bag) = (TestScheduler(initialClock: 0), DisposeBag())
      let queries = scheduler.createHotObservable([.next(100, "a"), .next(200, "b"), .next(300, "c"), .next(400, "d")])
      queries.flatMapLatest { answer($0, scheduler) }.subscribe(onNext: { ignore($0) }, onError: { ignore($0) })
        .disposed(by: bag)
      scheduler.start()
    },
    Shape("a hot sequence whose failure is replaced for good", .endedByError) {
      let (scheduler, bag) = (TestScheduler(initialClock: 0), DisposeBag())
      let queries = scheduler.createHotObservable([.next(100, "a"), .next(200, "b"), .next(300, "c"), .completed(400)])
      queries.map { $0 + "?" }.flatMap { answer($0, scheduler) }.catchAndReturn("offline")
        .subscribe(scheduler.createObserver(String.self)).disposed(by: bag)
      scheduler.start()
    },
    Shape("a hot sequence that another observer still hears", .endedByError) {
      let (scheduler, bag) = (TestScheduler(initialClock: 0), DisposeBag())
      let queries = scheduler.createHotObservable([.next(100, "a"), .next(200, "b"), .next(300, "c")])
      queries.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      queries.flatMapLatest { answer($0, scheduler) }.subscribe(onNext: { ignore($0) }, onError: { ignore($0) })
        .disposed(by: bag)
      scheduler.start()
    },
    Shape("a hot sequence beside one that fails", .endedByError) {
      let (scheduler, bag) = (TestScheduler(initialClock: 0), DisposeBag())
      let taps = scheduler.createHotObservable([.next(100, "a"), .next(300, "c")])
      let answers = scheduler.createHotObservable([.next(150, "x"), .error(250, Offline())])
      Observable.merge(taps.asObservable(), answers.asObservable())
        .subscribe(onNext: { ignore($0) }, onError: { ignore($0) }).disposed(by: bag)
      scheduler.start()
    },
    Shape("a cold sequence that fails behind a relay", .endedByError) {
      let (scheduler, bag, query) = (TestScheduler(initialClock: 0), DisposeBag(), PublishRelay<String>())
      query.flatMapLatest { answer($0, scheduler) }.catchAndReturn("offline").subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      for (place, text) in ["a", "b", "c"].enumerated() {
        scheduler.scheduleAt(100 * (place + 1)) { query.accept(text) }
      }
      scheduler.start()
    },
  ]

  static let goesOnInTests: [Shape] = [
    Shape("a hot sequence of queries, each of which may fail by itself") {
      let (scheduler, bag) = (TestScheduler(initialClock: 0), DisposeBag())
      let queries = scheduler.createHotObservable([.next(100, "a"), .next(200, "b"), .next(300, "c")])
      queries.flatMapLatest { answer($0, scheduler).catchAndReturn("offline") }.subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      scheduler.start()
    },
    Shape("a hot sequence of queries, each of which may fail by itself, and another observer") {
      let (scheduler, bag) = (TestScheduler(initialClock: 0), DisposeBag())
      let queries = scheduler.createHotObservable([.next(100, "a"), .next(200, "b"), .next(300, "c")])
      queries.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      queries.flatMapLatest { answer($0, scheduler).catchAndReturn("offline") }.subscribe(onNext: { ignore($0) })
        .disposed(by: bag)
      scheduler.start()
    },
    Shape("a hot sequence that fails itself, and is asked for no more") {
      let (scheduler, bag) = (TestScheduler(initialClock: 0), DisposeBag())
      let lines = scheduler.createHotObservable([.next(100, "a"), .error(200, Offline()), .next(300, "c")])
      lines.map { $0.count }.subscribe(onNext: { ignore($0) }, onError: { ignore($0) }).disposed(by: bag)
      scheduler.start()
    },
    Shape("a hot sequence whose observer takes what it needs") {
      let scheduler = TestScheduler(initialClock: 0)
      let lines = scheduler.createHotObservable([
        .next(100, "early"), .next(300, "a"), .next(400, "b"), .next(500, "c"),
      ])
      _ = scheduler.start(disposed: 450) { lines.take(1) }
    },
    Shape("a hot sequence that was left before another inner sequence failed") {
      let (scheduler, bag, pages) = (TestScheduler(initialClock: 0), DisposeBag(), PublishSubject<Int>())
      let lines = scheduler.createHotObservable([.next(100, "a"), .next(300, "c")])
      pages.flatMapLatest { $0 == 1 ? lines.asObservable() : .error(Offline()) }
        .subscribe(onNext: { ignore($0) }, onError: { ignore($0) }).disposed(by: bag)
      scheduler.scheduleAt(50) { pages.onNext(1) }
      scheduler.scheduleAt(200) { pages.onNext(2) }
      scheduler.start()
    },
    Shape("retry behind the failure of a hot sequence's request") {
      let (scheduler, bag) = (TestScheduler(initialClock: 0), DisposeBag())
      let queries = scheduler.createHotObservable([.next(100, "a"), .next(200, "b"), .next(300, "c")])
      queries.flatMapLatest { answer($0, scheduler) }.retry().subscribe(onNext: { ignore($0) }).disposed(by: bag)
      scheduler.start()
    },
  ]

  private static func answer(_ query: String, _ scheduler: TestScheduler) -> Observable<String> {
    let fails = query.hasPrefix("b")
    return scheduler.createColdObservable(fails ? [.error(10, Offline())] : [.next(10, query), .completed(11)])
      .asObservable()
  }
}
