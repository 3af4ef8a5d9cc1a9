import Rx

extension Recorded {
  /// An element, with the time at which it was sent.
  public static func next<Element>(_ time: TestTime, _ element: Element) -> Recorded<Event<Element>>
  where Value == Event<Element> {
    Recorded(time: time, value: .next(element))
  }

  /// The completion of a sequence, with the time at which it was sent.
  /// - Parameter type: the sequence's element type, if the compiler cannot infer it.
  public static func completed<Element>(
    _ time: TestTime, _ type: Element.Type = Element.self
  ) -> Recorded<Event<Element>> where Value == Event<Element> {
    Recorded(time: time, value: .completed)
  }

  /// The error of a sequence, with the time at which it was sent.
  /// - Parameter type: the sequence's element type, if the compiler cannot infer it.
  public static func error<Element>(
    _ time: TestTime, _ error: any Swift.Error, _ type: Element.Type = Element.self
  ) -> Recorded<Event<Element>> where Value == Event<Element> {
    Recorded(time: time, value: .error(error))
  }

  /// Several recorded events, so that the compiler knows their type.
  ///
  ///     let events = Recorded.events(.next(210, 1), .completed(250))
  public static func events<Element>(_ recordedEvents: Recorded<Event<Element>>...) -> [Recorded<Event<Element>>]
  where Value == Event<Element> {
    recordedEvents
  }

  /// Several recorded events, so that the compiler knows their type.
  public static func events<Element>(_ recordedEvents: [Recorded<Event<Element>>]) -> [Recorded<Event<Element>>]
  where Value == Event<Element> {
    recordedEvents
  }
}
