extension ObservableType {
  /// The first elements of several sequences combined, then the second ones, and so on.
  ///
  ///     _ = Observable.zip(Observable.of(1, 2, 3), Observable.of("a", "b")) { "\($0)\($1)" }
  ///       .subscribe(onNext: { print($0) })
  ///     // Prints: 1a
  ///     //         2b
  ///
  /// What one sends ahead of the others waits. It ends when all of them have ended.
  /// - Parameter resultSelector: combines elements; an error that it throws ends the sequence.
  public static func zip<each Source: ObservableType>(
    _ source: repeat each Source, resultSelector: @escaping (repeat (each Source).Element) throws -> Element
  ) -> Observable<Element> {
    Zip(connect: connecting(repeat (each source).asObservable(), resultSelector: resultSelector), endsWhenAlone: false)
  }
}

extension ObservableType where Element == Any {
  /// The first elements of several sequences as a tuple, then the second ones, and so on.
  public static func zip<each Source: ObservableType>(
    _ source: repeat each Source
  ) -> Observable<(repeat (each Source).Element)> {
    Observable.zip(repeat each source) { (element: repeat (each Source).Element) in (repeat each element) }
  }
}

extension ObservableType {
  /// The first elements of a collection of sequences combined, then the second ones, and so on.
  ///
  /// It ends when all of them have ended, or when one sends something while all others have ended and have nothing
  /// left; an empty collection ends at once.
  public static func zip<Collection: Swift.Collection>(
    _ collection: Collection, resultSelector: @escaping ([Collection.Element.Element]) throws -> Element
  ) -> Observable<Element> where Collection.Element: ObservableType {
    let sources = collection.map { $0.asObservable() }
    return Zip(connect: connecting(all: sources, resultSelector: resultSelector), endsWhenAlone: true)
  }

  /// The first elements of a collection of sequences, then the second ones, and so on.
  public static func zip<Collection: Swift.Collection>(
    _ collection: Collection
  ) -> Observable<[Element]> where Collection.Element: ObservableType, Collection.Element.Element == Element {
    Observable<[Element]>.zip(collection) { $0 }
  }
}

private final class Zip<Result>: Join<Result> {
  private let endsWhenAlone: Bool

  /// - Parameter endsWhenAlone: as RxSwift does it, collections end early and fixed numbers of inputs do not.
  init(connect: @escaping (JoiningSink<Result>) -> Void, endsWhenAlone: Bool) {
    self.endsWhenAlone = endsWhenAlone
    super.init(connect: connect)
  }

  override func makeSink(_ observer: EventReceiver<Result>, _ cancel: SinkDisposer) -> JoiningSink<Result> {
    ZipSink(endsWhenAlone: endsWhenAlone, observer: observer, cancel: cancel)
  }
}

private final class ZipSink<Result>: JoiningSink<Result> {
  override var endsWhenAlone: Bool { endsAlone }
  private let endsAlone: Bool

  init(endsWhenAlone: Bool, observer: EventReceiver<Result>, cancel: SinkDisposer) {
    endsAlone = endsWhenAlone
    super.init(observer: observer, cancel: cancel)
  }

  override func makeOperand<Input>(_ type: Input.Type) -> TypedOperand<Input> { WaitingElements() }

  /// The combination took one element of each input: those with none left are waited for.
  override func combined() {
    ready = operands.reduce(0) { $0 + ($1.isReady ? 1 : 0) }
  }
}

/// What an input has sent that is not combined yet.
private final class WaitingElements<Element>: TypedOperand<Element> {
  @exclusivity(unchecked) private var queue = ElementQueue<Element>()

  override func put(_ element: inout Element) { queue.append(element) }

  override func next() -> Element {
    isReady = queue.count > 1
    return queue.removeFirst()
  }
}
