/// Holds disposables that can be added and removed, and disposes of those that it holds when it is disposed.
public final class CompositeDisposable: IdempotentDisposable {
  /// Identifies a disposable that was added.
  public struct DisposeKey: Hashable, Sendable {
    fileprivate let number: UInt64
  }

  private struct Members {
    var last: UInt64 = 0
    /// In the order of their numbers.
    var all: [(number: UInt64, disposable: any DisposableObject)] = []
  }

  private let members = StateLock(Members())

  public override init() {
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

  /// The number of disposables that it holds.
  public var count: Int { members.withLock { $0.all.count } }

  /// Adds a disposable.
  /// - Returns: its key; nil if the composite was already disposed: then the new disposable is disposed at once.
  public func insert(_ disposable: any Disposable) -> DisposeKey? {
    insert(disposable.asDisposableObject())
  }

  func insert(_ disposable: any DisposableObject) -> DisposeKey? {
    let key = members.withLock { members -> DisposeKey? in
      // Read under the lock: disposal sets the flag before it takes the lock to collect the members.
      guard !isDisposed else { return nil }
      members.last += 1
      members.all.append((members.last, disposable))
      return DisposeKey(number: members.last)
    }
    if key == nil { disposable.dispose() }
    return key
  }

  /// Makes room for a number of disposables at once.
  func reserveCapacity(_ count: Int) {
    members.withLock { $0.all.reserveCapacity(count) }
  }

  /// Removes a disposable and disposes of it.
  public func remove(for key: DisposeKey) {
    let removed = members.withLock { members -> (any DisposableObject)? in
      guard let index = members.all.firstIndex(where: { $0.number == key.number }) else { return nil }
      return members.all.remove(at: index).disposable
    }
    removed?.dispose()
  }

  override func disposeOnce() {
    let left = members.withLock { members in
      defer { members.all = [] }
      return members.all
    }
    for member in left { member.disposable.dispose() }
  }
}
