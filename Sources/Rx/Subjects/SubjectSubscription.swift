import Synchronization

/// What an observer that leaves is taken out of.
protocol SubscriptionOwner: AnyObject {
  func remove(_ subscription: SubjectSubscription)
}

/// An observer's handle on its place in a subject.
///
/// It does not hold the observer: whoever keeps the handle, longer than the subscription lasts or as part of what the
/// observer itself holds, would keep that alive too.
final class SubjectSubscription: DisposeBase, DisposableObject, Cancelable {
  private weak var subject: (any SubscriptionOwner)?
  private let disposed = Atomic<Bool>(false)

  init(subject: any SubscriptionOwner) {
    self.subject = subject
  }

  var isDisposed: Bool { disposed.load(ordering: .relaxed) }

  func dispose() {
    guard !disposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Tracing.call(.dispose, on: self) { subject?.remove(self) }
  }
}

/// One observer's place in a subject.
///
/// The subject asks it before each delivery, so that an observer which leaves while an event is under way gets
/// nothing more.
struct SubjectPlace {
  let subscription: SubjectSubscription
  /// An `EventReceiver` of the subject's element type.
  let receiver: EngineObject

  init(_ subscription: SubjectSubscription, _ receiver: EngineObject) {
    self.subscription = subscription
    self.receiver = receiver
  }

  var isDisposed: Bool { subscription.isDisposed }
}
