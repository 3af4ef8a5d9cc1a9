import Synchronization
import TraceFormat

/// The base of observers at the end of a pipeline: it passes events on until the first terminal event, or until it is
/// disposed.
///
/// A subclass overrides ``onCore(next:)``, ``onCore(error:)`` and ``onCoreCompleted()``, and needs no check of its own.
open class ObserverBase<Element>: EventReceiver<Element>, DisposableObject {
  private let isStopped = Atomic<Bool>(false)

  public override init() {
    super.init()
  }

  public final override func on(next element: Element) {
    guard !isStopped.load(ordering: .relaxed) else { return }
    Tracing.deliver(.onCore, .next, to: self, .value(element)) { onCore(next: element) }
  }

  public final override func on(error: any Swift.Error) {
    guard stop() else { return }
    Tracing.deliver(.onCore, .error, to: self, .value(error: error)) { onCore(error: error) }
  }

  public final override func onCompletion() {
    guard stop() else { return }
    Tracing.deliver(.onCore, .completed, to: self) { onCoreCompleted() }
  }

  /// Takes an element; never called after the terminal event.
  open func onCore(next element: Element) { abstractMethod() }

  /// Takes the error that ended the sequence; called at most once.
  open func onCore(error: any Swift.Error) { abstractMethod() }

  /// Takes the completion of the sequence; called at most once.
  open func onCoreCompleted() { abstractMethod() }

  /// Ignores all later events.
  open func dispose() {
    guard stop() else { return }
    Tracing.call(.dispose, on: self) {}
  }

  override class var abstractCalls: [RecordKind] { [.onCore] }

  /// - Returns: true for the first caller only.
  private func stop() -> Bool { !isStopped.exchange(true, ordering: .acquiringAndReleasing) }
}
