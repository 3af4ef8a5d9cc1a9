import CPlatform
import Foundation

/// How a sequence ended.
enum SequenceEnding {
  case error(any Swift.Error)
  case completed
}

/// An observer that is being given what came before it.
///
/// Its thread does so without holding a lock, because the observer may do anything meanwhile, also wait for another
/// thread that sends to the same subject. What others send in the meantime is put behind what is left, under the lock of
/// the ``SubscriptionList``; when nothing is left, the observer becomes one like all others. So nothing is lost, comes
/// twice or comes too early, and nobody waits for the observer.
class Newcomer {
  /// Whether it counts as subscribed only when it has been given everything: an element that it sends itself before
  /// then does not come back to it.
  final let isSubscribedLast: Bool
  private final let thread = UInt(bitPattern: hw_thread_state())
  /// The end, if that came meanwhile. Only touched under the lock, and by the newcomer's thread when the list has let
  /// it go.
  @exclusivity(unchecked) fileprivate(set) final var ending: SequenceEnding?

  fileprivate init(isSubscribedLast: Bool) {
    self.isSubscribedLast = isSubscribedLast
  }

  /// Whether nothing is left to be given. Asked on the newcomer's own thread, under the lock.
  var isUpToDate: Bool { abstractMethod() }

  /// Whether so much is left that its senders had better wait.
  var isFarBehind: Bool { abstractMethod() }

  /// Whether what is sent on this thread reaches the observer from within what it is being given.
  final var isSending: Bool { thread == UInt(bitPattern: hw_thread_state()) }

  /// Whether the observer is told of the end now; otherwise it is after all that is left.
  final func isTold(now ending: SequenceEnding) -> Bool {
    if isSending && !isSubscribedLast && isUpToDate { return true }
    self.ending = ending
    return false
  }

  /// Lets another thread go on for a moment.
  static func pause() { usleep(200) }
}

/// A ``Newcomer`` to a sequence of a certain type.
final class TypedNewcomer<Element>: Newcomer {
  /// What is being given. Only touched by the newcomer's thread.
  @exclusivity(unchecked) private var given = ElementQueue<Element>()
  /// What was sent meanwhile. Only touched under the lock.
  @exclusivity(unchecked) private var waiting = ElementQueue<Element>()

  /// - Parameter ending: given after everything else, where the sequence has ended before.
  init(isSubscribedLast: Bool = false, ending: SequenceEnding? = nil) {
    super.init(isSubscribedLast: isSubscribedLast)
    self.ending = ending
  }

  /// Adds an element that came before.
  func add(_ element: Element) { given.append(element) }

  override var isUpToDate: Bool { given.isEmpty && waiting.isEmpty }

  override var isFarBehind: Bool { waiting.count > 256 }

  /// Whether the observer is given an element now that is being sent; otherwise it waits for its turn, or is the
  /// newcomer's own and does not come back. Called under the lock.
  func takesNow(_ element: Element) -> Bool {
    if isSending {
      if isSubscribedLast { return false }
      if isUpToDate { return true }
    }
    waiting.append(element)
    return false
  }

  /// Gives the observer everything that came before it and that comes meanwhile. Called without the lock.
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
