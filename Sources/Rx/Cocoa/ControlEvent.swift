/// A sequence that can be turned into a ``ControlEvent``.
public protocol ControlEventType: ObservableType {
  /// The events of a control.
  func asControlEvent() -> ControlEvent<Element>
}

/// The events of a control: they do not fail, and are subscribed to on the main thread.
///
///     let taps = PublishSubject<Void>()
///     _ = ControlEvent(events: taps).subscribe(onNext: { print("tapped") })
///     taps.onNext(())
///     // Prints: tapped
public struct ControlEvent<PropertyType>: ControlEventType {
  public typealias Element = PropertyType

  private let events: Observable<PropertyType>

  /// - Parameter events: must not fail.
  public init<Events: ObservableType>(events: Events) where Events.Element == PropertyType {
    self.events = events.subscribe(on: ConcurrentMainScheduler.instance)
  }

  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == PropertyType {
    events.subscribe(observer)
  }

  public func asObservable() -> Observable<PropertyType> { events }

  public func asControlEvent() -> ControlEvent<PropertyType> { self }

  /// The events as a sequence that does not fail.
  public func asInfallible() -> Infallible<PropertyType> { asInfallible(onErrorFallbackTo: .empty()) }

  /// The events as a ``Signal``.
  public func asSignal() -> Signal<PropertyType> { asSignal(onErrorSignalWith: .empty()) }

  /// The events as a ``Driver``.
  public func asDriver() -> Driver<PropertyType> { asDriver(onErrorDriveWith: .empty()) }
}
