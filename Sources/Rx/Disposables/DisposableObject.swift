/// A disposable that is an object. All of the engine's own disposables are.
///
/// Subscriptions inside the engine have this type: "Two words for a subscription" in content/beyond/speed.md.
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
