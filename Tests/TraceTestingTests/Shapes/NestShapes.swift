import Rx

/// Asks for a price again and again.
private final class Prices {
  private let once: Observable<String>

  init(_ once: Observable<String>) { self.once = once }

  var all: Observable<String> { once.concat(Observable.deferred { self.all }) }
}

extension Shape {
  /// Sequences that subscribe to themselves, within the time before.
  static let nests: [Shape] = [
    Shape("a poll that concatenates itself", .growing) {
      let (clock, bag) = (Clock(), DisposeBag())
      let once = clock.request("price", 1_000)
      func poll() -> Observable<String> { once.concat(Observable.deferred { poll() }) }
      poll().subscribe(onNext: { ignore($0) }).disposed(by: bag)
      clock.advance(20)
      kept.append(bag)
    },
    Shape("a property that follows itself", .growing) {
      let (clock, bag) = (Clock(), DisposeBag())
      Prices(clock.request("price", 1_000)).all.map { $0.count }.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      clock.advance(20)
      kept.append(bag)
    },
    Shape("a poll within the flatMap of its answer", .growing) {
      let (clock, bag) = (Clock(), DisposeBag())
      func poll() -> Observable<String> {
        clock.request("price", 1_000).flatMap { price in Observable.just(price).concat(Observable.deferred { poll() }) }
      }
      poll().subscribe(onNext: { ignore($0) }).disposed(by: bag)
      clock.advance(20)
      kept.append(bag)
    },
    Shape("a poll that the screen ends", .growing) {
      let (clock, held) = (Clock(), Held())
      held.bag = DisposeBag()
      func poll() -> Observable<String> { clock.request("price", 1_000).concat(Observable.deferred { poll() }) }
      poll().subscribe(onNext: { ignore($0) }).disposed(by: held.bag!)
      clock.advance(20)
      held.bag = nil
    },
  ]

  /// It may have had an end.
  static let cutNests: [Shape] = [
    Shape("pages of a list that is left", .growing) {
      let (clock, held) = (Clock(), Held())
      held.bag = DisposeBag()
      func pages(from number: Int) -> Observable<String> {
        clock.request("page \(number)", 1_000).concat(Observable.deferred { pages(from: number + 1) })
      }
      pages(from: 1).subscribe(onNext: { ignore($0) }).disposed(by: held.bag!)
      clock.advance(15)
      held.bag = nil
    }
  ]

  static let flat: [Shape] = [
    Shape("a timer that repeats a request") {
      let (clock, bag) = (Clock(), DisposeBag())
      let once = clock.request("price", 500)
      Observable<Int>.interval(.seconds(1), scheduler: clock.scheduler).flatMapFirst { _ in once }
        .subscribe(onNext: { ignore($0) }).disposed(by: bag)
      clock.advance(20)
      kept.append(bag)
    },
    Shape("pages of a list, to the last one") {
      let (clock, bag) = (Clock(), DisposeBag())
      func pages(from number: Int) -> Observable<String> {
        guard number < 16 else { return .empty() }
        return clock.request("page \(number)", 1_000).concat(Observable.deferred { pages(from: number + 1) })
      }
      pages(from: 1).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      clock.advance(30)
    },
    Shape("sixteen filters that a loop puts behind each other") {
      let (clock, bag) = (Clock(), DisposeBag())
      var prices = Observable<Int>.interval(.seconds(1), scheduler: clock.scheduler)
      for number in 1...16 { prices = prices.filter { $0 != number } }
      prices.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      clock.advance(20)
      kept.append(bag)
    },
    Shape("sixteen delayed subscriptions that a loop puts behind each other") {
      let (clock, bag) = (Clock(), DisposeBag())
      var prices = Observable<Int>.interval(.seconds(1), scheduler: clock.scheduler)
      for _ in 1...16 { prices = prices.delaySubscription(.seconds(1), scheduler: clock.scheduler) }
      prices.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      clock.advance(30)
      kept.append(bag)
    },
    Shape("a tree of some levels") {
      let (clock, bag) = (Clock(), DisposeBag())
      func walk(_ depth: Int) -> Observable<String> {
        clock.request("level \(depth)", 1_000).flatMap { level in
          depth < 5 ? Observable.just(level).concat(walk(depth + 1)) : Observable.just(level)
        }
      }
      walk(0).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      clock.advance(30)
    },
    Shape("a request that is tried again after a pause") {
      let (clock, bag) = (Clock(), DisposeBag())
      clock.failure().retry(when: { (errors: Observable<any Error>) in
        errors.delay(.seconds(1), scheduler: clock.scheduler)
      }).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      clock.advance(20)
      kept.append(bag)
    },
  ]
}
