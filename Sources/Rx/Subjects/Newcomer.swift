import CPlatform
import Foundation

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
class Newcomer {
  /// Whether it counts as subscribed only after it has got everything: an element that it sends itself before then is
  /// not sent to it.
  final let isSubscribedLast: Bool
  private final let thread = UInt(bitPattern: hw_thread_state())
  /// The terminal event, if that came meanwhile. Only touched under the lock, and by the newcomer's thread after the
  /// list has removed it.
  @exclusivity(unchecked) fileprivate(set) final var ending: SequenceEnding?

  fileprivate init(isSubscribedLast: Bool) {
    self.isSubscribedLast = isSubscribedLast
  }

  /// Whether no element is left to deliver. Called on the newcomer's own thread, under the lock.
  var isUpToDate: Bool { abstractMethod() }

  /// Whether so many elements are queued that senders should wait.
  var isFarBehind: Bool { abstractMethod() }

  /// Whether the current thread is the newcomer's: then the observer sends from within a delivery to it.
  final var isSending: Bool { thread == UInt(bitPattern: hw_thread_state()) }

  /// Whether the observer gets the terminal event now; otherwise it gets it after the elements that are left.
  final func isTold(now ending: SequenceEnding) -> Bool {
    if isSending && !isSubscribedLast && isUpToDate { return true }
    self.ending = ending
    return false
  }

  /// Lets other threads run for a moment: 200 microseconds.
  static func pause() { usleep(200) }
}

/// A ``Newcomer`` whose element type is known.
final class TypedNewcomer<Element>: Newcomer {
  /// The elements that are being delivered. Only touched by the newcomer's thread.
  @exclusivity(unchecked) private var given = ElementQueue<Element>()
  /// The elements that were sent meanwhile. Only touched under the lock.
  @exclusivity(unchecked) private var waiting = ElementQueue<Element>()

  /// - Parameter ending: delivered last, if the sequence has ended before.
  init(isSubscribedLast: Bool = false, ending: SequenceEnding? = nil) {
    super.init(isSubscribedLast: isSubscribedLast)
    self.ending = ending
  }

  /// Adds an earlier element.
  func add(_ element: Element) { given.append(element) }

  override var isUpToDate: Bool { given.isEmpty && waiting.isEmpty }

  override var isFarBehind: Bool { waiting.count > 256 }

  /// Whether the observer gets an element now that is being sent. Otherwise the element is queued, or dropped if the
  /// observer has sent it itself. Called under the lock.
  func takesNow(_ element: Element) -> Bool {
    if isSending {
      if isSubscribedLast { return false }
      if isUpToDate { return true }
    }
    waiting.append(element)
    return false
  }

  /// Sends the observer all earlier elements and those that come meanwhile. Called without the lock.
  func catchUp(_ receiver: EventReceiver<Element>, in list: SubscriptionList) {
    repeat {
      while !given.isEmpty { receiver.receive(next: given.removeFirst()) }
    } while list.locked { takeWaiting(list) }
    switch ending {
    case .error(let error): receiver.receive(error: error)
    case .completed: receiver.receiveCompleted()
    case nil: break
    }
  }

  private func takeWaiting(_ list: SubscriptionList) -> Bool {
    guard waiting.isEmpty else {
      swap(&waiting, &given)
      return true
    }
    list.arrived(self)
    return false
  }
}
