/// Holds any number of disposables, which come and go, and disposes of those that are left.
public final class CompositeDisposable: DisposeBase, DisposableObject, Cancelable {
  /// Names a disposable that was added.
  public struct DisposeKey: Hashable, Sendable {
    fileprivate let number: UInt64
  }

  private struct State: @unchecked Sendable {
    var isDisposed = false
    var last: UInt64 = 0
    var members: [(number: UInt64, disposable: any DisposableObject)] = []
  }

  private let state: StateLock<State>

  public override init() {
    state = StateLock(State())
    super.init()
  }

  public convenience init(_ first: any Disposable, _ second: any Disposable) {
    self.init(disposables: [first, second])
  }

  public convenience init(_ first: any Disposable, _ second: any Disposable, _ third: any Disposable) {
    self.init(disposables: [first, second, third])
  }

  public convenience init(
    _ first: any Disposable, _ second: any Disposable, _ third: any Disposable, _ fourth: any Disposable,
    _ rest: any Disposable...
  ) {
    self.init(disposables: [first, second, third, fourth] + rest)
  }

  public convenience init(disposables: [any Disposable]) {
    self.init()
    for disposable in disposables { _ = insert(disposable) }
  }

  public var isDisposed: Bool { state.withLock { $0.isDisposed } }

  /// How many disposables it holds.
  public var count: Int { state.withLock { $0.members.count } }

  /// Adds a disposable.
  /// - Returns: its key; nil when this one has been disposed of, and the newcomer with it.
  public func insert(_ disposable: any Disposable) -> DisposeKey? {
    insert(disposable.asDisposableObject())
  }

  func insert(_ disposable: any DisposableObject) -> DisposeKey? {
    let given = Unchecked(disposable)
    let key = state.withLock { state -> DisposeKey? in
      guard !state.isDisposed else { return nil }
      state.last += 1
      state.members.append((state.last, given.value))
      return DisposeKey(number: state.last)
    }
    if key == nil { disposable.dispose() }
    return key
  }

  /// Takes a disposable out and disposes of it.
  public func remove(for key: DisposeKey) {
    let removed = state.withLock { state -> Unchecked<(any DisposableObject)?> in
      guard let index = state.members.firstIndex(where: { $0.number == key.number }) else { return Unchecked(nil) }
      return Unchecked(state.members.remove(at: index).disposable)
    }
    removed.value?.dispose()
  }

  public func dispose() {
    let held = state.withLock { state -> Unchecked<[any DisposableObject]>? in
      guard !state.isDisposed else { return nil }
      state.isDisposed = true
      defer { state.members = [] }
      return Unchecked(state.members.map(\.disposable))
    }
    guard let held else { return }
    Tracing.call(.dispose, on: self) {
      for member in held.value { member.dispose() }
    }
  }
}
