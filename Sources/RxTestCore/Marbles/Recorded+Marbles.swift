import Rx

extension Array {
  /// Recorded events as a marble diagram: see ``MarbleDiagram`` for the signs.
  ///
  ///     let events: [Recorded<Event<Int>>] = [.next(202, 1), .next(205, 12), .completed(205)]
  ///     print(events.marbles(from: 200))
  ///     // Prints: --1--('12'|)
  ///
  /// Elements are shown by their descriptions, in quotation marks where those are no single character.
  /// - Parameter start: the moment of the first tick; events from before it stand to the left of a `^`.
  public func marbles<Value>(from start: TestTime = 0) -> String where Element == Recorded<Event<Value>> {
    MarbleDiagram(self, from: start) { "\($0)" }.description
  }

  /// Recorded events as a marble diagram, with elements by the names that they are given.
  ///
  ///     let events: [Recorded<Event<Int>>] = [.next(1, 10), .next(2, 20), .next(3, 30)]
  ///     print(events.marbles(values: ["a": 10, "b": 20]))
  ///     // Prints: -ab'30'
  ///
  /// - Parameters:
  ///   - values: names and what they stand for; of several names for one value, the first in the alphabet is used.
  ///   - start: the moment of the first tick; events from before it stand to the left of a `^`.
  public func marbles<Value: Equatable>(values: [String: Value], from start: TestTime = 0) -> String
  where Element == Recorded<Event<Value>> {
    let names = values.sorted { $0.key < $1.key }
    return MarbleDiagram(self, from: start) { element in
      names.first { $0.value == element }?.key ?? "\(element)"
    }.description
  }
}

extension TestableObserver {
  /// What was observed as a marble diagram that begins at ``origin``: with the subscription that `start` made.
  ///
  ///     let scheduler = TestScheduler(initialClock: 0)
  ///     let letters = scheduler.createColdObservable(marbles: "--a--b-|")
  ///     let observer = scheduler.start { letters.map { $0.uppercased() } }
  ///     print(observer.marbles)
  ///     // Prints: --A--B-|
  ///
  /// It ends with the last event: ticks in which nothing more came are not drawn.
  @_disfavoredOverload
  public var marbles: String { events.marbles(from: origin) }

  /// What was observed as a marble diagram, with elements by the names that they are given.
  /// - Parameter values: names and what they stand for.
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
  /// - Parameter start: the moment of the first tick; 200 unless said otherwise, when `start` subscribes.
  public func subscriptionMarbles(from start: TestTime = TestScheduler.Defaults.subscribed) -> [String] {
    subscriptions.map { $0.marbles(from: start) }
  }
}
