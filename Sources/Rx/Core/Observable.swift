import Synchronization
import TraceFormat

/// The base class of the engine's observable sequences.
///
/// A subclass overrides ``subscribeCore(_:)``; most derive from ``Producer`` and override only `run`.
open class Observable<Element>: EngineObject, ObservableType {
  private let place = Atomic<UInt32>(0)

  public override init() {
    super.init(introducing: ())
  }

  public final func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    subscribe(observer.asEventReceiver())
  }

  /// Subscribes an ``EventReceiver``: this is how an operator subscribes its sink.
  @inline(__always)
  public final func subscribe(
    _ observer: EventReceiver<Element>, file: StaticString = #fileID, line: UInt = #line
  ) -> any DisposableObject {
    Tracing.call(.subscribe, on: self, with: observer, file: file, line: line) {
      subscribeCore(observer)
    }
  }

  /// Records an element that a hot source sends while nobody is subscribed to it.
  package final func recordUnheard(_ element: Element) {
    Tracing.deliver(.on, .next, to: self, .value(element)) {}
  }

  /// Starts a subscription: a subclass overrides this, and only ``subscribe(_:file:line:)`` calls it.
  open func subscribeCore(_ observer: EventReceiver<Element>) -> any DisposableObject { abstractMethod() }

  /// The sequence that operators subscribe to: this object, unless a subclass wraps another sequence.
  open func asObservable() -> Observable<Element> { self }

  open override class var traits: Traits { .conveniences(declaredBy: "ObservableType") }

  override class var abstractCalls: [RecordKind] { [.subscribe] }

  override var role: ObjectRole { .observable }

  final override var isMadeAtPlace: Bool { true }

  final override var placeNumber: UInt32 {
    get { place.load(ordering: .relaxed) }
    set { place.store(newValue, ordering: .relaxed) }
  }
}

/// Another name for ``Observable``, for files in which another module's type is called `Observable` as well.
public typealias RxObservable<Element> = Observable<Element>
