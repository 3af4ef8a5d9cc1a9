/// A disposable that is an object, as all of the engine's own are.
///
/// Inside the engine subscriptions travel as `any DisposableObject`: two words, passed in registers. `any Disposable` may
/// hold a struct and takes five; copying those measured at 40 % of what a short subscription costs.
public protocol DisposableObject: AnyObject, Disposable {}

extension Disposable {
  public func asDisposableObject() -> any DisposableObject { DisposableBox(self) }
}

extension Disposable where Self: DisposableObject {
  public func asDisposableObject() -> any DisposableObject { self }
}

/// Makes an object of a disposable that is a value, or whose class is not one of the engine's.
private final class DisposableBox<Content: Disposable>: DisposableObject {
  private let content: Content

  init(_ content: Content) {
    self.content = content
  }

  func dispose() { content.dispose() }
}
