#if !DistributedTracing
import Rx
import RxTrace

// A package that imports this module without its trait is told about the trait, not that a name is unknown.

extension ObservableType {
  @available(*, unavailable, message: "add traits: [\"DistributedTracing\"] to your .package(…) of headwater")
  public func carryingServiceContext() -> Observable<Element> { fatalError() }

  @available(*, unavailable, message: "add traits: [\"DistributedTracing\"] to your .package(…) of headwater")
  public func traced(_ name: String) -> Observable<Element> { fatalError() }
}

extension RxTrace.Trace {
  @available(*, unavailable, message: "add traits: [\"DistributedTracing\"] to your .package(…) of headwater")
  public func report() { fatalError() }
}

@available(*, unavailable, message: "add traits: [\"DistributedTracing\"] to your .package(…) of headwater")
public struct TracedElements {}
#endif
