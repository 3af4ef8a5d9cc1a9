/// Holds a disposable that becomes known later, and can be set once.
///
/// If it was disposed before that, it disposes of the one that it is given at once.
public final class SingleAssignmentDisposable: IdempotentDisposable {
  private var held: (any DisposableObject)?

  public override init() {
    super.init(isReady: false)
  }

  /// Sets the disposable to dispose of. Calling this twice is a mistake that stops the program.
  public func setDisposable(_ disposable: any Disposable) {
    setDisposable(disposable.asDisposableObject())
  }

  func setDisposable(_ disposable: any DisposableObject) {
    precondition(!isReady, "a SingleAssignmentDisposable was given a second disposable: it can hold only one")
    held = disposable
    becomeReady()
  }

  override func disposeOnce() {
    held.take()?.dispose()
  }
}
