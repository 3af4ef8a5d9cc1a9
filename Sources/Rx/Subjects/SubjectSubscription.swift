import Synchronization

/// A subscription to a subject: takes the observer out when it is disposed of.
final class SubjectSubscription: DisposeBase, Cancelable {
  private let disposed = Atomic<Bool>(false)
  private let unsubscribe: () -> Void

  init(_ unsubscribe: @escaping () -> Void) {
    self.unsubscribe = unsubscribe
  }

  var isDisposed: Bool { disposed.load(ordering: .relaxed) }

  func dispose() {
    guard !disposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Tracing.call(.dispose, on: self) { unsubscribe() }
  }
}
