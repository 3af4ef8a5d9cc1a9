import Rx

extension Reactive where Base: AnyObject {
  /// A bag that goes when the object does; made when it is first asked for. A new one set here disposes of the old.
  ///
  ///     final class Screen: NSObject {
  ///       func show(_ names: Observable<String>) {
  ///         names.subscribe(onNext: { print($0) }).disposed(by: rx.disposeBag)
  ///       }
  ///     }
  ///
  /// Any thread may ask. In the object's `deinit` this is still the same bag: it is disposed of once the object's
  /// stored properties are gone.
  ///
  /// Apple's platforms associate the bag with the object. Elsewhere the first bag of a class replaces the function that
  /// destroys objects of that class, once and for all of them, which has limits:
  /// - It relies on the layout of Swift's class metadata, and stops the program where the system does not let that
  ///   memory be changed.
  /// - A `deinit` that asks for a bag on another thread, that is isolated to an actor, or that began while no object of
  ///   the class had asked yet, gets a bag of its own, which disposes when nobody holds it: most often at once. An
  ///   object with an isolated `deinit` loses its bag before that `deinit` has run.
  /// - Every object of the class takes some tens of nanoseconds longer to destroy.
  public var disposeBag: DisposeBag {
    get { OwnedBags.bag(of: base) }
    nonmutating set { OwnedBags.setBag(newValue, of: base) }
  }
}
