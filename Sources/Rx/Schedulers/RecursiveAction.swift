import Synchronization

/// An action that schedules itself again, and the one handle that cancels whichever turn is waiting.
final class RecursiveAction<State>: @unchecked Sendable {
  typealias Action = (_ state: State, _ recurse: @escaping (State) -> Void) -> Void

  private struct Turns: @unchecked Sendable {
    var waiting: [UInt64: any Disposable] = [:]
    /// Turns that ran before `schedule` had returned their disposable.
    var finishedEarly: Set<UInt64> = []
    var last: UInt64 = 0
    var isDisposed = false
  }

  private let scheduler: any ImmediateSchedulerType
  private let turns = StateLock(Turns())
  private var action: Action?

  init(scheduler: any ImmediateSchedulerType, action: @escaping Action) {
    self.scheduler = scheduler
    self.action = action
  }

  /// Schedules the next turn.
  func schedule(_ state: State) {
    let turn = turns.withLock { turns -> UInt64? in
      guard !turns.isDisposed else { return nil }
      turns.last += 1
      return turns.last
    }
    guard let turn else { return }
    let scheduled = Unchecked(
      scheduler.schedule(state) { state in
        self.begin(turn, state)
        return Disposables.create()
      })
    let isLate = turns.withLock { turns -> Bool in
      guard !turns.isDisposed else { return true }
      if turns.finishedEarly.remove(turn) == nil { turns.waiting[turn] = scheduled.value }
      return false
    }
    if isLate { scheduled.value.dispose() }
  }

  func dispose() {
    let waiting = turns.withLock { turns in
      turns.isDisposed = true
      defer { turns.waiting = [:] }
      return Unchecked(Array(turns.waiting.values))
    }
    for turn in waiting.value { turn.dispose() }
  }

  private func begin(_ turn: UInt64, _ state: State) {
    let begun = turns.withLock { turns in
      let scheduled = turns.waiting.removeValue(forKey: turn)
      if scheduled == nil { turns.finishedEarly.insert(turn) }
      return Unchecked((action: turns.isDisposed ? nil : self.action, scheduled: scheduled))
    }
    begun.value.action?(state) { next in self.schedule(next) }
  }
}
