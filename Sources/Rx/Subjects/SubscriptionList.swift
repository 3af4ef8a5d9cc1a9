import TraceFormat

/// Who is subscribed to a subject or to a shared sequence, in the order in which they came.
///
/// An object of its own between the owner and its subscriptions: a subscription can leave it without a weak reference to
/// the owner, which would make each retain and release of the owner a slow one. The owner calls ``removeAll()`` when it
/// goes, so that no cycle is left.
///
/// Nothing that it keeps has a type that depends on the element, because unspecialised code would have to look such a
/// type up for every event.
final class SubscriptionList: @unchecked Sendable {
  let lock: RecursiveLock
  private let lastLeft: (() -> any DisposableObject)?
  /// Only touched under the lock, which is what the language's own check of exclusive access would look after.
  @exclusivity(unchecked) private var members: [SubjectPlace] = []

  /// - Parameters:
  ///   - lock: the owner's; held by whoever calls a method, but for ``leave(_:)``.
  ///   - lastLeft: called under the lock when nobody is left; what it returns is disposed of after that.
  init(lock: RecursiveLock, lastLeft: (() -> any DisposableObject)? = nil) {
    self.lock = lock
    self.lastLeft = lastLeft
  }

  var isEmpty: Bool { members.isEmpty }

  /// Everyone who is subscribed at this moment.
  var current: [SubjectPlace] { members }

  func add(_ receiver: EngineObject) -> SubjectSubscription {
    let subscription = SubjectSubscription(in: self)
    members.append(SubjectPlace(subscription: subscription, receiver: receiver))
    // A recording that shows the handle disposed of can tell whose subscription that ended.
    Tracing.link(subscription, "receiver", receiver)
    return subscription
  }

  /// - Returns: who was subscribed.
  func removeAll() -> [SubjectPlace] {
    defer { members = [] }
    return members
  }

  /// Takes out one that has been disposed of.
  func leave(_ subscription: SubjectSubscription) {
    let ended = lock.withLock { () -> (any DisposableObject)? in
      guard let index = members.firstIndex(where: { $0.subscription === subscription }) else { return nil }
      members.remove(at: index)
      return members.isEmpty ? lastLeft?() : nil
    }
    ended?.dispose()
  }
}
