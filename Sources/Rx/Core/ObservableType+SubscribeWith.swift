extension ObservableType {
  /// Subscribes a closure to each kind of event, which are called with an object that the subscription does not keep.
  ///
  /// When that is gone, nothing is called any more. An error that no `onError` takes goes to
  /// ``Hooks/defaultErrorHandler``.
  ///
  ///     names.subscribe(with: screen, onNext: { screen, name in screen.title = name }).disposed(by: bag)
  public func subscribe<Object: AnyObject>(
    with object: Object, onNext: ((Object, Element) -> Void)? = nil,
    onError: ((Object, any Swift.Error) -> Void)? = nil, onCompleted: ((Object) -> Void)? = nil,
    onDisposed: ((Object) -> Void)? = nil
  ) -> any Disposable {
    subscribe(
      onNext: onNext.map { unretained(object, $0) }, onError: onError.map { unretained(object, $0) },
      onCompleted: onCompleted.map { unretained(object, $0) },
      onDisposed: onDisposed.map { unretained(object, $0) })
  }
}

/// A closure that calls another one with an object, for as long as that lives.
func unretained<Object: AnyObject>(_ object: Object, _ closure: @escaping (Object) -> Void) -> () -> Void {
  { [weak object] in
    if let object { closure(object) }
  }
}

/// A closure that calls another one with an object, for as long as that lives, and what it is given itself.
func unretained<Object: AnyObject, Value>(
  _ object: Object, _ closure: @escaping (Object, Value) -> Void
) -> (Value) -> Void {
  { [weak object] value in
    if let object { closure(object, value) }
  }
}
