/// Disposes of something on a scheduler.
public final class ScheduledDisposable: DisposeBase, DisposableObject, Cancelable {
  /// Where disposal takes place.
  public let scheduler: any ImmediateSchedulerType

  private let disposable: StateLock<Unchecked<(any DisposableObject)?>>

  public init(scheduler: any ImmediateSchedulerType, disposable: any Disposable) {
    self.scheduler = scheduler
    self.disposable = StateLock(Unchecked(disposable.asDisposableObject()))
    super.init()
  }

  public var isDisposed: Bool { disposable.withLock { $0.value == nil } }

  /// Asks the scheduler to dispose; returns before it has.
  public func dispose() {
    _ = scheduler.schedule(self) { scheduled in
      scheduled.disposeInner()
      return Disposables.create()
    }
  }

  func disposeInner() {
    let held = disposable.withLock { held in
      defer { held = Unchecked(nil) }
      return held
    }
    guard let held = held.value else { return }
    Tracing.call(.dispose, on: self) { held.dispose() }
  }
}
