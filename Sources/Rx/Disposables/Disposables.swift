/// Makes disposables.
public struct Disposables {
  private init() {}

  /// A disposable that does nothing.
  public static func create() -> any Disposable { NopDisposable.noOp }

  /// A disposable that calls `dispose` once.
  ///
  ///     let disposable = Disposables.create { print("freed") }
  ///     disposable.dispose()
  ///     disposable.dispose()
  ///     // Prints: freed
  public static func create(with dispose: @escaping () -> Void) -> any Cancelable { AnonymousDisposable(dispose) }

  /// A disposable that disposes of two others.
  public static func create(_ first: any Disposable, _ second: any Disposable) -> any Cancelable {
    BinaryDisposable(first.asDisposableObject(), second.asDisposableObject())
  }

  /// A disposable that disposes of two others: for operators, whose subscriptions are objects.
  public static func create(
    _ first: any DisposableObject, _ second: any DisposableObject
  ) -> any DisposableObject & Cancelable {
    BinaryDisposable(first, second)
  }

  /// A disposable that disposes of three others.
  public static func create(
    _ first: any Disposable, _ second: any Disposable, _ third: any Disposable
  ) -> any Cancelable {
    create([first, second, third])
  }

  /// A disposable that disposes of many others.
  public static func create(
    _ first: any Disposable, _ second: any Disposable, _ third: any Disposable, _ rest: any Disposable...
  ) -> any Cancelable {
    create([first, second, third] + rest)
  }

  /// A disposable that disposes of many others.
  public static func create(_ disposables: [any Disposable]) -> any Cancelable {
    switch disposables.count {
    case 2: create(disposables[0], disposables[1])
    default: GroupDisposable(disposables.map { $0.asDisposableObject() })
    }
  }
}
