import Rx

// The free functions and unlabelled arguments of early RxTests versions, so that old tests still compile.

@available(*, deprecated, renamed: "Recorded.next(_:_:)")
public func next<Element>(_ time: TestTime, _ element: Element) -> Recorded<Event<Element>> {
  .next(time, element)
}

@available(*, deprecated, renamed: "Recorded.completed(_:_:)")
public func completed<Element>(_ time: TestTime, _ type: Element.Type = Element.self) -> Recorded<Event<Element>> {
  .completed(time, type)
}

@available(*, deprecated, renamed: "Recorded.error(_:_:_:)")
public func error<Element>(
  _ time: TestTime, _ error: any Swift.Error, _ type: Element.Type = Element.self
) -> Recorded<Event<Element>> {
  .error(time, error, type)
}

extension TestScheduler {
  @available(*, deprecated, renamed: "start(disposed:create:)")
  public func start<Element>(
    _ disposed: TestTime, create: @escaping () -> Observable<Element>
  ) -> TestableObserver<Element> {
    start(disposed: disposed, create: create)
  }

  @available(*, deprecated, renamed: "start(created:subscribed:disposed:create:)")
  public func start<Element>(
    _ created: TestTime, subscribed: TestTime, disposed: TestTime, create: @escaping () -> Observable<Element>
  ) -> TestableObserver<Element> {
    start(created: created, subscribed: subscribed, disposed: disposed, create: create)
  }
}
