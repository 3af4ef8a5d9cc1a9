/// Disposes of a resource when it has been disposed itself and so have all disposables that ``retain()`` returned.
public final class RefCountDisposable: DisposeBase, DisposableObject, Cancelable {
  private struct State {
    var disposable: (any DisposableObject)?
    var isPrimaryDisposed = false
    var retains = 0

    /// Removes and returns the resource if nothing keeps it any more.
    mutating func takeIfUnused() -> (any DisposableObject)? {
      guard isPrimaryDisposed && retains == 0 else { return nil }
      return disposable.take()
    }
  }

  private let state: StateLock<State>

  /// - Parameter disposable: the resource.
  public init(disposable: any Disposable) {
    state = StateLock(State(disposable: disposable.asDisposableObject()))
    super.init()
  }

  /// Whether the resource has been disposed of.
  public var isDisposed: Bool { state.withLock { $0.disposable == nil } }

  /// Keeps the resource until the returned disposable is disposed of.
  public func retain() -> any Disposable {
    let isAlive = state.withLock { state in
      if state.disposable != nil { state.retains += 1 }
      return state.disposable != nil
    }
    return isAlive ? RefCountInnerDisposable(self) : Disposables.create()
  }

  public func dispose() {
    let (isFirst, resource) = state.withLock { state -> (Bool, (any DisposableObject)?) in
      guard state.disposable != nil, !state.isPrimaryDisposed else { return (false, nil) }
      state.isPrimaryDisposed = true
      return (true, state.takeIfUnused())
    }
    guard isFirst else { return }
    Tracing.call(.dispose, on: self) { resource?.dispose() }
  }

  fileprivate func release() {
    let resource = state.withLock { state -> (any DisposableObject)? in
      guard state.disposable != nil else { return nil }
      state.retains -= 1
      return state.takeIfUnused()
    }
    resource?.dispose()
  }
}

/// One holder's claim on a ``RefCountDisposable``.
private final class RefCountInnerDisposable: IdempotentDisposable {
  private var parent: RefCountDisposable?

  init(_ parent: RefCountDisposable) {
    self.parent = parent
    super.init()
  }

  override func disposeOnce() {
    parent?.release()
    parent = nil
  }
}
