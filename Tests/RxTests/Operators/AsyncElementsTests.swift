import Foundation
import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("asynchronous sequences, both ways") struct AsyncElementsTests {
    @TaskLocal private static var inherited = false

    @Test("a loop gets the elements, and ends when the sequence completes")
    func values() async throws {
      var numbers: [Int] = []
      for try await number in Observable.of(1, 2, 3).values { numbers.append(number) }
      #expect(numbers == [1, 2, 3])
    }

    @Test("a loop gets the elements before the error, and throws the error")
    func failing() async {
      var numbers: [Int] = []
      let subject = ReplaySubject<Int>.createUnbounded()
      subject.onNext(1)
      subject.onError(TestError.first)
      await #expect(throws: TestError.first) {
        for try await number in subject.values { numbers.append(number) }
      }
      #expect(numbers == [1])
    }

    @Test("leaving the loop disposes the subscription")
    func leaving() async throws {
      let subject = ReplaySubject<Int>.createUnbounded()
      for number in 1...3 { subject.onNext(number) }
      var numbers: [Int] = []
      for try await number in subject.values {
        numbers.append(number)
        if number == 2 { break }
      }
      #expect(numbers == [1, 2] && !subject.hasObservers)
    }

    @Test("cancelling the loop's task disposes the subscription")
    func cancelling() async throws {
      nonisolated(unsafe) let subject = PublishSubject<Int>()
      let (letGo, told) = AsyncStream<Void>.makeStream()
      nonisolated(unsafe) let source = subject.do(onDispose: { told.finish() })
      let task = Task {
        for try await _ in source.values { Issue.record("nothing was sent") }
      }
      task.cancel()
      for await _ in letGo {}
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(!subject.hasObservers)
    }

    @Test("a task that iterates an asynchronous sequence has the given priority")
    func priority() async throws {
      let priorities = AsyncStream(unfolding: { Task.currentPriority })
      for try await priority in priorities.asObservable(priority: .high).take(1).values {
        #expect(priority == .high)
      }
    }

    @Test("a task that iterates an asynchronous sequence is detached")
    func detached() async throws {
      let inherited = AsyncStream(unfolding: { AsyncElementsTests.inherited })
      try await AsyncElementsTests.$inherited.withValue(true) {
        for try await isInherited in inherited.asObservable().take(1).values { #expect(!isInherited) }
      }
    }

    @Test("an observer gets an asynchronous sequence's elements and the completion")
    func asObservable() async throws {
      let stream = AsyncStream { continuation in
        for number in 1...3 { continuation.yield(number) }
        continuation.finish()
      }
      var numbers: [Int] = []
      for try await number in stream.asObservable().values { numbers.append(number) }
      #expect(numbers == [1, 2, 3])
    }

    @Test("an error that the asynchronous sequence throws is the sequence's")
    func throwingSequence() async {
      let stream = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: TestError.second) }
      await #expect(throws: TestError.second) { for try await _ in stream.asObservable().values {} }
    }

    @Test("disposal cancels the task that iterates")
    func disposal() async {
      let (cancelled, told) = AsyncStream<Void>.makeStream()
      let endless = AsyncStream<Int> { continuation in
        continuation.onTermination = { _ in told.finish() }
      }
      let log = Log()
      endless.asObservable().subscribe { log.add($0) }.dispose()
      for await _ in cancelled {}
      #expect(log.entries == [])
    }
  }
}
