import Rx
import TraceAnalysis

extension Shape {
  static let repeatedWork: [Shape] = [
    Shape("two subscribers to the answers of requests", .workRepeated) {
      let (clock, bag, ids) = (Clock(), DisposeBag(), PublishSubject<Int>())
      let user = ids.flatMapLatest { clock.request("user \($0)") }
      user.map { $0.uppercased() }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      user.map { $0.count }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      ids.onNext(1)
      clock.advance(1)
    },
    Shape("two subscribers to requests that deferred begins", .workRepeated) {
      let (clock, bag, ids) = (Clock(), DisposeBag(), PublishSubject<Int>())
      let user = ids.flatMapLatest { id in
        Observable<String>.deferred {
          Observable<Int>.timer(.milliseconds(100), scheduler: clock.scheduler).map { _ in "user \(id)" }
        }
      }
      user.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      user.subscribe(onNext: { ignore($0.count) }).disposed(by: bag)
      ids.onNext(1)
      clock.advance(1)
    },
    Shape("a request within deferred, for two subscribers", .workRepeated) {
      let (clock, bag) = (Clock(), DisposeBag())
      let user = Observable.deferred { clock.request("Ada") }
      user.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      user.subscribe(onNext: { ignore($0.count) }).disposed(by: bag)
      clock.advance(1)
    },
    Shape("a resource that using makes, for two subscribers", .workRepeated) {
      let (clock, bag) = (Clock(), DisposeBag())
      let lines = Observable.using({ BooleanDisposable() }) { _ in
        Observable<Int>.timer(.milliseconds(100), scheduler: clock.scheduler).map { _ in "line" }
      }
      lines.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      lines.map { $0.count }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      clock.advance(1)
    },
    Shape("two subscribers to one request", .workRepeated) {
      let (clock, bag) = (Clock(), DisposeBag())
      let user = clock.request("Ada")
      user.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      user.subscribe(onNext: { ignore($0.count) }).disposed(by: bag)
      clock.advance(1)
    },
    Shape("a request behind a map, shown by two labels", .workRepeated) {
      let (clock, bag) = (Clock(), DisposeBag())
      let name = clock.request("Ada").map { $0.uppercased() }
      let (title, footer) = (BehaviorRelay(value: ""), BehaviorRelay(value: ""))
      name.bind(to: title).disposed(by: bag)
      name.bind(to: footer).disposed(by: bag)
      clock.advance(1)
    },
    Shape("one request for two inputs of combineLatest", .workRepeated) {
      let (clock, bag) = (Clock(), DisposeBag())
      let user = clock.request("Ada")
      Observable.combineLatest(user.map { $0.count }, user.map { $0.uppercased() }) { "\($0) \($1)" }
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      clock.advance(1)
    },
    Shape("one request for two inputs of merge", .workRepeated) {
      let (clock, bag) = (Clock(), DisposeBag())
      let user = clock.request("Ada")
      Observable.merge(user.map { "title \($0)" }, user.map { "footer \($0)" })
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      clock.advance(1)
    },
    Shape("share that stands before the request instead of behind it", .workRepeated) {
      let (clock, bag, taps) = (Clock(), DisposeBag(), PublishSubject<Void>())
      let answers = taps.share().flatMap { clock.request("answer") }
      answers.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      answers.subscribe(onNext: { ignore($0.count) }).disposed(by: bag)
      taps.onNext(())
      clock.advance(1)
    },
    Shape("a Single with two subscribers", .workRepeated) {
      let (clock, bag) = (Clock(), DisposeBag())
      let token = clock.request("token").asSingle()
      token.subscribe(onSuccess: { ignore($0) }).disposed(by: bag)
      token.map { $0.count }.subscribe(onSuccess: { ignore($0) }).disposed(by: bag)
      clock.advance(1)
    },
    Shape("rows of a list that each ask for the same image", .workRepeated) {
      let (clock, bag) = (Clock(), DisposeBag())
      let image = clock.request("logo.png")
      for row in 1...5 { image.subscribe(onNext: { ignore("\(row) \($0)") }).disposed(by: bag) }
      clock.advance(1)
    },
    Shape("settings that are a second input and shown as well", .workRepeated) {
      let (clock, bag, taps) = (Clock(), DisposeBag(), PublishSubject<Int>())
      let settings = clock.request("metric")
      settings.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      taps.withLatestFrom(settings).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      clock.advance(1)
      taps.onNext(1)
    },
  ]

