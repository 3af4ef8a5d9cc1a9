import Rx

extension BlockingObservable {
  /// All elements, once the sequence has completed.
  /// - Throws: the sequence's error, or `RxError.timeout`.
  public func toArray() throws -> [Element] {
    try elements()
  }

  /// The first element, as soon as it comes; nil if the sequence completes without one.
  /// - Throws: the sequence's error if it fails first, or `RxError.timeout`.
  public func first() throws -> Element? {
    try elements(limit: 1).first
  }

  /// The last element, once the sequence has completed; nil if it had none.
  /// - Throws: the sequence's error, or `RxError.timeout`.
  public func last() throws -> Element? {
    try elements().last
  }

  /// The sequence's only element.
  /// - Throws: `RxError.noElements`, `RxError.moreThanOneElement` as soon as there is a second, the sequence's error,
  ///   or `RxError.timeout`.
  public func single() throws -> Element {
    try single { _ in true }
  }

  /// The only element that satisfies `predicate`.
  ///
  ///     print(try Observable.of(1, 20, 3).toBlocking().single { $0 > 10 })
  ///     // Prints: 20
  ///
  /// - Throws: the same as ``single()``, and any error of `predicate`.
  public func single(_ predicate: @escaping (Element) throws -> Bool) throws -> Element {
    let elements = try elements(limit: 2, where: predicate)
    guard elements.count < 2 else { throw RxError.moreThanOneElement }
    guard let element = elements.first else { throw RxError.noElements }
    return element
  }

  /// All elements, and the terminal event.
  ///
  ///     switch numbers.toBlocking().materialize() {
  ///     case .completed(let elements): print(elements)
  ///     case .failed(let elements, let error): print(elements, "and then", error)
  ///     }
  public func materialize() -> MaterializedSequenceResult<Element> {
    result(limit: .max) { _ in true }
  }

  private func elements(
    limit: Int = .max, where predicate: @escaping (Element) throws -> Bool = { _ in true }
  ) throws -> [Element] {
    switch result(limit: limit, where: predicate) {
    case .completed(let elements): return elements
    case .failed(_, let error): throw error
    }
  }

  private func result(
    limit: Int, where predicate: @escaping (Element) throws -> Bool
  ) -> MaterializedSequenceResult<Element> {
    CurrentThreadScheduler.outsideRunningAction {
      let gathering = Gathering(limit: limit, predicate: predicate)
      return gathering.result(of: source, timeout: timeout)
    }
  }
}
