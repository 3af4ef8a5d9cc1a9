import Synchronization

/// Remembers that it was disposed of, and does nothing else.
public final class BooleanDisposable: DisposeBase, DisposableObject, Cancelable {
  private let disposed = Atomic<Bool>(false)

  public override init() {
    super.init()
  }

  public convenience init(isDisposed: Bool) {
    self.init()
    disposed.store(isDisposed, ordering: .relaxed)
  }

  public var isDisposed: Bool { disposed.load(ordering: .relaxed) }

  public func dispose() {
    guard !disposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Tracing.call(.dispose, on: self) {}
  }
}
