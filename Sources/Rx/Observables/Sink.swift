import CPlatform
import Synchronization
import TraceFormat

/// The base of operators at work: receives events of one type, forwards events of another, for one subscription.
///
/// Errors and the end of the sequence are forwarded and end the subscription without a subclass's doing; most override
/// ``EventReceiver/on(next:)`` alone.
open class Sink<Input, Output>: EventReceiver<Input>, DisposableObject {
  /// What this sink forwards to.
  public final let observer: EventReceiver<Output>
  private final let cancel: SinkDisposer
  @usableFromInline final let isCancelled = Atomic<Bool>(false)
  #if DEBUG
    private final let tracker = SynchronizationTracker()
  #endif

  /// - Parameters:
  ///   - observer: what the sink forwards to.
  ///   - cancel: what ``dispose()`` disposes of: the producer's handle on the whole subscription.
  public init(observer: EventReceiver<Output>, cancel: SinkDisposer) {
    self.observer = observer
    self.cancel = cancel
    super.init()
  }

  /// Whether the subscription has ended.
  @inlinable
  @inline(__always)
  public final var isDisposed: Bool { isCancelled.load(ordering: .relaxed) }

  open override func on(error: any Swift.Error) {
    forwardOn(error: error)
    dispose()
  }

  open override func onCompleted() {
    forwardOnCompleted()
    dispose()
  }

  /// Gives the observer an element, unless the subscription has ended.
  @inlinable
  @inline(__always)
  public final func forwardOn(next element: Output, file: StaticString = #fileID, line: UInt = #line) {
    if _slowPath(isWatched) { return watched(next: element, file, line) }
    if !isDisposed { observer.on(next: element) }
  }

  /// Gives the observer an error, unless the subscription has ended.
  @inlinable
  public final func forwardOn(error: any Swift.Error, file: StaticString = #fileID, line: UInt = #line) {
    if _slowPath(isWatched) { return watched(error: error, file, line) }
    if !isDisposed { observer.on(error: error) }
  }

  /// Tells the observer that the sequence has ended, unless the subscription has.
  @inlinable
  public final func forwardOnCompleted(file: StaticString = #fileID, line: UInt = #line) {
    if _slowPath(isWatched) { return watchedCompleted(file, line) }
    if !isDisposed { observer.onCompleted() }
  }

  /// Ends the subscription.
  open func dispose() {
    // A plain look first: nearly every sink is told twice, by the end of its sequence and by its disposer.
    guard !isDisposed, !isCancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Tracing.call(.dispose, on: self) { cancel.dispose() }
  }

  /// Calls a closure of the user's that starts the sequence.
  @inline(__always)
  public final func enter<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ closure: () throws -> Result
  ) rethrows -> Result {
    try Tracing.call(.closure, on: self, file: file, line: line) {
      do {
        return try closure()
      } catch {
        Tracing.threw(error, in: self, file: file, line: line)
        throw error
      }
    }
  }

  @usableFromInline
  final func watched(next element: Output, _ file: StaticString, _ line: UInt) {
    forward(.next, .value(element), file, line) { observer.on(next: element) }
  }

  @usableFromInline
  final func watched(error: any Swift.Error, _ file: StaticString, _ line: UInt) {
    forward(.error, .value(error), file, line) { observer.on(error: error) }
  }

  @usableFromInline
  final func watchedCompleted(_ file: StaticString, _ line: UInt) {
    forward(.completed, .none, file, line) { observer.onCompleted() }
  }

  @inline(__always)
  private final func forward(
    _ event: EventCode, _ payload: @autoclosure () -> EncodedPayload, _ file: StaticString, _ line: UInt,
    _ body: () -> Void
  ) {
    #if DEBUG
      tracker.enter(self)
      defer { tracker.leave() }
    #endif
    if isDisposed {
      guard Tracing.isOn else { return }
      Recorder.note(RecordHead(undelivered: event), self, CallSite(file, line), payload())
      return
    }
    #if DEBUG
      LockOrder.delivering(CallSite(file, line)) {
        Tracing.deliver(.forwardOn, event, to: self, payload(), file: file, line: line, body)
      }
    #else
      Tracing.deliver(.forwardOn, event, to: self, payload(), file: file, line: line, body)
    #endif
  }

  final override var nextStage: EngineObject? { observer }

  final override var role: ObjectRole { .sink }
}
