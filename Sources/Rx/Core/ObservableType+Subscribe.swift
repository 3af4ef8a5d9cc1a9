extension ObservableType {
  /// Subscribes one closure to all events.
  ///
  ///     _ = Observable.of(1, 2).subscribe { event in print(event) }
  ///     // Prints: next(1)
  ///     //         next(2)
  ///     //         completed
  public func subscribe(_ on: @escaping (Event<Element>) -> Void) -> any Disposable {
    let observer = AnonymousObserver(on)
    let source = asObservable()
    return Tracing.call(.subscribeHandler, on: source, with: observer) {
      source.subscribe(observer)
    }
  }

  /// Subscribes a closure to each kind of event.
  ///
  /// Without an `onError` closure, an error goes to ``Hooks/defaultErrorHandler``.
  ///
  ///     _ = Observable.just("hello").subscribe(onNext: { print($0) }, onCompleted: { print("done") })
  ///     // Prints: hello
  ///     //         done
  ///
  /// - Parameter onDisposed: called once when the subscription ends, for whatever reason.
  /// - Returns: a disposable that ends the subscription.
  @inlinable
  public func subscribe(
    onNext: ((Element) -> Void)? = nil,
    onError: ((any Swift.Error) -> Void)? = nil,
    onCompleted: (() -> Void)? = nil,
    onDisposed: (() -> Void)? = nil
  ) -> any Disposable {
    let observer = AnonymousObserver<Element>(
      onNext: onNext, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed)
    return asObservable().subscribe(closures: observer)
  }
}

extension Observable {
  @usableFromInline
  func subscribe(
    closures observer: AnonymousObserver<Element>, file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    Tracing.call(.subscribeClosures, on: self, with: observer, file: file, line: line) {
      let subscription = subscribe(observer)
      return observer.ending.map { BinaryDisposable(subscription, $0) } ?? subscription
    }
  }
}
