import Foundation
import Rx
import RxTest
import Testing

extension EngineTests {
  /// An operator with two inputs that is written outside the engine, from its public base classes only.
  @Suite("SerialSink and OtherInput, outside the engine") struct OwnInputsTests {
    let time = TestScheduler(initialClock: 0)

    @Test("an element goes out with the tick that asks for it, and only once")
    func values() {
      let source = time.createHotObservable(marbles: "-a---b--c|")
      let ticks = time.createHotObservable(marbles: " ---1--2----3-4|")
      let observer = time.start { source.sampleWithFrom(ticks) { "\($0)\($1)" } }
      #expect(observer.marbles == "---'a1'--'b2'----('c3'|)")
      #expect(source.subscriptionMarbles() == ["^--------!"])
      #expect(ticks.subscriptionMarbles() == ["^----------!"])
    }

    @Test("the completion of the ticks ends it")
    func lastTick() {
      let source = time.createHotObservable(marbles: "-a-------|")
      let ticks = time.createHotObservable(marbles: " ---1--|")
      #expect(time.start { source.sampleWithFrom(ticks) { "\($0)\($1)" } }.marbles == "---'a1'--|")
      #expect(source.subscriptionMarbles() == ["^-----!"])
    }

    @Test("an error of either input ends it and disposes both inputs", arguments: [true, false])
    func errors(ofSource: Bool) {
      let source = time.createHotObservable(marbles: ofSource ? "--#" : "-a--", error: TestError.first)
      let ticks = time.createHotObservable(marbles: ofSource ? "-1--" : "--#", error: TestError.first)
      let observer = time.start { source.sampleWithFrom(ticks) { "\($0)\($1)" } }
      #expect(observer.events == [.error(202, TestError.first)])
      #expect(source.subscriptions == [Subscription(200, 202)])
      #expect(ticks.subscriptions == [Subscription(200, 202)])
    }

    @Test("an error that its closure throws ends it and disposes both inputs")
    func throwing() {
      let source = time.createHotObservable(marbles: "-a--")
      let ticks = time.createHotObservable(marbles: " --1-")
      let observer = time.start { source.sampleWithFrom(ticks) { _, _ -> Int in throw TestError.second } }
      #expect(observer.events == [.error(202, TestError.second)])
      #expect(source.subscriptions == [Subscription(200, 202)])
      #expect(ticks.subscriptions == [Subscription(200, 202)])
    }

    @Test("disposal disposes both inputs")
    func disposal() {
      let source = time.createHotObservable(marbles: "-a--")
      let ticks = time.createHotObservable(marbles: " ---1")
      let observer = time.start(disposed: 202) { source.sampleWithFrom(ticks) { "\($0)\($1)" } }
      #expect(observer.events == [])
      #expect(source.subscriptions == [Subscription(200, 202)])
      #expect(ticks.subscriptions == [Subscription(200, 202)])
    }
  }
}

extension ObservableType {
  /// Each element, at most once, with the tick that asks for it.
  func sampleWithFrom<Tick, Result>(
    _ ticks: Observable<Tick>, resultSelector: @escaping (Element, Tick) throws -> Result
  ) -> Observable<Result> {
    SampleWithFrom(asObservable()) { SampleWithFromSink(ticks, resultSelector, $0) }
  }
}

private final class SampleWithFrom<Element, Result>: Operator<Element, Result> {}

private final class SampleWithFromSink<Element, Tick, Result>: SerialSink<Element, Result> {
  override class var traits: Traits { .withholds(.signal) }

  private let ticks: Observable<Tick>
  private let resultSelector: (Element, Tick) throws -> Result
  private let lock = NSLock()
  private var latest: Element?
  private var isAtEnd = false

  init(
    _ ticks: Observable<Tick>, _ resultSelector: @escaping (Element, Tick) throws -> Result,
    _ output: Downstream<Result>
  ) {
    self.ticks = ticks
    self.resultSelector = resultSelector
    super.init(output)
  }

  override func run(_ source: Observable<Element>) -> any DisposableObject {
    let subscription = source.subscribe(self)
    return Disposables.create(subscription, SampleWithFromTicks(of: self).run(ticks))
  }

  override func on(next element: Element) {
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

private final class SampleWithFromTicks<Element, Tick, Result>:
  OtherInput<SampleWithFromSink<Element, Tick, Result>, Tick>
{
  override func on(next element: Tick) { parent.tick(element) }

  override func onCompletion() { parent.finish() }
}
