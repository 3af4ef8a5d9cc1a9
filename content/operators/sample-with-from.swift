import Foundation
import Rx

// Step one: the method
extension ObservableType {
  func sampleWithFrom<Sampler: ObservableType, Result>(
    _ sampler: Sampler, resultSelector: @escaping (Element, Sampler.Element) throws -> Result
  ) -> Observable<Result> {
    SampleWithFrom(source: asObservable(), sampler: sampler.asObservable(), resultSelector: resultSelector)
  }
}

// Step two: the producer
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
    let subscription = source.subscribe(sink)
    let samplerSubscription = sampler.subscribe(SampleWithFromTicks(parent: sink))
    return (sink, Disposables.create(subscription, samplerSubscription))
  }
}

// Step three: a sink for each input
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

  override func on(error: any Error) {
    lock.withLock { forwardOn(error: error) }
    dispose()
  }

  override func onCompleted() { lock.withLock { isAtEnd = true } }

  func tick(_ tick: Tick) {
    let isOver = lock.withLock { () -> Bool in
      do {
        if let element = latest {
          latest = nil
          forwardOn(next: try resultSelector(element, tick))
        }
        if isAtEnd { forwardOnCompleted() }
        return isAtEnd
      } catch {
        forwardOn(error: error)
        return true
      }
    }
    if isOver { dispose() }
  }

  func ticksEnded() {
    lock.withLock { forwardOnCompleted() }
    dispose()
  }
}

final class SampleWithFromTicks<Element, Tick, Result>: EventReceiver<Tick> {
  private let parent: SampleWithFromSink<Element, Tick, Result>

  init(parent: SampleWithFromSink<Element, Tick, Result>) { self.parent = parent }

  override func on(next element: Tick) { parent.tick(element) }
  override func on(error: any Error) { parent.on(error: error) }
  override func onCompleted() { parent.ticksEnded() }
}

let temperature = PublishSubject<Int>()
let clock = PublishSubject<String>()

_ = temperature.sampleWithFrom(clock) { degrees, hour in "\(hour), \(degrees) °C" }.subscribe(
  onNext: { report in print(report) },
  onCompleted: { print("done") })

clock.onNext("8:00")
temperature.onNext(18)
temperature.onNext(19)
clock.onNext("9:00")
clock.onNext("10:00")
temperature.onNext(21)
temperature.onCompleted()
clock.onNext("11:00")
clock.onCompleted()
