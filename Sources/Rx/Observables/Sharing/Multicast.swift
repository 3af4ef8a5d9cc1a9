extension ObservableType {
  /// This sequence, shared by all observers through a publish subject: see ``ConnectableObservable``.
  public func publish() -> ConnectableObservable<Element> {
    multicast { PublishSubject() }
  }

  /// This sequence, shared by all observers; a new observer gets the latest elements first.
  ///
  ///     let numbers = Observable.of(1, 2, 3).replay(2)
  ///     _ = numbers.connect()
  ///     // The connection has ended by now; with a source that does not end, a new observer would get 2 and 3.
  ///
  /// - Parameter bufferSize: how many elements are kept while a connection lasts.
  public func replay(_ bufferSize: Int) -> ConnectableObservable<Element> {
    multicast { ReplaySubject.create(bufferSize: bufferSize) }
  }

  /// This sequence, shared by all observers; a new observer gets all earlier elements of the connection first.
  public func replayAll() -> ConnectableObservable<Element> {
    multicast { ReplaySubject.createUnbounded() }
  }

  /// This sequence, shared by all observers through one subject.
  ///
  /// All connections use the same subject: after its terminal event, no connection sends anything.
  public func multicast<Subject: SubjectType>(_ subject: Subject) -> ConnectableObservable<Subject.Element>
  where Subject.Observer.Element == Element {
    ConnectableObservableAdapter(source: asObservable(), makeSubject: { subject })
  }

  /// This sequence, shared by all observers through a new subject for each connection.
  ///
  /// - Parameter makeSubject: called once for each connection.
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
  ///   - selector: makes the result from the shared sequence; an error that it throws ends the sequence.
  public func multicast<Subject: SubjectType, Result>(
    _ subjectSelector: @escaping () throws -> Subject,
    selector: @escaping (Observable<Subject.Element>) throws -> Observable<Result>
  ) -> Observable<Result> where Subject.Observer.Element == Element {
    Multicast(asObservable()) { MulticastSink(subjectSelector, selector, $0) }
  }
}

private final class Multicast<Element, Result>: Operator<Element, Result> {}

private final class MulticastSink<Subject: SubjectType, Result>: Sink<Subject.Observer.Element, Result> {
  private let subjectSelector: () throws -> Subject
  private let selector: (Observable<Subject.Element>) throws -> Observable<Result>

  init(
    _ subjectSelector: @escaping () throws -> Subject,
    _ selector: @escaping (Observable<Subject.Element>) throws -> Observable<Result>, _ output: Downstream<Result>
  ) {
    self.subjectSelector = subjectSelector
    self.selector = selector
    super.init(output)
  }

  override func run(_ source: Observable<Subject.Observer.Element>) -> any DisposableObject {
    do {
      let subject = try call(subjectSelector)
      let connectable = ConnectableObservableAdapter(source: source, makeSubject: { subject })
      let subscription = MulticastResult(of: self).run(try call { try selector(connectable) })
      return Disposables.create(subscription, connectable.connect().asDisposableObject())
    } catch {
      fail(error)
      return NopDisposable.noOp
    }
  }
}

/// Forwards the events of the sequence that the selector returned.
private final class MulticastResult<Input, Element>: Takeover<Input, Element> {}
