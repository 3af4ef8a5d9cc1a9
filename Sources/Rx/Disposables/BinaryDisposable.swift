import Synchronization

/// Disposes of two others, in order.
final class BinaryDisposable: DisposeBase, Cancelable {
  private let disposed = Atomic<Bool>(false)
  private var first: (any Disposable)?
  private var second: (any Disposable)?

  init(_ first: any Disposable, _ second: any Disposable) {
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
