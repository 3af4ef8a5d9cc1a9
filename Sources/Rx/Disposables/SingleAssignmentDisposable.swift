import Synchronization

/// Holds a disposable that is known only later, and can be given one once.
///
/// Disposed of before that, it disposes of what it is given at once.
public final class SingleAssignmentDisposable: DisposeBase, DisposableObject, Cancelable {
  private enum State {
    static let disposed: UInt8 = 1
    static let set: UInt8 = 2
  }

  private let state = Atomic<UInt8>(0)
  /// Written before the bit `set`; taken by the one call that sees both bits for the first time.
  private var held: (any DisposableObject)?

  public override init() {
    super.init()
  }

  public var isDisposed: Bool { state.load(ordering: .relaxed) & State.disposed != 0 }

  /// Gives it what to dispose of. Doing so twice is a mistake that stops the program.
  public func setDisposable(_ disposable: any Disposable) {
    setDisposable(disposable.asDisposableObject())
  }

  func setDisposable(_ disposable: any DisposableObject) {
    precondition(
      state.load(ordering: .relaxed) & State.set == 0,
      "a SingleAssignmentDisposable was given a disposable for the second time")
    held = disposable
    let previous = state.bitwiseOr(State.set, ordering: .acquiringAndReleasing).oldValue
    if previous & State.disposed != 0 { take()?.dispose() }
  }

  public func dispose() {
    let previous = state.bitwiseOr(State.disposed, ordering: .acquiringAndReleasing).oldValue
    guard previous & State.disposed == 0 else { return }
    Tracing.call(.dispose, on: self) {
      if previous & State.set != 0 { take()?.dispose() }
    }
  }

  private func take() -> (any DisposableObject)? {
    defer { held = nil }
    return held
  }
}
