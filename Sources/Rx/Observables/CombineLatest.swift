extension ObservableType {
  /// The latest elements of several sequences, combined whenever one of them sends.
  ///
  ///     let (a, b) = (PublishSubject<Int>(), PublishSubject<String>())
  ///     _ = Observable.combineLatest(a, b) { "\($0)\($1)" }.subscribe(onNext: { print($0) })
  ///     a.onNext(1)
  ///     b.onNext("x")
  ///     a.onNext(2)
  ///     // Prints: 1x
  ///     //         2x
  ///
  /// Nothing is sent before each has sent something. It ends with the last of them, or as soon as one that has sent
  /// nothing is left alone.
  /// - Parameter resultSelector: combines the latest elements; an error that it throws ends the sequence.
  public static func combineLatest<each Source: ObservableType>(
    _ source: repeat each Source, resultSelector: @escaping (repeat (each Source).Element) throws -> Element
  ) -> Observable<Element> {
    connectLatest(repeat (each source).asObservable(), resultSelector: resultSelector)
  }
}

private func connectLatest<each Input, Result>(
  _ source: repeat Observable<each Input>, resultSelector: @escaping (repeat each Input) throws -> Result
) -> Observable<Result> {
  CombineLatest<Result> { sink in
    let latest = (repeat Latest<each Input>())
    let inputs = (repeat CombineLatestInput<each Input>(sink: sink, index: sink.nextIndex(), latest: each latest))
    sink.combine = { try resultSelector(repeat (each latest).value()) }
    repeat sink.add((each inputs).subscribe(to: each source))
  }
}

extension ObservableType where Element == Any {
  /// The latest elements of several sequences, as a tuple, whenever one of them sends.
  public static func combineLatest<each Source: ObservableType>(
    _ source: repeat each Source
  ) -> Observable<(repeat (each Source).Element)> {
    Observable.combineLatest(repeat each source) { (element: repeat (each Source).Element) in (repeat each element) }
  }
}

extension ObservableType {
  /// The latest elements of a collection of sequences, combined whenever one of them sends.
  public static func combineLatest<Collection: Swift.Collection>(
    _ collection: Collection, resultSelector: @escaping ([Collection.Element.Element]) throws -> Element
  ) -> Observable<Element> where Collection.Element: ObservableType {
    CombineLatest { sink in
      let sources = collection.map { $0.asObservable() }
      let latest = sources.map { _ in Latest<Collection.Element.Element>() }
      let inputs = latest.map { CombineLatestInput(sink: sink, index: sink.nextIndex(), latest: $0) }
      sink.combine = { try resultSelector(latest.map { $0.value() }) }
      for (input, source) in zip(inputs, sources) { sink.add(input.subscribe(to: source)) }
      if inputs.isEmpty { sink.completeEmpty() }
    }
  }

  /// The latest elements of a collection of sequences, whenever one of them sends.
  public static func combineLatest<Collection: Swift.Collection>(
    _ collection: Collection
  ) -> Observable<[Element]> where Collection.Element: ObservableType, Collection.Element.Element == Element {
    Observable<[Element]>.combineLatest(collection) { $0 }
  }
}

/// Any number of inputs of any types: `connect` makes one typed input for each and subscribes them.
private final class CombineLatest<Result>: Producer<Result> {
  private let connect: (CombineLatestSink<Result>) -> Void

  init(connect: @escaping (CombineLatestSink<Result>) -> Void) {
    self.connect = connect
  }

  override func run(
    _ observer: EventReceiver<Result>, cancel: any Cancelable
  ) -> (sink: any Disposable, subscription: any Disposable) {
    let sink = CombineLatestSink(observer: observer, cancel: cancel)
    connect(sink)
    return (sink, sink.subscriptions)
  }
}

/// Knows which inputs have sent and which have ended; their elements stay with them.
private final class CombineLatestSink<Result>: Sink<Result, Result>, LockOwnerType {
  let lock = RecursiveLock()
  let subscriptions = CompositeDisposable()
  /// Set before any input is subscribed, and never again.
  var combine: (() throws -> Result)?
  private var hasSent: [Bool] = []
  private var hasEnded: [Bool] = []
  private var missing = 0

  /// Makes room for one more input.
  func nextIndex() -> Int {
    hasSent.append(false)
    hasEnded.append(false)
    missing += 1
    return hasSent.count - 1
  }

  func add(_ subscription: any Disposable) {
    _ = subscriptions.insert(subscription)
  }

  /// Called under the lock when an input has a new element.
  func inputSent(_ index: Int) {
    if !hasSent[index] {
      hasSent[index] = true
      missing -= 1
    }
    guard missing == 0 else {
      if hasEnded.indices.allSatisfy({ $0 == index || hasEnded[$0] }) { end() }
      return
    }
    do {
      guard let combine else { return }
      forwardOn(next: try combine())
    } catch {
      fail(error)
    }
  }

  /// Called under the lock.
  func inputEnded(_ index: Int) {
    hasEnded[index] = true
    if hasEnded.allSatisfy({ $0 }) { end() }
  }

  func fail(_ error: any Swift.Error) {
    forwardOn(error: error)
    dispose()
  }

  /// No inputs at all: one empty combination, then the end.
  func completeEmpty() {
    do {
      if let combine { forwardOn(next: try combine()) }
      end()
    } catch {
      fail(error)
    }
  }

  private func end() {
    forwardOnCompleted()
    dispose()
  }
}

/// What an input sent last. Apart from the input, which holds the sink: the sink's closure holds this, and no cycle
/// comes of it.
private final class Latest<Element> {
  var element: Element?

  /// Asked for only when every input has sent. A method, because the compiler stumbles over a property in a pack.
  func value() -> Element { element! }
}

/// What an input needs of its sink, whatever the sink's result type.
private protocol CombineLatestParent: AnyObject {
  var lock: RecursiveLock { get }
  func inputSent(_ index: Int)
  func inputEnded(_ index: Int)
  func fail(_ error: any Swift.Error)
}

extension CombineLatestSink: CombineLatestParent {}

private final class CombineLatestInput<Element>: EventReceiver<Element> {
  private let sink: any CombineLatestParent
  private let index: Int
  private let lock: RecursiveLock
  private let subscription = SingleAssignmentDisposable()
  private let latest: Latest<Element>

  init(sink: any CombineLatestParent, index: Int, latest: Latest<Element>) {
    self.sink = sink
    self.index = index
    self.latest = latest
    lock = sink.lock
  }

  func subscribe(to source: Observable<Element>) -> any Disposable {
    subscription.setDisposable(source.subscribe(self))
    return subscription
  }

  override func on(next element: Element) {
    lock.withLock {
      latest.element = element
      sink.inputSent(index)
    }
  }

  override func on(error: any Swift.Error) {
    subscription.dispose()
    lock.withLock { sink.fail(error) }
  }

  override func onCompleted() {
    subscription.dispose()
    lock.withLock { sink.inputEnded(index) }
  }
}
