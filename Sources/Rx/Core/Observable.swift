import Synchronization
import TraceFormat

/// The class behind the engine's observable sequences.
///
/// A subclass says in ``subscribe(receiver:)`` what happens when somebody subscribes; most derive from ``Producer``,
/// which leaves them `run` alone.
open class Observable<Element>: EngineObject, ObservableType {
  public override init() {
    super.init(introducing: ())
  }

  public final func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    subscribe(observer.asEventReceiver())
  }

  /// Subscribes an observer of the engine's own kind, as every operator does with its sink.
  @inline(__always)
  public final func subscribe(
    _ receiver: EventReceiver<Element>, file: StaticString = #fileID, line: UInt = #line
  ) -> any DisposableObject {
    Tracing.call(.subscribe, on: self, with: receiver, file: file, line: line) {
      subscribe(receiver: receiver)
    }
  }

  /// What happens on a subscription: a subclass overrides this, and nobody but ``subscribe(_:file:line:)`` calls it.
  open func subscribe(receiver: EventReceiver<Element>) -> any DisposableObject {
    abstractMethod()
  }

  public final func asObservable() -> Observable<Element> { self }

  override var role: ObjectRole { .observable }
}

/// ``Observable``, where another module's type has that name too.
public typealias RxObservable<Element> = Observable<Element>
