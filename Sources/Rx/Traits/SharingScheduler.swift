/// Where drivers and signals deliver: the main queue, unless a test says otherwise.
public enum SharingScheduler {
  // Each asks for a main scheduler of its own. One that all shared would take a driver made within another's delivery for
  // one that has to wait, and from then on everything would be late until the main queue has drained.
  private static let current = StateLock<() -> any SchedulerType>({ MainScheduler() })

  /// Gives the scheduler that shared sequences made from now on use.
  public static var make: () -> any SchedulerType { current.withLock { $0 } }

  /// Has drivers and signals that are made within `action` deliver on another scheduler.
  ///
  ///     SharingScheduler.mock(scheduler: testScheduler) {
  ///       viewModel = ViewModel()
  ///     }
  public static func mock(scheduler: any SchedulerType, action: () throws -> Void) rethrows {
    try mock(makeScheduler: { scheduler }, action: action)
  }

  /// Has drivers and signals that are made within `action` deliver on other schedulers.
  public static func mock(makeScheduler: @escaping () -> any SchedulerType, action: () throws -> Void) rethrows {
    let before = current.withLock { current in
      defer { current = makeScheduler }
      return current
    }
    defer { current.withLock { $0 = before } }
    try action()
  }
}
