import Synchronization

/// Observes a primitive sequence with closures: the first event is the outcome, and ends the observation.
@usableFromInline
final class OutcomeObserver<Element>: AnonymousObserver<Element> {
  private let hasOutcome = Atomic<Bool>(false)

  @usableFromInline
  init(
    onSuccess: ((Element) -> Void)?, onError: ((any Swift.Error) -> Void)?, onCompleted: (() -> Void)?,
    onDisposed: (() -> Void)?
  ) {
    super.init(onNext: onSuccess, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  override func onCore(next element: Element) {
    guard isOutcome() else { return }
    super.onCore(next: element)
    ending?.dispose()
  }

  override func onCore(error: any Swift.Error) {
    if isOutcome() { super.onCore(error: error) }
  }

  override func onCoreCompleted() {
    if isOutcome() { super.onCoreCompleted() }
  }

  /// - Returns: true for the first event only.
  private func isOutcome() -> Bool { !hasOutcome.exchange(true, ordering: .acquiringAndReleasing) }
}
