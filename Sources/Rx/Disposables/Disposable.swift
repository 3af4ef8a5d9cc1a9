/// A handle on a subscription, an action or a resource, which can be told to end it.
public protocol Disposable {
  /// Frees the resources. Calling it again does nothing.
  func dispose()

  /// The same disposable as an object. The default implementation serves every type.
  func asDisposableObject() -> any DisposableObject
}

/// A disposable that says whether it has been disposed of.
public protocol Cancelable: Disposable {
  var isDisposed: Bool { get }
}
