/// A moment of a run: a tick of the clock, and a position in the order of events in that tick.
///
/// Actions of one tick run in the order in which they were scheduled. An action causes a tree of events: each event has
/// its position within its cause. A subscription that starts the current thread's trampoline postpones the actions that
/// are scheduled within it: they get turns, which follow after the whole subscription.
final class Moment {
  /// An action of the virtual scheduler.
  final class Action {
    fileprivate enum Order {
      /// Scheduled when the sources were made, before everything else.
      case hot(source: Int, event: Int)
      /// An action of the test: the subscription, then the disposal.
      case test(Int)
      /// Scheduled during the run.
      case timed(since: Moment, index: Int, isExact: Bool)
    }

    fileprivate let order: Order
    fileprivate init(_ order: Order) { self.order = order }

    static func hot(source: Int, event: Int) -> Action { Action(.hot(source: source, event: event)) }
    static func test(_ index: Int) -> Action { Action(.test(index)) }
  }

  private enum Step {
    case index(Int)
    /// A hot source sends to its observers in the order in which they subscribed.
    case observer(since: Moment)
    case turn(generation: Int, queued: Moment)
  }

  private struct Trampoline {
    /// The length of the path to the subscription that started it.
    let depth: Int
    let generation: Int
  }

  let tick: Int
  private let action: Action
  private let path: [Step]
  private let trampoline: Trampoline?
  private let doubts: Doubts

  private init(tick: Int, action: Action, path: [Step], trampoline: Trampoline?, doubts: Doubts) {
    self.tick = tick
    self.action = action
    self.path = path
    self.trampoline = trampoline
    self.doubts = doubts
  }

  /// The beginning of an action.
  convenience init(tick: Int, action: Action, doubts: Doubts) {
    self.init(tick: tick, action: action, path: [], trampoline: nil, doubts: doubts)
  }

  /// The `index`th consequence of this moment.
  func then(_ index: Int) -> Moment {
    Moment(tick: tick, action: action, path: path + [.index(index)], trampoline: trampoline, doubts: doubts)
  }

  /// The moment of an event that an operator sends before it does something else.
  var first: Moment { then(0) }

  /// The moment of an operator's work after it has sent an event and all consequences of that.
  var afterwards: Moment { then(1) }

  /// The same moment, as the beginning of a subscription to an engine sequence.
  var subscribing: Moment {
    let started = trampoline ?? Trampoline(depth: path.count, generation: 0)
    return Moment(tick: tick, action: action, path: path, trampoline: started, doubts: doubts)
  }

  /// The trampoline's turn for an action that is scheduled here.
  var turn: Moment {
    let now = subscribing
    let generation = now.trampoline!.generation + 1
    return Moment(
      tick: tick, action: action,
      path: path.prefix(now.trampoline!.depth) + [.turn(generation: generation, queued: now)],
      trampoline: Trampoline(depth: now.trampoline!.depth, generation: generation), doubts: doubts)
  }

  /// The moment at which an action runs that is scheduled here.
  /// - Parameter isExact: whether the engine schedules it at exactly this moment. If not, its order among the actions
  ///   of its tick is not known.
  func after(_ ticks: Int, index: Int = 0, isExact: Bool = true) -> Moment {
    let action = Action(.timed(since: self, index: index, isExact: isExact))
    return Moment(tick: tick + ticks, action: action, doubts: doubts)
  }

  /// The moment at which a hot source that was subscribed to here sends this observer an event in `action`.
  func sent(at tick: Int, by action: Action) -> Moment {
    Moment(tick: tick, action: action, path: [.observer(since: self)], trampoline: nil, doubts: doubts)
  }
}

/// Whether two moments were compared whose order is not known.
final class Doubts {
  var exist = false
}

extension Moment: Comparable {
  static func == (one: Moment, other: Moment) -> Bool { order(one, other) == 0 }

  static func < (one: Moment, other: Moment) -> Bool { order(one, other) < 0 }

  private static func order(_ one: Moment, _ other: Moment) -> Int {
    if one === other { return 0 }
    if one.tick != other.tick { return one.tick - other.tick }
    let actions = order(one.action, other.action, one.doubts)
    if actions != 0 { return actions }
    for (step, counterpart) in zip(one.path, other.path) {
      let steps = order(step, counterpart)
      if steps != 0 { return steps }
    }
    return one.path.count - other.path.count
  }

  private static func order(_ one: Action, _ other: Action, _ doubts: Doubts) -> Int {
    if one === other { return 0 }
    switch (one.order, other.order) {
    case (.hot(let source, let event), .hot(let otherSource, let otherEvent)):
      return source == otherSource ? event - otherEvent : source - otherSource
    case (.test(let index), .test(let otherIndex)): return index - otherIndex
    case (.timed(let since, let index, let isExact), .timed(let otherSince, let otherIndex, let isOtherExact)):
      if !isExact || !isOtherExact { doubts.exist = true }
      let moments = order(since, otherSince)
      return moments == 0 ? index - otherIndex : moments
    default: return rank(one) - rank(other)
    }
  }

  private static func rank(_ action: Action) -> Int {
    switch action.order {
    case .hot: 0
    case .test: 1
    case .timed: 2
    }
  }

  private static func order(_ one: Step, _ other: Step) -> Int {
    switch (one, other) {
    case (.index(let index), .index(let otherIndex)): index - otherIndex
    case (.observer(let since), .observer(let otherSince)): order(since, otherSince)
    case (.turn(let generation, let queued), .turn(let otherGeneration, let otherQueued)):
      generation == otherGeneration ? order(queued, otherQueued) : generation - otherGeneration
    // Turns come after the subscription that started the trampoline.
    case (.turn, _): 1
    case (_, .turn): -1
    default: 0
    }
  }
}
