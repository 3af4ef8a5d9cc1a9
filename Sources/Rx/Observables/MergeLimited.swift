extension ObservableType where Element: ObservableConvertibleType {
  /// The elements of the sequences that this sequence sends, of some at a time.
  ///
  ///     _ = Observable.of(downloads).merge(maxConcurrent: 2).subscribe(onNext: { print($0) })
  ///     // Subscribes to two, and to another one whenever one of them has ended.
  ///
  /// - Parameter maxConcurrent: how many are subscribed to at once; the others wait in their order.
  public func merge(maxConcurrent: Int) -> Observable<Element.Element> {
    MergeLimited(source: asObservable(), maxConcurrent: maxConcurrent) { $0.asObservable() }
  }

  /// The elements of the sequences that this sequence sends, one sequence after another.
  public func concat() -> Observable<Element.Element> {
    merge(maxConcurrent: 1)
  }
}

extension ObservableType {
  /// Turns each element into a sequence, and sends the elements of one after another.
  ///
  ///     _ = Observable.of(1, 2).concatMap { Observable.of($0, $0 * 10) }.subscribe(onNext: { print($0) })
  ///     // Prints: 1
  ///     //         10
  ///     //         2
  ///     //         20
  ///
  /// - Parameter selector: called as the elements come; an error that it throws ends the sequence.
  public func concatMap<Source: ObservableConvertibleType>(
    _ selector: @escaping (Element) throws -> Source
  ) -> Observable<Source.Element> {
    ConcatMap(source: asObservable(), maxConcurrent: 1) { try selector($0).asObservable() }
  }
}

private class MergeLimited<Source, Result>: Producer<Result> {
  fileprivate final let source: Observable<Source>
  fileprivate final let maxConcurrent: Int
  fileprivate final let selector: (Source) throws -> Observable<Result>

  init(
    source: Observable<Source>, maxConcurrent: Int, selector: @escaping (Source) throws -> Observable<Result>
  ) {
    self.source = source
    self.maxConcurrent = maxConcurrent
    self.selector = selector
  }

  override func run(
    _ observer: EventReceiver<Result>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = MergeLimitedSink(
      maxConcurrent: maxConcurrent, selector: selector, observer: observer, cancel: cancel)
    return (sink, sink.run(source))
  }
}

private final class ConcatMap<Source, Result>: MergeLimited<Source, Result> {
  override func run(
    _ observer: EventReceiver<Result>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = ConcatMapSink(maxConcurrent: 1, selector: selector, observer: observer, cancel: cancel)
    return (sink, sink.run(source))
  }
}

/// Forwards the elements of some inner sequences, one at a time; others wait until one of them has ended.
private class MergeLimitedSink<Source, Result>: SerialSink<Source, Result> {
  private final let maxConcurrent: Int
  private final let selector: (Source) throws -> Observable<Result>
  private final let group = CompositeDisposable()
  private final let sourceSubscription = SingleAssignmentDisposable()
  private final let lock = StateLock(())
  // Only touched under the lock.
  @exclusivity(unchecked) private final var waiting = ElementQueue<Observable<Result>>()
  @exclusivity(unchecked) private final var active = 0
  @exclusivity(unchecked) private final var sourceHasEnded = false

  init(
    maxConcurrent: Int, selector: @escaping (Source) throws -> Observable<Result>, observer: EventReceiver<Result>,
    cancel: SinkDisposer
  ) {
    self.maxConcurrent = maxConcurrent
    self.selector = selector
    super.init(observer: observer, cancel: cancel)
  }

  final func run(_ source: Observable<Source>) -> any DisposableObject {
    _ = group.insert(sourceSubscription)
    sourceSubscription.setDisposable(source.subscribe(self))
    return group
  }

  override final func on(next element: Source) {
    do {
      let inner = try selector(element)
      if lock.locked({ takePlace(inner) }), !isDisposed { subscribe(to: inner) }
    } catch {
      on(error: error)
    }
  }

  override final func onCompleted() {
    let isOver = lock.locked {
      sourceHasEnded = true
      return active == 0
    }
    sourceSubscription.dispose()
    if isOver { super.onCompleted() }
  }

  final func innerEnded(_ key: CompositeDisposable.DisposeKey) {
    group.remove(for: key)
    if let next = passOnPlace() { subscribe(to: next) }
  }

  /// False where all places are taken, so that the sequence has to wait.
  private final func takePlace(_ inner: Observable<Result>) -> Bool {
    guard active < maxConcurrent else {
      waiting.append(inner)
      return false
    }
    active += 1
    return true
  }

  /// An inner sequence has ended: its place goes to the one that waits longest.
  private final func passOnPlace() -> Observable<Result>? {
    let (next, isOver) = lock.locked { () -> (Observable<Result>?, Bool) in
      if !waiting.isEmpty { return (waiting.removeFirst(), false) }
      active -= 1
      return (nil, sourceHasEnded && active == 0)
    }
    if isOver { super.onCompleted() }
    return next
  }

  /// A loop, for sequences that end while they are subscribed to: any number may wait, and the stack does not grow.
  private final func subscribe(to first: Observable<Result>) {
    var next: Observable<Result>? = first
    while let source = next, !isDisposed {
      let inner = MergeLimitedInner(parent: self)
      let subscription = source.subscribe(inner)
      next = inner.remember(subscription, in: group) ? nil : passOnPlace()
    }
  }
}

private final class ConcatMapSink<Source, Result>: MergeLimitedSink<Source, Result> {}

/// Receives the events of one inner sequence.
private final class MergeLimitedInner<Source, Result>: EventReceiver<Result> {
  private let parent: MergeLimitedSink<Source, Result>
  private let state = StateLock(InnerState())

  init(parent: MergeLimitedSink<Source, Result>) {
    self.parent = parent
  }

  /// Keeps the subscription for as long as the sequence goes on.
  /// - Returns: false where it has ended already, and whoever subscribed to it has to see to its place.
  func remember(_ subscription: any DisposableObject, in group: CompositeDisposable) -> Bool {
    if state.withLock({ $0.hasEnded }) { return false }
    guard let key = group.insert(subscription) else { return true }
    let hasEnded = state.withLock { state in
      state.key = key
      return state.hasEnded
    }
    if hasEnded { group.remove(for: key) }
    return !hasEnded
  }

  override func on(next element: Result) { parent.forwardSerially(next: element) }

  override func on(error: any Swift.Error) { parent.on(error: error) }

  override func onCompleted() {
    let key = state.withLock { state in
      state.hasEnded = true
      return state.key
    }
    if let key { parent.innerEnded(key) }
  }
}

/// Where an inner sequence stands: it has a key once it has been subscribed to and goes on.
private struct InnerState: Sendable {
  var key: CompositeDisposable.DisposeKey?
  var hasEnded = false
}
