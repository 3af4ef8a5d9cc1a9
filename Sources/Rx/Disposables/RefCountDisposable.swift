/// Disposes of a resource when it has been disposed of itself and everyone who retained it has let go.
public final class RefCountDisposable: DisposeBase, DisposableObject, Cancelable {
  private struct State: @unchecked Sendable {
    var disposable: (any DisposableObject)?
    var isPrimaryDisposed = false
    var retains = 0
  }

  private let state: StateLock<State>

  /// - Parameter disposable: the resource.
  public init(disposable: any Disposable) {
    state = StateLock(State(disposable: disposable.asDisposableObject()))
    super.init()
  }

  public var isDisposed: Bool { state.withLock { $0.disposable == nil } }

  /// Keeps the resource until what this returns is disposed of.
  public func retain() -> any Disposable {
    let isAlive = state.withLock { state in
      if state.disposable != nil { state.retains += 1 }
      return state.disposable != nil
    }
    return isAlive ? RefCountInnerDisposable(self) : Disposables.create()
  }

  public func dispose() {
    let held = state.withLock { state -> Unchecked<(any DisposableObject)?>? in
      guard state.disposable != nil, !state.isPrimaryDisposed else { return nil }
      state.isPrimaryDisposed = true
      return Self.takeIfUnused(&state)
    }
    guard let held else { return }
    Tracing.call(.dispose, on: self) { held.value?.dispose() }
  }

  fileprivate func release() {
    let held = state.withLock { state -> Unchecked<(any DisposableObject)?> in
      guard state.disposable != nil else { return Unchecked(nil) }
      state.retains -= 1
      return Self.takeIfUnused(&state)
    }
    held.value?.dispose()
  }

  private static func takeIfUnused(_ state: inout State) -> Unchecked<(any DisposableObject)?> {
    guard state.isPrimaryDisposed && state.retains == 0 else { return Unchecked(nil) }
    defer { state.disposable = nil }
    return Unchecked(state.disposable)
  }
}

/// One holder's claim on a ``RefCountDisposable``.
private final class RefCountInnerDisposable: DisposeBase, DisposableObject {
  private let parent: StateLock<Unchecked<RefCountDisposable?>>

  init(_ parent: RefCountDisposable) {
    self.parent = StateLock(Unchecked(parent))
  }

  func dispose() {
    let parent = parent.withLock { parent in
      defer { parent = Unchecked(nil) }
      return parent
    }
    guard let parent = parent.value else { return }
    Tracing.call(.dispose, on: self) { parent.release() }
  }
}
