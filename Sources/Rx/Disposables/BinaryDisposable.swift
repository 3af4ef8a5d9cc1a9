import Synchronization

/// Disposes of two others, in order.
final class BinaryDisposable: DisposeBase, DisposableObject, Cancelable {
  private let disposed = Atomic<Bool>(false)
  private var first: (any DisposableObject)?
  private var second: (any DisposableObject)?

  init(_ first: any DisposableObject, _ second: any DisposableObject) {
    self.first = first
    self.second = second
  }

  var isDisposed: Bool { disposed.load(ordering: .relaxed) }

  func dispose() {
    guard !disposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Tracing.call(.dispose, on: self) {
      first?.dispose()
      second?.dispose()
      first = nil
      second = nil
    }
  }
}
