extension ObservableType {
  /// This sequence for all observers at once, by way of a publish subject: see ``ConnectableObservable``.
  public func publish() -> ConnectableObservable<Element> {
    multicast { PublishSubject() }
  }

  /// This sequence for all observers at once; a newcomer gets the latest elements first.
  ///
  ///     let numbers = Observable.of(1, 2, 3).replay(2)
  ///     _ = numbers.connect()
  ///     // The connection has ended by now; with an endless source, who subscribes would get 2 and 3.
  ///
  /// - Parameter bufferSize: how many elements are kept while a connection lasts.
  public func replay(_ bufferSize: Int) -> ConnectableObservable<Element> {
    multicast { ReplaySubject.create(bufferSize: bufferSize) }
  }

  /// This sequence for all observers at once; a newcomer gets all elements of the connection.
  public func replayAll() -> ConnectableObservable<Element> {
    multicast { ReplaySubject.createUnbounded() }
  }

  /// This sequence for all observers at once, by way of a subject.
  ///
  /// The subject serves every connection: one that has ended stays so.
  public func multicast<Subject: SubjectType>(_ subject: Subject) -> ConnectableObservable<Subject.Element>
  where Subject.Observer.Element == Element {
    ConnectableObservableAdapter(source: asObservable(), makeSubject: { subject })
  }

  /// This sequence for all observers at once, by way of subjects.
  ///
  /// - Parameter makeSubject: makes a subject for each connection.
  public func multicast<Subject: SubjectType>(
    makeSubject: @escaping () -> Subject
  ) -> ConnectableObservable<Subject.Element> where Subject.Observer.Element == Element {
    ConnectableObservableAdapter(source: asObservable(), makeSubject: makeSubject)
  }

  /// A sequence that uses this one several times, with one subscription to it.
  ///
  ///     let pairs = Observable.of(1, 2, 3).multicast({ PublishSubject<Int>() }) { numbers in
  ///       Observable.zip(numbers, numbers.skip(1)) { "\($0)\($1)" }
  ///     }
  ///     _ = pairs.subscribe(onNext: { print($0) })
  ///     // Prints: 12
  ///     //         23
  ///
  /// - Parameters:
  ///   - subjectSelector: makes the subject for each observer; an error that it throws ends the sequence.
  ///   - selector: makes the sequence of the shared one; an error that it throws ends the sequence.
  public func multicast<Subject: SubjectType, Result>(
    _ subjectSelector: @escaping () throws -> Subject,
    selector: @escaping (Observable<Subject.Element>) throws -> Observable<Result>
  ) -> Observable<Result> where Subject.Observer.Element == Element {
    Multicast(source: asObservable(), subjectSelector: subjectSelector, selector: selector)
  }
}

private final class Multicast<Subject: SubjectType, Result>: Producer<Result> {
  private let source: Observable<Subject.Observer.Element>
  private let subjectSelector: () throws -> Subject
  private let selector: (Observable<Subject.Element>) throws -> Observable<Result>

  init(
    source: Observable<Subject.Observer.Element>, subjectSelector: @escaping () throws -> Subject,
    selector: @escaping (Observable<Subject.Element>) throws -> Observable<Result>
  ) {
    self.source = source
    self.subjectSelector = subjectSelector
    self.selector = selector
  }

  override func run(
    _ observer: EventReceiver<Result>, cancel: SinkDisposer
  ) -> (sink: any DisposableObject, subscription: any DisposableObject) {
    let sink = MulticastSink(observer: observer, cancel: cancel)
    return (sink, sink.run { try self.connectable() })
  }

  private func connectable() throws -> (ConnectableObservable<Subject.Element>, Observable<Result>) {
    let subject = try subjectSelector()
    let connectable = ConnectableObservableAdapter(source: source, makeSubject: { subject })
    return (connectable, try selector(connectable))
  }
}

private final class MulticastSink<Result>: Sink<Result, Result> {
  func run<Element>(
    _ make: () throws -> (ConnectableObservable<Element>, Observable<Result>)
  ) -> any DisposableObject {
    do {
      let (connectable, result) = try enter { try make() }
      let subscription = result.subscribe(self)
      return Disposables.create(subscription, connectable.connect().asDisposableObject())
    } catch {
      super.on(error: error)
      return NopDisposable.noOp
    }
  }

  override func on(next element: Result) { forwardOn(next: element) }
}
