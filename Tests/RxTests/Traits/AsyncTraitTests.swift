import Foundation
import Rx
import RxTest
import Testing

extension EngineTests {
  @Suite("traits, awaited and made from asynchronous work") struct AsyncTraitTests {
    @Test("a trait's outcome can be awaited")
    func values() async throws {
      #expect(try await Single.just(42).value == 42)
      #expect(try await Maybe.just(1).value == 1)
      #expect(try await Maybe<Int>.empty().value == nil)
      try await Completable.empty().value
      await #expect(throws: TestError.first) { _ = try await Single<Int>.error(TestError.first).value }
      await #expect(throws: TestError.first) { _ = try await Maybe<Int>.error(TestError.first).value }
      await #expect(throws: TestError.first) { try await Completable.error(TestError.first).value }
    }

    @Test("a cancelled task disposes the awaited subscription, and throws")
    func cancelling() async {
      let (letGo, told) = AsyncStream<Void>.makeStream()
      nonisolated(unsafe) let single = Single<Int>.never().do(onDispose: { told.finish() })
      let task = Task { try await single.value }
      task.cancel()
      for await _ in letGo {}
      await #expect(throws: CancellationError.self) { _ = try await task.value }
    }

    @Test("a sequence that cannot fail can be iterated without try")
    func infallibleValues() async {
      var numbers: [Int] = []
      for await number in Infallible.of(1, 2).values { numbers.append(number) }
      #expect(numbers == [1, 2])
      nonisolated(unsafe) let subject = PublishSubject<Int>()
      nonisolated(unsafe) let infallible = subject.asInfallible(onErrorJustReturn: 0)
      let (letGo, told) = AsyncStream<Void>.makeStream()
      nonisolated(unsafe) let source = infallible.do(onDispose: { told.finish() })
      let task = Task { for await _ in source.values { Issue.record("nothing was sent") } }
      task.cancel()
      for await _ in letGo {}
      await task.value
      #expect(!subject.hasObservers)
    }

    @Test("asynchronous work becomes a single, or the error that it throws", arguments: [true, false])
    func singleOfWork(detached: Bool) async throws {
      #expect(try await Single<Int>.create(detached: detached) { 1 }.value == 1)
      await #expect(throws: TestError.first) {
        _ = try await Single<Int>.create(detached: detached) { throw TestError.first }.value
      }
    }

    @Test("asynchronous work becomes a sequence of the elements that it sends")
    func sequenceOfWork() async throws {
      let numbers = Observable<Int>.create { (observer: (Int) -> Void) async throws in
        for number in 1...3 { observer(number) }
      }
      var received: [Int] = []
      for try await number in numbers.values { received.append(number) }
      #expect(received == [1, 2, 3])
      let failing = Observable<Int>.create { (observer: (Int) -> Void) async throws in throw TestError.second }
      await #expect(throws: TestError.second) { for try await _ in failing.values {} }
      let infallible = Infallible<Int>.create { (observer: (Int) -> Void) async in observer(7) }
      for await number in infallible.values { received.append(number) }
      #expect(received == [1, 2, 3, 7])
    }

    @Test("disposal cancels the work")
    func disposal() async {
      let (ends, told) = AsyncStream<String>.makeStream()
      let single = Single<Int>.create {
        await withTaskCancellationHandler {
          for await _ in AsyncStream<Void>.makeStream().stream {}
        } onCancel: {
          told.yield("cancelled")
        }
        told.yield("returned")
        told.finish()
        return 1
      }
      single.subscribe(onSuccess: { _ in told.yield("delivered") }).dispose()
      #expect(await ends.reduce(into: []) { $0.append($1) } == ["cancelled", "returned"])
    }
  }
}
