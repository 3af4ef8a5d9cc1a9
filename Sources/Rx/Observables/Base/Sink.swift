import CPlatform
import Synchronization
import TraceFormat

/// An operator's part of one subscription: receives events of one type and forwards events of another.
///
/// Most subclasses override only ``EventReceiver/on(next:)``: errors and the completion are forwarded, and end the
/// subscription.
open class Sink<Input, Output>: EventReceiver<Input>, DisposableObject, InputOwner {
  /// Gets the events that this sink forwards.
  public final let observer: EventReceiver<Output>
  private final let cancel: SinkDisposer
  @usableFromInline final let isCancelled = Atomic<Bool>(false)
  #if DEBUG
    private final let tracker = SynchronizationTracker()
  #endif

  public init(_ output: Downstream<Output>) {
    observer = output.observer
    cancel = output.cancel
    super.init()
  }

  /// Subscribes to the source. A sink with more than one input overrides this.
  /// - Returns: the subscriptions, which are disposed with the sink.
  open func run(_ source: Observable<Input>) -> any DisposableObject { source.subscribe(self) }

  /// Whether the subscription has ended.
  @inlinable
  @inline(__always)
  public final var isDisposed: Bool { isCancelled.load(ordering: .relaxed) }

  open override func on(error: any Swift.Error) { fail(error) }

  open override func onCompletion() { finish() }

  /// Forwards an element to the observer, unless the subscription has ended.
  @inlinable
  @inline(__always)
  public final func forwardOn(next element: Output, file: StaticString = #fileID, line: UInt = #line) {
    if _fastPath(isUnwatched && !isDisposed) { return observer.on(next: element) }
    watched(next: element, file, line)
  }

  /// Forwards an error to the observer, unless the subscription has ended.
  @inlinable
  public final func forwardOn(error: any Swift.Error, file: StaticString = #fileID, line: UInt = #line) {
    if _fastPath(isUnwatched && !isDisposed) { return observer.on(error: error) }
    watched(error: error, file, line)
  }

  /// Tells the observer that the sequence has completed, unless the subscription has ended.
  @inlinable
  public final func forwardOnCompleted(file: StaticString = #fileID, line: UInt = #line) {
    if _fastPath(isUnwatched && !isDisposed) { return observer.onCompletion() }
    watchedCompletion(file, line)
  }

  /// Ends the sequence with an error, and the subscription with it.
  open func fail(_ error: any Swift.Error) {
    forwardOn(error: error)
    dispose()
  }

  /// Completes the sequence, and ends the subscription.
  open func finish() {
    forwardOnCompleted()
    dispose()
  }

  /// Ends the subscription.
  open func dispose() {
    // Cheap check first: nearly every sink is disposed twice, by its terminal event and by its SinkDisposer.
    guard !isDisposed, endForwarding() else { return }
    disposeInputs()
  }

  /// Forwards nothing any more. The first caller has to call ``disposeInputs()``.
  /// - Returns: true for the first caller only.
  @inline(__always)
  final func endForwarding() -> Bool { !isCancelled.exchange(true, ordering: .acquiringAndReleasing) }

  final func disposeInputs() {
    Tracing.call(.dispose, on: self) { cancel.dispose() }
  }

  final override var nextStage: EngineObject? { observer }

  final override var role: ObjectRole { .sink }
}

// MARK: The program's closures

extension Sink {
  /// Calls a closure of the program with an element or an error.
  @inline(__always)
  public final func call<Argument, Result>(
    _ closure: (Argument) throws -> Result, with argument: Argument, file: StaticString = #fileID, line: UInt = #line
  ) rethrows -> Result {
    if isUnwatched { return try closure(argument) }
    return try watched(closure, argument, file, line)
  }

  /// Calls a closure of the program that takes an element and something else.
  @inline(__always)
  public final func call<Argument, Result>(
    with argument: Argument, file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Result
  ) rethrows -> Result {
    if isUnwatched { return try body() }
    return try watched(with: argument, file, line, body)
  }

  /// Calls a closure of the program that takes no element, such as a factory.
  @inline(__always)
  public final func call<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ closure: () throws -> Result
  ) rethrows -> Result {
    if isUnwatched { return try closure() }
    return try watchedEntry(file, line, closure)
  }
}

// MARK: With a recorder, or in a debug build

extension Sink {
  @inline(never)
  private final func watched<Argument, Result>(
    _ closure: (Argument) throws -> Result, _ argument: Argument, _ file: StaticString, _ line: UInt
  ) rethrows -> Result {
    try Tracing.closure(of: self, .next, .value(argument), file, line) { try closure(argument) }
  }

  @inline(never)
  private final func watched<Argument, Result>(
    with argument: Argument, _ file: StaticString, _ line: UInt, _ body: () throws -> Result
  ) rethrows -> Result {
    try Tracing.closure(of: self, .next, .value(argument), file, line, body)
  }

  @inline(never)
  private final func watchedEntry<Result>(
    _ file: StaticString, _ line: UInt, _ closure: () throws -> Result
  ) rethrows -> Result {
    try Tracing.closure(of: self, .none, .none, file, line, closure)
  }

  @usableFromInline
  final func watched(next element: Output, _ file: StaticString, _ line: UInt) {
    forward(.next, .value(element), file, line) { observer.on(next: element) }
  }

  @usableFromInline
  final func watched(error: any Swift.Error, _ file: StaticString, _ line: UInt) {
    forward(.error, .value(error: error), file, line) { observer.on(error: error) }
  }

  @usableFromInline
  final func watchedCompletion(_ file: StaticString, _ line: UInt) {
    forward(.completed, .none, file, line) { observer.onCompletion() }
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
}
