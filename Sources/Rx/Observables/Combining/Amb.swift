import Synchronization

extension ObservableType {
  /// The events of the first of several sequences that sends anything.
  ///
  ///     let (slow, fast) = (PublishSubject<String>(), PublishSubject<String>())
  ///     _ = Observable.amb([slow, fast]).subscribe(onNext: { print($0) })
  ///     fast.onNext("fast")
  ///     slow.onNext("slow")
  ///     // Prints: fast
  ///
  /// The others are then disposed. An error or the completion counts as an event.
  @inlinable
  public static func amb<Sequence: Swift.Sequence>(_ sequence: Sequence) -> Observable<Element>
  where Sequence.Element == Observable<Element> {
    Amb(Array(sequence)) { AmbSink(AmbObserver.self, $0) }
  }

  /// The events of this sequence or of another one, whichever sends anything first.
  @inlinable
  public func amb<O2: ObservableType>(_ right: O2) -> Observable<Element> where O2.Element == Element {
    Amb([asObservable(), right.asObservable()]) { AmbSink(AmbObserver.self, $0) }
  }
}

@usableFromInline
final class Amb<Element>: Producer<Element> {
  private let sources: [Observable<Element>]
  private let makeSink: (Downstream<Element>) -> AmbSink<Element>

  @usableFromInline
  init(_ sources: [Observable<Element>], _ makeSink: @escaping (Downstream<Element>) -> AmbSink<Element>) {
    self.sources = sources
    self.makeSink = makeSink
  }

  override func run(_ output: Downstream<Element>) -> StartedSubscription {
    let sink = makeSink(output)
    return StartedSubscription(sink: sink, subscription: sink.run(sources))
  }
}

@usableFromInline
final class AmbSink<Element>: Sink<Element, Element> {
  /// The number of the sequence that was the first to send anything, counted from 1; 0 before that.
  private let winner = Atomic<Int>(0)
  private var subscriptions: [SingleAssignmentDisposable] = []
  /// Kept, because it would be looked up for every subscription.
  private let observerType: AmbObserver<Element>.Type

  @usableFromInline
  init(_ observerType: AmbObserver<Element>.Type, _ output: Downstream<Element>) {
    self.observerType = observerType
    super.init(output)
  }

  func run(_ sources: [Observable<Element>]) -> any DisposableObject {
    for _ in 0..<sources.count { subscriptions.append(SingleAssignmentDisposable()) }
    let group = GroupDisposable(subscriptions)
    for index in 0..<sources.count {
      subscriptions[index].setDisposable(sources[index].subscribe(observerType.init(of: self, number: index + 1)))
    }
    return group
  }

  /// Whether the events of the sequence with this number are forwarded: the first one that asks wins.
  func isWinner(_ number: Int) -> Bool {
    let (isNew, winner) = winner.compareExchange(expected: 0, desired: number, ordering: .acquiringAndReleasing)
    if isNew { disposeOthers(than: number) }
    return isNew || winner == number
  }

  private func disposeOthers(than winner: Int) {
    for index in subscriptions.indices where index + 1 != winner { subscriptions[index].dispose() }
  }
}

/// Receives the events of one of the sequences. Not final, so that it can be made from a kept type.
@usableFromInline
class AmbObserver<Element>: EventReceiver<Element> {
  private final let parent: AmbSink<Element>
  private final let number: Int
  /// Only touched by this sequence's events. A cache, so that a sequence that has won need not ask again.
  private final var hasWon = false

  required init(of parent: AmbSink<Element>, number: Int) {
    self.parent = parent
    self.number = number
  }

  override func on(next element: Element) {
    if wins() { parent.forwardOn(next: element) }
  }

  override func on(error: any Swift.Error) {
    if wins() { parent.fail(error) }
  }

  override func onCompletion() {
    if wins() { parent.finish() }
  }

  private final func wins() -> Bool {
    if !hasWon { hasWon = parent.isWinner(number) }
    return hasWon
  }
}
