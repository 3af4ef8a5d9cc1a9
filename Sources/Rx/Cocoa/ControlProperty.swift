/// A sequence and observer that can be turned into a ``ControlProperty``.
public protocol ControlPropertyType: ObservableType, ObserverType {
  /// The property of a control.
  func asControlProperty() -> ControlProperty<Element>
}

/// The property of a control: its values as a sequence, and an observer that sets it.
///
///     let text = BehaviorSubject(value: "Ada")
///     let property = ControlProperty(values: text, valueSink: text)
///     _ = property.subscribe(onNext: { print($0) })
///     _ = Observable.just("Grace").bind(to: property)
///     // Prints: Ada
///     //         Grace
///
/// The values begin with the current one and do not fail; they are subscribed to on the main thread.
public struct ControlProperty<PropertyType>: ControlPropertyType {
  public typealias Element = PropertyType

  private let values: Observable<PropertyType>
  fileprivate let valueSink: AnyObserver<PropertyType>

  /// - Parameters:
  ///   - values: the current value, then each value that the user sets; must not fail.
  ///   - valueSink: sets the property.
  public init<Values: ObservableType, Sink: ObserverType>(values: Values, valueSink: Sink)
  where Values.Element == PropertyType, Sink.Element == PropertyType {
    self.values = values.subscribe(on: ConcurrentMainScheduler.instance)
    self.valueSink = valueSink.asObserver()
  }

  public func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == PropertyType {
    values.subscribe(observer)
  }

  /// The values that the user sets, without the current one.
  public var changed: ControlEvent<PropertyType> { ControlEvent(events: values.skip(1)) }

  public func asObservable() -> Observable<PropertyType> { values }

  public func asControlProperty() -> ControlProperty<PropertyType> { self }

  /// Sets the property. An error stops a debug build, and is printed by a release build.
  public func on(_ event: Event<PropertyType>) {
    guard case .error(let error) = event else { return valueSink.on(event) }
    #if DEBUG
      fatalError("A property got an error: \(error). Handle it before the property, for example with `catch`.")
    #else
      print("A property got an error: \(error). Handle it before the property, for example with `catch`.")
    #endif
  }

  /// The values as a ``Driver``.
  public func asDriver() -> Driver<PropertyType> { asDriver(onErrorDriveWith: .empty()) }
}

extension ControlPropertyType where Element == String? {
  /// The property with an empty string instead of nil.
  public var orEmpty: ControlProperty<String> {
    let property = asControlProperty()
    return ControlProperty(
      values: property.asObservable().map { $0 ?? "" }, valueSink: property.valueSink.mapObserver { $0 })
  }
}
