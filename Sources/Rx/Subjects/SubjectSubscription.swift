import Synchronization

/// What an observer that leaves is taken out of.
protocol SubscriptionOwner: AnyObject {
  func remove(_ subscription: SubjectSubscription)
}

/// One observer's place in a subject.
///
/// The subject asks it before each delivery, so that an observer which leaves while an event is under way gets
/// nothing more.
final class SubjectSubscription: DisposeBase, DisposableObject, Cancelable {
  /// An `EventReceiver` of the subject's element type.
  let receiver: EngineObject
  private weak var subject: (any SubscriptionOwner)?
  private let disposed = Atomic<Bool>(false)

  init(subject: any SubscriptionOwner, receiver: EngineObject) {
    self.subject = subject
    self.receiver = receiver
  }

  var isDisposed: Bool { disposed.load(ordering: .relaxed) }

  func dispose() {
    guard !disposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Tracing.call(.dispose, on: self) { subject?.remove(self) }
  }
}
