/// Disposes of two others, in order, and releases them.
final class BinaryDisposable: IdempotentDisposable {
  private var first: (any DisposableObject)?
  private var second: (any DisposableObject)?

  init(_ first: any DisposableObject, _ second: any DisposableObject) {
    self.first = first
    self.second = second
    super.init()
  }

  override func disposeOnce() {
    first.take()?.dispose()
    second.take()?.dispose()
  }
}
