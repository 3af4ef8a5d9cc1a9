import Synchronization

/// One observer's place in a subject, or in a shared sequence.
///
/// It is asked before each delivery, so that an observer which leaves while an event is under way gets nothing more.
final class SubjectSubscription: DisposeBase, DisposableObject, Cancelable {
  /// An `EventReceiver` of the subject's element type.
  let receiver: EngineObject
  private let list: SubscriptionList
  private let disposed = Atomic<Bool>(false)

  init(in list: SubscriptionList, receiver: EngineObject) {
    self.list = list
    self.receiver = receiver
    super.init()
    // So that a trace can tell whose subscription ended.
    Tracing.made(self)
  }

  var isDisposed: Bool { disposed.load(ordering: .relaxed) }

  func dispose() {
    guard !disposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Tracing.call(.dispose, on: self) { list.leave(self) }
  }
}

extension [SubjectSubscription] {
  /// Calls `deliver` with the receiver of everyone who has not left, whose element type is that of the sequence.
  ///
  /// The array keeps the subscriptions alive, and those their receivers: nothing is retained for a delivery, which
  /// measured at a quarter of what `share` took for an event.
  @inline(__always)
  func deliver<Sent>(_ deliver: (EventReceiver<Sent>) -> Void) {
    withUnsafeBufferPointer { subscriptions in
      for index in subscriptions.indices {
        Unmanaged.passUnretained(subscriptions[index])._withUnsafeGuaranteedRef { subscription in
          guard !subscription.isDisposed else { return }
          Unmanaged.passUnretained(subscription.receiver)._withUnsafeGuaranteedRef {
            deliver(unsafeDowncast($0, to: EventReceiver<Sent>.self))
          }
        }
      }
    }
  }
}
