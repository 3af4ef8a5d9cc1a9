/// Holds one disposable at a time: a new one takes the place of the one before, which is disposed of.
public final class SerialDisposable: DisposeBase, DisposableObject, Cancelable {
  private struct State: @unchecked Sendable {
    var isDisposed = false
    var disposable: (any DisposableObject)?
  }

  private let state = StateLock(State())

  public override init() {
    super.init()
  }

  public var isDisposed: Bool { state.withLock { $0.isDisposed } }

  /// What it holds now. Once it has been disposed of, whatever it is given is disposed of at once.
  public var disposable: any Disposable {
    get { state.withLock { Unchecked($0.disposable) }.value ?? NopDisposable.noOp }
    set { replace(with: newValue.asDisposableObject()) }
  }

  /// Holds `disposable` from now on, and disposes of what it held.
  func replace(with disposable: any DisposableObject) {
    let given = Unchecked(disposable)
    let replaced = state.withLock { state -> Unchecked<(any DisposableObject)?> in
      guard !state.isDisposed else { return Unchecked(given.value) }
      defer { state.disposable = given.value }
      return Unchecked(state.disposable)
    }
    replaced.value?.dispose()
  }

  public func dispose() {
    let held = state.withLock { state -> Unchecked<(any DisposableObject)?>? in
      guard !state.isDisposed else { return nil }
      state.isDisposed = true
      defer { state.disposable = nil }
      return Unchecked(state.disposable)
    }
    guard let held else { return }
    Tracing.call(.dispose, on: self) { held.value?.dispose() }
  }
}
