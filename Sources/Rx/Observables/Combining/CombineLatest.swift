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
  /// Nothing is sent before each sequence has sent an element. It completes when all have completed, or when one sends
  /// an element after all others have completed and at least one of them without an element.
  /// - Parameter resultSelector: combines the latest elements; an error that it throws ends the sequence.
  @inlinable
  public static func combineLatest<each Source: ObservableType>(
    _ source: repeat each Source, resultSelector: @escaping (repeat (each Source).Element) throws -> Element
  ) -> Observable<Element> {
    CombineLatest(JoinedInputs(repeat (each source).asObservable(), resultSelector: resultSelector)) {
      CombineLatestSink($0, $1)
    }
  }
}

extension ObservableType where Element == Any {
  /// The latest elements of several sequences, as a tuple, whenever one of them sends.
  @inlinable
  public static func combineLatest<each Source: ObservableType>(
    _ source: repeat each Source
  ) -> Observable<(repeat (each Source).Element)> {
    Observable.combineLatest(repeat each source) { (element: repeat (each Source).Element) in (repeat each element) }
  }
}

extension ObservableType {
  /// The latest elements of a collection of sequences, combined whenever one of them sends.
  ///
  /// For an empty collection, `resultSelector` is called once with an empty array.
  public static func combineLatest<Collection: Swift.Collection>(
    _ collection: Collection, resultSelector: @escaping ([Collection.Element.Element]) throws -> Element
  ) -> Observable<Element> where Collection.Element: ObservableType {
    let sources = collection.map { $0.asObservable() }
    return CombineLatest(JoinedInputs(all: sources, resultSelector: resultSelector)) { CombineLatestSink($0, $1) }
  }

  /// The latest elements of a collection of sequences, whenever one of them sends.
  public static func combineLatest<Collection: Swift.Collection>(
    _ collection: Collection
  ) -> Observable<[Element]> where Collection.Element: ObservableType, Collection.Element.Element == Element {
    Observable<[Element]>.combineLatest(collection) { $0 }
  }
}

@usableFromInline
final class CombineLatest<Result>: Join<Result> {}

@usableFromInline
final class CombineLatestSink<Result>: JoiningSink<Result> {
  override class var traits: Traits { .withholds(.inputs) }

  override var combinesOnce: Bool { false }

  override func endWithoutInputs() {
    _ = sendCombination()
    super.endWithoutInputs()
  }
}
