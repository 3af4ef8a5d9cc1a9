@available(*, deprecated)
extension Variable {
  /// The values as a driver.
  public func asDriver() -> Driver<Element> {
    Driver(asObservable().observe(on: DriverSharingStrategy.scheduler))
  }
}

@available(*, deprecated, message: "use SharedSequenceConvertibleType")
public protocol DriverConvertibleType: ObservableConvertibleType {
  func asDriver() -> Driver<Element>
}

@available(*, deprecated)
extension DriverConvertibleType {
  public func asObservable() -> Observable<Element> { asDriver().asObservable() }
}
