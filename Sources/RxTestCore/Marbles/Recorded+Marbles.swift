import Rx

extension Array {
  /// Recorded events as a marble diagram: see ``MarbleDiagram`` for the signs.
  ///
  ///     let events: [Recorded<Event<Int>>] = [.next(202, 1), .next(205, 12), .completed(205)]
  ///     print(events.marbles(from: 200))
  ///     // Prints: --1--('12'|)
  ///
  /// Elements are shown by their descriptions, in quotation marks if a description is not a single character.
  /// - Parameter start: the time of the first tick; earlier events are drawn to the left of a `^`.
  public func marbles<Value>(from start: TestTime = 0) -> String where Element == Recorded<Event<Value>> {
    MarbleDiagram(self, from: start) { "\($0)" }.description
  }

  /// Recorded events as a marble diagram, with the given names for elements.
  ///
  ///     let events: [Recorded<Event<Int>>] = [.next(1, 10), .next(2, 20), .next(3, 30)]
  ///     print(events.marbles(values: ["a": 10, "b": 20]))
  ///     // Prints: -ab'30'
  ///
  /// - Parameters:
  ///   - values: the elements by their names; of several names for one element, the alphabetically first is used.
  ///   - start: the time of the first tick; earlier events are drawn to the left of a `^`.
  public func marbles<Value: Equatable>(values: [String: Value], from start: TestTime = 0) -> String
  where Element == Recorded<Event<Value>> {
    let names = values.sorted { $0.key < $1.key }
    return MarbleDiagram(self, from: start) { element in
      names.first { $0.value == element }?.key ?? "\(element)"
    }.description
  }
}

extension TestableObserver {
  /// The observed events as a marble diagram that begins at ``origin``, the time of the subscription.
  ///
  ///     let scheduler = TestScheduler(initialClock: 0)
  ///     let letters = scheduler.createColdObservable(marbles: "--a--b-|")
  ///     let observer = scheduler.start { letters.map { $0.uppercased() } }
  ///     print(observer.marbles)
  ///     // Prints: --A--B-|
  ///
  /// It ends with the last event: later ticks are not drawn.
  @_disfavoredOverload
  public var marbles: String { events.marbles(from: origin) }

  /// The observed events as a marble diagram, with the given names for elements.
  /// - Parameter values: the elements by their names.
  @_disfavoredOverload
  public func marbles(values: [String: Element]) -> String where Element: Equatable {
    events.marbles(values: values, from: origin)
  }
}

extension TestableObservable {
  /// The subscriptions as diagrams, in the order in which they began.
  ///
  ///     let scheduler = TestScheduler(initialClock: 0)
  ///     let letters = scheduler.createColdObservable(marbles: "--a|")
  ///     _ = scheduler.start { letters }
  ///     print(letters.subscriptionMarbles())
  ///     // Prints: ["^--!"]
  ///
  /// - Parameter start: the time of the first tick; by default 200, the time at which `start` subscribes.
  public func subscriptionMarbles(from start: TestTime = TestScheduler.Defaults.subscribed) -> [String] {
    subscriptions.map { $0.marbles(from: start) }
  }
}
