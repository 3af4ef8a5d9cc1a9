import Synchronization

extension ObservableType {
  /// The elements that come after another sequence has sent something.
  ///
  ///     let (source, start) = (PublishSubject<Int>(), PublishSubject<Void>())
  ///     _ = source.skip(until: start).subscribe(onNext: { print($0) })
  ///     source.onNext(1)
  ///     start.onNext(())
  ///     source.onNext(2)
  ///     // Prints: 2
  ///
  /// The other sequence is disposed when it has sent something. If it fails before that, this one fails as well. If it
  /// sends nothing, neither elements nor the completion are forwarded.
  public func skip<Source: ObservableType>(until other: Source) -> Observable<Element> {
    let other = other.asObservable()
    return SkipUntil(asObservable(), other) { SkipUntilSink(other, $0) }
  }
}

private final class SkipUntil<Element, Other>: TwoSourceOperator<Element, Other, Element> {}

private final class SkipUntilSink<Element, Other>: SerialSink<Element, Element> {
  override class var traits: Traits { .withholds(.opening) }

  private let other: Observable<Other>
  private let hasOpened = Atomic<Bool>(false)

  init(_ other: Observable<Other>, _ output: Downstream<Element>) {
    self.other = other
    super.init(output)
  }

  var isOpen: Bool { hasOpened.load(ordering: .acquiring) }

  func open() { hasOpened.store(true, ordering: .releasing) }

  override func run(_ source: Observable<Element>) -> any DisposableObject {
    let sourceSubscription = source.subscribe(self)
    return Disposables.create(sourceSubscription, SkipUntilSinkOther(of: self).run(other))
  }

  override func on(next element: Element) {
    if isOpen { forwardSerially(next: element) }
  }

  override func onCompletion() {
    if isOpen { finish() } else { dispose() }
  }
}

private final class SkipUntilSinkOther<Element, Other>: SideInput<SkipUntilSink<Element, Other>, Other> {
  override func on(next element: Other) {
    parent.open()
    subscription.dispose()
  }

  /// A sequence that sends and fails while it is subscribed to cannot be disposed in between, hence the check.
  override func on(error: any Swift.Error) {
    if !parent.isOpen { parent.fail(error) }
  }
}
