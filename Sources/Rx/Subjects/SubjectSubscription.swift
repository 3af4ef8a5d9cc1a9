import Synchronization

/// One observer's place in a subject.
///
/// The subject asks it before each delivery, so that an observer which leaves while an event is under way gets
/// nothing more.
final class SubjectSubscription<Element>: DisposeBase, Cancelable {
  let receiver: EventReceiver<Element>
  private weak var subject: PublishSubject<Element>?
  private let disposed = Atomic<Bool>(false)

  init(subject: PublishSubject<Element>, receiver: EventReceiver<Element>) {
    self.subject = subject
    self.receiver = receiver
  }

  var isDisposed: Bool { disposed.load(ordering: .relaxed) }

  func dispose() {
    guard !disposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Tracing.call(.dispose, on: self) { subject?.remove(self) }
  }
}
