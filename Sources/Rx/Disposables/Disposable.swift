/// A handle that ends a subscription or an action, or frees a resource.
public protocol Disposable {
  /// Frees the resources. Calling it again does nothing.
  func dispose()

  /// The same disposable as an object. The default implementation works for every type.
  func asDisposableObject() -> any DisposableObject
}

/// A disposable that tells whether it has been disposed.
public protocol Cancelable: Disposable {
  var isDisposed: Bool { get }
}
