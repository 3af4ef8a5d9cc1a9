/// An event of an observable sequence.
///
/// The grammar is `next* (error | completed)?`: any number of elements, then at most one terminal event.
/// Inside the engine each kind of event is a method call of its own (see ``EventReceiver``); this enumeration is used
/// only at the public API.
@frozen
public enum Event<Element> {
  /// The sequence produced an element.
  case next(Element)
  /// The sequence ended with an error.
  case error(any Swift.Error)
  /// The sequence ended without an error.
  case completed
}

extension Event: Sendable where Element: Sendable {}

extension Event: CustomDebugStringConvertible {
  public var debugDescription: String {
    switch self {
    case .next(let element): "next(\(element))"
    case .error(let error): "error(\(error))"
    case .completed: "completed"
    }
  }
}

extension Event {
  /// Whether this is a terminal event: an error or the completion.
  public var isStopEvent: Bool {
    if case .next = self { return false }
    return true
  }

  /// The element of a next event.
  public var element: Element? {
    if case .next(let element) = self { return element }
    return nil
  }

  /// The error of an error event.
  public var error: (any Swift.Error)? {
    if case .error(let error) = self { return error }
    return nil
  }

  /// Whether this is the completion.
  public var isCompleted: Bool {
    if case .completed = self { return true }
    return false
  }

  /// The event with its element transformed; if `transform` throws, an error event.
  ///
  ///     Event.next(2).map { $0 * 10 }  // next(20)
  public func map<Result>(_ transform: (Element) throws -> Result) -> Event<Result> {
    do {
      switch self {
      case .next(let element): return .next(try transform(element))
      case .error(let error): return .error(error)
      case .completed: return .completed
      }
    } catch {
      return .error(error)
    }
  }
}

/// A value that can be turned into an event.
public protocol EventConvertible {
  associatedtype Element
  /// The event that this value stands for.
  var event: Event<Element> { get }
}

extension Event: EventConvertible {
  public var event: Event<Element> { self }
}
