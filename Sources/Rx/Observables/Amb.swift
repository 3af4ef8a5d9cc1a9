extension ObservableType {
  /// The events of whichever of several sequences is the first to send anything.
  ///
  ///     let (slow, fast) = (PublishSubject<String>(), PublishSubject<String>())
  ///     _ = Observable.amb([slow, fast]).subscribe(onNext: { print($0) })
  ///     fast.onNext("fast")
  ///     slow.onNext("slow")
  ///     // Prints: fast
  ///
  /// All others are let go of then. An error or the end is a first event as well.
  public static func amb<Sequence: Swift.Sequence>(_ sequence: Sequence) -> Observable<Element>
  where Sequence.Element == Observable<Element> {
    Amb(sources: Array(sequence))
  }

  /// The events of this sequence or another one, whichever is the first to send anything.
  public func amb<O2: ObservableType>(_ right: O2) -> Observable<Element> where O2.Element == Element {
    Amb(sources: [asObservable(), right.asObservable()])
  }
}

private final class Amb<Element>: Producer<Element> {
  private let sources: [Observable<Element>]

  init(sources: [Observable<Element>]) {
    self.sources = sources
  }

  override func run(
    _ observer: EventReceiver<Element>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = AmbSink(observer: observer, cancel: cancel)
    return (sink, sink.run(sources))
  }
}

/// The number of the sequence that was the first to send anything. Outside of the generic class, whose nested types
/// would be generic too and looked up on each use.
private struct AmbState: Sendable {
  var winner: Int?
}

private final class AmbSink<Element>: Sink<Element, Element> {
  private let state = StateLock(AmbState())
  private var subscriptions: [SingleAssignmentDisposable] = []

  func run(_ sources: [Observable<Element>]) -> any DisposableObject {
    subscriptions = sources.map { _ in SingleAssignmentDisposable() }
    let group = GroupDisposable(subscriptions)
    for (number, source) in sources.enumerated() {
      subscriptions[number].setDisposable(source.subscribe(AmbObserver(parent: self, number: number)))
    }
    return group
  }

  /// Whether the sequence with this number is the one whose events count; the first that asks is.
  func isWinner(_ number: Int) -> Bool {
    let (winner, isNew) = state.withLock { state in
      defer { state.winner = state.winner ?? number }
      return (state.winner ?? number, state.winner == nil)
    }
    if isNew { letGoOfOthers(than: number) }
    return winner == number
  }

  private func letGoOfOthers(than winner: Int) {
    for (number, subscription) in subscriptions.enumerated() where number != winner { subscription.dispose() }
  }
}

/// Receives the events of one of the sequences.
private final class AmbObserver<Element>: EventReceiver<Element> {
  private let parent: AmbSink<Element>
  private let number: Int
  /// Only touched by the sequence's events: once it has won, there is nothing to ask any more.
  private var hasWon = false

  init(parent: AmbSink<Element>, number: Int) {
    self.parent = parent
    self.number = number
  }

  override func on(next element: Element) {
    if wins() { parent.forwardOn(next: element) }
  }

  override func on(error: any Swift.Error) {
    guard wins() else { return }
    parent.forwardOn(error: error)
    parent.dispose()
  }

  override func onCompleted() {
    guard wins() else { return }
    parent.forwardOnCompleted()
    parent.dispose()
  }

  private func wins() -> Bool {
    if !hasWon { hasWon = parent.isWinner(number) }
    return hasWon
  }
}
