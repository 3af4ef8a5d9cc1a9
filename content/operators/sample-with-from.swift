import Foundation
import RxSwift

// An operator of one's own, made of the engine's public parts alone: at each tick the latest element that has not been
// sent yet, combined with the tick. `sample` forgets the tick; `withLatestFrom` sends the same element again.

extension ObservableType {
  func sampleWithFrom<Sampler: ObservableType, Result>(
    _ sampler: Sampler, resultSelector: @escaping (Element, Sampler.Element) throws -> Result
  ) -> Observable<Result> {
    SampleWithFrom(source: asObservable(), sampler: sampler.asObservable(), resultSelector: resultSelector)
  }
}

final class SampleWithFrom<Element, Tick, Result>: Producer<Result> {
  private let source: Observable<Element>
  private let sampler: Observable<Tick>
  private let resultSelector: (Element, Tick) throws -> Result

  init(
    source: Observable<Element>, sampler: Observable<Tick>,
    resultSelector: @escaping (Element, Tick) throws -> Result
  ) {
    self.source = source
    self.sampler = sampler
    self.resultSelector = resultSelector
  }

  override func run(
    _ observer: EventReceiver<Result>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = SampleWithFromSink(resultSelector: resultSelector, observer: observer, cancel: cancel)
    let ticks = sampler.subscribe(SampleWithFromTicks(parent: sink))
    return (sink, Disposables.create(source.subscribe(sink), ticks))
  }
}

final class SampleWithFromSink<Element, Tick, Result>: Sink<Element, Result> {
  private let resultSelector: (Element, Tick) throws -> Result
  private let lock = NSRecursiveLock()
  private var latest: Element?
  private var isAtEnd = false

  init(
    resultSelector: @escaping (Element, Tick) throws -> Result, observer: EventReceiver<Result>,
    cancel: SinkDisposer
  ) {
    self.resultSelector = resultSelector
    super.init(observer: observer, cancel: cancel)
  }

  override func on(next element: Element) { lock.withLock { latest = element } }

  override func on(error: any Error) { lock.withLock { super.on(error: error) } }

  override func onCompleted() { lock.withLock { isAtEnd = true } }

  func tick(_ tick: Tick) {
    lock.withLock {
      do {
        if let latest {
          self.latest = nil
          forwardOn(next: try resultSelector(latest, tick))
        }
        if isAtEnd { super.onCompleted() }
      } catch {
        super.on(error: error)
      }
    }
  }

  func ticksFailed(_ error: any Error) { lock.withLock { super.on(error: error) } }

  func ticksEnded() { lock.withLock { super.onCompleted() } }
}

final class SampleWithFromTicks<Element, Tick, Result>: EventReceiver<Tick> {
  private let parent: SampleWithFromSink<Element, Tick, Result>

  init(parent: SampleWithFromSink<Element, Tick, Result>) { self.parent = parent }

  override func on(next element: Tick) { parent.tick(element) }
  override func on(error: any Error) { parent.ticksFailed(error) }
  override func onCompleted() { parent.ticksEnded() }
}

let letters = PublishSubject<String>()
let numbers = PublishSubject<Int>()
_ = letters.sampleWithFrom(numbers) { "\($0)\($1)" }.subscribe(
  onNext: { print($0) }, onCompleted: { print("done") })
numbers.onNext(1)
letters.onNext("A")
letters.onNext("B")
numbers.onNext(2)
numbers.onNext(3)
letters.onNext("C")
numbers.onCompleted()
