import Synchronization

extension ObservableType {
  /// A sequence whose events a closure sends, called for each subscription.
  ///
  ///     let greeting = Observable<String>.create { observer in
  ///       observer.onNext("hello")
  ///       observer.onCompleted()
  ///       return Disposables.create()
  ///     }
  ///     _ = greeting.subscribe(onNext: { print($0) })
  ///     // Prints: hello
  ///
  /// - Parameter subscribe: called for each subscription, on the subscriber's thread; the disposable that it returns is
  ///   disposed when the subscription ends.
  @inlinable
  public static func create(_ subscribe: @escaping (AnyObserver<Element>) -> any Disposable) -> Observable<Element> {
    AnonymousObservable(subscribe) { AnonymousObservableSink($0) }
  }
}

@usableFromInline
final class AnonymousObservable<Element>: Producer<Element> {
  private let subscribeHandler: (AnyObserver<Element>) -> any Disposable
  private let makeSink: (Downstream<Element>) -> AnonymousObservableSink<Element>

  @usableFromInline
  init(
    _ subscribeHandler: @escaping (AnyObserver<Element>) -> any Disposable,
    _ makeSink: @escaping (Downstream<Element>) -> AnonymousObservableSink<Element>
  ) {
    self.subscribeHandler = subscribeHandler
    self.makeSink = makeSink
  }

  override func run(_ output: Downstream<Element>) -> StartedSubscription {
    let sink = makeSink(output)
    return StartedSubscription(sink: sink, subscription: sink.run(subscribeHandler))
  }
}

@usableFromInline
final class AnonymousObservableSink<Element>: Sink<Element, Element> {
  override class var traits: Traits { .cold }

  private let isStopped = Atomic<Bool>(false)

  func run(_ subscribeHandler: (AnyObserver<Element>) -> any Disposable) -> any DisposableObject {
    call { subscribeHandler(AnyObserver(receiver: self)).asDisposableObject() }
  }

  override func on(next element: Element) {
    if !isStopped.load(ordering: .relaxed) { forwardOn(next: element) }
  }

  override func on(error: any Swift.Error) {
    if stop() { fail(error) }
  }

  override func onCompletion() {
    if stop() { finish() }
  }

  /// - Returns: true for the first terminal event only.
  private func stop() -> Bool { !isStopped.exchange(true, ordering: .acquiringAndReleasing) }
}
