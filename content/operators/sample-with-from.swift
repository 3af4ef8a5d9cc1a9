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
final class SampleWithFromSink<Element, Tick, Result>: SerialSink<Element, Result> {
  override class var traits: Traits { .withholds(.signal) }

  private let sampler: Observable<Tick>
  private let resultSelector: (Element, Tick) throws -> Result
  private let lock = NSLock()
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
    return Disposables.create(subscription, SampleWithFromTicks(of: self).run(sampler))
  }

  override func on(next element: Element) {
    // The element before is released after the lock: its deinit may call anything.
    var displaced: Element? = element
    lock.withLock { swap(&latest, &displaced) }
  }

  override func onCompletion() { lock.withLock { isAtEnd = true } }

  func tick(_ tick: Tick) {
    let (element, isOver) = lock.withLock {
      defer { latest = nil }
      return (latest, isAtEnd)
    }
    do {
      if let element { forwardSerially(next: try call(with: tick) { try resultSelector(element, tick) }) }
      if isOver { finish() }
    } catch { fail(error) }
  }
}

final class SampleWithFromTicks<Element, Tick, Result>: OtherInput<SampleWithFromSink<Element, Tick, Result>, Tick> {
  override func on(next element: Tick) { parent.tick(element) }
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
