import Dispatch
import Foundation
import Rx
import Synchronization

/// Two threads that meet in the engine: while the engine calls the program's code on one thread, the other thread
/// calls the engine.
///
/// If the second call returns only after the first thread has left the program's code, then a lock that both threads
/// take outside of the engine, in the opposite order, would make them wait forever.
final class Meeting: @unchecked Sendable {
  enum Outcome: Equatable {
    /// The second call returned during the program's code.
    case free
    /// It returned only after the program's code: the operator delivers one event at a time.
    case waits
    /// The engine never called the program's code.
    case neverMet
    /// It never returned.
    case stuck
  }

  private struct State {
    var isArmed = false
    var outcome = Outcome.neverMet
  }

  private let state = Mutex(State())
  private let entered = DispatchSemaphore(value: 0)
  private let returned = DispatchSemaphore(value: 0)
  private let left = DispatchSemaphore(value: 0)
  private let expected: Outcome
  /// Disposed after the meeting: a running timer would be in the recordings of other tests.
  private let subscriptions = CompositeDisposable()

  init(expecting expected: Outcome) {
    self.expected = expected
  }

  /// The engine calls this, as a closure or a deinit of the program. Only the first call counts.
  func comeIn() {
    let isFirst = state.withLock { state in
      defer { state.isArmed = false }
      return state.isArmed
    }
    guard isFirst else { return }
    entered.signal()
    // The wait for a blocked call is many times as long as the call would take.
    let patience: DispatchTimeInterval = expected == .waits ? .milliseconds(60) : .seconds(10)
    let isFree = returned.wait(timeout: .now() + patience) == .success
    if isFree { returned.signal() }
    state.withLock { $0.outcome = isFree ? .free : .waits }
    left.signal()
  }

  func keep(_ subscription: any Disposable) { _ = subscriptions.insert(subscription) }

  /// - Parameters:
  ///   - call: makes the engine call ``comeIn()``, on any thread.
  ///   - other: the work of the second thread meanwhile.
  func run(_ call: @escaping () -> Void, _ other: @escaping () -> Void) -> Outcome {
    defer { subscriptions.dispose() }
    state.withLock { $0.isArmed = true }
    let callEnded = DispatchSemaphore(value: 0)
    onThread {
      call()
      callEnded.signal()
    }
    guard entered.wait(timeout: .now() + 30) == .success else { return .neverMet }
    onThread {
      other()
      self.returned.signal()
    }
    let isOver =
      left.wait(timeout: .now() + 30) == .success && callEnded.wait(timeout: .now() + 30) == .success
      && returned.wait(timeout: .now() + 30) == .success
    return isOver ? state.withLock { $0.outcome } : .stuck
  }

  private func onThread(_ body: @escaping () -> Void) {
    nonisolated(unsafe) let body = body
    Thread.detachNewThread { body() }
  }
}

/// One program in which two threads meet.
struct MeetingCase: CustomStringConvertible, @unchecked Sendable {
  typealias Calls = (call: () -> Void, other: () -> Void)

  let name: String
  let outcome: Meeting.Outcome
  /// Makes the pipeline, and returns the work of each of the two threads.
  let make: (Meeting) -> Calls

  init(_ name: String, _ outcome: Meeting.Outcome = .free, _ make: @escaping (Meeting) -> Calls) {
    self.name = name
    self.outcome = outcome
    self.make = make
  }

  var description: String { "\(name)\(outcome == .waits ? " (serial delivery by contract)" : "")" }

  func run() -> Meeting.Outcome {
    let meeting = Meeting(expecting: outcome)
    let calls = make(meeting)
    return meeting.run(calls.call, calls.other)
  }
}

/// Calls the program's code when it is released.
final class Released: @unchecked Sendable {
  private let body: () -> Void

  init(_ body: @escaping () -> Void = {}) {
    self.body = body
  }

  deinit { body() }
}

extension Observable where Element == Int {
  /// The sequence, whose disposal calls ``comeIn()``.
  func tornDown(_ meeting: Meeting) -> Observable<Int> {
    .create { observer in
      let subscription = self.subscribe(observer)
      return Disposables.create {
        meeting.comeIn()
        subscription.dispose()
      }
    }
  }
}
