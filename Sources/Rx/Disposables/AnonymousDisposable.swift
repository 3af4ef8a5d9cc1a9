/// Calls a closure on the first disposal, and releases it.
final class AnonymousDisposable: IdempotentDisposable {
  private var action: (() -> Void)?

  init(_ action: @escaping () -> Void) {
    self.action = action
    super.init()
  }

  override func disposeOnce() {
    guard let action = action.take() else { return }
    Tracing.call(.closure, on: self) { action() }
  }
}
