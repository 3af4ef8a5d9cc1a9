extension ObservableType {
  /// Turns each element into a sequence, and sends the elements of all of them as they come.
  ///
  ///     _ = Observable.of(1, 2).flatMap { Observable.of($0, $0 * 10) }.subscribe(onNext: { print($0) })
  ///     // Prints: 1
  ///     //         10
  ///     //         2
  ///     //         20
  ///
  /// It ends when this sequence and all that came of it have ended, and with the first error of any.
  /// - Parameter selector: an error that it throws ends the sequence.
  public func flatMap<Source: ObservableConvertibleType>(
    _ selector: @escaping (Element) throws -> Source
  ) -> Observable<Source.Element> {
    FlatMap(source: asObservable()) { try selector($0).asObservable() }
  }
}

extension ObservableType {
  /// Turns an element into a sequence, and sends its elements; what comes before that has ended is left out.
  ///
  ///     let taps = PublishSubject<Int>()
  ///     let response = PublishSubject<String>()
  ///     _ = taps.flatMapFirst { tap in response.map { "\(tap): \($0)" } }.subscribe(onNext: { print($0) })
  ///     taps.onNext(1)
  ///     taps.onNext(2)
  ///     response.onNext("done")
  ///     // Prints: 1: done
  ///
  /// - Parameter selector: not called for what is left out; an error that it throws ends the sequence.
  public func flatMapFirst<Source: ObservableConvertibleType>(
    _ selector: @escaping (Element) throws -> Source
  ) -> Observable<Source.Element> {
    FlatMapFirst(source: asObservable()) { try selector($0).asObservable() }
  }
}

extension ObservableType where Element: ObservableConvertibleType {
  /// The elements of all the sequences that this sequence sends, as they come.
  public func merge() -> Observable<Element.Element> {
    FlatMap(source: asObservable()) { $0.asObservable() }
  }
}

extension ObservableType {
  /// The elements of several sequences, as they come.
  public static func merge<Collection: Swift.Collection>(_ sources: Collection) -> Observable<Element>
  where Collection.Element == Observable<Element> {
    Merge(sources: Array(sources))
  }

  /// The elements of several sequences, as they come.
  public static func merge(_ sources: [Observable<Element>]) -> Observable<Element> {
    Merge(sources: sources)
  }

  /// The elements of several sequences, as they come.
  public static func merge(_ sources: Observable<Element>...) -> Observable<Element> {
    Merge(sources: sources)
  }
}

private final class FlatMap<Source, Result>: Producer<Result> {
  private let source: Observable<Source>
  private let selector: (Source) throws -> Observable<Result>

  init(source: Observable<Source>, selector: @escaping (Source) throws -> Observable<Result>) {
    self.source = source
    self.selector = selector
  }

  override func run(
    _ observer: EventReceiver<Result>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = FlatMapSink(selector: selector, observer: observer, cancel: cancel)
    return (sink, sink.run(source))
  }
}

private final class FlatMapFirst<Source, Result>: Producer<Result> {
  private let source: Observable<Source>
  private let selector: (Source) throws -> Observable<Result>

  init(source: Observable<Source>, selector: @escaping (Source) throws -> Observable<Result>) {
    self.source = source
    self.selector = selector
  }

  override func run(
    _ observer: EventReceiver<Result>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = FlatMapFirstSink(selector: selector, observer: observer, cancel: cancel)
    return (sink, sink.run(source))
  }
}

private final class Merge<Element>: Producer<Element> {
  private let sources: [Observable<Element>]

  init(sources: [Observable<Element>]) {
    self.sources = sources
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = FlatMapSink<Observable<Element>, Element>(selector: { $0 }, observer: observer, cancel: cancel)
    return (sink, sink.run(sources))
  }
}

/// The state of the sequences under way. Outside of the generic class, whose nested types would be generic too and
/// looked up on each use.
private struct FlatMapState: Sendable {
  var active = 0
  var sourceHasEnded = false

  var isOver: Bool { sourceHasEnded && active == 0 }
}

/// Forwards the elements of any number of inner sequences, one at a time.
private class FlatMapSink<Source, Result>: SerialSink<Source, Result> {
  private final let selector: (Source) throws -> Observable<Result>
  private final let group = CompositeDisposable()
  private final let sourceSubscription = SingleAssignmentDisposable()
  private final let state = StateLock(FlatMapState())

  init(
    selector: @escaping (Source) throws -> Observable<Result>, observer: EventReceiver<Result>,
    cancel: SinkDisposer
  ) {
    self.selector = selector
    super.init(observer: observer, cancel: cancel)
  }

  /// Whether the next element is turned into a sequence.
  var admitsNext: Bool { true }

  final var active: Int { state.withLock { $0.active } }

  final func run(_ source: Observable<Source>) -> any DisposableObject {
    _ = group.insert(sourceSubscription)
    sourceSubscription.setDisposable(source.subscribe(self))
    return group
  }

  final func run(_ sources: [Observable<Result>]) -> any DisposableObject {
    let count = sources.count
    state.withLock { $0.active = count }
    for source in sources { subscribe(to: source) }
    onCompleted()
    return group
  }

  override final func on(next element: Source) {
    guard admitsNext else { return }
    do {
      let inner = try selector(element)
      // The selector may have disposed of the subscription.
      guard !isDisposed else { return }
      state.withLock { $0.active += 1 }
      subscribe(to: inner)
    } catch {
      on(error: error)
    }
  }

  override final func onCompleted() {
    let isOver = state.withLock { state in
      state.sourceHasEnded = true
      return state.isOver
    }
    sourceSubscription.dispose()
    if isOver { super.onCompleted() }
  }

  final func innerEnded(_ key: CompositeDisposable.DisposeKey?) {
    if let key { group.remove(for: key) }
    let isOver = state.withLock { state in
      state.active -= 1
      return state.isOver
    }
    if isOver { super.onCompleted() }
  }

  /// A sequence that ends while it is subscribed to never has to be remembered.
  private final func subscribe(to source: Observable<Result>) {
    let inner = FlatMapInner(parent: self)
    let subscription = source.subscribe(inner)
    if let key = inner.remember({ group.insert(subscription) }) { group.remove(for: key) }
  }
}

private final class FlatMapFirstSink<Source, Result>: FlatMapSink<Source, Result> {
  override var admitsNext: Bool { active == 0 }
}

/// Where an inner sequence stands. Outside of the generic class, whose nested types would be generic too and looked up
/// on each use.
private struct InnerState: Sendable {
  var key: CompositeDisposable.DisposeKey?
  var hasEnded = false
}

/// Receives the events of one inner sequence.
private final class FlatMapInner<Source, Result>: EventReceiver<Result> {
  private let parent: FlatMapSink<Source, Result>
  private let state = StateLock(InnerState())

  init(parent: FlatMapSink<Source, Result>) {
    self.parent = parent
  }

  /// Keeps the key under which the subscription is held.
  /// - Returns: the key, where the sequence ended meanwhile and nobody else will take it out.
  func remember(_ insert: () -> CompositeDisposable.DisposeKey?) -> CompositeDisposable.DisposeKey? {
    if state.withLock({ $0.hasEnded }) { return nil }
    let key = insert()
    return state.withLock { state in
      if state.hasEnded { return key }
      state.key = key
      return nil
    }
  }

  override func on(next element: Result) { parent.forwardSerially(next: element) }

  override func on(error: any Swift.Error) { parent.on(error: error) }

  override func onCompleted() {
    let key = state.withLock { state in
      state.hasEnded = true
      return state.key
    }
    parent.innerEnded(key)
  }
}
