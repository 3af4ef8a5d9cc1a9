import Foundation

/// What is reactive about an object or a type: reached as `rx`, and extended by whoever has something to add.
///
///     extension Reactive where Base: Account {
///       var balance: Observable<Int> { base.balances.asObservable() }
///     }
///     account.rx.balance.subscribe(onNext: { print($0) })
///     // Prints: 100
@dynamicMemberLookup
public struct Reactive<Base> {
  /// What `rx` was asked of.
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

/// A type whose instances have `rx`: a class or structure need only say that it conforms.
public protocol ReactiveCompatible {
  associatedtype ReactiveBase

  /// What is reactive about the type.
  static var rx: Reactive<ReactiveBase>.Type { get set }

  /// What is reactive about the instance.
  var rx: Reactive<ReactiveBase> { get set }
}

// The setters do nothing: they let an extension's own settable properties be set through `rx`.
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
