extension ConnectableObservableType {
  /// The sequence, connected while it has observers.
  ///
  ///     let numbers = Observable<Int>.interval(.seconds(1), scheduler: MainScheduler.instance).publish().refCount()
  ///     // Starts with the first subscription, and stops when the last one is disposed.
  public func refCount() -> Observable<Element> {
    RefCount(asObservable()) { self.connect().asDisposableObject() }
  }
}

/// Connects with the first subscription, and disposes the connection with the last one.
class RefCount<Element>: Producer<Element> {
  private final let source: Observable<Element>
  private final let connect: () -> any DisposableObject
  private final let lock = StateLock(())
  // Only touched under the lock.
  private final var connection: SingleAssignmentDisposable?
  private final var count = 0

  init(_ source: Observable<Element>, connect: @escaping () -> any DisposableObject) {
    self.source = source
    self.connect = connect
  }

  override final func run(_ output: Downstream<Element>) -> Running {
    let sink = RefCountSink(of: self, output)
    let subscription = source.subscribe(sink)
    // If the sink has got the terminal event already, there is nothing to connect to.
    if sink.isDisposed { return Running(sink: sink, subscription: subscription) }
    let (connection, isFirst) = lock.locked { enter(sink) }
    if isFirst { connection.setDisposable(connect()) }
    let leaving = AnonymousDisposable { self.leave(connection) }
    return Running(sink: sink, subscription: Disposables.create(subscription, leaving))
  }

  /// Removes the connection after its terminal event: the next observer starts another one.
  fileprivate final func ended(_ sink: RefCountSink<Element>) {
    let ended = lock.locked { () -> SingleAssignmentDisposable? in
      guard let connection, connection === sink.connection else { return nil }
      self.connection = nil
      return connection
    }
    ended?.dispose()
  }

  private final func enter(_ sink: RefCountSink<Element>) -> (connection: SingleAssignmentDisposable, isFirst: Bool) {
    let current = connection
    let joined = current ?? SingleAssignmentDisposable()
    count = current == nil ? 1 : count + 1
    connection = joined
    sink.connection = joined
    return (joined, current == nil)
  }

  private final func leave(_ left: SingleAssignmentDisposable) {
    let ended = lock.locked { () -> SingleAssignmentDisposable? in
      guard connection === left else { return nil }
      count -= 1
      guard count == 0 else { return nil }
      connection = nil
      return left
    }
    ended?.dispose()
  }
}

private final class RefCountSink<Element>: Sink<Element, Element> {
  private let parent: RefCount<Element>
  /// The connection that it shares. Only touched under the parent's lock.
  var connection: SingleAssignmentDisposable?

  init(of parent: RefCount<Element>, _ output: Downstream<Element>) {
    self.parent = parent
    super.init(output)
  }

  override func on(next element: Element) { forwardOn(next: element) }

  override func on(error: any Swift.Error) {
    parent.ended(self)
    fail(error)
  }

  override func onCompletion() {
    parent.ended(self)
    finish()
  }
}
