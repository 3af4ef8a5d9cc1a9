import Synchronization
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
  /// Guards the list, and what its owner keeps for those who come later.
  let lock: SharedStateLock
  private let lastLeft: (() -> () -> Void)?
  // Only touched under the lock, which is what the language's own check of exclusive access would look after.
  @exclusivity(unchecked) private var members: [SubjectPlace] = []
  /// How many members have left and still have their places: see ``takeOut(_:)``.
  @exclusivity(unchecked) private var left = 0
  /// How many of those places are the first ones.
  @exclusivity(unchecked) private var leftInFront = 0
  /// How many of them are being given what came before.
  @exclusivity(unchecked) private var newcomers = 0
  private let crowded = Atomic<Bool>(false)

  /// - Parameters:
  ///   - lock: the owner's; held by whoever calls a method, unless the method says otherwise.
  ///   - lastLeft: called under the lock when nobody is left; what it returns is called after that, without the lock.
  init(lock: SharedStateLock = SharedStateLock(), lastLeft: (() -> () -> Void)? = nil) {
    self.lock = lock
    self.lastLeft = lastLeft
  }

  var isEmpty: Bool { members.count == left }

  /// Runs `body` under the lock.
  ///
  /// The list keeps its lock: retaining it for each event measured at a quarter of what a subject takes for one.
  @inline(__always)
  func locked<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Result
  ) rethrows -> Result {
    try Unmanaged.passUnretained(lock)._withUnsafeGuaranteedRef { try $0.locked(file: file, line: line, body) }
  }

  /// Adds an observer.
  /// - Parameter newcomer: what the observer is given first; whoever calls this sees to it, without the lock.
  func add(_ receiver: EngineObject, after newcomer: Newcomer? = nil) -> SubjectSubscription {
    let subscription = SubjectSubscription(in: self)
    members.append(SubjectPlace(subscription: subscription, receiver: receiver))
    if let newcomer {
      subscription.newcomer = newcomer
      newcomers += 1
    }
    // A recording that shows the handle disposed of can tell whose subscription that ended.
    Tracing.link(subscription, "receiver", receiver)
    return subscription
  }

  /// Those who are to be given `element` now. Newcomers who still get what came before have it put behind that.
  @inline(__always)
  func recipients<Element>(of element: Element) -> [SubjectPlace] {
    guard _slowPath(newcomers > 0) else { return members }
    return members.filter { place in
      guard let newcomer = place.subscription.newcomer(of: Element.self) else { return true }
      defer { if newcomer.isFarBehind { crowded.store(true, ordering: .relaxed) } }
      return newcomer.takesNow(element)
    }
  }

  /// - Returns: who was subscribed. The caller releases them when it holds the lock no more.
  func removeAll() -> [SubjectPlace] {
    for place in members { place.subscription.newcomer = nil }
    (newcomers, left, leftInFront) = (0, 0, 0)
    var removed: [SubjectPlace] = []
    swap(&removed, &members)
    return removed
  }

  /// Takes out everyone, because the sequence ends.
  /// - Returns: those who are to be told now. Newcomers are told after what came before.
  func removeAll(at ending: SequenceEnding) -> [SubjectPlace] {
    guard _slowPath(newcomers > 0) else { return removeAll() }
    let told = members.filter { place in place.subscription.newcomer?.isTold(now: ending) ?? true }
    _ = removeAll()
    return told
  }

  /// From now on a newcomer is an observer like all others.
  func arrived(_ newcomer: Newcomer) {
    guard let index = members.firstIndex(where: { $0.subscription.newcomer === newcomer }) else { return }
    members[index].subscription.newcomer = nil
    newcomers -= 1
    crowded.store(false, ordering: .relaxed)
    if newcomer.isSubscribedLast { members.append(members.remove(at: index)) }
  }

  /// Takes out one that has been disposed of. Called without the lock.
  func leave(_ subscription: SubjectSubscription) {
    var (taken, released): (SubjectPlace?, [SubjectPlace]) = (nil, [])
    let end = locked { () -> (() -> Void)? in
      guard let index = members[leftInFront...].firstIndex(where: { $0.subscription === subscription }) else {
        return nil
      }
      taken = takeOut(index)
      if left * 2 > members.count { released = closeGaps() }
      return isEmpty ? lastLeft?() : nil
    }
    end?()
    // Only now what the observer captured may go.
    withExtendedLifetime((taken, released)) {}
  }

  /// Takes out one member. Of many, it leaves the place, without the observer, until half of the places are empty: moving
  /// all that follow for each that leaves measured at most of what a crowded subject costs.
  /// - Returns: the member, which the caller releases when it holds the lock no more.
  private func takeOut(_ index: Int) -> SubjectPlace {
    guard members.count > 32 else { return members.remove(at: index) }
    let taken = members[index]
    members[index].receiver = nil
    left += 1
    if index == leftInFront { leftInFront += 1 }
    return taken
  }

  /// - Returns: the list with its empty places, which the caller releases when it holds the lock no more.
  private func closeGaps() -> [SubjectPlace] {
    var released: [SubjectPlace] = []
    swap(&released, &members)
    members = released.filter { $0.receiver != nil }
    (left, leftInFront) = (0, 0)
    return released
  }

  /// Lets newcomers catch up with a sender that is faster than they are. Called without the lock, after a delivery.
  ///
  /// Never for long, because a newcomer may be waiting for something that the sender holds.
  @inline(__always)
  func waitForNewcomers() {
    if _slowPath(crowded.load(ordering: .relaxed)) { waitABit() }
  }

  @inline(never)
  private func waitABit() {
    var rounds = 0
    while rounds < 50, crowded.load(ordering: .relaxed) {
      Newcomer.pause()
      rounds += 1
    }
  }
}

/// A state lock that several objects share.
final class SharedStateLock: @unchecked Sendable {
  private let lock = StateLock(())

  @inline(__always)
  func locked<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Result
  ) rethrows -> Result {
    try lock.locked(file: file, line: line, body)
  }
}
