/// A shared sequence for state: delivers on the main queue, and gives a newcomer the latest element.
public typealias Driver<Element> = SharedSequence<DriverSharingStrategy, Element>

/// How a ``Driver`` is shared.
public struct DriverSharingStrategy: SharingStrategyProtocol {
  public static var scheduler: any SchedulerType { SharingScheduler.make() }

  public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
    source.share(replay: 1, scope: .whileConnected)
  }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
  /// The sequence as a driver.
  public func asDriver() -> Driver<Element> { asSharedSequence() }

  /// Subscribes observers. To be called on the main thread, as all forms of this are.
  ///
  ///     let names = BehaviorRelay(value: "Ada")
  ///     names.asDriver().drive(onNext: { print($0) }).dispose()
  ///     // Prints: Ada
  public func drive<Observer: ObserverType>(_ observers: Observer...) -> any Disposable
  where Observer.Element == Element {
    onMain.subscribe(ObserverOfMany(observers.map { $0.asEventReceiver() }))
  }

  /// Subscribes observers that take optional elements.
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

  /// Gives the sequence to a function, and what that returns back.
  public func drive<Result>(_ transformation: (Observable<Element>) -> Result) -> Result {
    transformation(onMain)
  }

  /// Gives the sequence to a function, and an argument to the function that this returns.
  public func drive<R1, R2>(_ with: (Observable<Element>) -> (R1) -> R2, curriedArgument: R1) -> R2 {
    with(onMain)(curriedArgument)
  }

  /// Subscribes closures, which are called with an object that the subscription does not keep.
  public func drive<Object: AnyObject>(
    with object: Object, onNext: ((Object, Element) -> Void)? = nil, onCompleted: ((Object) -> Void)? = nil,
    onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    onMain.subscribe(with: object, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Subscribes closures.
  public func drive(
    onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    onMain.subscribe(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Subscribes nobody, for what the sequence does by itself.
  public func drive() -> any Disposable { drive(onNext: nil) }

  /// The sequence for whoever subscribes on the main thread; others stop the program.
  private var onMain: Observable<Element> {
    MainScheduler.ensureRunningOnMainThread(errorMessage: "`drive` is to be called on the main thread, and was not")
    return asObservable()
  }
}

extension ObservableConvertibleType {
  /// This sequence as a driver that sends `onErrorJustReturn` and ends where this one fails.
  public func asDriver(onErrorJustReturn element: Element) -> Driver<Element> {
    Driver(asObservable().observe(on: DriverSharingStrategy.scheduler).catchAndReturn(element))
  }

  /// This sequence as a driver that goes on with another where this one fails.
  public func asDriver(onErrorDriveWith other: Driver<Element>) -> Driver<Element> {
    Driver(asObservable().observe(on: DriverSharingStrategy.scheduler).catch { _ in other.asObservable() })
  }

  /// This sequence as a driver that goes on with what `onErrorRecover` says where this one fails.
  public func asDriver(
    onErrorRecover recover: @escaping (_ error: any Swift.Error) -> Driver<Element>
  ) -> Driver<Element> {
    Driver(asObservable().observe(on: DriverSharingStrategy.scheduler).catch { recover($0).asObservable() })
  }
}

extension BehaviorRelay {
  /// The relay as a driver; it cannot fail.
  public func asDriver() -> Driver<Element> {
    Driver(asObservable().observe(on: DriverSharingStrategy.scheduler))
  }
}
