extension ObservableType {
  /// This sequence's elements, then another sequence's.
  ///
  ///     _ = Observable.of(1, 2).concat(Observable.just(3)).subscribe(onNext: { print($0) })
  ///     // Prints: 1
  ///     //         2
  ///     //         3
  ///
  /// The other sequence is subscribed to when this one has completed.
  public func concat<Source: ObservableConvertibleType>(_ second: Source) -> Observable<Element>
  where Source.Element == Element {
    .concat([asObservable(), second.asObservable()])
  }

  /// The elements of several sequences, one after another.
  ///
  /// Each is taken from the Swift sequence, and subscribed to, when the previous one has completed.
  public static func concat<Sequence: Swift.Sequence>(_ sequence: Sequence) -> Observable<Element>
  where Sequence.Element == Observable<Element> {
    Concat(sequence)
  }

  /// The elements of a collection of sequences, one after another.
  public static func concat<Collection: Swift.Collection>(_ collection: Collection) -> Observable<Element>
  where Collection.Element == Observable<Element> {
    Concat(collection)
  }

  /// The elements of several sequences, one after another.
  public static func concat(_ sources: Observable<Element>...) -> Observable<Element> {
    Concat(sources)
  }
}

extension ObservableType where Element: ObservableConvertibleType {
  /// The elements of the sequences that this sequence sends, one sequence after another.
  public func concat() -> Observable<Element.Element> {
    merge(maxConcurrent: 1)
  }
}

private final class Concat<Element>: Producer<Element> {
  let sources: any Sequence<Observable<Element>>

  init(_ sources: any Sequence<Observable<Element>>) {
    self.sources = sources
  }

  override func run(_ output: Downstream<Element>) -> StartedSubscription {
    let sink = ConcatSink(output)
    return StartedSubscription(sink: sink, subscription: sink.run(Successors(sources)))
  }
}

private final class ConcatSink<Element>: SuccessionSink<Element> {
  override func onCompletion() { moveOn() }

  override func endOfSuccession() { finish() }

  override func unfold(_ source: Observable<Element>) -> Successors<Element>? {
    (source as? Concat<Element>).map { Successors($0.sources) }
  }
}
