import Synchronization

/// A timer that events restart. Each start is a turn; only the latest one counts.
///
/// A turn may be stale when its action runs: the timer may be restarted while the action is about to start, or waits
/// for a lock. So the action is passed its turn, and checks ``isLatest(_:)`` under the lock that guards its work.
final class SinkTimer: DisposeBase, DisposableObject {
  private struct State {
    var waiting: (any DisposableObject)?
    var turn = 0
    var isDisposed = false
  }

  private let scheduler: any SchedulerType
  private let latest = Atomic<Int>(0)
  private let state = StateLock(State())

  init(_ scheduler: any SchedulerType) {
    self.scheduler = scheduler
  }

  /// Begins a turn; all earlier ones are stale then. The result is negative once a turn has expired.
  func newTurn() -> Int { latest.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue }

  func isLatest(_ turn: Int) -> Bool { latest.load(ordering: .acquiring) == turn }

  /// Makes all turns stale for good. False if the turn was stale already.
  func expire(_ turn: Int) -> Bool {
    latest.compareExchange(expected: turn, desired: .min, ordering: .acquiringAndReleasing).exchanged
  }

  /// Calls `action` with the turn after `dueTime`. The previous turn is cancelled.
  func start(_ turn: Int, after dueTime: RxTimeInterval, _ action: @escaping (Int) -> Void) {
    guard begin(turn) else { return }
    let waiting = scheduler.scheduleRelative(turn, dueTime: dueTime) { turn in
      action(turn)
      return Disposables.create()
    }.asDisposableObject()
    if !keep(waiting, for: turn) { waiting.dispose() }
  }

  /// Starts a new turn.
  func restart(after dueTime: RxTimeInterval, _ action: @escaping (Int) -> Void) {
    start(newTurn(), after: dueTime, action)
  }

  /// - Returns: false if the timer was disposed, or another thread has begun a later turn already.
  private func begin(_ turn: Int) -> Bool {
    let (isBegun, replaced) = state.withLock { state -> (Bool, (any DisposableObject)?) in
      guard !state.isDisposed, turn > state.turn else { return (false, nil) }
      defer { (state.waiting, state.turn) = (nil, turn) }
      return (true, state.waiting)
    }
    replaced?.dispose()
    return isBegun
  }

  /// - Returns: false if meanwhile the timer was disposed, or a later turn was begun.
  private func keep(_ waiting: any DisposableObject, for turn: Int) -> Bool {
    state.withLock { state in
      guard !state.isDisposed, turn == state.turn else { return false }
      state.waiting = waiting
      return true
    }
  }

  func dispose() {
    let (isFirst, waiting) = state.withLock { state in
      defer { (state.waiting, state.isDisposed) = (nil, true) }
      return (!state.isDisposed, state.waiting)
    }
    if isFirst { Tracing.call(.dispose, on: self) { waiting?.dispose() } }
  }
}
