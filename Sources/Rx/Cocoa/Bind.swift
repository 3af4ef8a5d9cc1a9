extension ObservableType {
  /// Sends all events to observers.
  ///
  ///     let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
  ///     _ = second.subscribe(onNext: { print($0) })
  ///     _ = Observable.just(1).bind(to: first, second)
  ///     // Prints: 1
  public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element {
    asObservable().subscribe(ObserverOfMany(observers.map { $0.asEventReceiver() }))
  }

  /// Sends all events to observers of optional elements.
  public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element? {
    map { $0 }.subscribe(ObserverOfMany(observers.map { $0.asEventReceiver() }))
  }

  /// Calls a function with the sequence, and returns its result.
  public func bind<Result>(to binder: (Self) -> Result) -> Result {
    binder(self)
  }

  /// Calls a function with the sequence, and the function that it returns with an argument.
  public func bind<R1, R2>(to binder: (Self) -> (R1) -> R2, curriedArgument: R1) -> R2 {
    binder(self)(curriedArgument)
  }

  /// Calls a closure with each element. An error stops a debug build, and is printed by a release build.
  public func bind(onNext: @escaping (Element) -> Void) -> any Disposable {
    subscribe(onNext: onNext, onError: { bindingFailed($0) })
  }

  /// Calls a closure with each element and an object that the subscription does not retain.
  ///
  /// An error stops a debug build, and is printed by a release build.
  public func bind<Object: AnyObject>(
    with object: Object, onNext: @escaping (Object, Element) -> Void
  ) -> any Disposable {
    bind(onNext: unretained(object, onNext))
  }
}

/// Sends events to any number of observers, up to the first terminal event.
final class ObserverOfMany<Element>: ObserverBase<Element> {
  /// Each is an `EventReceiver<Element>`. Kept as `EngineObject`, so that no array of a generic type is looked up.
  private let receivers: [EngineObject]

  init(_ receivers: [EventReceiver<Element>]) {
    self.receivers = receivers
  }

  override func onCore(next element: Element) { tellAll { $0.send(next: element) } }

  override func onCore(error: any Swift.Error) { tellAll { $0.send(error: error) } }

  override func onCoreCompleted() { tellAll { $0.sendCompleted() } }

  @inline(__always)
  private func tellAll(_ tell: (EventReceiver<Element>) -> Void) {
    for receiver in receivers { tell(unsafeDowncast(receiver, to: EventReceiver<Element>.self)) }
  }
}
