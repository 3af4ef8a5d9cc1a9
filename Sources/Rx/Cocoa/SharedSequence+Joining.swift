// Shared sequences made from values, and from several others.

extension SharedSequence {
  /// A shared sequence that a closure makes for each connection.
  public static func deferred(
    _ observableFactory: @escaping () -> SharedSequence<SharingStrategy, Element>
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(Observable.deferred { observableFactory().asObservable() })
  }

  /// A shared sequence of an array's elements.
  public static func from(_ array: [Element]) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(raw: .from(array, scheduler: SharingStrategy.scheduler))
  }

  /// A shared sequence of a Swift sequence's elements.
  public static func from<Sequence: Swift.Sequence>(
    _ sequence: Sequence
  ) -> SharedSequence<SharingStrategy, Element> where Sequence.Element == Element {
    SharedSequence(raw: .from(sequence, scheduler: SharingStrategy.scheduler))
  }

  /// A shared sequence of an optional's value; without elements if it is nil.
  public static func from(optional: Element?) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(raw: .from(optional: optional, scheduler: SharingStrategy.scheduler))
  }
}

extension SharedSequence where Element: RxAbstractInteger {
  /// 0, 1, 2, …: one number each `period`, the first after one period.
  public static func interval(_ period: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(.interval(period, scheduler: SharingStrategy.scheduler))
  }

  /// 0 after `duration`; then 1, 2, …: one number each `period`.
  public static func timer(
    _ duration: RxTimeInterval, period: RxTimeInterval
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(.timer(duration, period: period, scheduler: SharingStrategy.scheduler))
  }
}

// A driver of signals becomes a signal: the result has the sharing strategy of the inner sequences.
extension SharedSequenceConvertibleType where Element: SharedSequenceConvertibleType {
  /// The elements of the latest sequence that this sequence has sent.
  public func switchLatest() -> SharedSequence<Element.SharingStrategy, Element.Element> {
    SharedSequence<Element.SharingStrategy, Element.Element>(asObservable().switchLatest())
  }

  /// The elements of all the sequences that this sequence sends, as they come.
  public func merge() -> SharedSequence<Element.SharingStrategy, Element.Element> {
    SharedSequence<Element.SharingStrategy, Element.Element>(asObservable().merge())
  }

  /// The elements of the sequences that this sequence sends, as they come, from a limited number at a time.
  public func merge(maxConcurrent: Int) -> SharedSequence<Element.SharingStrategy, Element.Element> {
    SharedSequence<Element.SharingStrategy, Element.Element>(asObservable().merge(maxConcurrent: maxConcurrent))
  }
}

extension SharedSequenceConvertibleType {
  /// The elements of several sequences, as they come.
  public static func merge<Collection: Swift.Collection>(
    _ sources: Collection
  ) -> SharedSequence<SharingStrategy, Element>
  where Collection.Element == SharedSequence<SharingStrategy, Element> {
    SharedSequence(Observable.merge(sources.map { $0.asObservable() }))
  }

  /// The elements of several sequences, as they come.
  public static func merge(
    _ sources: [SharedSequence<SharingStrategy, Element>]
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(Observable.merge(sources.map { $0.asObservable() }))
  }

  /// The elements of several sequences, as they come.
  public static func merge(
    _ sources: SharedSequence<SharingStrategy, Element>...
  ) -> SharedSequence<SharingStrategy, Element> {
    merge(sources)
  }

  /// The latest elements of several sequences, combined whenever one of them sends.
  @_disfavoredOverload
  public static func combineLatest<each Input>(
    _ source: repeat SharedSequence<SharingStrategy, each Input>,
    resultSelector: @escaping (repeat each Input) throws -> Element
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(Observable.combineLatest(repeat (each source).source, resultSelector: resultSelector))
  }

  /// The first elements of several sequences combined, then the second ones, and so on.
  @_disfavoredOverload
  public static func zip<each Input>(
    _ source: repeat SharedSequence<SharingStrategy, each Input>,
    resultSelector: @escaping (repeat each Input) throws -> Element
  ) -> SharedSequence<SharingStrategy, Element> {
    SharedSequence(Observable.zip(repeat (each source).source, resultSelector: resultSelector))
  }
}

extension SharedSequenceConvertibleType where Element == Any {
  /// The latest elements of several sequences, as a tuple, whenever one of them sends.
  @_disfavoredOverload
  public static func combineLatest<each Input>(
    _ source: repeat SharedSequence<SharingStrategy, each Input>
  ) -> SharedSequence<SharingStrategy, (repeat each Input)> {
    SharedSequence<SharingStrategy, (repeat each Input)>(Observable.combineLatest(repeat (each source).source))
  }

  /// The first elements of several sequences as a tuple, then the second ones, and so on.
  @_disfavoredOverload
  public static func zip<each Input>(
    _ source: repeat SharedSequence<SharingStrategy, each Input>
  ) -> SharedSequence<SharingStrategy, (repeat each Input)> {
    SharedSequence<SharingStrategy, (repeat each Input)>(Observable.zip(repeat (each source).source))
  }
}

extension SharedSequence {
  /// The elements of several sequences, one after another.
  public static func concat<Sequence: Swift.Sequence>(
    _ sequence: Sequence
  ) -> SharedSequence<SharingStrategy, Element> where Sequence.Element == SharedSequence<SharingStrategy, Element> {
    SharedSequence(Observable.concat(sequence.lazy.map { $0.asObservable() }))
  }

  /// The elements of a collection of sequences, one after another.
  public static func concat<Collection: Swift.Collection>(
    _ collection: Collection
  ) -> SharedSequence<SharingStrategy, Element>
  where Collection.Element == SharedSequence<SharingStrategy, Element> {
    SharedSequence(Observable.concat(collection.map { $0.asObservable() }))
  }

  /// The first elements of a collection of sequences combined, then the second ones, and so on.
  public static func zip<Collection: Swift.Collection, Result>(
    _ collection: Collection, resultSelector: @escaping ([Element]) throws -> Result
  ) -> SharedSequence<SharingStrategy, Result>
  where Collection.Element == SharedSequence<SharingStrategy, Element> {
    SharedSequence<SharingStrategy, Result>(
      Observable.zip(collection.map { $0.asObservable() }, resultSelector: resultSelector))
  }

  /// The first elements of a collection of sequences, then the second ones, and so on.
  public static func zip<Collection: Swift.Collection>(
    _ collection: Collection
  ) -> SharedSequence<SharingStrategy, [Element]>
  where Collection.Element == SharedSequence<SharingStrategy, Element> {
    SharedSequence<SharingStrategy, [Element]>(Observable.zip(collection.map { $0.asObservable() }))
  }

  /// The latest elements of a collection of sequences, combined whenever one of them sends.
  public static func combineLatest<Collection: Swift.Collection, Result>(
    _ collection: Collection, resultSelector: @escaping ([Element]) throws -> Result
  ) -> SharedSequence<SharingStrategy, Result>
  where Collection.Element == SharedSequence<SharingStrategy, Element> {
    SharedSequence<SharingStrategy, Result>(
      Observable.combineLatest(collection.map { $0.asObservable() }, resultSelector: resultSelector))
  }

  /// The latest elements of a collection of sequences, whenever one of them sends.
  public static func combineLatest<Collection: Swift.Collection>(
    _ collection: Collection
  ) -> SharedSequence<SharingStrategy, [Element]>
  where Collection.Element == SharedSequence<SharingStrategy, Element> {
    SharedSequence<SharingStrategy, [Element]>(Observable.combineLatest(collection.map { $0.asObservable() }))
  }
}
