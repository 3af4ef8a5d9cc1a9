import Synchronization

/// An observer's subscription to a subject, or to a shared sequence.
///
/// It does not hold the observer, because a handle that is kept after the subscription, or by the observer itself,
/// would keep the observer alive.
final class SubjectSubscription: DisposeBase, DisposableObject, Cancelable {
  private let list: SubscriptionList
  private let disposed = Atomic<Bool>(false)
  /// Set while the observer gets earlier elements. Only touched under the list's lock.
  @exclusivity(unchecked) var newcomer: Newcomer?

  init(in list: SubscriptionList) {
    self.list = list
  }

  var isDisposed: Bool { disposed.load(ordering: .relaxed) }

  /// ``newcomer``, whose element type must be this one.
  func newcomer<Element>(of type: Element.Type) -> TypedNewcomer<Element>? {
    newcomer.map { unsafeDowncast($0, to: TypedNewcomer<Element>.self) }
  }

  func dispose() {
    guard !disposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Tracing.call(.dispose, on: self) { list.leave(self) }
  }
}

/// One observer's place in the list.
///
/// Each delivery checks its subscription, so that an observer which leaves during an event gets nothing more.
struct SubjectPlace {
  let subscription: SubjectSubscription
  /// An `EventReceiver` of the subject's element type; nil if the observer has left: the subscription is disposed then.
  var receiver: EngineObject?
}

extension [SubjectPlace] {
  /// Calls `deliver` with the receiver of each observer that has not left. `Sent` must be the sequence's element type.
  ///
  /// The array keeps the subscriptions and receivers alive, so a delivery does not retain them.
  @inline(__always)
  func deliver<Sent>(_ deliver: (EventReceiver<Sent>) -> Void) {
    withUnsafeBufferPointer { places in
      for index in places.indices {
        Unmanaged.passUnretained(places[index].subscription)._withUnsafeGuaranteedRef { subscription in
          guard !subscription.isDisposed else { return }
          Unmanaged.passUnretained(places[index].receiver.unsafelyUnwrapped)._withUnsafeGuaranteedRef {
            deliver(unsafeDowncast($0, to: EventReceiver<Sent>.self))
          }
        }
      }
    }
  }
}
