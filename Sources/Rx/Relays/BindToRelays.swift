// Relays cannot end, so they get only the elements. An error stops a debug build, and is printed by a release build.
extension ObservableType {
  /// Sends the elements to relays.
  public func bind(to relays: PublishRelay<Element>...) -> any Disposable {
    subscribe(onNext: { element in for relay in relays { relay.accept(element) } }, onError: { bindingFailed($0) })
  }

  /// Sends the elements to relays of optional elements.
  public func bind(to relays: PublishRelay<Element?>...) -> any Disposable {
    subscribe(onNext: { element in for relay in relays { relay.accept(element) } }, onError: { bindingFailed($0) })
  }

  /// Sets relays to each element.
  public func bind(to relays: BehaviorRelay<Element>...) -> any Disposable {
    subscribe(onNext: { element in for relay in relays { relay.accept(element) } }, onError: { bindingFailed($0) })
  }

  /// Sets relays of optional values to each element.
  public func bind(to relays: BehaviorRelay<Element?>...) -> any Disposable {
    subscribe(onNext: { element in for relay in relays { relay.accept(element) } }, onError: { bindingFailed($0) })
  }

  /// Sends the elements to relays.
  public func bind(to relays: ReplayRelay<Element>...) -> any Disposable {
    subscribe(onNext: { element in for relay in relays { relay.accept(element) } }, onError: { bindingFailed($0) })
  }

  /// Sends the elements to relays of optional elements.
  public func bind(to relays: ReplayRelay<Element?>...) -> any Disposable {
    subscribe(onNext: { element in for relay in relays { relay.accept(element) } }, onError: { bindingFailed($0) })
  }
}

extension InfallibleType {
  /// Sends the elements to relays.
  public func bind(to relays: PublishRelay<Element>...) -> any Disposable {
    subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
  }

  /// Sends the elements to relays of optional elements.
  public func bind(to relays: PublishRelay<Element?>...) -> any Disposable {
    subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
  }

  /// Sets relays to each element.
  public func bind(to relays: BehaviorRelay<Element>...) -> any Disposable {
    subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
  }

  /// Sets relays of optional values to each element.
  public func bind(to relays: BehaviorRelay<Element?>...) -> any Disposable {
    subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
  }

  /// Sends the elements to relays.
  public func bind(to relays: ReplayRelay<Element>...) -> any Disposable {
    subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
  }

  /// Sends the elements to relays of optional elements.
  public func bind(to relays: ReplayRelay<Element?>...) -> any Disposable {
    subscribe(onNext: { element in for relay in relays { relay.accept(element) } })
  }
}

/// Reports an error that has reached a binding: stops a debug build, and prints in a release build.
func bindingFailed(_ error: any Swift.Error) {
  #if DEBUG
    fatalError("A binding got an error: \(error). Handle it before `bind`, for example with `catch`.")
  #else
    print("A binding got an error: \(error). Handle it before `bind`, for example with `catch`.")
  #endif
}
