extension ConnectableObservableType {
  /// The sequence, connected while it has observers.
  ///
  ///     let numbers = Observable<Int>.interval(.seconds(1), scheduler: MainScheduler.instance).publish().refCount()
  ///     // Starts with the first subscription, and stops when the last one is disposed.
  public func refCount() -> Observable<Element> {
    let source = asObservable()
    let connectable = source as? ConnectableObservable<Element>
    return RefCount(
      source, entrance: { connectable?.entrance() ?? { source.subscribe($0) } },
      connect: { self.connect().asDisposableObject() })
  }
}

/// Connects with the first subscription, and disposes the connection with the last one.
class RefCount<Element>: Producer<Element> {
  override class var traits: Traits { .shares }

  typealias Entrance = (EventReceiver<Element>) -> any DisposableObject

  // Only for the recorder, which finds sources in properties but not in closures.
  private final let source: Observable<Element>
  private final let entrance: () -> Entrance
  private final let connect: () -> any DisposableObject
  private final let turns = SourceTurns()
  /// Only touched under the lock.
  private final var connection: RefCountConnection<Element>?

  /// - Parameters:
  ///   - source: sends what the connection sends.
  ///   - entrance: called for each connection; what it returns subscribes an observer.
  init(
    _ source: Observable<Element>, entrance: @escaping () -> Entrance, connect: @escaping () -> any DisposableObject
  ) {
    self.source = source
    self.entrance = entrance
    self.connect = connect
  }

  override final func run(_ output: Downstream<Element>) -> StartedSubscription {
    let made = RefCountConnection<Element>(SourceTurn(turns))
    let sink = RefCountSink(of: self, output)
    let (connection, entrance) = turns.locked { enter(sink, made) }
    if connection === made {
      made.turn.begin { self.start(made) }
    } else if let entrance {
      sink.subscribe(entrance)
    }
    return StartedSubscription(sink: sink, subscription: Disposables.create(sink.subscription, sink.place))
  }

  /// Subscribes the observers, and connects. If all of them have got what they wanted from a subject that keeps elements
  /// or has ended, nothing is connected.
  private final func start(_ connection: RefCountConnection<Element>) -> any DisposableObject {
    let entrance = entrance()
    while let sink = turns.locked({ connection.nextWaiting(entrance) }) {
      if !sink.isDisposed { sink.subscribe(entrance) }
      if sink.isDisposed { sink.place.dispose() }
    }
    return turns.locked { self.connection === connection } ? connect() : NopDisposable.noOp
  }

  /// - Returns: the connection, and what subscribes the observer; nil if the connection does that when its turn comes.
  private final func enter(
    _ sink: RefCountSink<Element>, _ made: RefCountConnection<Element>
  ) -> (connection: RefCountConnection<Element>, entrance: Entrance?) {
    let joined = connection ?? made
    connection = joined
    sink.connection = joined
    return (joined, joined.enter(sink))
  }

  /// Removes the connection after its terminal event: the next observer starts another one.
  fileprivate final func ended(_ sink: RefCountSink<Element>) {
    let ended = turns.locked { () -> RefCountConnection<Element>? in
      guard let connection, connection === sink.connection else { return nil }
      self.connection = nil
      connection.turn.noteOver()
      return connection
    }
    ended?.turn.dispose()
  }

  fileprivate final func leave(_ sink: RefCountSink<Element>) {
    var left: [RefCountSink<Element>] = []
    let ended = turns.locked { () -> RefCountConnection<Element>? in
      guard let connection, connection === sink.connection, connection.leave(&left) else { return nil }
      self.connection = nil
      connection.turn.noteLeft()
      return connection
    }
    ended?.turn.dispose()
    extendLifetime(left)
  }
}

/// The observers that share one connection. Only touched under the lock, except for the turn.
private final class RefCountConnection<Element> {
  let turn: SourceTurn
  private var count = 0
  /// The observers that are subscribed when the turn comes.
  private var waiting: [RefCountSink<Element>] = []
  /// Subscribes an observer; nil until the turn has come.
  private var entrance: RefCount<Element>.Entrance?

  init(_ turn: SourceTurn) {
    self.turn = turn
  }

  /// - Returns: what subscribes the observer; nil if the observer waits.
  func enter(_ sink: RefCountSink<Element>) -> RefCount<Element>.Entrance? {
    count += 1
    if entrance == nil { waiting.append(sink) }
    return entrance
  }

  /// - Parameter left: set to the observers that wait no more, for the caller to release after the lock.
  /// - Returns: whether that was the last one.
  func leave(_ left: inout [RefCountSink<Element>]) -> Bool {
    count -= 1
    if count == 0 { swap(&left, &waiting) }
    return count == 0
  }

  /// - Parameter entrance: for the observers that come when none waits any more.
  func nextWaiting(_ entrance: @escaping RefCount<Element>.Entrance) -> RefCountSink<Element>? {
    guard waiting.isEmpty else { return waiting.removeFirst() }
    self.entrance = entrance
    return nil
  }
}

private final class RefCountSink<Element>: Sink<Element, Element> {
  private let parent: RefCount<Element>
  /// The connection that it shares. Only touched under the parent's lock.
  var connection: RefCountConnection<Element>?
  let subscription = SingleAssignmentDisposable()
  /// Disposed when the observer leaves.
  private(set) var place: any DisposableObject = NopDisposable.noOp

  init(of parent: RefCount<Element>, _ output: Downstream<Element>) {
    self.parent = parent
    super.init(output)
    place = AnonymousDisposable { [self] in parent.leave(self) }
  }

  func subscribe(_ entrance: RefCount<Element>.Entrance) { subscription.setDisposable(entrance(self)) }

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
