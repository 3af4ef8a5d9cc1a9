extension InfallibleType {
  /// Sends all events to observers.
  ///
  ///     let numbers = PublishSubject<Int>()
  ///     _ = numbers.subscribe(onNext: { print($0) })
  ///     _ = Infallible.just(1).bind(to: numbers)
  ///     // Prints: 1
  public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element {
    asObservable().subscribe(ObserverOfMany(observers.map { $0.asEventReceiver() }))
  }

  /// Sends all events to observers of optional elements.
  public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element? {
    asObservable().map { $0 }.subscribe(ObserverOfMany(observers.map { $0.asEventReceiver() }))
  }

  /// Calls a function with the sequence, and returns its result.
  public func bind<Result>(to binder: (Self) -> Result) -> Result {
    binder(self)
  }

  /// Calls a function with the sequence, and the function that it returns with an argument.
  public func bind<R1, R2>(to binder: (Self) -> (R1) -> R2, curriedArgument: R1) -> R2 {
    binder(self)(curriedArgument)
  }

  /// Calls a closure with each element.
  public func bind(onNext: @escaping (Element) -> Void) -> any Disposable {
    subscribe(onNext: onNext)
  }

  /// Calls a closure with each element and an object that the subscription does not retain.
  public func bind<Object: AnyObject>(
    with object: Object, onNext: @escaping (Object, Element) -> Void
  ) -> any Disposable {
    bind(onNext: unretained(object, onNext))
  }
}
