import CPlatform
import TraceFormat

/// The base class of all observers inside the engine.
///
/// Operators hold each other as event receivers, so an event takes one virtual call for each stage and passes only the
/// element: "What makes it slow?" in content/beyond/speed.md.
///
/// A subclass overrides ``on(next:)``, ``on(error:)`` and ``onCompletion()``; other code does not call these three. To
/// send an event, call ``send(next:file:line:)`` and its like, or ``onNext(_:)`` and its like: they record the call
/// during a recording. A direct call of the three is not recorded, because Swift has no method that another module may
/// override and not call; the calls that it leads to are.
open class EventReceiver<Element>: EngineObject, ObserverType {
  public override init() {
    super.init(introducing: ())
  }

  /// Takes an element: a subclass overrides this.
  open func on(next element: Element) { abstractMethod() }

  /// Takes the error that ends the sequence: a subclass overrides this.
  open func on(error: any Swift.Error) { abstractMethod() }

  /// Takes the completion of the sequence: a subclass overrides this.
  open func onCompletion() { abstractMethod() }

  /// Sends an element to this observer.
  @inlinable
  @inline(__always)
  public final func send(next element: Element, file: StaticString = #fileID, line: UInt = #line) {
    if isUnwatched { return on(next: element) }
    recorded(next: element, file, line)
  }

  /// Sends an error to this observer.
  @inlinable
  public final func send(error: any Swift.Error, file: StaticString = #fileID, line: UInt = #line) {
    if isUnwatched { return on(error: error) }
    recorded(error: error, file, line)
  }

  /// Sends the completion to this observer.
  @inlinable
  @inline(__always)
  public final func sendCompleted(file: StaticString = #fileID, line: UInt = #line) {
    if isUnwatched { return onCompletion() }
    recordedCompletion(file, line)
  }

  /// Whether calls are neither recorded nor checked. Debug builds check every call: see ``LockOrder``.
  @inlinable
  @inline(__always)
  final var isUnwatched: Bool {
    #if DEBUG
      return false
    #else
      return _fastPath(!hw_is_recording())
    #endif
  }

  @usableFromInline
  final func recorded(next element: Element, _ file: StaticString, _ line: UInt) {
    Tracing.deliver(.on, .next, to: self, .value(element), file: file, line: line) { on(next: element) }
  }

  @usableFromInline
  final func recorded(error: any Swift.Error, _ file: StaticString, _ line: UInt) {
    Tracing.deliver(.on, .error, to: self, .value(error: error), file: file, line: line) { on(error: error) }
  }

  @usableFromInline
  final func recordedCompletion(_ file: StaticString, _ line: UInt) {
    Tracing.deliver(.on, .completed, to: self, file: file, line: line) { onCompletion() }
  }

  public final func on(_ event: Event<Element>) {
    switch event {
    case .next(let element): send(next: element)
    case .error(let error): send(error: error)
    case .completed: sendCompleted()
    }
  }

  public final func onNext(_ element: Element) { send(next: element) }

  public final func onError(_ error: any Swift.Error) { send(error: error) }

  public final func onCompleted() { sendCompleted() }

  public final func asEventReceiver() -> EventReceiver<Element> { self }

  override class var abstractCalls: [RecordKind] { [.on, .forwardOn, .dispose] }

  override var role: ObjectRole { .observer }
}
