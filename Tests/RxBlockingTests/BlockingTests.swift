import Foundation
import Rx
import RxBlocking
import TestSupport
import Testing

private enum Failure: Error {
  case any
}

/// Long enough for a busy machine, short enough to detect a wait that never ends.
private let patience = 20.0

private let queue = SerialDispatchQueueScheduler(qos: .default)

private func outcome<Value>(_ body: () throws -> Value) -> String {
  do { return "\(try body())" } catch { return name(of: error) }
}

private func name(of error: any Error) -> String {
  switch error {
  case RxError.noElements: "noElements"
  case RxError.moreThanOneElement: "moreThanOneElement"
  case RxError.timeout: "timeout"
  default: "\(error)"
  }
}

private func text<Element>(_ result: MaterializedSequenceResult<Element>) -> String {
  switch result {
  case .completed(let elements): "\(elements)"
  case .failed(let elements, let error): "\(elements) \(name(of: error))"
  }
}

@Suite("Waiting for a sequence", .oneAtATime)
struct BlockingTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var elements: [Int]
    var fails = false
    var toArray, first, last, single, materialize: String
    var testDescription: String { "\(elements)\(fails ? " and an error" : "")" }

    var source: Observable<Int> {
      Observable.create { observer in
        for element in elements { observer.onNext(element) }
        if fails { observer.onError(Failure.any) } else { observer.onCompleted() }
        return Disposables.create()
      }
    }
  }

  static let cases = [
    Case(
      elements: [], toArray: "[]", first: "nil", last: "nil", single: "noElements", materialize: "[]"),
    Case(
      elements: [7], toArray: "[7]", first: "Optional(7)", last: "Optional(7)", single: "7", materialize: "[7]"),
    Case(
      elements: [7, 8], toArray: "[7, 8]", first: "Optional(7)", last: "Optional(8)", single: "moreThanOneElement",
      materialize: "[7, 8]"),
    Case(
      elements: [], fails: true, toArray: "any", first: "any", last: "any", single: "any", materialize: "[] any"),
    Case(
      elements: [7], fails: true, toArray: "any", first: "Optional(7)", last: "any", single: "any",
      materialize: "[7] any"),
    Case(
      elements: [7, 8], fails: true, toArray: "any", first: "Optional(7)", last: "any", single: "moreThanOneElement",
      materialize: "[7, 8] any"),
  ]

  @Test("each operator, for sequences that complete at once and for sequences sent by another thread", arguments: cases)
  func operators(of sequence: Case) {
    for source in [sequence.source, sequence.source.observe(on: queue), sequence.source.subscribe(on: queue)] {
      let blocking = source.toBlocking(timeout: patience)
      #expect(outcome(blocking.toArray) == sequence.toArray)
      #expect(outcome(blocking.first) == sequence.first)
      #expect(outcome(blocking.last) == sequence.last)
      #expect(outcome { try blocking.single() } == sequence.single)
      #expect(text(blocking.materialize()) == sequence.materialize)
    }
  }

  @Test("the only element that satisfies a predicate")
  func predicate() {
    let blocking = Observable.of(1, 20, 3, 40).observe(on: queue).toBlocking(timeout: patience)
    #expect(outcome { try blocking.single { $0 == 20 } } == "20")
    #expect(outcome { try blocking.single { $0 >= 20 } } == "moreThanOneElement")
    #expect(outcome { try blocking.single { $0 > 40 } } == "noElements")
    #expect(outcome { try blocking.single { _ in throw Failure.any } } == "any")
  }

  @Test("a result ends the subscription: the rest is not waited for")
  func endless() throws {
    var disposals = 0
    let endless = Observable<Int>.create { observer in
      for number in 1...3 { observer.onNext(number) }
      return Disposables.create { disposals += 1 }
    }
    #expect(try endless.toBlocking().first() == 1)
    #expect(outcome { try endless.toBlocking().single() } == "moreThanOneElement")
    #expect(disposals == 2)
  }

  @Test(
    "a sequence that takes too long fails with the elements sent so far, and is disposed", arguments: [-1, 0, 0.02])
  func timeout(seconds: Double) {
    var disposals = 0
    let source = Observable<Int>.create { observer in
      observer.onNext(1)
      return Disposables.create { disposals += 1 }
    }
    #expect(text(source.toBlocking(timeout: seconds).materialize()) == "[1] timeout")
    #expect(outcome { try source.toBlocking(timeout: seconds).toArray() } == "timeout")
    #expect(disposals == 2)
  }

  @Test("a sequence that completes before the wait is in time, however short the timeout is")
  func atOnce() throws {
    #expect(try Observable.of(1, 2).toBlocking(timeout: 0).toArray() == [1, 2])
  }

  @Test("relays, subjects and drivers are waited for as well")
  func convertible() throws {
    #expect(try BehaviorRelay(value: 1).toBlocking(timeout: patience).first() == 1)
    #expect(try BehaviorSubject(value: 2).toBlocking(timeout: patience).first() == 2)
  }

  @Test("in an action of the current-thread scheduler, the awaited sequence does not wait for that action's end")
  func insideTrampoline() {
    var log: [String] = []
    _ = CurrentThreadScheduler.instance.schedule(()) { _ in
      _ = CurrentThreadScheduler.instance.schedule(()) { _ in
        log.append("scheduled")
        return Disposables.create()
      }
      let numbers = Observable.of(Observable.of(1, 2), Observable.of(3, 4)).flatMap { $0 }
      log.append(outcome { try numbers.toBlocking(timeout: patience).toArray() })
      log.append(outcome { try numbers.observe(on: queue).toBlocking(timeout: patience).toArray() })
      return Disposables.create()
    }
    #expect(log == ["[1, 2, 3, 4]", "[1, 2, 3, 4]", "scheduled"])
    #expect(CurrentThreadScheduler.isScheduleRequired)
  }

  @Test("an operator's closure may wait")
  func insideOperator() throws {
    let sums = Observable.of(1, 2, 3).map { number in
      try Observable.of(number, number * 10).observe(on: queue).toBlocking(timeout: patience).toArray().reduce(0, +)
    }
    #expect(try sums.toBlocking(timeout: patience).toArray() == [11, 22, 33])
  }

  @Test("a wait within a wait of the same thread does not consume the end of the outer one")
  func nested() throws {
    let start = ProcessInfo.processInfo.systemUptime
    for _ in 0..<200 {
      nonisolated(unsafe) var inner: [Int] = []
      let outer = Observable<Int>.create { observer in
        nonisolated(unsafe) let outerObserver = observer
        // The outer wait's run loop calls this.
        RunLoop.current.perform {
          inner = (try? Self.endingBoth(outerObserver).toBlocking(timeout: patience).toArray()) ?? []
        }
        return Disposables.create()
      }
      #expect(try outer.toBlocking(timeout: patience).toArray() == [1])
      #expect(inner == [2])
    }
    #expect(ProcessInfo.processInfo.systemUptime - start < patience)
  }

  /// Ends another sequence, and then itself, on another thread.
  private static func endingBoth(_ other: AnyObserver<Int>) -> Observable<Int> {
    Observable.create { observer in
      nonisolated(unsafe) let (own, other) = (observer, other)
      DispatchQueue.global().async {
        other.onNext(1)
        other.onCompleted()
        own.onNext(2)
        own.onCompleted()
      }
      return Disposables.create()
    }
  }

  @Test("several threads wait at once")
  func manyThreads() {
    let lock = NSLock()
    nonisolated(unsafe) var sums: [Int] = []
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for _ in 0..<20 {
        let source = Observable.of(thread, 100).observe(on: SerialDispatchQueueScheduler(qos: .default))
        let sum = (try? source.toBlocking(timeout: patience).toArray().reduce(0, +)) ?? -1
        lock.withLock { sums.append(sum) }
      }
    }
    #expect(sums.sorted() == (100..<108).flatMap { Array(repeating: $0, count: 20) })
  }
}
