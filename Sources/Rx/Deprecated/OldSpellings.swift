import Dispatch

// Names that articles and programs of earlier years use. Each warning names the name of today.

extension ObservableType {
  @available(*, deprecated, renamed: "Element")
  public typealias E = Element

  @available(*, deprecated, renamed: "observe(on:)")
  public func observeOn(_ scheduler: any ImmediateSchedulerType) -> Observable<Element> { observe(on: scheduler) }

  @available(*, deprecated, renamed: "subscribe(on:)")
  public func subscribeOn(_ scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    subscribe(on: scheduler)
  }

  @available(*, deprecated, renamed: "catch(_:)")
  public func catchError(
    _ handler: @escaping (any Swift.Error) throws -> Observable<Element>
  ) -> Observable<Element> {
    self.catch(handler)
  }

  @available(*, deprecated, renamed: "catchAndReturn(_:)")
  public func catchErrorJustReturn(_ element: Element) -> Observable<Element> { catchAndReturn(element) }

  @available(*, deprecated, message: "use share(replay:scope:): `share(replay: 1, scope: .forever)`")
  @_disfavoredOverload
  public func shareReplay(_ bufferSize: Int) -> Observable<Element> {
    share(replay: bufferSize, scope: .forever)
  }
}

extension ObservableType where Element: RxAbstractInteger {
  @available(*, deprecated, message: "say the unit: `interval(.seconds(1), scheduler:)`")
  public static func interval(_ period: Double, scheduler: any SchedulerType) -> Observable<Element> {
    interval(.nanoseconds(Int(period * 1e9)), scheduler: scheduler)
  }
}
