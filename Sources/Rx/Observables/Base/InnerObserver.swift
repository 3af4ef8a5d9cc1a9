import Synchronization

private enum InnerState {
  static let over: UInt8 = 1
  static let subscribed: UInt8 = 2
}

/// Receives the events of one inner sequence of a ``NestingSink``, and holds the subscription to it.
class InnerObserver<Source, Result>: EventReceiver<Result>, DisposableObject {
  private final let parent: NestingSink<Source, Result>
  private final let source: Observable<Result>
  private final let state = Atomic<UInt8>(0)
  /// Written before the bit `subscribed` is set; taken by the first call that sees both bits set.
  @exclusivity(unchecked) private final var subscription: (any DisposableObject)?
  // Only touched by the list that it is in.
  @exclusivity(unchecked) fileprivate final var next: Unmanaged<InnerObserver>?
  @exclusivity(unchecked) fileprivate final var previous: Unmanaged<InnerObserver>?
  @exclusivity(unchecked) fileprivate final var isListed = false

  required init(_ source: Observable<Result>, of parent: NestingSink<Source, Result>) {
    self.source = source
    self.parent = parent
  }

  /// Subscribes to the inner sequence.
  /// - Returns: whether it ended while it was being subscribed to.
  final func run() -> Bool {
    subscription = source.subscribe(self)
    let isOver = mark(InnerState.subscribed) & InnerState.over != 0
    if isOver { subscription.take()?.dispose() }
    return isOver
  }

  override final func on(next element: Result) { parent.forward(element, of: self) }

  override final func on(error: any Swift.Error) {
    if end() != nil { parent.fail(error) }
  }

  override final func onCompletion() {
    if let isSubscribed = end() { parent.innerCompleted(self, isBeingSubscribed: !isSubscribed) }
  }

  final func dispose() {
    guard !isOver else { return }
    Tracing.call(.dispose, on: self) { _ = end() }
  }

  /// Disposes the inner sequences of a list that was emptied, beginning with the first. A loop, so that the stack does
  /// not grow with their number.
  static func disposeAll(from first: Unmanaged<InnerObserver>?) {
    var link = first
    while let current = link {
      let inner = current.takeRetainedValue()
      link = inner.next
      inner.next = nil
      inner.dispose()
    }
  }

  /// - Returns: the next inner sequence of the list.
  fileprivate final func leaveList() -> Unmanaged<InnerObserver>? {
    isListed = false
    return next
  }

  final var isOver: Bool { state.load(ordering: .acquiring) & InnerState.over != 0 }

  /// Ends the inner sequence, and its subscription if there is one already.
  /// - Returns: whether there was a subscription; nil if the inner sequence had ended before.
  private final func end() -> Bool? {
    let before = mark(InnerState.over)
    guard before & InnerState.over == 0 else { return nil }
    let isSubscribed = before & InnerState.subscribed != 0
    if isSubscribed { subscription.take()?.dispose() }
    return isSubscribed
  }

  private final func mark(_ bit: UInt8) -> UInt8 { state.bitwiseOr(bit, ordering: .acquiringAndReleasing).oldValue }
}

/// Inner sequences in the order in which they came, as a doubly linked list: adding and removing one allocates nothing.
///
/// The list retains each of them once, by hand: "Nothing is retained in passing" in content/beyond/speed.md.
struct InnerList<Source, Result>: ~Copyable {
  typealias Link = Unmanaged<InnerObserver<Source, Result>>

  private(set) var count = 0
  private var first: Link?
  private var last: Link?

  @inline(__always)
  mutating func append(_ inner: InnerObserver<Source, Result>) {
    let link = Link.passRetained(inner)
    if let last { last._withUnsafeGuaranteedRef { $0.next = link } } else { first = link }
    inner.previous = last
    inner.isListed = true
    last = link
    count += 1
  }

  /// - Returns: false if it was removed before.
  @inline(__always)
  mutating func remove(_ inner: InnerObserver<Source, Result>) -> Bool {
    guard inner.isListed else { return false }
    let (next, previous) = (inner.next, inner.previous)
    if let next { next._withUnsafeGuaranteedRef { $0.previous = previous } } else { last = previous }
    if let previous { previous._withUnsafeGuaranteedRef { $0.next = next } } else { first = next }
    inner.next = nil
    inner.isListed = false
    count -= 1
    // Does not free it: the caller holds another reference.
    Link.passUnretained(inner).release()
    return true
  }

  @inline(__always)
  mutating func removeFirst() -> InnerObserver<Source, Result>? {
    guard let inner = first?.takeUnretainedValue() else { return nil }
    _ = remove(inner)
    return inner
  }

  /// - Returns: the first one, which links to the others, for ``InnerObserver/disposeAll(from:)``.
  @inline(__always)
  mutating func removeAll() -> Link? {
    var link = first
    while let current = link { link = current._withUnsafeGuaranteedRef { $0.leaveList() } }
    defer { (first, last, count) = (nil, nil, 0) }
    return first
  }
}
