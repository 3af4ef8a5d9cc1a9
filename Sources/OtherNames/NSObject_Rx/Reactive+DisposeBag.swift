import Rx

extension Reactive where Base: AnyObject {
  /// A bag that is freed with the object, and made at first use. Setting another one disposes of the old.
  ///
  ///     final class Screen: NSObject {
  ///       func show(_ names: Observable<String>) {
  ///         names.subscribe(onNext: { print($0) }).disposed(by: rx.disposeBag)
  ///       }
  ///     }
  ///
  /// Any thread may use it. In the object's `deinit` this is still the same bag: it is disposed after the object's
  /// stored properties are destroyed.
  ///
  /// On Apple's platforms the bag is an associated object. Elsewhere the first bag of a class replaces the function
  /// that destroys objects of that class, which has limits:
  /// - It relies on the layout of Swift's class metadata, and stops the program if the system does not allow changing
  ///   that memory.
  /// - A `deinit` gets a new bag if it uses the bag on another thread, is isolated to an actor, or began before any
  ///   object of the class had a bag. The new bag is disposed when it is released: most often at once. An object with
  ///   an isolated `deinit` loses its bag before that `deinit` has run.
  /// - The destruction of every object of the class takes some tens of nanoseconds longer.
  public var disposeBag: DisposeBag {
    get { OwnedBags.bag(of: base) }
    nonmutating set { OwnedBags.setBag(newValue, of: base) }
  }
}
