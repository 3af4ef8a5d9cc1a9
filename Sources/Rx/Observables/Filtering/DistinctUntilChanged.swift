extension ObservableType where Element: Equatable {
  /// Elements that differ from the previous one.
  ///
  ///     _ = Observable.of(1, 1, 2, 1).distinctUntilChanged().subscribe(onNext: { print($0) })
  ///     // Prints: 1
  ///     //         2
  ///     //         1
  @inlinable
  public func distinctUntilChanged() -> Observable<Element> {
    distinctUntilChanged({ $0 }, comparer: { $0 == $1 })
  }
}

extension ObservableType {
  /// Elements whose key differs from the previous element's.
  @inlinable
  public func distinctUntilChanged<Key: Equatable>(
    _ keySelector: @escaping (Element) throws -> Key
  ) -> Observable<Element> {
    distinctUntilChanged(keySelector) { $0 == $1 }
  }

  /// Elements that differ from the previous one: `comparer` tells whether two are equal.
  @inlinable
  public func distinctUntilChanged(
    _ comparer: @escaping (Element, Element) throws -> Bool
  ) -> Observable<Element> {
    distinctUntilChanged({ $0 }, comparer: comparer)
  }

  /// Elements that differ from the previous one in the property at a key path.
  @inlinable
  public func distinctUntilChanged<Property: Equatable>(
    at keyPath: KeyPath<Element, Property>
  ) -> Observable<Element> {
    distinctUntilChanged { $0[keyPath: keyPath] == $1[keyPath: keyPath] }
  }

  /// Elements whose key differs from the previous element's: `comparer` tells whether two keys are equal.
  ///
  /// An error thrown by either closure ends the sequence.
  @inlinable
  public func distinctUntilChanged<K>(
    _ keySelector: @escaping (Element) throws -> K, comparer: @escaping (K, K) throws -> Bool
  ) -> Observable<Element> {
    DistinctUntilChanged(asObservable()) { DistinctUntilChangedSink(keySelector, comparer, $0) }
  }
}

@usableFromInline
final class DistinctUntilChanged<Element>: Operator<Element, Element> {}

@usableFromInline
final class DistinctUntilChangedSink<Element, Key>: Sink<Element, Element> {
  override class var traits: Traits { .withholds(.repetition) }

  private let keySelector: (Element) throws -> Key
  private let comparer: (Key, Key) throws -> Bool
  @exclusivity(unchecked) private var current = Slot<Key>()

  @usableFromInline
  init(
    _ keySelector: @escaping (Element) throws -> Key, _ comparer: @escaping (Key, Key) throws -> Bool,
    _ output: Downstream<Element>
  ) {
    self.keySelector = keySelector
    self.comparer = comparer
    super.init(output)
  }

  override func on(next element: Element) {
    do {
      let key = try call(keySelector, with: element)
      if current.isFull, try call(with: key, { try comparer(current.element, key) }) { return }
      current.put(key)
      forwardOn(next: element)
    } catch { fail(error) }
  }
}
