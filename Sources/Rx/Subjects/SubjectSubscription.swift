import Synchronization

/// An observer's handle on its place in a subject, or in a shared sequence.
///
/// It does not hold the observer: whoever keeps the handle, longer than the subscription lasts or as part of what the
/// observer itself holds, would keep that alive too.
final class SubjectSubscription: DisposeBase, DisposableObject, Cancelable {
  private let list: SubscriptionList
  private let disposed = Atomic<Bool>(false)
  /// Set while the observer is being given what came before it. Only touched under the list's lock.
  @exclusivity(unchecked) var newcomer: Newcomer?

  init(in list: SubscriptionList) {
    self.list = list
  }

  var isDisposed: Bool { disposed.load(ordering: .relaxed) }

  /// ``newcomer``, whose sequence is known to have this type.
  func newcomer<Element>(of type: Element.Type) -> TypedNewcomer<Element>? {
    newcomer.map { unsafeDowncast($0, to: TypedNewcomer<Element>.self) }
  }

  func dispose() {
    guard !disposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Tracing.call(.dispose, on: self) { list.leave(self) }
  }
}

/// One observer's place.
///
/// It is asked before each delivery, so that an observer which leaves while an event is under way gets nothing more.
struct SubjectPlace {
  let subscription: SubjectSubscription
  /// An `EventReceiver` of the subject's element type; nil if it has left, and the subscription is disposed then.
  var receiver: EngineObject?
}

extension [SubjectPlace] {
  /// Calls `deliver` with the receiver of everyone who has not left, whose element type is that of the sequence.
  ///
  /// The array keeps the subscriptions and their receivers alive: nothing is retained for a delivery, which
  /// measured at a quarter of what `share` took for an event.
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
