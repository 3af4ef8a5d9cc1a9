extension ObservableType {
  /// The first elements of several sequences combined, then the second ones, and so on.
  ///
  ///     _ = Observable.zip(Observable.of(1, 2, 3), Observable.of("a", "b")) { "\($0)\($1)" }
  ///       .subscribe(onNext: { print($0) })
  ///     // Prints: 1a
  ///     //         2b
  ///
  /// An element waits until the other sequences have sent theirs. It completes when all sequences have completed.
  /// - Parameter resultSelector: combines elements; an error that it throws ends the sequence.
  @inlinable
  public static func zip<each Source: ObservableType>(
    _ source: repeat each Source, resultSelector: @escaping (repeat (each Source).Element) throws -> Element
  ) -> Observable<Element> {
    Zip(JoinedInputs(repeat (each source).asObservable(), resultSelector: resultSelector)) {
      ZipSink($0, $1, endsWhenAlone: false)
    }
  }
}

extension ObservableType where Element == Any {
  /// The first elements of several sequences as a tuple, then the second ones, and so on.
  @inlinable
  public static func zip<each Source: ObservableType>(
    _ source: repeat each Source
  ) -> Observable<(repeat (each Source).Element)> {
    Observable.zip(repeat each source) { (element: repeat (each Source).Element) in (repeat each element) }
  }
}

extension ObservableType {
  /// The first elements of a collection of sequences combined, then the second ones, and so on.
  ///
  /// It completes when all sequences have completed, or when one sends an element that cannot be combined because all
  /// others have completed. For an empty collection it completes at once.
  public static func zip<Collection: Swift.Collection>(
    _ collection: Collection, resultSelector: @escaping ([Collection.Element.Element]) throws -> Element
  ) -> Observable<Element> where Collection.Element: ObservableType {
    let sources = collection.map { $0.asObservable() }
    return Zip(JoinedInputs(all: sources, resultSelector: resultSelector)) { ZipSink($0, $1) }
  }

  /// The first elements of a collection of sequences, then the second ones, and so on.
  public static func zip<Collection: Swift.Collection>(
    _ collection: Collection
  ) -> Observable<[Element]> where Collection.Element: ObservableType, Collection.Element.Element == Element {
    Observable<[Element]>.zip(collection) { $0 }
  }
}

@usableFromInline
final class Zip<Result>: Join<Result> {}

/// As in RxSwift, `endsWhenAlone` is true for collections, and false for fixed numbers.
@usableFromInline
final class ZipSink<Result>: JoiningSink<Result> {
  override class var traits: Traits { .withholds(.pairs) }

  override var combinesOnce: Bool { true }

  /// The combination took one element of each input, so the inputs with none left are no longer ready.
  override func combined() {
    ready = buffers.reduce(0) { $0 + ($1.isReady ? 1 : 0) }
  }
}
