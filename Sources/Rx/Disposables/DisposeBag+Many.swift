extension DisposeBag {
  /// Collects the disposables that a closure lists, one on each line.
  @resultBuilder
  public struct DisposableBuilder {
    public static func buildBlock(_ disposables: any Disposable...) -> [any Disposable] { disposables }
  }

  /// A bag that begins with some disposables.
  public convenience init(disposing disposables: any Disposable...) {
    self.init(disposing: disposables)
  }

  /// A bag that begins with an array's disposables.
  public convenience init(disposing disposables: [any Disposable]) {
    self.init()
    insert(disposables)
  }

  /// A bag that begins with the disposables that a closure lists.
  ///
  ///     let bag = DisposeBag {
  ///       names.subscribe(onNext: { print($0) })
  ///       numbers.subscribe(onNext: { print($0) })
  ///     }
  public convenience init(@DisposableBuilder builder: () -> [any Disposable]) {
    self.init(disposing: builder())
  }

  /// Adds several disposables.
  public func insert(_ disposables: any Disposable...) {
    insert(disposables)
  }

  /// Adds an array's disposables.
  public func insert(_ disposables: [any Disposable]) {
    for disposable in disposables { insert(disposable) }
  }

  /// Adds the disposables that a closure lists.
  public func insert(@DisposableBuilder builder: () -> [any Disposable]) {
    insert(builder())
  }
}
