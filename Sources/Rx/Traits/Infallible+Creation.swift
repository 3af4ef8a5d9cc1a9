extension InfallibleType {
  /// A sequence of one element.
  public static func just(_ element: Element) -> Infallible<Element> { Infallible(.just(element)) }

  /// A sequence of one element, sent on a scheduler.
  public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Infallible<Element> {
    Infallible(.just(element, scheduler: scheduler))
  }

  /// A sequence that sends nothing and does not end.
  public static func never() -> Infallible<Element> { Infallible(.never()) }

  /// A sequence that completes at once.
  public static func empty() -> Infallible<Element> { Infallible(.empty()) }

  /// A sequence that a closure makes for each subscription.
  public static func deferred(
    _ observableFactory: @escaping () throws -> Infallible<Element>
  ) -> Infallible<Element> {
    Infallible(.deferred { try observableFactory().asObservable() })
  }
}

extension Infallible {
  /// A sequence of the given elements.
  public static func of(
    _ elements: Element..., scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Infallible<Element> {
    Infallible(.from(elements, scheduler: scheduler))
  }

  /// A sequence of an array's elements.
  public static func from(
    _ array: [Element], scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Infallible<Element> {
    Infallible(.from(array, scheduler: scheduler))
  }

  /// A sequence of a Swift sequence's elements.
  public static func from<Sequence: Swift.Sequence>(
    _ sequence: Sequence, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Infallible<Element> where Sequence.Element == Element {
    Infallible(.from(sequence, scheduler: scheduler))
  }
}

// MARK: Several sequences
extension InfallibleType {
  /// This sequence's elements, then another sequence's.
  public func concat<Source: ObservableConvertibleType>(_ second: Source) -> Infallible<Element>
  where Source.Element == Element {
    Infallible(asObservable().concat(second))
  }

  /// The elements of several sequences, one after another.
  public static func concat<Sequence: Swift.Sequence>(_ sequence: Sequence) -> Infallible<Element>
  where Sequence.Element == Infallible<Element> {
    Infallible(Observable.concat(sequence.lazy.map { $0.asObservable() }))
  }

  /// The elements of a collection of sequences, one after another.
  public static func concat<Collection: Swift.Collection>(_ collection: Collection) -> Infallible<Element>
  where Collection.Element == Infallible<Element> {
    Infallible(Observable.concat(collection.map { $0.asObservable() }))
  }

  /// The elements of several sequences, one after another.
  public static func concat(_ sources: Infallible<Element>...) -> Infallible<Element> {
    concat(sources)
  }

  /// The elements of several sequences, as they come.
  public static func merge<Collection: Swift.Collection>(_ sources: Collection) -> Infallible<Element>
  where Collection.Element == Infallible<Element> {
    Infallible(Observable.merge(sources.map { $0.asObservable() }))
  }

  /// The elements of several sequences, as they come.
  public static func merge(_ sources: [Infallible<Element>]) -> Infallible<Element> {
    Infallible(Observable.merge(sources.map { $0.asObservable() }))
  }

  /// The elements of several sequences, as they come.
  public static func merge(_ sources: Infallible<Element>...) -> Infallible<Element> {
    merge(sources)
  }

  /// The latest elements of several sequences, combined whenever one of them sends.
  public static func combineLatest<each Source: InfallibleType>(
    _ source: repeat each Source, resultSelector: @escaping (repeat (each Source).Element) throws -> Element
  ) -> Infallible<Element> {
    Infallible(Observable.combineLatest(repeat (each source).asObservable(), resultSelector: resultSelector))
  }

  /// The first elements of several sequences combined, then the second ones, and so on.
  public static func zip<each Source: InfallibleType>(
    _ source: repeat each Source, resultSelector: @escaping (repeat (each Source).Element) throws -> Element
  ) -> Infallible<Element> {
    Infallible(Observable.zip(repeat (each source).asObservable(), resultSelector: resultSelector))
  }

  /// The latest elements of a collection of sequences, combined whenever one of them sends.
  public static func combineLatest<Collection: Swift.Collection>(
    _ collection: Collection, resultSelector: @escaping ([Collection.Element.Element]) throws -> Element
  ) -> Infallible<Element> where Collection.Element: InfallibleType {
    Infallible(Observable.combineLatest(collection.map { $0.asObservable() }, resultSelector: resultSelector))
  }

  /// The latest elements of a collection of sequences, whenever one of them sends.
  public static func combineLatest<Collection: Swift.Collection>(
    _ collection: Collection
  ) -> Infallible<[Element]> where Collection.Element: InfallibleType, Collection.Element.Element == Element {
    Infallible<[Element]>(Observable.combineLatest(collection.map { $0.asObservable() }))
  }
}

extension InfallibleType where Element == Any {
  /// The latest elements of several sequences, as a tuple, whenever one of them sends.
  public static func combineLatest<each Source: InfallibleType>(
    _ source: repeat each Source
  ) -> Infallible<(repeat (each Source).Element)> {
    Infallible<(repeat (each Source).Element)>(Observable.combineLatest(repeat (each source).asObservable()))
  }

  /// The first elements of several sequences as a tuple, then the second ones, and so on.
  public static func zip<each Source: InfallibleType>(
    _ source: repeat each Source
  ) -> Infallible<(repeat (each Source).Element)> {
    Infallible<(repeat (each Source).Element)>(Observable.zip(repeat (each source).asObservable()))
  }
}
