import Foundation

/// The reactive members of an object or a type, reached as `rx`. Extensions add members to it.
///
///     extension Reactive where Base: Account {
///       var balance: Observable<Int> { base.balances.asObservable() }
///     }
///     account.rx.balance.subscribe(onNext: { print($0) })
///     // Prints: 100
@dynamicMemberLookup
public struct Reactive<Base> {
  /// The object or type to which `rx` belongs.
  public let base: Base

  public init(_ base: Base) {
    self.base = base
  }

  /// An observer that sets a property of the object.
  ///
  ///     names.subscribe(person.rx.name)  // each element becomes `person.name`, on the main thread
  public subscript<Property>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Base, Property>
  ) -> Binder<Property> where Base: AnyObject {
    Binder(base) { base, value in base[keyPath: keyPath] = value }
  }
}

/// A type whose instances have `rx`: conforming needs no code.
public protocol ReactiveCompatible {
  associatedtype ReactiveBase

  /// The reactive members of the type.
  static var rx: Reactive<ReactiveBase>.Type { get set }

  /// The reactive members of the instance.
  var rx: Reactive<ReactiveBase> { get set }
}

// The setters do nothing: without them, settable properties of extensions could not be set through `rx`.
extension ReactiveCompatible {
  public static var rx: Reactive<Self>.Type {
    get { Reactive<Self>.self }
    set {}
  }

  public var rx: Reactive<Self> {
    get { Reactive(self) }
    set {}
  }
}

extension NSObject: ReactiveCompatible {}

#if !canImport(ObjectiveC)
  // Without Objective-C, `NotificationCenter` is not an `NSObject`, which would conform already.
  extension NotificationCenter: ReactiveCompatible {}
#endif
