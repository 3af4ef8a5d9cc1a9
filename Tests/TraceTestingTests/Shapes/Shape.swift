import Dispatch
import Foundation
import Rx
import RxTrace
import Testing
import TraceAnalysis

/// A small program, and the rules of which a check has to find something in it; none for a sound program.
struct Shape: CustomTestStringConvertible, Sendable {
  let name: String
  let rules: Set<Finding.Rule>
  let body: @Sendable () -> Void

  init(_ name: String, _ rules: Finding.Rule..., body: @escaping @Sendable () -> Void) {
    self.name = name
    self.rules = Set(rules)
    self.body = body
  }

  var testDescription: String { name }
}

/// Virtual time for shapes.
final class Clock: @unchecked Sendable {
  let scheduler = HistoricalScheduler()

  func advance(_ seconds: Double) { scheduler.advanceTo(scheduler.clock.addingTimeInterval(seconds)) }

  /// A request whose answer takes some time. Each subscription makes it anew.
  func request(_ answer: String, _ milliseconds: Int = 100) -> Observable<String> {
    let scheduler = scheduler
    return Observable.create { observer in
      scheduler.scheduleRelative((), dueTime: .milliseconds(milliseconds)) { _ in
        observer.onNext(answer)
        observer.onCompleted()
        return Disposables.create()
      }
    }
  }

  /// A request that fails at once.
  func failure(_ error: any Error = Offline()) -> Observable<String> {
    Observable.create { observer in
      observer.onError(error)
      return Disposables.create()
    }
  }
}

struct Offline: Error {}

/// A queue other than the main queue, with its scheduler.
final class Background: @unchecked Sendable {
  let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "com.example.work")
}

/// Lets the pipelines of a shape come to rest.
enum Wait {
  /// Returns when `semaphore` was signalled so often.
  static func `for`(_ semaphore: DispatchSemaphore, times: Int = 1) {
    for _ in 0..<times { _ = semaphore.wait(timeout: .now() + 20) }
  }

  /// Returns when `scheduler` has done what it was given before.
  static func `for`(_ scheduler: SerialDispatchQueueScheduler) {
    let done = DispatchSemaphore(value: 0)
    _ = scheduler.schedule(()) { _ in
      done.signal()
      return Disposables.create()
    }
    Wait.for(done)
  }

  /// Runs `body` on the main queue, and returns when it has run.
  static func onMain(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.main.async {
      body()
      done.signal()
    }
    Wait.for(done)
  }
}

func ignore<Value>(_ value: Value) {}
