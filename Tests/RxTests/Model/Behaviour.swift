import Rx

/// An event and its time.
struct Timed {
  var moment: Moment
  var event: Event<Int>
}

/// A subscription to one of the sources.
struct Use {
  let source: Int
  let since: Moment
  let until: Moment
}

/// The events of a pipeline that is subscribed to at a moment and never disposed, and its subscriptions meanwhile.
struct Behaviour {
  let events: [Timed]
  /// Its subscriptions to sources if it is disposed at a moment.
  let uses: (_ disposal: Moment) -> [Use]

  /// The moment at which it ends by itself.
  var end: Moment? { events.last.flatMap { $0.event.isStopEvent ? $0.moment : nil } }

  /// A behaviour without subscriptions.
  init(_ events: [Timed]) {
    self.events = events
    uses = { _ in [] }
  }

  init(_ events: [Timed], uses: @escaping (Moment) -> [Use]) {
    self.events = events
    self.uses = uses
  }

  /// A behaviour that disposes its inputs when it ends, if not before.
  init(_ events: [Timed], holding inputs: [Held]) {
    self.events = events
    let end = events.last.flatMap { $0.event.isStopEvent ? $0.moment : nil }
    uses = { disposal in
      let last = earliest(disposal, end)
      return inputs.filter { $0.since < last }.flatMap { $0.uses(last) }
    }
  }
}

/// An input of an operator, and the time during which it is subscribed to.
struct Held {
  let behaviour: Behaviour
  let since: Moment
  /// The moment at which the operator disposes it while the operator itself goes on.
  var until: Moment?

  fileprivate func uses(_ disposal: Moment) -> [Use] {
    behaviour.uses(earliest(disposal, until, behaviour.end))
  }
}

func earliest(_ moment: Moment, _ others: Moment?...) -> Moment {
  others.reduce(moment) { least, other in other.map { min(least, $0) } ?? least }
}

/// The events of several inputs in the order in which they happen. Inputs may come and go.
struct Player {
  private struct Cursor {
    let id: Int
    var rest: ArraySlice<Timed>
  }

  private(set) var held: [Held] = []
  private var cursors: [Cursor] = []

  /// Begins to play an input.
  /// - Returns: its identifier.
  @discardableResult
  mutating func add(_ behaviour: Behaviour, since: Moment) -> Int {
    held.append(Held(behaviour: behaviour, since: since))
    cursors.append(Cursor(id: held.count - 1, rest: behaviour.events[...]))
    return held.count - 1
  }

  /// Disposes an input.
  mutating func remove(_ id: Int, at moment: Moment) {
    held[id].until = moment
    cursors.removeAll { $0.id == id }
  }

  /// The next event, and the input that it comes from.
  mutating func next() -> (id: Int, timed: Timed)? {
    cursors.removeAll { $0.rest.isEmpty }
    guard
      let index = cursors.indices.min(by: { cursors[$0].rest.first!.moment < cursors[$1].rest.first!.moment })
    else { return nil }
    return (cursors[index].id, cursors[index].rest.removeFirst())
  }
}

/// The events that an operator sends, up to the terminal event.
struct Output {
  private(set) var events: [Timed] = []
  private(set) var hasEnded = false

  mutating func send(_ event: Event<Int>, at moment: Moment) {
    guard !hasEnded else { return }
    events.append(Timed(moment: moment, event: event))
    hasEnded = event.isStopEvent
  }

  mutating func send(_ sent: [Event<Int>], at moment: Moment) {
    for (index, event) in sent.enumerated() { send(event, at: sent.count == 1 ? moment : moment.then(index)) }
  }
}
