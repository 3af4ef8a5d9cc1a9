/// The scheduler on which drivers and signals deliver: the main queue, unless a test replaces it.
public enum SharingScheduler {
  // A new main scheduler for each sequence. One that all shared would count another driver's delivery as a waiting
  // action, so a driver made within that delivery would be late, and so would all others until the queue is empty.
  private static let current = StateLock<() -> any SchedulerType>({ MainScheduler() })

  /// Makes the scheduler for a new shared sequence.
  public static var make: () -> any SchedulerType { current.withLock { $0 } }

  /// Replaces the scheduler of the drivers and signals that are made within `action`.
  ///
  ///     SharingScheduler.mock(scheduler: testScheduler) {
  ///       viewModel = ViewModel()
  ///     }
  public static func mock(scheduler: any SchedulerType, action: () throws -> Void) rethrows {
    try mock(makeScheduler: { scheduler }, action: action)
  }

  /// Replaces the schedulers of the drivers and signals that are made within `action`.
  public static func mock(makeScheduler: @escaping () -> any SchedulerType, action: () throws -> Void) rethrows {
    let before = current.withLock { current in
      defer { current = makeScheduler }
      return current
    }
    defer { current.withLock { $0 = before } }
    try action()
  }
}
