extension Subscription {
  /// The subscription that a diagram shows: `^` is its beginning, `!` its end.
  ///
  ///     print(try Subscription(marbles: "--^---!", from: 200))
  ///     // Prints: (202: 206)
  ///
  /// - Parameter start: the time of the first tick.
  /// - Throws: ``MarbleError`` if there is no `^`, a mark other than `^` and `!`, or a `!` before the `^`.
  public init(marbles: String, from start: TestTime = 0) throws(MarbleError) {
    let diagram = try MarbleDiagram(marbles)
    guard let subscribed = diagram.tick(of: .subscription) else {
      throw diagram.mistake("a subscription needs a `^`")
    }
    let disposed = diagram.tick(of: .unsubscription)
    guard diagram.marks.count == (disposed == nil ? 1 : 2), disposed ?? subscribed >= subscribed else {
      throw diagram.mistake("a subscription has one `^`, then at most one `!`, and no other marks")
    }
    self.init(start + subscribed, disposed.map { start + $0 } ?? .max)
  }

  /// The subscription as a diagram.
  ///
  ///     print(Subscription(202, 206).marbles(from: 200))
  ///     // Prints: --^---!
  ///
  /// - Parameter start: the time of the first tick. A subscription that began before it cannot be drawn; its times are
  ///   returned instead: `(100: 206)`.
  public func marbles(from start: TestTime = 0) -> String {
    guard subscribe >= start else { return debugDescription }
    var marks = [Recorded(time: subscribe - start, value: MarbleMark.subscription)]
    if unsubscribe != .max { marks.append(Recorded(time: unsubscribe - start, value: .unsubscription)) }
    return MarbleDiagram(marks: marks).description
  }
}
