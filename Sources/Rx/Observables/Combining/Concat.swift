extension ObservableType {
  /// This sequence's elements, then another sequence's.
  ///
  ///     _ = Observable.of(1, 2).concat(Observable.just(3)).subscribe(onNext: { print($0) })
  ///     // Prints: 1
  ///     //         2
  ///     //         3
  ///
  /// The other sequence is subscribed to when this one has completed.
  @inlinable
  public func concat<Source: ObservableConvertibleType>(_ second: Source) -> Observable<Element>
  where Source.Element == Element {
    .concat([asObservable(), second.asObservable()])
  }

  /// The elements of several sequences, one after another.
  ///
  /// Each is taken from the Swift sequence, and subscribed to, when the previous one has completed.
  @inlinable
  public static func concat<Sequence: Swift.Sequence>(_ sequence: Sequence) -> Observable<Element>
  where Sequence.Element == Observable<Element> {
    Concat { Successors(sequence) }
  }

  /// The elements of a collection of sequences, one after another.
  @inlinable
  public static func concat<Collection: Swift.Collection>(_ collection: Collection) -> Observable<Element>
  where Collection.Element == Observable<Element> {
    Concat { Successors(collection) }
  }

  /// The elements of several sequences, one after another.
  @inlinable
  public static func concat(_ sources: Observable<Element>...) -> Observable<Element> {
    Concat { Successors(sources) }
  }
}

extension ObservableType where Element: ObservableConvertibleType {
  /// The elements of the sequences that this sequence sends, one sequence after another.
  public func concat() -> Observable<Element.Element> {
    merge(maxConcurrent: 1)
  }
}

@usableFromInline
final class Concat<Element>: Succession<Element> {
  override func run(_ output: Downstream<Element>) -> StartedSubscription {
    let sink = ConcatSink(output, unfolding: type(of: self))
    return StartedSubscription(sink: sink, subscription: sink.run(sources()))
  }
}

private final class ConcatSink<Element>: SuccessionSink<Element> {
  override func onCompletion() { moveOn() }

  override func endOfSuccession() { finish() }
}
