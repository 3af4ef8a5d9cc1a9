/// What can be told to free its resources and to end what it stands for.
public protocol Disposable {
  /// Frees the resources. Calling it again does nothing.
  func dispose()

  /// The same disposable as an object; there is no need to implement it.
  func asDisposableObject() -> any DisposableObject
}

/// A disposable that says whether it has been disposed of.
public protocol Cancelable: Disposable {
  var isDisposed: Bool { get }
}
