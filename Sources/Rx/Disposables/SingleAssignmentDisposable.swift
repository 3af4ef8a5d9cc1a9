/// Holds a disposable that is known only later, and can be given one once.
///
/// Disposed of before that, it disposes of what it is given at once.
public final class SingleAssignmentDisposable: DisposeBase, Cancelable {
  private struct State: @unchecked Sendable {
    var isSet = false
    var isDisposed = false
    var disposable: (any Disposable)?
  }

  private let state = Lock(State())

  public override init() {
    super.init()
  }

  public var isDisposed: Bool { state.withLock { $0.isDisposed } }

  /// Gives it what to dispose of. Doing so twice is a mistake that stops the program.
  public func setDisposable(_ disposable: any Disposable) {
    let given = Unchecked(disposable)
    let isLate = state.withLock { state in
      precondition(!state.isSet, "a SingleAssignmentDisposable was given a disposable for the second time")
      state.isSet = true
      if !state.isDisposed { state.disposable = given.value }
      return state.isDisposed
    }
    if isLate { disposable.dispose() }
  }

  public func dispose() {
    let held = state.withLock { state -> Unchecked<(any Disposable)?>? in
      guard !state.isDisposed else { return nil }
      state.isDisposed = true
      defer { state.disposable = nil }
      return Unchecked(state.disposable)
    }
    guard let held else { return }
    Tracing.call(.dispose, on: self) { held.value?.dispose() }
  }
}