  static let workDoneOnce: [Shape] = [
    Shape("two subscribers that share the answers of requests") {
      let (clock, bag, ids) = (Clock(), DisposeBag(), PublishSubject<Int>())
      let user = ids.flatMapLatest { clock.request("user \($0)") }.share(replay: 1)
      user.map { $0.uppercased() }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      user.map { $0.count }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      ids.onNext(1)
      clock.advance(1)
    },
    Shape("a request that is made again after its failure") {
      let (clock, bag) = (Clock(), DisposeBag())
      nonisolated(unsafe) var tries = 0
      Observable<String>.deferred {
        tries += 1
        return tries < 3 ? clock.failure() : clock.request("at last")
      }
      .retry(3).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      clock.advance(1)
    },
    Shape("a failing request that retry makes three times") {
      let (clock, bag) = (Clock(), DisposeBag())
      clock.failure().retry(3).subscribe(onError: { ignore($0) }).disposed(by: bag)
    },
    Shape("one request that each tap makes") {
      let (clock, bag, taps) = (Clock(), DisposeBag(), PublishSubject<Void>())
      let load = clock.request("page")
      taps.flatMapLatest { load }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for _ in 1...3 {
        taps.onNext(())
        clock.advance(1)
      }
    },
    Shape("a request made when the screen appears, and again to refresh it") {
      let (clock, bag, taps) = (Clock(), DisposeBag(), PublishSubject<Void>())
      let load = clock.request("page")
      load.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      clock.advance(1)
      taps.subscribe(onNext: { load.subscribe(onNext: { ignore($0) }).disposed(by: bag) }).disposed(by: bag)
      taps.onNext(())
      clock.advance(1)
    },
    Shape("a source of notifications with two listeners") {
      let bag = DisposeBag()
      let center = PublishSubject<Int>()
      let notifications = Observable<Int>.create { observer in
        center.subscribe(onNext: { observer.onNext($0) })
      }
      notifications.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      notifications.subscribe(onNext: { ignore($0 + 1) }).disposed(by: bag)
      center.onNext(1)
    },
    Shape("values that are computed for each subscriber") {
      let bag = DisposeBag()
      let numbers = Observable.of(1, 2, 3).map { $0 * 2 }
      numbers.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      numbers.reduce(0, accumulator: +).subscribe(onNext: { ignore($0) }).disposed(by: bag)
    },
    Shape("state that deferred reads for each subscriber") {
      let bag = DisposeBag()
      let now = Observable.deferred { .just(7) }
      now.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      now.subscribe(onNext: { ignore($0 + 1) }).disposed(by: bag)
    },
    Shape("the next value of a relay, which deferred takes for each subscriber") {
      let (bag, state) = (DisposeBag(), PublishRelay<Int>())
      let next = Observable.deferred { state.take(1) }
      next.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      next.subscribe(onNext: { ignore($0 + 1) }).disposed(by: bag)
      state.accept(1)
    },
    Shape("requests that deferred begins, shared") {
      let (clock, bag, ids) = (Clock(), DisposeBag(), PublishSubject<Int>())
      let user = ids.flatMapLatest { id in
        Observable<String>.deferred {
          Observable<Int>.timer(.milliseconds(100), scheduler: clock.scheduler).map { _ in "user \(id)" }
        }
      }.share(replay: 1)
      user.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      user.subscribe(onNext: { ignore($0.count) }).disposed(by: bag)
      ids.onNext(1)
      clock.advance(1)
    },
    Shape("two requests of one function") {
      let (clock, bag) = (Clock(), DisposeBag())
      clock.request("one").subscribe(onNext: { ignore($0) }).disposed(by: bag)
      clock.request("two").subscribe(onNext: { ignore($0) }).disposed(by: bag)
      clock.advance(1)
    },
    Shape("a request behind a driver with two subscribers") {
      let clock = Clock()
      SharingScheduler.mock(scheduler: clock.scheduler) {
        Wait.onMain {
          let bag = DisposeBag()
          let name = clock.request("Ada").asDriver(onErrorJustReturn: "")
          name.drive(onNext: { ignore($0) }).disposed(by: bag)
          name.map { $0.count }.drive(onNext: { ignore($0) }).disposed(by: bag)
          clock.advance(1)
        }
      }
    },
    Shape("a request that is published and connected once") {
      let (clock, bag) = (Clock(), DisposeBag())
      let user = clock.request("Ada").publish()
      user.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      user.map { $0.count }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      user.connect().disposed(by: bag)
      clock.advance(1)
    },
    Shape("a resource that using makes for a shared sequence") {
      let (clock, bag) = (Clock(), DisposeBag())
      let lines = Observable.using({ BooleanDisposable() }) { _ in
        Observable<Int>.timer(.milliseconds(100), scheduler: clock.scheduler).map { _ in "line" }
      }.share(replay: 1)
      lines.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      lines.map { $0.count }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      clock.advance(1)
    },
    Shape("a resource that using makes around a subject") {
      let (taps, bag) = (PublishSubject<Int>(), DisposeBag())
      let counted = Observable.using({ BooleanDisposable() }) { _ in taps }
      counted.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      counted.map { $0 + 1 }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      taps.onNext(1)
      taps.onCompleted()
    },
  ]
  /// A function of the program that works out a value, and one whose values differ.
  private static func load() -> Int { (1...100).reduce(0, +) }
  private static func next() -> Int {
    last += 1
    return last
  }
  nonisolated(unsafe) private static var last = 0

  /// Work in a call of which only the source tells.
  static let calledAgain: [Shape] = [
    Shape("a value that deferred works out for each of two subscribers") {
      let bag = DisposeBag()
      let total = Observable.deferred { .just(load()) }
      total.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      total.map { $0 * 2 }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
    },
    Shape("the same, in a closure of several lines and behind an operator") {
      let bag = DisposeBag()
      let total = Observable<Int>.deferred {
        Observable.just(load())
      }
      .map { $0 + 1 }
      total.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      total.subscribe(onNext: { ignore($0 * 2) }).disposed(by: bag)
    },
  ]

  static let readAgain: [Shape] = [
    Shape("a property that deferred reads for each of two subscribers") {
      let (bag, state) = (DisposeBag(), BehaviorRelay(value: 1))
      let now = Observable.deferred { .just(state.value) }
      now.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      now.map { $0 + 1 }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
    },
    Shape("a call that has another result for each of two subscribers") {
      let bag = DisposeBag()
      let number = Observable.deferred { .just(next()) }
      number.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      number.map { $0 + 1 }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
    },
    Shape("a value that deferred works out, shared by two subscribers") {
      let bag = DisposeBag()
      let total = Observable.deferred { .just(load()) }.replay(1)
      total.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      total.map { $0 * 2 }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      total.connect().disposed(by: bag)
    },
  ]
}
