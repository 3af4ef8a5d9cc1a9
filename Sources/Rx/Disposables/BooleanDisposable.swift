/// Remembers that it was disposed of, and does nothing else.
public final class BooleanDisposable: IdempotentDisposable {
  public override init() {
    super.init()
  }

  public init(isDisposed: Bool) {
    super.init(isReady: true, isDisposed: isDisposed)
  }
}
