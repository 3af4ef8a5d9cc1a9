import Synchronization
import TraceFormat

/// The class behind the engine's observable sequences.
///
/// A subclass says in ``subscribe(receiver:)`` what happens when somebody subscribes; most derive from ``Producer``,
/// which leaves them `run` alone.
open class Observable<Element>: ObservableType {
  let identity = TraceIdentity()

  public init() {
    Resources.count(1)
    Tracing.made(self)
  }

  deinit { Resources.count(-1) }

  public final func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    subscribe(observer.asEventReceiver())
  }

  /// Subscribes an observer of the engine's own kind, as every operator does with its sink.
  @inline(__always)
  public final func subscribe(
    _ receiver: EventReceiver<Element>, file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    Tracing.call(.subscribe, on: self, with: receiver, file: file, line: line) {
      subscribe(receiver: receiver)
    }
  }

  /// What happens on a subscription: a subclass overrides this, and nobody but ``subscribe(_:file:line:)`` calls it.
  open func subscribe(receiver: EventReceiver<Element>) -> any Disposable {
    abstractMethod()
  }

  public final func asObservable() -> Observable<Element> { self }

  /// Subjects say otherwise.
  var role: ObjectRole { .observable }
}

extension Observable: Traced {
  final var traceRole: ObjectRole { role }

  final func traceNumber(in recorder: Recorder) -> UInt32 { identity.number(of: self, in: recorder) }

  @inline(__always)
  final var identityWord: UInt64 { identity.word }
}
