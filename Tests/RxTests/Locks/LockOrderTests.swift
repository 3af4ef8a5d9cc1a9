import Rx
import Synchronization
import Testing

@testable import Rx

/// Makes a test fail if the engine violates the order of its locks, or calls out while it holds one.
struct LockOrderIsKept: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await body() }
    let before = LockOrder.report.withLock { report in
      defer { report = { Issue.record(Comment(rawValue: $0)) } }
      return report
    }
    defer { LockOrder.report.withLock { $0 = before } }
    try await body()
  }
}

extension EngineTests {
  @Suite struct LockOrderTests {
    private let state = SharedStateLock()
    private let other = SharedStateLock()

    @Test("an event that is delivered while a state lock is held is reported, with both places")
    func event() {
      let subject = PublishSubject<Int>()
      let messages = violations { state.locked { subject.onNext(1) } }
      #expect(messages.first?.contains("an event is delivered while a state lock is held") == true)
      #expect(messages.first?.contains("taken at: RxTests/LockOrderTests.swift:") == true)
      #expect(messages.first?.contains("at: Rx/SubjectBase.swift:") == true)
    }

    @Test("a subscription, a disposal and an action under a lock are reported")
    func callingOut() {
      let subscription = PublishSubject<Int>().subscribe()
      let delivery = DeliveryLock()
      let subscribing = violations { state.locked { _ = Observable<Int>.never().subscribe() } }
      #expect(subscribing.contains { $0.contains("subscribe") })
      #expect(violations { delivery.withLock { subscription.dispose() } }.contains { $0.contains("dispose") })
      #expect(
        violations {
          delivery.withLock {
            _ = SerialDispatchQueueScheduler(qos: .default).schedule(()) { _ in Disposables.create() }
          }
        }.contains { $0.contains("schedule") })
    }

    @Test("a lock that is taken under a state lock is reported")
    func nesting() {
      let delivery = DeliveryLock()
      #expect(violations { state.locked { other.locked {} } }.count == 1)
      #expect(violations { state.locked { delivery.withLock {} } }.count == 1)
      #expect(violations { delivery.withLock { state.locked {} } }.isEmpty)
    }

    @Test("an object that is released under a state lock is reported")
    func release() {
      var subject: PublishSubject<Int>? = PublishSubject()
      let messages = violations { state.locked { subject = nil } }
      #expect(messages.contains { $0.contains("the last reference to PublishSubject<Int> is released") })
      #expect(subject == nil)
    }

    @Test("two delivery locks in opposite orders are reported, with all four places")
    func oppositeOrders() {
      let (first, second) = (DeliveryLock(), DeliveryLock())
      #expect(violations { first.withLock { second.withLock {} } }.isEmpty)
      let messages = violations { second.withLock { first.withLock {} } }
      #expect(messages.first?.contains("opposite orders") == true)
      #expect(messages.first?.split(separator: "LockOrderTests.swift:").count == 5)
    }

    @Test("an observer may do anything within a delivery")
    func observers() {
      let (source, other) = (PublishSubject<Int>(), PublishSubject<Int>())
      let bag = DisposeBag()
      let messages = violations {
        Observable.merge(source, other).subscribe(onNext: { number in
          if number == 1 { Observable.merge(.of(2, 3), other).subscribe().disposed(by: bag) }
        }).dispose()
        _ = Observable.merge(source, other).take(1).subscribe()
        source.onNext(1)
      }
      #expect(messages.isEmpty)
    }

    /// The reports while `body` runs.
    private func violations(_ body: () -> Void) -> [String] {
      let collected = Collected()
      LockOrderReports.forget()
      let before = LockOrder.report.withLock { report in
        defer { report = { message in collected.messages.withLock { $0.append(message) } } }
        return report
      }
      body()
      LockOrder.report.withLock { $0 = before }
      return collected.messages.withLock { $0 }
    }

    private final class Collected: Sendable {
      let messages = Mutex<[String]>([])
    }
  }
}
