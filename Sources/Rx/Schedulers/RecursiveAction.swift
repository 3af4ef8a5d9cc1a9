/// An action that can schedule itself again. Disposal cancels all waiting turns.
final class RecursiveAction<State>: @unchecked Sendable {
  typealias Action = (_ state: State, _ recurse: @escaping (State) -> Void) -> Void

  private struct Turns {
    /// The turns that have not begun, each with the handle that cancels it; nil until the scheduler has returned that.
    var waiting: [UInt64: (any Disposable)?] = [:]
    var last: UInt64 = 0
    var isDisposed = false
  }

  private let scheduler: any ImmediateSchedulerType
  private let action: Action
  private let turns = StateLock(Turns())

  init(scheduler: any ImmediateSchedulerType, action: @escaping Action) {
    self.scheduler = scheduler
    self.action = action
  }

  /// Schedules the next turn.
  func schedule(_ state: State) {
    guard let turn = newTurn() else { return }
    let handle = scheduler.schedule(state) { state in
      if self.begin(turn) { self.action(state) { next in self.schedule(next) } }
      return Disposables.create()
    }
    // The turn may have begun already, on this thread or another one.
    let isDisposed = turns.withLock { turns in
      if turns.waiting[turn] != nil { turns.waiting[turn] = .some(handle) }
      return turns.isDisposed
    }
    if isDisposed { handle.dispose() }
  }

  func dispose() {
    let waiting = turns.withLock { turns in
      turns.isDisposed = true
      defer { turns.waiting = [:] }
      return turns.waiting
    }
    for case let turn? in waiting.values { turn.dispose() }
  }

  private func newTurn() -> UInt64? {
    turns.withLock { turns in
      guard !turns.isDisposed else { return nil }
      turns.last += 1
      turns.waiting[turns.last] = .some(nil)
      return turns.last
    }
  }

  /// - Returns: false if the turn has been cancelled.
  private func begin(_ turn: UInt64) -> Bool {
    let begun = turns.withLock { $0.waiting.removeValue(forKey: turn) }
    return begun != nil
  }
}
