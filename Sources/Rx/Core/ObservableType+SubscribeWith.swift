extension ObservableType {
  /// Subscribes a closure to each kind of event, and passes each an object that the subscription does not retain.
  ///
  /// Once the object is freed, no closure is called any more. Without an `onError` closure, an error goes to
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

/// Passes an object to a closure without retaining it; once the object is freed, the closure is not called.
func unretained<Object: AnyObject>(_ object: Object, _ closure: @escaping (Object) -> Void) -> () -> Void {
  { [weak object] in
    if let object { closure(object) }
  }
}

/// Passes an object and a value to a closure without retaining the object; once it is freed, the closure is not called.
func unretained<Object: AnyObject, Value>(
  _ object: Object, _ closure: @escaping (Object, Value) -> Void
) -> (Value) -> Void {
  { [weak object] value in
    if let object { closure(object, value) }
  }
}
