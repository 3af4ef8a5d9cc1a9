import Synchronization

/// Calls a closure when it is first disposed of, and lets go of it.
final class AnonymousDisposable: DisposeBase, DisposableObject, Cancelable {
  private let disposed = Atomic<Bool>(false)
  private var action: (() -> Void)?

  init(_ action: @escaping () -> Void) {
    self.action = action
  }

  var isDisposed: Bool { disposed.load(ordering: .relaxed) }

  func dispose() {
    guard !disposed.exchange(true, ordering: .acquiringAndReleasing), let action else { return }
    self.action = nil
    Tracing.call(.dispose, on: self) {
      Tracing.call(.closure, on: self) { action() }
    }
  }
}
