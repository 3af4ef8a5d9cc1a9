import CPlatform

/// How a sequence ended.
enum SequenceEnding {
  case error(any Swift.Error)
  case completed
}

/// A new observer that is still getting earlier elements.
///
/// The observer's thread delivers them without holding a lock, because the observer may do anything meanwhile, even
/// wait for another thread that sends to the same subject. Elements that others send meanwhile are queued under the
/// lock of the ``SubscriptionList``; when the queue is empty, the observer becomes an ordinary one. So no element is
/// lost, comes twice or comes too early, and no sender waits for the observer.
///
/// A sender that is faster than the observer would make the queue grow without end, and the subscription would never
/// return. So a sender that finds many elements in the queue offers to go on with the deliveries, and the observer's
/// thread hands them over between two elements. The sender then delivers the queue before its next element: it is as
/// slow as its observers, as with all other observers. If the observer's thread is stuck in a delivery, it takes no
/// offer; the queue grows until it goes on.
class Newcomer {
  /// Whether it counts as subscribed only after it has got everything: an element that it sends itself before then is
  /// not sent to it. Only touched under the lock.
  @exclusivity(unchecked) private(set) final var isSubscribedLast: Bool
  /// The thread that delivers; 0 while it is handed over. Only touched under the lock.
  @exclusivity(unchecked) private final var thread = UInt(bitPattern: hw_thread_state())
  /// Whether a sender, which is delivering an element, goes on if it is handed over. Only touched under the lock.
  @exclusivity(unchecked) final var isOffered = false
  /// The terminal event, if that came meanwhile. Only touched under the lock, and by the newcomer's thread after the
  /// list has removed it.
  @exclusivity(unchecked) fileprivate(set) final var ending: SequenceEnding?

  fileprivate init(isSubscribedLast: Bool) {
    self.isSubscribedLast = isSubscribedLast
  }

  /// Whether no element is left to deliver. Called on the thread that delivers, under the lock.
  var isUpToDate: Bool { abstractMethod() }

  /// Ends the deliveries of this thread, whose subscription returns. Called under the lock.
  final func leaveThread() { (thread, isSubscribedLast, isOffered) = (0, false, false) }

  /// Goes on with the deliveries on this thread. Called under the lock.
  final func enterThread() { thread = UInt(bitPattern: hw_thread_state()) }

  /// Whether the current thread delivers to the newcomer: then the observer sends from within a delivery to it.
  final var isSending: Bool { thread == UInt(bitPattern: hw_thread_state()) }

  /// Whether the observer gets the terminal event now; otherwise it gets it after the elements that are left.
  final func isTold(now ending: SequenceEnding) -> Bool {
    if isSending && !isSubscribedLast && isUpToDate { return true }
    self.ending = ending
    return false
  }
}

/// A ``Newcomer`` whose element type is known. Not final, so that it can be made from a kept type.
class TypedNewcomer<Element>: Newcomer {
  /// The elements that are being delivered. Only touched by the thread that delivers.
  @exclusivity(unchecked) private final var given = ElementQueue<Element>()
  /// The elements that were sent meanwhile. Only touched under the lock.
  @exclusivity(unchecked) private final var waiting = ElementQueue<Element>()

  /// - Parameter ending: delivered last, if the sequence has ended before.
  required init(isSubscribedLast: Bool = false, ending: SequenceEnding? = nil) {
    super.init(isSubscribedLast: isSubscribedLast)
    self.ending = ending
  }

  /// Adds an earlier element.
  final func add(_ element: Element) { given.append(element) }

  override final var isUpToDate: Bool { given.isEmpty && waiting.isEmpty }

  /// Whether so many elements are queued that the sender should deliver them. Called under the lock.
  final var isFarBehind: Bool { waiting.count > 256 }

  /// Whether the observer gets an element now that is being sent. Otherwise the element is queued, or dropped if the
  /// observer has sent it itself. Called under the lock.
  final func takesNow(_ element: Element) -> Bool {
    if isSending {
      if isSubscribedLast { return false }
      if isUpToDate { return true }
    }
    waiting.append(element)
    return false
  }

  /// Sends the observer all earlier elements and those that come meanwhile, until a sender goes on with that. Called
  /// without the lock.
  /// - Parameter subscription: the observer's; nil if the sequence has ended.
  final func catchUp(
    _ receiver: EventReceiver<Element>, _ subscription: SubjectSubscription?, in list: SubscriptionList
  ) {
    repeat {
      while !given.isEmpty {
        if let subscription, subscription.isDisposed { return }
        receiver.send(next: given.removeFirst())
        if list.hasOffers, list.locked({ list.handOver(self) }) { return }
      }
    } while list.locked { takeWaiting(list) }
    switch ending {
    case .error(let error): receiver.send(error: error)
    case .completed: receiver.sendCompleted()
    case nil: break
    }
  }

  private final func takeWaiting(_ list: SubscriptionList) -> Bool {
    guard waiting.isEmpty else {
      swap(&waiting, &given)
      return true
    }
    list.arrived(self)
    return false
  }
}
