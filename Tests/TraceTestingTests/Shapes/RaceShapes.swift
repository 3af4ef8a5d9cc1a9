import Dispatch
import Foundation
import Rx
import TraceAnalysis

extension Shape {
  /// Two threads send at once: the second one while an observer of the first one's element waits for it.
  private static func race(
    _ send: @escaping @Sendable (Int) -> Void, reached: DispatchSemaphore, _ go: DispatchSemaphore
  ) {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      send(1)
      done.signal()
    }
    Wait.for(reached)
    send(2)
    go.signal()
    Wait.for(done)
  }

  /// An observer that lets the first element wait until the second one has come.
  private static func makeGate() -> Gate {
    let (reached, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let observe: @Sendable (Int) -> Void = { number in
      guard number == 1 else { return }
      reached.signal()
      Wait.for(go)
    }
    return Gate(observe: observe, reached: reached, go: go)
  }

  static let races: [Shape] = [
    Shape("two threads and one subject", .overlap) {
      let (subject, bag, gate) = (PublishSubject<Int>(), DisposeBag(), makeGate())
      subject.subscribe(onNext: { gate.observe($0) }).disposed(by: bag)
      nonisolated(unsafe) let sent = subject
      race({ sent.onNext($0) }, reached: gate.reached, gate.go)
    },
    Shape("two threads and one relay", .overlap) {
      let (relay, bag, gate) = (BehaviorRelay(value: 0), DisposeBag(), makeGate())
      relay.subscribe(onNext: { gate.observe($0) }).disposed(by: bag)
      nonisolated(unsafe) let sent = relay
      race({ sent.accept($0) }, reached: gate.reached, gate.go)
    },
    Shape("two threads and one observer of create", .overlap) {
      let (bag, gate, held) = (DisposeBag(), makeGate(), HeldObserver())
      Observable<Int>.create { observer in
        held.observer = observer
        return Disposables.create()
      }
      .map { $0 }.subscribe(onNext: { gate.observe($0) }).disposed(by: bag)
      race({ held.observer?.onNext($0) }, reached: gate.reached, gate.go)
      held.observer = nil
    },
    Shape("two threads and one subject with operators behind it", .overlap) {
      let (subject, bag, gate) = (PublishSubject<Int>(), DisposeBag(), makeGate())
      subject.scan(0, accumulator: { $1 + $0 * 0 }).subscribe(onNext: { gate.observe($0) }).disposed(by: bag)
      nonisolated(unsafe) let sent = subject
      race({ sent.onNext($0) }, reached: gate.reached, gate.go)
    },
    Shape("two pipelines whose observers send to one relay", .overlap) {
      let (inputs, relay, bag, gate) = (
        [PublishSubject<Int>(), PublishSubject()], PublishRelay<Int>(), DisposeBag(), makeGate()
      )
      relay.subscribe(onNext: { gate.observe($0) }).disposed(by: bag)
      for input in inputs { input.map { $0 }.subscribe(onNext: { relay.accept($0) }).disposed(by: bag) }
      nonisolated(unsafe) let sent = inputs
      race({ sent[$0 - 1].onNext($0) }, reached: gate.reached, gate.go)
    },
    Shape("two threads and a replaying subject", .overlap) {
      let (subject, bag, gate) = (ReplaySubject<Int>.create(bufferSize: 1), DisposeBag(), makeGate())
      subject.subscribe(onNext: { gate.observe($0) }).disposed(by: bag)
      nonisolated(unsafe) let sent = subject
      race({ sent.onNext($0) }, reached: gate.reached, gate.go)
    },
  ]

  static let orderly: [Shape] = [
    Shape("retry(when:) with a pause, whose last attempt fails at once") {
      let (clock, bag) = (Clock(), DisposeBag())
      clock.failure().retry(when: { (errors: Observable<any Error>) in
        errors.enumerated().flatMap { attempt, error in
          attempt < 2
            ? Observable<Int>.timer(.milliseconds(100), scheduler: clock.scheduler) : Observable<Int>.error(error)
        }
      }).subscribe(onNext: { ignore($0) }, onError: { ignore($0) }).disposed(by: bag)
      clock.advance(1)
    },
    Shape("two threads, each with its own subject, merged") {
      let (one, two, bag) = (PublishSubject<Int>(), PublishSubject<Int>(), DisposeBag())
      Observable.merge(one, two).subscribe(onNext: { ignore($0) }).disposed(by: bag)
      let done = DispatchSemaphore(value: 0)
      nonisolated(unsafe) let sent = one
      Thread.detachNewThread {
        for number in 1...20 { sent.onNext(number) }
        done.signal()
      }
      for number in 1...20 { two.onNext(number) }
      Wait.for(done)
    },
    Shape("two threads that take turns") {
      let (subject, bag, done) = (PublishSubject<Int>(), DisposeBag(), DispatchSemaphore(value: 0))
      subject.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      nonisolated(unsafe) let sent = subject
      for number in 1...4 {
        Thread.detachNewThread {
          sent.onNext(number)
          done.signal()
        }
        Wait.for(done)
      }
    },
    Shape("two pipelines whose observers take turns with one relay") {
      let (inputs, relay, bag) = ([PublishSubject<Int>(), PublishSubject()], PublishRelay<Int>(), DisposeBag())
      let (turn, done) = (NSLock(), DispatchSemaphore(value: 0))
      relay.subscribe(onNext: { ignore($0) }).disposed(by: bag)
      for input in inputs {
        input.map { $0 }.subscribe(onNext: { number in turn.withLock { relay.accept(number) } }).disposed(by: bag)
      }
      nonisolated(unsafe) let sent = inputs
      Thread.detachNewThread {
        for number in 1...20 { sent[0].onNext(number) }
        done.signal()
      }
      for number in 1...20 { inputs[1].onNext(number) }
      Wait.for(done)
    },
    Shape("subjects of two threads that are moved to one queue") {
      let (one, two, bag) = (PublishSubject<Int>(), PublishSubject<Int>(), DisposeBag())
      let (work, done) = (Background(), DispatchSemaphore(value: 0))
      for subject in [one, two] {
        subject.observe(on: work.scheduler).subscribe(onNext: { _ in done.signal() }).disposed(by: bag)
      }
      nonisolated(unsafe) let sent = one
      Thread.detachNewThread { sent.onNext(1) }
      two.onNext(2)
      Wait.for(done, times: 2)
    },
  ]
}

private struct Gate: Sendable {
  let observe: @Sendable (Int) -> Void
  let reached: DispatchSemaphore
  let go: DispatchSemaphore
}

private final class HeldObserver: @unchecked Sendable {
  var observer: AnyObserver<Int>?
}
