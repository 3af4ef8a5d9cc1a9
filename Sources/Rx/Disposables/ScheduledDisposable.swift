/// Disposes of another disposable on a scheduler.
public final class ScheduledDisposable: DisposeBase, DisposableObject, Cancelable {
  /// The scheduler that disposes.
  public let scheduler: any ImmediateSchedulerType

  private let held: StateLock<(any DisposableObject)?>

  public init(scheduler: any ImmediateSchedulerType, disposable: any Disposable) {
    self.scheduler = scheduler
    held = StateLock(disposable.asDisposableObject())
    super.init()
  }

  public var isDisposed: Bool { held.withLock { $0 == nil } }

  /// Schedules the disposal and returns without waiting for it.
  public func dispose() {
    _ = scheduler.schedule(self) { scheduled in
      scheduled.disposeInner()
      return Disposables.create()
    }
  }

  func disposeInner() {
    guard let disposable = held.withLock({ $0.take() }) else { return }
    Tracing.call(.dispose, on: self) { disposable.dispose() }
  }
}
