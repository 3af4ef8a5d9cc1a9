import Foundation
import Rx

// Step one: the method
extension ObservableType {
  func sampleWithFrom<Sampler: ObservableType, Result>(
    _ sampler: Sampler, resultSelector: @escaping (Element, Sampler.Element) throws -> Result
  ) -> Observable<Result> {
    let sampler = sampler.asObservable()
    return SampleWithFrom(asObservable()) { SampleWithFromSink(sampler, resultSelector, $0) }
  }
}

// Step two: the producer
final class SampleWithFrom<Element, Result>: Operator<Element, Result> {}

// Step three: a sink for each input
final class SampleWithFromSink<Element, Tick, Result>: Sink<Element, Result> {
  private let sampler: Observable<Tick>
  private let resultSelector: (Element, Tick) throws -> Result
  private let lock = NSRecursiveLock()
  private var latest: Element?
  private var isAtEnd = false

  init(
    _ sampler: Observable<Tick>, _ resultSelector: @escaping (Element, Tick) throws -> Result,
    _ output: Downstream<Result>
  ) {
    self.sampler = sampler
    self.resultSelector = resultSelector
    super.init(output)
  }

  override func run(_ source: Observable<Element>) -> any DisposableObject {
    let subscription = source.subscribe(self)
    let samplerSubscription = sampler.subscribe(SampleWithFromTicks(parent: self))
    return Disposables.create(subscription, samplerSubscription)
  }

  override func on(next element: Element) { lock.withLock { latest = element } }

  override func onCompletion() { lock.withLock { isAtEnd = true } }

  func tick(_ tick: Tick) {
    do {
      let isOver = try lock.withLock {
        if let element = latest {
          latest = nil
          forwardOn(next: try invoke(with: tick) { try resultSelector(element, tick) })
        }
        return isAtEnd
      }
      if isOver { finish() }
    } catch { fail(error) }
  }

  override func fail(_ error: any Error) {
    lock.withLock { forwardOn(error: error) }
    dispose()
  }

  override func finish() {
    lock.withLock { forwardOnCompleted() }
    dispose()
  }
}

final class SampleWithFromTicks<Element, Tick, Result>: EventReceiver<Tick> {
  private let parent: SampleWithFromSink<Element, Tick, Result>

  init(parent: SampleWithFromSink<Element, Tick, Result>) { self.parent = parent }

  override func on(next element: Tick) { parent.tick(element) }
  override func on(error: any Error) { parent.fail(error) }
  override func onCompletion() { parent.finish() }
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
