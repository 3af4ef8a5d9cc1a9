import Synchronization

/// Disposes of any fixed number of others, in order.
final class GroupDisposable: DisposeBase, DisposableObject, Cancelable {
  private let disposed = Atomic<Bool>(false)
  private var members: [any DisposableObject]

  init(_ members: [any DisposableObject]) {
    self.members = members
  }

  var isDisposed: Bool { disposed.load(ordering: .relaxed) }

  func dispose() {
    guard !disposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Tracing.call(.dispose, on: self) {
      for member in members { member.dispose() }
      members = []
    }
  }
}
