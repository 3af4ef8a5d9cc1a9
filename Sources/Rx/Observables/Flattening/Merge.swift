extension ObservableType {
  /// The elements of several sequences, as they come.
  public static func merge<Collection: Swift.Collection>(_ sources: Collection) -> Observable<Element>
  where Collection.Element == Observable<Element> {
    Merge(Array(sources))
  }

  /// The elements of several sequences, as they come.
  public static func merge(_ sources: [Observable<Element>]) -> Observable<Element> {
    Merge(sources)
  }

  /// The elements of several sequences, as they come.
  public static func merge(_ sources: Observable<Element>...) -> Observable<Element> {
    Merge(sources)
  }
}

extension ObservableType where Element: ObservableConvertibleType {
  /// The elements of all the sequences that this sequence sends, as they come.
  public func merge() -> Observable<Element.Element> {
    MergeAll(asObservable()) { MergeSink({ $0.asObservable() }, $0) }
  }

  /// The elements of the sequences that this sequence sends, as they come, from a limited number at a time.
  ///
  ///     _ = Observable.of(downloads).merge(maxConcurrent: 2).subscribe(onNext: { print($0) })
  ///     // Subscribes to two, and to another one whenever one of them has completed.
  ///
  /// - Parameter maxConcurrent: how many sequences are subscribed to at once; the others wait in their order.
  public func merge(maxConcurrent: Int) -> Observable<Element.Element> {
    MergeLimited(asObservable()) { MergeLimitedSink(maxConcurrent: maxConcurrent, { $0.asObservable() }, $0) }
  }
}

private final class Merge<Element>: Producer<Element> {
  private let sources: [Observable<Element>]

  init(_ sources: [Observable<Element>]) {
    self.sources = sources
  }

  override func run(_ output: Downstream<Element>) -> StartedSubscription {
    let sink = MergeSink<Observable<Element>, Element>({ $0 }, output)
    return StartedSubscription(sink: sink, subscription: sink.run(sources))
  }
}

private final class MergeAll<Source, Result>: Operator<Source, Result> {}

/// Every inner sequence starts at once.
private final class MergeSink<Source, Result>: NestingSink<Source, Result> {
  override class var traits: Traits { .merges }
}

private final class MergeLimited<Source, Result>: Operator<Source, Result> {}

private final class MergeLimitedSink<Source, Result>: NestingSink<Source, Result> {
  override class var traits: Traits { [.merges, .withholds(.turn)] }
}
