/// A shared sequence for state: delivers on the main queue, and gives a newcomer the latest element.
public typealias Driver<Element> = SharedSequence<DriverSharingStrategy, Element>

/// How a ``Driver`` is shared.
public struct DriverSharingStrategy: SharingStrategyProtocol {
  public static var scheduler: any SchedulerType { MainScheduler.instance }

  public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
    source.share(replay: 1, scope: .whileConnected)
  }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
  /// The sequence as a driver.
  public func asDriver() -> Driver<Element> { asSharedSequence() }

  /// Subscribes an observer. To be called on the main thread.
  public func drive<Observer: ObserverType>(_ observers: Observer...) -> any Disposable
  where Observer.Element == Element {
    MainScheduler.ensureRunningOnMainThread(errorMessage: Self.wrongThread)
    return asSharedSequence().asObservable().subscribe(
      onNext: { element in
        for observer in observers { observer.onNext(element) }
      }, onCompleted: { for observer in observers { observer.onCompleted() } })
  }

  /// Sends the elements to relays. To be called on the main thread.
  public func drive(_ relays: BehaviorRelay<Element>...) -> any Disposable {
    drive(onNext: { element in for relay in relays { relay.accept(element) } })
  }

  /// Subscribes closures. To be called on the main thread.
  public func drive(
    onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    MainScheduler.ensureRunningOnMainThread(errorMessage: Self.wrongThread)
    return asObservable().subscribe(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Subscribes nobody, for what the sequence does by itself. To be called on the main thread.
  public func drive() -> any Disposable { drive(onNext: nil) }

  private static var wrongThread: String { "`drive` is to be called on the main thread, and was not" }
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
