/// A disposable that is an object. All of the engine's own disposables are.
///
/// Inside the engine, subscriptions are passed as `any DisposableObject`: two words, in registers. `any Disposable` may
/// hold a struct and takes five words; copying them took 40 % of the time of a short subscription.
public protocol DisposableObject: AnyObject, Disposable {}

extension Disposable {
  public func asDisposableObject() -> any DisposableObject { DisposableBox(self) }
}

extension Disposable where Self: DisposableObject {
  public func asDisposableObject() -> any DisposableObject { self }
}

/// Wraps a disposable that is a struct, or whose class is not the engine's.
private final class DisposableBox<Content: Disposable>: DisposableObject {
  private let content: Content

  init(_ content: Content) {
    self.content = content
  }

  func dispose() { content.dispose() }
}
