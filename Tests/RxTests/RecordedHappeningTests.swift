import Foundation
import Rx
import RxTrace
import Testing

extension EngineTests {
  /// Facts in a recording besides calls: errors that closures throw, actions that never run, subjects' disposal.
  @Suite struct RecordedHappenings {
    @Test("a closure's step has the error that the closure threw")
    func thrownErrors() throws {
      let trace = try trace {
        _ = Observable<Int>.deferred { throw TestError.first }.subscribe(onError: { _ in })
        _ = Observable<Int>.deferred { .just(1) }.subscribe()
      }
      let closures = trace.steps.filter { $0.kind == .closure && trace.title(of: $0).contains("Deferred") }
      #expect(closures.map(\.thrown?.text) == ["first", nil])
    }

    @Test("an error thrown through two closures is in both steps")
    func nestedErrors() throws {
      let trace = try trace {
        _ = Observable<Int>.deferred {
          _ = Observable<Int>.deferred { throw TestError.second }.subscribe(onError: { _ in })
          throw TestError.first
        }.subscribe(onError: { _ in })
      }
      let closures = trace.steps.filter { $0.kind == .closure && trace.title(of: $0).contains("Deferred") }
      #expect(closures.map { $0.thrown?.text ?? "" } == ["first", "second"])
    }

    @Test("a subject's own disposal is one step, and a later subscription to it another")
    func disposedSubject() throws {
      let trace = try trace {
        let subject = PublishSubject<Int>()
        _ = subject.subscribe()
        subject.dispose()
        subject.dispose()
        _ = subject.subscribe(onError: { _ in })
      }
      let steps = trace.steps.filter {
        trace.name(of: $0.object) == "PublishSubject#1" && $0.kind != .subscribeClosures
      }
      #expect(steps.map(\.kind) == [.subscribe, .dispose, .subscribe])
      let told = try #require(trace.steps.first { $0.kind == .on && $0.parent == steps[2].index })
      #expect(told.event == .error)
    }

    @Test("an action cancelled before it runs is recorded as such, with a reference to its schedule")
    func cancelledOnQueue() throws {
      let queue = DispatchQueue(label: "cancelled")
      let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "inner")
      let trace = try trace {
        queue.suspend()
        scheduler.schedule(()) { Disposables.create() }.dispose()
        queue.resume()
        scheduler.scheduleRelative((), dueTime: .seconds(60)) { Disposables.create() }.dispose()
      }
      #expect(causes(of: .cancelledAction, trace) == [0, 1])
      #expect(trace.count(.scheduledAction) == 0)
    }

    @Test("disposal after an action ran or a timer fired is not recorded as a cancellation")
    func disposedAfterRun() throws {
      let scheduler = HistoricalScheduler()
      let trace = try trace {
        let ran = scheduler.scheduleRelative((), dueTime: .seconds(1)) { Disposables.create() }
        let waiting = scheduler.scheduleRelative((), dueTime: .seconds(2)) { Disposables.create() }
        scheduler.advanceTo(Date(timeIntervalSince1970: 1))
        ran.dispose()
        waiting.dispose()
        waiting.dispose()
      }
      #expect(causes(of: .scheduledAction, trace) == [0])
      #expect(causes(of: .cancelledAction, trace) == [1])
    }

    @Test("on the current thread, a cancelled waiting action never runs")
    func cancelledOnTrampoline() throws {
      let trace = try trace {
        _ = CurrentThreadScheduler.instance.schedule(()) { _ in
          CurrentThreadScheduler.instance.schedule(()) { _ in Disposables.create() }.dispose()
          return Disposables.create()
        }
      }
      #expect(causes(of: .cancelledAction, trace) == [1])
      #expect(trace.count(.scheduledAction) == 1)
    }

    @Test("a cancelled operation is recorded as such when its turn comes")
    func cancelledOperation() throws {
      let operations = OperationQueue()
      let trace = try trace {
        operations.isSuspended = true
        OperationQueueScheduler(operationQueue: operations).schedule(()) { Disposables.create() }.dispose()
        operations.isSuspended = false
        operations.waitUntilAllOperationsAreFinished()
      }
      #expect(causes(of: .cancelledAction, trace) == [0])
    }

    /// For each step of a kind, the index of the schedule that it refers to.
    private func causes(of kind: StepKind, _ trace: Trace) -> [Int?] {
      let schedules = trace.steps.filter { $0.kind == .schedule }.map(\.index)
      return trace.steps.filter { $0.kind == kind }.map { $0.cause.flatMap(schedules.firstIndex) }
    }
  }
}
