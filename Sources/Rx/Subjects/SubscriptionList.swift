import Synchronization
import TraceFormat

/// The observers of a subject or of a shared sequence, in the order in which they subscribed.
///
/// A separate object between the owner and its subscriptions: "No weak references" in content/beyond/speed.md. The owner
/// calls ``removeAll()`` in its deinit, so that no cycle is left. No property's type depends on the element.
final class SubscriptionList: @unchecked Sendable {
  /// Guards the list, and the elements that its owner keeps for new observers.
  let lock: SharedStateLock
  /// The subscription that the observers share, which is disposed when none is left; nil for a subject.
  private let shared: SourceTurn?
  // Guarded by `lock`, so the runtime's check of exclusive access would only cost time.
  @exclusivity(unchecked) private var members: [SubjectPlace] = []
  /// The number of members that have left but still have a place: see ``takeOut(_:)``.
  @exclusivity(unchecked) private var left = 0
  /// The number of such places at the beginning of `members`.
  @exclusivity(unchecked) private var leftInFront = 0
  /// The number of members that are still getting earlier elements.
  @exclusivity(unchecked) private var newcomers = 0
  /// Newcomers that a sender has offered to deliver to, and whose own threads have stopped.
  @exclusivity(unchecked) private var handedOver: [(place: SubjectPlace, newcomer: Newcomer)] = []
  /// Whether a sender offers to deliver to newcomers, or may have to.
  private let offers = Atomic<Bool>(false)

  /// A subject's list. The caller of a method holds the lock, unless the method says otherwise.
  init() { (lock, shared) = (SharedStateLock(), nil) }

  /// The list of a shared sequence, under the lock of its turns.
  init(sharing subscription: SourceTurn) { (lock, shared) = (subscription.turns, subscription) }

  var isEmpty: Bool { members.count == left }

  /// Runs `body` under the lock.
  ///
  /// Does not retain the lock, because the list holds it.
  @inline(__always)
  func locked<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Result
  ) rethrows -> Result {
    try Unmanaged.passUnretained(lock)._withUnsafeGuaranteedRef { try $0.locked(file: file, line: line, body) }
  }

  /// Adds an observer.
  /// - Parameter newcomer: the elements that the observer gets first; the caller delivers them, after the lock.
  func add(_ receiver: EngineObject, after newcomer: Newcomer? = nil) -> SubjectSubscription {
    let subscription = SubjectSubscription(in: self)
    members.append(SubjectPlace(subscription: subscription, receiver: receiver))
    if let newcomer {
      subscription.newcomer = newcomer
      newcomers += 1
    }
    // So that a recording which shows the disposal of the handle can tell whose subscription ended.
    Tracing.link(subscription, "receiver", receiver)
    return subscription
  }

  /// The observers that get `element` now. For those that are still getting earlier elements, it is queued.
  @inline(__always)
  func recipients<Element>(of element: Element) -> [SubjectPlace] {
    guard _slowPath(newcomers > 0) else { return members }
    return members.filter { place in
      guard let newcomer = place.subscription.newcomer(of: Element.self) else { return true }
      defer { if newcomer.isFarBehind { offer(newcomer) } }
      return newcomer.takesNow(element)
    }
  }

  private func offer(_ newcomer: Newcomer) {
    newcomer.isOffered = true
    offers.store(true, ordering: .relaxed)
  }

  /// - Returns: the observers, which the caller releases after the lock.
  func removeAll() -> [SubjectPlace] {
    for place in members { place.subscription.newcomer = nil }
    (newcomers, left, leftInFront) = (0, 0, 0)
    var removed: [SubjectPlace] = []
    swap(&removed, &members)
    return removed
  }

  /// Removes all observers, because the sequence ends.
  /// - Returns: the observers that get the terminal event now. Newcomers get it after the earlier elements.
  func removeAll(at ending: SequenceEnding) -> [SubjectPlace] {
    guard _slowPath(newcomers > 0) else { return removeAll() }
    let told = members.filter { place in place.subscription.newcomer?.isTold(now: ending) ?? true }
    _ = removeAll()
    return told
  }

  /// Makes a newcomer that has caught up an ordinary observer.
  func arrived(_ newcomer: Newcomer) {
    guard let index = members.firstIndex(where: { $0.subscription.newcomer === newcomer }) else { return }
    members[index].subscription.newcomer = nil
    newcomers -= 1
    if newcomer.isSubscribedLast { members.append(members.remove(at: index)) }
  }

  /// Removes a disposed subscription. Called without the lock.
  func leave(_ subscription: SubjectSubscription) {
    var (taken, newcomer, released): (SubjectPlace?, Newcomer?, [SubjectPlace]) = (nil, nil, [])
    var (ended, connection): (SourceTurn?, EngineObject?) = (nil, nil)
    locked {
      guard let index = members[leftInFront...].firstIndex(where: { $0.subscription === subscription }) else { return }
      swap(&newcomer, &subscription.newcomer)
      if newcomer != nil { newcomers -= 1 }
      taken = takeOut(index)
      if left * 2 > members.count { released = closeGaps() }
      if isEmpty { (ended, connection) = (shared, shared?.noteLeft()) }
    }
    ended?.dispose()
    // The observer's closures and the elements that it has not got are released here, after the lock.
    extendLifetime((taken, newcomer, released, connection))
  }

  /// Removes one member. In a long list its place stays, without the observer, until half of the places are empty:
  /// otherwise most of the time of a subject with many observers goes into moving the members that follow.
  /// - Returns: the member, which the caller releases after the lock.
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

  /// Whether a sender may have offered to deliver to a newcomer.
  var hasOffers: Bool { offers.load(ordering: .relaxed) }

  /// Leaves the deliveries to a sender. Called under the lock, between two deliveries.
  /// - Returns: false if no sender has offered that.
  func handOver(_ newcomer: Newcomer) -> Bool {
    guard newcomer.isOffered, let place = members.first(where: { $0.subscription.newcomer === newcomer }) else {
      return false
    }
    newcomer.leaveThread()
    handedOver.append((place, newcomer))
    return true
  }

  /// Delivers to the newcomers that were handed over while this sender delivered an element. Called without the lock.
  @inline(__always)
  func takeOver<Element>(_ type: Element.Type) {
    if _slowPath(hasOffers) { deliverWaiting(type) }
  }

  @inline(never)
  private func deliverWaiting<Element>(_ type: Element.Type) {
    while let (place, newcomer) = locked({ nextHandedOver() }) {
      let receiver = unsafeDowncast(place.receiver.unsafelyUnwrapped, to: EventReceiver<Element>.self)
      unsafeDowncast(newcomer, to: TypedNewcomer<Element>.self).catchUp(receiver, place.subscription, in: self)
    }
  }

  /// Withdraws all offers if none is left, because a newcomer must not be handed over to a sender that looks no more.
  private func nextHandedOver() -> (place: SubjectPlace, newcomer: Newcomer)? {
    guard handedOver.isEmpty else {
      handedOver[0].newcomer.enterThread()
      return handedOver.removeFirst()
    }
    for place in members { place.subscription.newcomer?.isOffered = false }
    offers.store(false, ordering: .relaxed)
    return nil
  }
}

/// A state lock that several objects share.
class SharedStateLock: @unchecked Sendable {
  private final let lock = StateLock(())

  @inline(__always)
  final func locked<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Result
  ) rethrows -> Result {
    try lock.locked(file: file, line: line, body)
  }
}
