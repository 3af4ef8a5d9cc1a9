import Dispatch
import Rx

/// A relay whose elements come back over a queue, until the pipeline is disposed.
private final class Ring: @unchecked Sendable {
  private let work = Background()
  private let rounds = DispatchSemaphore(value: 0)
  var bag: DisposeBag? = DisposeBag()
  let relay = BehaviorRelay(value: 0)
  let other = BehaviorRelay(value: 0)

  /// Counts the rounds of a pipeline, on its queue; after some of them the pipeline is disposed there.
  func moved<Element>(_ source: Observable<Element>, rounds limit: Int = 40) -> Observable<Element> {
    var count = 0
    return source.observe(on: work.scheduler).do(onNext: { [self] _ in
      count += 1
      guard count == limit else { return }
      bag = nil
      rounds.signal()
    })
  }

  /// Runs `body` on the queue, and returns when all is at rest that follows from it, or after some rounds.
  func onQueue(_ body: @escaping @Sendable () -> Void) {
    turn(body)
    waitForRest()
  }

  func waitForEnd() {
    Wait.for(rounds)
    waitForRest()
  }

  /// More turns than any of the sound pipelines takes.
  private func waitForRest() {
    for _ in 0..<80 { turn {} }
  }

  private func turn(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    _ = work.scheduler.schedule(()) { _ in
      body()
      done.signal()
      return Disposables.create()
    }
    Wait.for(done)
  }
}

extension Shape {
  static let loops: [Shape] = [
    Shape("a relay that sends to itself over a queue", .loop) {
      let ring = Ring()
      ring.moved(ring.relay.skip(1)).map { min($0 + 1, 5) }.bind(to: ring.relay).disposed(by: ring.bag!)
      ring.onQueue { ring.relay.accept(1) }
      ring.waitForEnd()
    },
    Shape("two relays that send to each other", .loop) {
      let ring = Ring()
      ring.moved(ring.relay.skip(1)).bind(to: ring.other).disposed(by: ring.bag!)
      ring.moved(ring.other.skip(1), rounds: 1_000).bind(to: ring.relay).disposed(by: ring.bag!)
      ring.onQueue { ring.relay.accept(1) }
      ring.waitForEnd()
    },
    Shape("two relays that drop what has not changed, and two elements on their way", .loop) {
      let ring = Ring()
      ring.moved(ring.relay.skip(1).distinctUntilChanged()).bind(to: ring.other).disposed(by: ring.bag!)
      ring.moved(ring.other.skip(1).distinctUntilChanged(), rounds: 1_000).bind(to: ring.relay)
        .disposed(by: ring.bag!)
      ring.onQueue {
        ring.relay.accept(1)
        ring.relay.accept(2)
      }
      ring.waitForEnd()
    },
    Shape("a closure that sends to what it observes", .loop) {
      let ring = Ring()
      ring.moved(ring.relay.skip(1)).withLatestFrom(ring.other) { $0 + $1 }
        .subscribe(onNext: { ring.relay.accept($0) }).disposed(by: ring.bag!)
      ring.onQueue { ring.relay.accept(1) }
      ring.waitForEnd()
    },
    Shape("an element that goes through an inner sequence", .loop) {
      let ring = Ring()
      ring.moved(ring.relay.skip(1)).flatMapLatest { Observable.just($0) }.bind(to: ring.relay)
        .disposed(by: ring.bag!)
      ring.onQueue { ring.relay.accept(1) }
      ring.waitForEnd()
    },
  ]

  /// They may have come to rest later.
  static let cutLoops: [Shape] = [
    Shape("a relay that counts over a queue", .loop) {
      let ring = Ring()
      ring.moved(ring.relay.skip(1)).map { $0 + 1 }.bind(to: ring.relay).disposed(by: ring.bag!)
      ring.onQueue { ring.relay.accept(1) }
      ring.waitForEnd()
    }
  ]

  static let atRest: [Shape] = [
    Shape("two relays that follow each other, and drop what has not changed") {
      let ring = Ring()
      ring.moved(ring.relay.skip(1).distinctUntilChanged(), rounds: 1_000).bind(to: ring.other)
        .disposed(by: ring.bag!)
      ring.moved(ring.other.skip(1).distinctUntilChanged(), rounds: 1_000).bind(to: ring.relay)
        .disposed(by: ring.bag!)
      for number in 1...20 { ring.onQueue { ring.relay.accept(number) } }
      ring.bag = nil
    },
    Shape("a state that goes through some steps") {
      let ring = Ring()
      ring.moved(ring.relay.skip(1).filter { $0 < 30 }, rounds: 1_000).map { $0 + 1 }.bind(to: ring.relay)
        .disposed(by: ring.bag!)
      for number in 1...3 { ring.onQueue { ring.relay.accept(number) } }
      ring.bag = nil
    },
    Shape("a program that asks again after a pause") {
      let (clock, again, bag) = (Clock(), PublishSubject<Void>(), DisposeBag())
      again.flatMapLatest { Observable<Int>.timer(.seconds(1), scheduler: clock.scheduler) }
        .map { _ in () }.bind(to: again).disposed(by: bag)
      again.onNext(())
      clock.advance(30)
    },
  ]
}
