import Foundation
import Rx
import Synchronization
import Testing

@testable import Rx

/// Collects the reports of the debug build's check for overlapping events.
enum Reports {
  static func collect(_ body: () -> Void) -> [String] {
    let collected = Mutex<[String]>([])
    return withExtendedLifetime(collected) {
      let box = Box()
      let before = SynchronizationTracker.report.withLock { report in
        defer { report = { box.add($0) } }
        return report
      }
      body()
      SynchronizationTracker.report.withLock { $0 = before }
      return box.messages
    }
  }

  private final class Box: Sendable {
    private let stored = Mutex<[String]>([])
    var messages: [String] { stored.withLock { $0 } }
    func add(_ message: String) { stored.withLock { $0.append(message) } }
  }
}

extension EngineTests {
  @Suite struct HooksTests {
    @Test("an unhandled error reaches the default handler, with the call stack if enabled")
    func defaultErrorHandler() {
      let handler = Hooks.defaultErrorHandler
      defer {
        Hooks.defaultErrorHandler = handler
        Hooks.recordCallStackOnError = false
      }
      var taken: [(stack: [String], error: any Error)] = []
      Hooks.defaultErrorHandler = { taken.append(($0, $1)) }
      _ = Observable<Int>.error(TestError.first).subscribe(onNext: { _ in })
      #expect(taken.count == 1 && taken[0].stack.isEmpty && taken[0].error as? TestError == .first)
      Hooks.recordCallStackOnError = true
      _ = Observable<Int>.error(TestError.second).subscribe(onNext: { _ in })
      #expect(taken.count == 2 && !taken[1].stack.isEmpty)
      _ = Observable<Int>.error(TestError.second).subscribe(onError: { _ in })
      #expect(taken.count == 2)
    }

    @Test("the program can replace the capture of the stack")
    func customCallStack() {
      let (handler, capture) = (Hooks.defaultErrorHandler, Hooks.customCaptureSubscriptionCallstack)
      defer {
        Hooks.defaultErrorHandler = handler
        Hooks.customCaptureSubscriptionCallstack = capture
        Hooks.recordCallStackOnError = false
      }
      var stack: [String] = []
      Hooks.defaultErrorHandler = { taken, _ in stack = taken }
      var captures = 0
      Hooks.customCaptureSubscriptionCallstack = {
        captures += 1
        return ["here"]
      }
      Hooks.recordCallStackOnError = true
      _ = Observable<Int>.error(TestError.first).subscribe()
      #expect(stack == ["here"])
      // A closure for all events handles errors itself.
      _ = Observable<Int>.error(TestError.first).subscribe { (_: Event<Int>) in }
      #expect(captures == 1)
    }

    @Test("an event sent from within another is reported with the pipeline's stages")
    func reentrancyReport() {
      let reports = Reports.collect {
        let subject = PublishSubject<Int>()
        let subscription = subject.map { "\($0)" }.subscribe(onNext: { if $0 == "1" { subject.onNext(2) } })
        subject.onNext(1)
        subscription.dispose()
      }
      #expect(reports.count == 2)
      #expect(reports[0].hasPrefix("Reentrancy anomaly"))
      #expect(reports[0].contains("pipeline: PublishSubject<Int>"))
      #expect(reports[1].contains("pipeline: MapSink<Int, String> → AnonymousObserver<String>"))
    }

    @Test("two threads that take turns within each other's events are one race, which is reported once a stage")
    func overlapReport() {
      let reports = Reports.collect {
        let subject = PublishSubject<Int>()
        let subscription = subject.subscribe(onNext: { number in
          guard number == 0 else { return }
          elsewhere { for later in 1...100 { subject.onNext(later) } }
        })
        subject.onNext(0)
        subject.onNext(0)
        subscription.dispose()
      }
      #expect(reports.count == 1 && reports[0].hasPrefix("Synchronization anomaly"), "\(reports)")
    }

    @Test("a pipeline that follows the grammar is not reported")
    func noReport() {
      let reports = Reports.collect {
        _ = Observable.of(1, 2, 3).map { $0 }.filter { _ in true }.subscribe()
      }
      #expect(reports == [])
    }
  }
}
