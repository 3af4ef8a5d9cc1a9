/// Holds one disposable at a time: a new one replaces the previous one, which is disposed.
public final class SerialDisposable: IdempotentDisposable {
  private let held = StateLock<(any DisposableObject)?>(nil)

  public override init() {
    super.init()
  }

  /// The disposable that it holds now. Once it has been disposed itself, it disposes of a new one at once.
  public var disposable: any Disposable {
    get { held.withLock { $0 } ?? NopDisposable.noOp }
    set { replace(with: newValue.asDisposableObject()) }
  }

  /// Holds `disposable` from now on, and disposes of the previous one.
  func replace(with disposable: any DisposableObject) {
    let displaced = held.withLock { held -> (any DisposableObject)? in
      // Read under the lock: disposal sets the flag before it takes the lock to take out what is held.
      guard !isDisposed else { return disposable }
      defer { held = disposable }
      return held
    }
    displaced?.dispose()
  }

  override func disposeOnce() {
    held.withLock { $0.take() }?.dispose()
  }
}
