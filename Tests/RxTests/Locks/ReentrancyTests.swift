import Foundation
import Rx
import RxTest
import Testing

extension EngineTests {
  /// The engine releases an element only when its state is consistent: a deinit may send, subscribe and dispose.
  @Suite struct Reentrancy {
    @Test("ReplaySubject keeps the right number of elements, even if a deinit sends", arguments: [1, 2, 3])
    func replaySubject(size: Int) {
      let subject = ReplaySubject<Released>.create(bufferSize: size)
      let count = { self.replayed(subject) }
      subject.onNext(Released { subject.onNext(Released()) })
      for _ in 0..<5 { subject.onNext(Released()) }
      #expect(count() == size)
      for _ in 0..<50 { subject.onNext(Released { _ = subject.subscribe() }) }
      #expect(count() == size)
    }

    @Test("share(replay: 1) keeps one element, even if a deinit sends")
    func share() {
      let source = PublishSubject<Released>()
      let shared = source.share(replay: 1)
      _ = shared.subscribe()
      source.onNext(
        Released {
          source.onNext(Released())
          _ = shared.subscribe()
        })
      source.onNext(Released())
      source.onNext(Released())
      #expect(replayed(shared) == 1)
    }

    @Test("takeLast keeps the right number of elements, even if a deinit sends")
    func takeLast() {
      let source = PublishSubject<Released>()
      var sent = 0
      _ = source.takeLast(2).subscribe(onNext: { _ in sent += 1 })
      for _ in 0..<5 { source.onNext(Released { source.onNext(Released()) }) }
      source.onCompleted()
      #expect(sent == 2)
    }

    @Test("a subject that is disposed from within a deinit, or whose disposal releases elements that send")
    func disposing() {
      let disposed = ReplaySubject<Released>.create(bufferSize: 1)
      disposed.onNext(Released { disposed.dispose() })
      disposed.onNext(Released())
      #expect(disposed.isDisposed)
      let kept = ReplaySubject<Released>.create(bufferSize: 3)
      for _ in 0..<3 { kept.onNext(Released { kept.onNext(Released()) }) }
      kept.dispose()
      #expect(kept.isDisposed)
    }

    @Test("a value's deinit may read the value of the subject or the relay")
    func values() throws {
      var seen: [Released?] = []
      let subject = BehaviorSubject(value: Released())
      subject.onNext(Released { seen.append(try? subject.value()) })
      subject.onNext(Released())
      let relay = BehaviorRelay(value: Released())
      relay.accept(Released { seen.append(relay.value) })
      relay.accept(Released())
      #expect(seen.count == 2 && !seen.contains { $0 == nil })
    }

    @Test("scan folds an element that is sent from within the accumulator after the current one")
    func scan() {
      let source = PublishSubject<Int>()
      let log = Log()
      _ = source.scan(into: []) { (all: inout [Int], number) in
        all.append(number)
        if number < 3 { source.onNext(number + 1) }
      }.subscribe(onNext: { log.add("\($0)") })
      source.onNext(1)
      #expect(log.entries == ["[1]", "[1, 2]", "[1, 2, 3]"])
      let objects = PublishSubject<Released>()
      var sent = 0
      _ = objects.scan(Released()) { $1 }.subscribe(onNext: { _ in sent += 1 })
      objects.onNext(Released { objects.onNext(Released()) })
      objects.onNext(Released())
      #expect(sent == 3)
    }

    @Test("groupBy handles a key that sends when it is compared")
    func groupBy() {
      let source = PublishSubject<Int>()
      var isSending = false
      let log = Log()
      _ = source.groupBy { number in
        Key(number: number % 2) {
          guard number == 3, !isSending else { return }
          isSending = true
          source.onNext(4)
        }
      }.subscribe(onNext: { group in
        _ = group.subscribe(onNext: { log.add("\(group.key.number): \($0)") })
      })
      for number in 1...3 { source.onNext(number) }
      #expect(log.entries == ["1: 1", "0: 2", "0: 4", "1: 3"])
    }

    @Test(
      "an operator that keeps elements handles a deinit that sends",
      arguments: [
        "combineLatest", "withLatestFrom", "sample", "distinctUntilChanged", "reduce", "buffer", "throttle", "debounce",
      ])
    func keeping(name: String) {
      let (source, other) = (PublishSubject<Released>(), PublishSubject<Int>())
      let time = TestScheduler(initialClock: 0)
      let pipeline: Observable<Int> =
        switch name {
        case "combineLatest": Observable.combineLatest(source, other) { $1 }
        case "withLatestFrom": other.withLatestFrom(source) { number, _ in number }
        case "sample": source.sample(other).map { _ in 1 }
        case "distinctUntilChanged": source.distinctUntilChanged { _, _ in false }.map { _ in 1 }
        case "reduce": source.reduce(Released()) { $1 }.map { _ in 1 }
        case "buffer": source.buffer(timeSpan: .seconds(5), count: 2, scheduler: time).map { _ in 1 }
        case "throttle": source.throttle(.seconds(5), scheduler: time).map { _ in 1 }
        default: source.debounce(.seconds(5), scheduler: time).map { _ in 1 }
        }
      var sent = 0
      _ = pipeline.subscribe(onNext: { _ in sent += 1 })
      other.onNext(1)
      var released = 0
      for _ in 0..<3 {
        source.onNext(
          Released {
            released += 1
            source.onNext(Released())
          })
      }
      time.advanceTo(20)
      other.onNext(2)
      source.onCompleted()
      #expect(released > 0)
      #expect(sent > 0)
    }

    /// The number of elements that a new observer gets.
    private func replayed(_ source: Observable<Released>) -> Int {
      var count = 0
      source.subscribe(onNext: { _ in count += 1 }).dispose()
      return count
    }
  }
}

/// A key that calls the program's code when it is compared.
private struct Key: Hashable {
  let number: Int
  let compared: () -> Void

  static func == (lhs: Key, rhs: Key) -> Bool {
    lhs.compared()
    rhs.compared()
    return lhs.number == rhs.number
  }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
