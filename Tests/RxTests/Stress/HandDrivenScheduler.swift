import Foundation
import Rx

/// A scheduler whose actions run when they are told to, on any thread, each once. Its clock goes when it is told to.
///
/// An action that was disposed may still be run, as if its thread had been about to run it: its timer is stale.
final class HandDrivenScheduler: SchedulerType, @unchecked Sendable {
  /// An action that is being run.
  struct Run {
    let number: Int
    /// What ``note`` returned when the action was scheduled.
    let note: Int
    /// Whether the action was disposed before it ran.
    let isStale: Bool
  }

  private struct Action {
    let due: RxTime
    let note: Int
    let result: SingleAssignmentDisposable
    let body: () -> Void
  }

  private struct State {
    var now = RxTime(timeIntervalSinceReferenceDate: 0)
    var scheduled = 0
    /// The actions that have not run, by their numbers.
    var waiting: [Int: Action] = [:]
  }

  private let state = Guarded(State())
  private let note: @Sendable () -> Int

  /// - Parameter note: called on the thread that schedules an action.
  init(note: @escaping @Sendable () -> Int = { 0 }) {
    self.note = note
  }

  var now: RxTime { state.withLock { $0.now } }

  /// The number of actions that were scheduled so far.
  var scheduled: Int { state.withLock { $0.scheduled } }

  /// The number of actions that have not run.
  var waiting: Int { state.withLock { $0.waiting.count } }

  /// The numbers of the actions that are due and have not run, in their order.
  var due: [Int] {
    state.withLock { state in state.waiting.filter { $0.value.due <= state.now }.keys.sorted() }
  }

  func advance(seconds: Double) { state.withLock { $0.now += seconds } }

  /// The action that the current thread runs.
  var current: Run? { Thread.current.threadDictionary[Self.key] as? Run }

  private static let key = "HandDrivenScheduler.current"

  /// Runs an action, unless it has run already; the first that was scheduled has the number 0.
  func run(_ number: Int) {
    let action = state.withLock { state -> Action? in state.waiting.removeValue(forKey: number) }
    guard let action else { return }
    let outer = Thread.current.threadDictionary[Self.key]
    let run = Run(number: number, note: action.note, isStale: action.result.isDisposed)
    Thread.current.threadDictionary[Self.key] = run
    action.body()
    Thread.current.threadDictionary[Self.key] = outer
  }

  func schedule<StateType>(
    _ state: StateType, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    action(state)
  }

  func scheduleRelative<StateType>(
    _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
  ) -> any Disposable {
    let result = SingleAssignmentDisposable()
    let note = note()
    nonisolated(unsafe) let body = { result.setDisposable(action(state)) }
    self.state.withLock { state in
      let due = state.now + Self.seconds(dueTime)
      state.waiting[state.scheduled] = Action(due: due, note: note, result: result) { body() }
      state.scheduled += 1
    }
    return result
  }

  private static func seconds(_ interval: RxTimeInterval) -> Double {
    switch interval {
    case .seconds(let count): Double(count)
    case .milliseconds(let count): Double(count) / 1e3
    case .microseconds(let count): Double(count) / 1e6
    case .nanoseconds(let count): Double(count) / 1e9
    default: .infinity
    }
  }
}

/// A value under a lock that the thread sanitizer sees, unlike the standard library's.
final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
