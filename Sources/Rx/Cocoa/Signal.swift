/// A shared sequence for events: delivers on the main queue, and sends a new observer no earlier elements.
///
///     let taps = PublishRelay<Int>()
///     _ = taps.asSignal().emit(onNext: { print($0) })
///     taps.accept(1)
///     // Prints: 1
public typealias Signal<Element> = SharedSequence<SignalSharingStrategy, Element>

/// The sharing strategy of ``Signal``: without replay, while it has observers.
public struct SignalSharingStrategy: SharingStrategyProtocol {
  public static var scheduler: any SchedulerType { SharingScheduler.make() }

  @inlinable
  public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
    source.share(replay: 0)
  }
}

extension SharedSequenceConvertibleType where SharingStrategy == SignalSharingStrategy {
  /// The sequence as a signal.
  public func asSignal() -> Signal<Element> { asSharedSequence() }

  /// Subscribes observers.
  public func emit<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element {
    asObservable().subscribe(ObserverOfMany(observers.map { $0.asEventReceiver() }))
  }

  /// Subscribes observers of optional elements.
  public func emit<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element? {
    asObservable().map { $0 }.subscribe(ObserverOfMany(observers.map { $0.asEventReceiver() }))
  }

  /// Sets relays to each element.
  public func emit(to relays: BehaviorRelay<Element>...) -> any Disposable {
    emit(onNext: { element in for relay in relays { relay.accept(element) } })
  }

  /// Sets relays of optional values to each element.
  public func emit(to relays: BehaviorRelay<Element?>...) -> any Disposable {
    emit(onNext: { element in for relay in relays { relay.accept(element) } })
  }

  /// Sends the elements to relays.
  public func emit(to relays: PublishRelay<Element>...) -> any Disposable {
    emit(onNext: { element in for relay in relays { relay.accept(element) } })
  }

  /// Sends the elements to relays of optional elements.
  public func emit(to relays: PublishRelay<Element?>...) -> any Disposable {
    emit(onNext: { element in for relay in relays { relay.accept(element) } })
  }

  /// Sends the elements to relays.
  public func emit(to relays: ReplayRelay<Element>...) -> any Disposable {
    emit(onNext: { element in for relay in relays { relay.accept(element) } })
  }

  /// Sends the elements to relays of optional elements.
  public func emit(to relays: ReplayRelay<Element?>...) -> any Disposable {
    emit(onNext: { element in for relay in relays { relay.accept(element) } })
  }

  /// Subscribes closures.
  public func emit(
    onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Subscribes closures, and passes each an object that the subscription does not retain.
  public func emit<Object: AnyObject>(
    with object: Object, onNext: ((Object, Element) -> Void)? = nil, onCompleted: ((Object) -> Void)? = nil,
    onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(with: object, onNext: onNext, onCompleted: onCompleted, onDisposed: onDisposed)
  }

  /// Subscribes without an observer, for the sequence's side effects.
  public func emit() -> any Disposable { emit(onNext: nil) }
}

extension ObservableConvertibleType {
  /// This sequence as a signal; if this one fails, the signal sends `onErrorJustReturn` and completes.
  public func asSignal(onErrorJustReturn element: Element) -> Signal<Element> {
    Signal(asObservable().observe(on: SignalSharingStrategy.scheduler).catchAndReturn(element))
  }

  /// This sequence as a signal; if this one fails, the signal goes on with another.
  public func asSignal(onErrorSignalWith other: Signal<Element>) -> Signal<Element> {
    Signal(asObservable().observe(on: SignalSharingStrategy.scheduler).catch { _ in other.asObservable() })
  }

  /// This sequence as a signal; if this one fails, the signal goes on with the result of `onErrorRecover`.
  public func asSignal(
    onErrorRecover recover: @escaping (_ error: any Swift.Error) -> Signal<Element>
  ) -> Signal<Element> {
    Signal(asObservable().observe(on: SignalSharingStrategy.scheduler).catch { recover($0).asObservable() })
  }
}

extension PublishRelay {
  /// The relay as a signal; it cannot fail.
  public func asSignal() -> Signal<Element> {
    Signal(asObservable().observe(on: SignalSharingStrategy.scheduler))
  }
}

extension InfallibleType {
  /// The sequence as a driver.
  public func asDriver() -> Driver<Element> {
    Driver(asObservable().observe(on: DriverSharingStrategy.scheduler))
  }

  /// The sequence as a signal.
  public func asSignal() -> Signal<Element> {
    Signal(asObservable().observe(on: SignalSharingStrategy.scheduler))
  }
}
