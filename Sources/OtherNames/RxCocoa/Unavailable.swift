import Foundation
import Rx

// Names of RxCocoa that are unavailable here: the compiler tells a program that uses one why, and what to use instead.

extension Reactive where Base: AnyObject {
  @available(
    *, unavailable, message: "needs the Objective-C runtime; dispose in the object's deinit, or use `rx.disposeBag`"
  )
  public var deallocated: Observable<Void> { fatalError() }
}

extension Reactive where Base: NSObject {
  @available(
    *, unavailable, message: "needs the Objective-C runtime; dispose in the object's deinit, or use `rx.disposeBag`"
  )
  public var deallocating: Observable<()> { fatalError() }

  @available(*, unavailable, message: "needs the Objective-C runtime; have the method send to a `PublishRelay`")
  public func sentMessage(_ selector: String) -> Observable<[Any]> { fatalError() }

  @available(*, unavailable, message: "needs the Objective-C runtime; have the method send to a `PublishRelay`")
  public func methodInvoked(_ selector: String) -> Observable<[Any]> { fatalError() }

  @available(
    *, unavailable, message: "needs the Objective-C runtime; have the property's `didSet` set a `BehaviorRelay`"
  )
  public func observe<Element>(_ keyPath: KeyPath<Base, Element>, options: Any? = nil) -> Observable<Element> {
    fatalError()
  }

  @available(
    *, unavailable, message: "needs the Objective-C runtime; have the property's `didSet` set a `BehaviorRelay`"
  )
  public func observe<Element>(
    _ type: Element.Type, _ keyPath: String, options: Any? = nil, retainSelf: Bool = true
  ) -> Observable<Element?> { fatalError() }

  @available(
    *, unavailable, message: "needs the Objective-C runtime; have the property's `didSet` set a `BehaviorRelay`"
  )
  public func observeWeakly<Element>(
    _ type: Element.Type, _ keyPath: String, options: Any? = nil
  ) -> Observable<Element?> { fatalError() }
}

@available(*, unavailable, message: "needs the Objective-C runtime; have the property's `didSet` set a `BehaviorRelay`")
public struct KeyValueObservingOptions {}

@available(*, unavailable, message: "needs the Objective-C runtime; have the property's `didSet` set a `BehaviorRelay`")
public protocol KVORepresentable {}

@available(
  *, unavailable, message: "belongs to the views of UIKit and AppKit; let the delegate send to a `PublishRelay`"
)
open class DelegateProxy<ParentObject: AnyObject, Delegate> {}

@available(
  *, unavailable, message: "belongs to the views of UIKit and AppKit; let the delegate send to a `PublishRelay`"
)
public protocol DelegateProxyType: AnyObject {}

@available(
  *, unavailable, message: "belongs to the views of UIKit and AppKit; let the delegate send to a `PublishRelay`"
)
public protocol HasDelegate: AnyObject {}

@available(*, unavailable, message: "belongs to the views of UIKit and AppKit; give the view its data source directly")
public protocol HasDataSource: AnyObject {}

@available(*, unavailable, message: "is thrown by the bindings of UIKit and AppKit, which are not here")
public enum RxCocoaError: Swift.Error {}

@available(*, unavailable, message: "is thrown by the bindings of the Objective-C runtime, which are not here")
public enum RxCocoaObjCRuntimeError: Swift.Error {}

@available(*, unavailable, message: "belongs to the bindings of the Objective-C runtime, which are not here")
public enum RxCocoaInterceptionMechanism {}
