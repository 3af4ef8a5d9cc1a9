extension Disposable {
  /// Puts this disposable into a bag, which disposes of it when the bag is freed.
  public func disposed(by bag: DisposeBag) {
    bag.insert(self)
  }
}

/// Disposes of its members when it is freed: this ties subscriptions to their owner's lifetime.
///
///     final class Screen {
///       let bag = DisposeBag()
///       init(_ names: Observable<String>) { names.subscribe(onNext: { print($0) }).disposed(by: bag) }
///     }
public final class DisposeBag: DisposeBase {
  private struct State {
    var members: [any DisposableObject] = []
    var isDisposed = false
  }

  private let state = StateLock(State())

  public override init() {
    super.init()
  }

  /// Adds a disposable. One that is added while the bag is being freed is disposed of at once.
  public func insert(_ disposable: any Disposable) {
    let member = disposable.asDisposableObject()
    let isLate = state.withLock { state in
      if !state.isDisposed { state.members.append(member) }
      return state.isDisposed
    }
    if isLate { member.dispose() }
  }

  deinit {
    let members = state.withLock { state in
      state.isDisposed = true
      return state.members
    }
    for member in members { member.dispose() }
  }
}
