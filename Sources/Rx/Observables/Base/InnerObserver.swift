import Synchronization

private enum InnerState {
  static let over: UInt8 = 1
  static let subscribed: UInt8 = 2
}

/// Receives the events of one inner sequence of a ``NestingSink``, and holds the subscription to it.
final class InnerObserver<Source, Result>: EventReceiver<Result>, DisposableObject {
  private let parent: NestingSink<Source, Result>
  private let source: Observable<Result>
  private let state = Atomic<UInt8>(0)
  /// Written before the bit `subscribed`; taken by the one call that sees both bits for the first time.
  private var subscription: (any DisposableObject)?
  // Only touched by the list that it is in.
  @exclusivity(unchecked) fileprivate var next: InnerObserver?
  @exclusivity(unchecked) fileprivate unowned(unsafe) var previous: InnerObserver?
  @exclusivity(unchecked) fileprivate var isListed = false

  init(_ source: Observable<Result>, of parent: NestingSink<Source, Result>) {
    self.source = source
    self.parent = parent
  }

  /// Subscribes to the inner sequence.
  /// - Returns: whether it was over before the subscription was made.
  func run() -> Bool {
    subscription = source.subscribe(self)
    let isOver = mark(InnerState.subscribed) & InnerState.over != 0
    if isOver { take()?.dispose() }
    return isOver
  }

  override func on(next element: Result) { parent.forward(element, of: self) }

  override func on(error: any Swift.Error) {
    if end() != nil { parent.fail(error) }
  }

  override func onCompletion() {
    if let isSubscribed = end() { parent.innerCompleted(self, isBeingSubscribed: !isSubscribed) }
  }

  func dispose() {
    guard !isOver else { return }
    Tracing.call(.dispose, on: self) { _ = end() }
  }

  /// Disposes this one and all that follow it in the list that they were taken from. A loop, so that the stack does not grow
  /// with their number.
  func disposeAll() {
    var inner: InnerObserver? = self
    while let current = inner {
      inner = current.next
      current.next = nil
      current.dispose()
    }
  }

  var isOver: Bool { state.load(ordering: .acquiring) & InnerState.over != 0 }

  /// Ends it, and the subscription if there is one already.
  /// - Returns: whether there was; nil if it was over before.
  private func end() -> Bool? {
    let before = mark(InnerState.over)
    guard before & InnerState.over == 0 else { return nil }
    let isSubscribed = before & InnerState.subscribed != 0
    if isSubscribed { take()?.dispose() }
    return isSubscribed
  }

  private func mark(_ bit: UInt8) -> UInt8 { state.bitwiseOr(bit, ordering: .acquiringAndReleasing).oldValue }

  private func take() -> (any DisposableObject)? {
    defer { subscription = nil }
    return subscription
  }
}

/// Inner sequences in the order in which they came, linked to each other: they come and go at no cost but that of the links.
struct InnerList<Source, Result>: ~Copyable {
  private(set) var count = 0
  private var first: InnerObserver<Source, Result>?
  private unowned(unsafe) var last: InnerObserver<Source, Result>?

  @inline(__always)
  mutating func append(_ inner: InnerObserver<Source, Result>) {
    if let last { last.next = inner } else { first = inner }
    inner.previous = last
    inner.isListed = true
    last = inner
    count += 1
  }

  /// False if it was removed before.
  @inline(__always)
  mutating func remove(_ inner: InnerObserver<Source, Result>) -> Bool {
    guard inner.isListed else { return false }
    if let next = inner.next { next.previous = inner.previous } else { last = inner.previous }
    if let previous = inner.previous { previous.next = inner.next } else { first = inner.next }
    inner.next = nil
    inner.isListed = false
    count -= 1
    return true
  }

  @inline(__always)
  mutating func removeFirst() -> InnerObserver<Source, Result>? {
    guard let first else { return nil }
    _ = remove(first)
    return first
  }

  /// - Returns: the first one, to which the others are linked, for ``InnerObserver/disposeAll()``.
  @inline(__always)
  mutating func removeAll() -> InnerObserver<Source, Result>? {
    var inner = first
    while let current = inner {
      current.isListed = false
      inner = current.next
    }
    defer { (first, last, count) = (nil, nil, 0) }
    return first
  }
}
