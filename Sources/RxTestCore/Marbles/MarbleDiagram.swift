import Rx

/// Events in time as a line of text, read from left to right, one tick for each sign.
///
/// | sign | meaning |
/// | --- | --- |
/// | `-` | a tick in which nothing happens |
/// | `a` | an element; any character but those in this table |
/// | `'ten'` | an element whose name has several characters; `'` in a name is written twice |
/// | `\|` | the sequence completes |
/// | `#` | the sequence ends with an error |
/// | `(ab\|)` | several events in one tick; the whole group takes that one tick |
/// | `^` | the subscription begins; in a hot sequence's diagram, the tick from which time counts |
/// | `!` | the subscription ends |
///
/// Blanks have no meaning, and may be used to align diagrams.
///
///     let diagram = try MarbleDiagram("-a-(b|)")
///     print(diagram.marks.map(\.time), try diagram.events())
///     // Prints: [1, 3, 3] [next(a) @ 1, next(b) @ 3, completed @ 3]
public struct MarbleDiagram: Hashable, Sendable, CustomStringConvertible {
  /// The marks, each with its tick, counted from 0 at the left.
  public let marks: [Recorded<MarbleMark>]

  /// Reads a diagram.
  /// - Throws: ``MarbleError``, with the mistake and its column.
  public init(_ text: String) throws(MarbleError) {
    var reader = MarbleReader(text)
    marks = try reader.read()
  }

  /// Draws marks.
  /// - Parameter marks: in the order of their ticks, which must not be negative.
  init(marks: [Recorded<MarbleMark>]) {
    self.marks = marks
  }

  /// The diagram as text. It ends with the last mark, so reading it again gives the same marks.
  public var description: String {
    var text = ""
    var tick = 0
    var rest = marks[...]
    while let first = rest.first {
      let together = rest.prefix { $0.time == first.time }
      rest = rest.dropFirst(together.count)
      let signs = together.map(\.value.text).joined()
      text += String(repeating: "-", count: max(first.time - tick, 0)) + (together.count == 1 ? signs : "(\(signs))")
      tick = first.time + 1
    }
    return text
  }

  /// The tick of a mark; nil if the diagram does not contain it.
  func tick(of mark: MarbleMark) -> Int? { marks.first { $0.value == mark }?.time }
}

extension MarbleDiagram {
  /// The events that the diagram shows.
  ///
  ///     print(try MarbleDiagram("a-^-b#").events(values: ["a": 1, "b": 2], from: 200))
  ///     // Prints: [next(1) @ 198, next(2) @ 202, error(MarbleFailure()) @ 203]
  ///
  /// - Parameters:
  ///   - values: the elements by their names.
  ///   - error: the error for `#`.
  ///   - start: the time of `^`, or of the first tick in a diagram without one.
  /// - Throws: ``MarbleError`` if a name is not among the values, and for `!`, which is not an event.
  public func events<Element>(
    values: [String: Element], error: any Swift.Error = MarbleFailure(), from start: TestTime = 0
  ) throws(MarbleError) -> [Recorded<Event<Element>>] {
    try events(error: error, from: start) { values[$0] }
  }

  /// The events that the diagram shows, with elements' names as elements.
  /// - Parameters:
  ///   - error: the error for `#`.
  ///   - start: the time of `^`, or of the first tick in a diagram without one.
  /// - Throws: ``MarbleError`` for `!`, which is not an event.
  public func events(
    error: any Swift.Error = MarbleFailure(), from start: TestTime = 0
  ) throws(MarbleError) -> [Recorded<Event<String>>] {
    try events(error: error, from: start) { $0 }
  }

  private func events<Element>(
    error: any Swift.Error, from start: TestTime, _ element: (String) -> Element?
  ) throws(MarbleError) -> [Recorded<Event<Element>>] {
    let origin = start - (tick(of: .subscription) ?? 0)
    var events: [Recorded<Event<Element>>] = []
    for mark in marks {
      let time = origin + mark.time
      switch mark.value {
      case .completed: events.append(.completed(time))
      case .error: events.append(.error(time, error))
      case .subscription: break
      case .unsubscription: throw mistake("`!` is allowed only in a subscription's diagram")
      case .element(let name):
        guard let element = element(name) else { throw mistake("no value is given for `\(name)`") }
        events.append(.next(time, element))
      }
    }
    return events
  }

  /// Draws recorded events.
  ///
  /// Events before `start` are drawn to the left of a `^`, which marks `start` then.
  /// - Parameters:
  ///   - events: in the order of their times.
  ///   - start: the time of the first tick.
  ///   - name: returns an element's name.
  init<Element>(_ events: [Recorded<Event<Element>>], from start: TestTime, _ name: (Element) -> String) {
    var marks = events.map { event in
      Recorded(time: event.time - start, value: MarbleMark(event.value, name))
    }
    if let first = marks.first?.time, first < 0 {
      let later = marks.firstIndex { $0.time >= 0 } ?? marks.endIndex
      marks.insert(Recorded(time: 0, value: .subscription), at: later)
      marks = marks.map { Recorded(time: $0.time - first, value: $0.value) }
    }
    self.init(marks: marks)
  }

  func mistake(_ reason: String) -> MarbleError {
    MarbleError(diagram: description, column: nil, reason: reason)
  }
}

extension MarbleMark {
  fileprivate init<Element>(_ event: Event<Element>, _ name: (Element) -> String) {
    switch event {
    case .next(let element): self = .element(name(element))
    case .error: self = .error
    case .completed: self = .completed
    }
  }
}
