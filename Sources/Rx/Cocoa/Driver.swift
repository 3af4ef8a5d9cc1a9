/// A shared sequence for state: delivers on the main queue, and sends a new observer the latest element first.
public typealias Driver<Element> = SharedSequence<DriverSharingStrategy, Element>

/// The sharing strategy of ``Driver``: replays the latest element, while it has observers.
public struct DriverSharingStrategy: SharingStrategyProtocol {
  public static var scheduler: any SchedulerType { SharingScheduler.make() }

  @inlinable
  public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
    source.share(replay: 1)
  }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
  /// The sequence as a driver.
  public func asDriver() -> Driver<Element> { asSharedSequence() }

  /// Subscribes observers. Call this, and all other overloads, on the main thread.
  ///
  ///     let names = BehaviorRelay(value: "Ada")
  ///     names.asDriver().drive(onNext: { print($0) }).dispose()
  ///     // Prints: Ada
  public func drive<Observer: ObserverType>(_ observers: Observer...) -> any Disposable
  where Observer.Element == Element {
    onMain.subscribe(ObserverOfMany(observers.map { $0.asEventReceiver() }))
  }

  /// Subscribes observers of optional elements.
  public func drive<Observer: ObserverType>(_ observers: Observer...) -> any Disposable
  where Observer.Element == Element? {
    onMain.map { $0 }.subscribe(ObserverOfMany(observers.map { $0.asEventReceiver() }))
  }

  /// Sets relays to each element.
  public func drive(_ relays: BehaviorRelay<Element>...) -> any Disposable {
    drive(onNext: { element in for relay in relays { relay.accept(element) } })
  }

  /// Sets relays of optional values to each element.
  public func drive(_ relays: BehaviorRelay<Element?>...) -> any Disposable {
    drive(onNext: { element in for relay in relays { relay.accept(element) } })
  }

  /// Sends the elements to relays.
  public func drive(_ relays: ReplayRelay<Element>...) -> any Disposable {
    drive(onNext: { element in for relay in relays { relay.accept(element) } })
  }

  /// Sends the elements to relays of optional elements.
  public func drive(_ relays: ReplayRelay<Element?>...) -> any Disposable {
    drive(onNext: { element in for relay in relays { relay.accept(element) } })
  }

  /// Calls a function with the sequence, and returns its result.
  public func drive<Result>(_ transformation: (Observable<Element>) -> Result) -> Result {
    transformation(onMain)
  }

  /// Calls a function with the sequence, and the function that it returns with an argument.
  public func drive<R1, R2>(_ with: (Observable<Element>) -> (R1) -> R2, curriedArgument: R1) -> R2 {
    with(onMain)(curriedArgument)
  }

  /// Subscribes closures, and passes each an object that the subscription does not retain.
  public func drive<Object: AnyObject>(
    with object: Object, onNext: ((Object, Element) -> Void)? = nil, onCompleted: ((Object) -> Void)? = nil,
    onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    onMain.subscribe(with: object, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Subscribes closures.
  @inlinable
  public func drive(
    onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    onMain.subscribe(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Subscribes without an observer, for the sequence's side effects.
  public func drive() -> any Disposable { drive(onNext: nil) }

  /// The sequence; a call on any thread other than the main thread stops the program.
  @usableFromInline
  var onMain: Observable<Element> {
    MainScheduler.ensureRunningOnMainThread(errorMessage: "`drive` is to be called on the main thread, and was not")
    return asObservable()
  }
}

extension ObservableConvertibleType {
  /// This sequence as a driver; if this one fails, the driver sends `onErrorJustReturn` and completes.
  public func asDriver(onErrorJustReturn element: Element) -> Driver<Element> {
    Driver(asObservable().observe(on: DriverSharingStrategy.scheduler).catchAndReturn(element))
  }

  /// This sequence as a driver; if this one fails, the driver goes on with another.
  public func asDriver(onErrorDriveWith other: Driver<Element>) -> Driver<Element> {
    Driver(asObservable().observe(on: DriverSharingStrategy.scheduler).catch { _ in other.asObservable() })
  }

  /// This sequence as a driver; if this one fails, the driver goes on with the result of `onErrorRecover`.
  public func asDriver(
    onErrorRecover recover: @escaping (_ error: any Swift.Error) -> Driver<Element>
  ) -> Driver<Element> {
    Driver(asObservable().observe(on: DriverSharingStrategy.scheduler).catch { recover($0).asObservable() })
  }
}

extension BehaviorRelay {
  /// The relay as a driver; it cannot fail.
  @inlinable
  public func asDriver() -> Driver<Element> {
    Driver(asObservable().observe(on: DriverSharingStrategy.scheduler))
  }
}
