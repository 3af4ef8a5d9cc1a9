/// Where something happens in a run: at a tick of the clock, and at a place among all that happens in that tick.
///
/// Actions of one tick run in the order in which they were scheduled. What an action leads to is a tree: each event has
/// its place in what caused it. A subscription that starts the current thread's trampoline puts off what is scheduled
/// within it to turns, which follow when all of the subscription is done.
final class Moment {
  /// Something that the virtual scheduler runs.
  final class Action {
    fileprivate enum Order {
      /// Scheduled when the sources were made, before everything else.
      case hot(source: Int, event: Int)
      /// The test's own: the subscription, then the disposal.
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
    /// A hot source tells its observers in the order in which they came.
    case observer(since: Moment)
    case turn(generation: Int, queued: Moment)
  }

  private struct Trampoline {
    /// How much of the path leads to the subscription that started it.
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

  /// The `index`th thing that what happens here leads to.
  func then(_ index: Int) -> Moment {
    Moment(tick: tick, action: action, path: path + [.index(index)], trampoline: trampoline, doubts: doubts)
  }

  /// What an operator sends before it does something more.
  var first: Moment { then(0) }

  /// What an operator does after it has sent something, with all that this led to.
  var afterwards: Moment { then(1) }

  /// The same moment, as one at which a sequence of the engine is subscribed to.
  var subscribing: Moment {
    let started = trampoline ?? Trampoline(depth: path.count, generation: 0)
    return Moment(tick: tick, action: action, path: path, trampoline: started, doubts: doubts)
  }

  /// The turn that the trampoline gives to what is scheduled here.
  var turn: Moment {
    let now = subscribing
    let generation = now.trampoline!.generation + 1
    return Moment(
      tick: tick, action: action,
      path: path.prefix(now.trampoline!.depth) + [.turn(generation: generation, queued: now)],
      trampoline: Trampoline(depth: now.trampoline!.depth, generation: generation), doubts: doubts)
  }

  /// When an action runs that is scheduled here.
  /// - Parameter isExact: whether this is the very moment at which the engine schedules it. Where it is not, nothing is
  ///   known of its order among the actions of its tick.
  func after(_ ticks: Int, index: Int = 0, isExact: Bool = true) -> Moment {
    let action = Action(.timed(since: self, index: index, isExact: isExact))
    return Moment(tick: tick + ticks, action: action, doubts: doubts)
  }

  /// When a hot source that was subscribed to here gives this observer an event that it sends in `action`.
  func sent(at tick: Int, by action: Action) -> Moment {
    Moment(tick: tick, action: action, path: [.observer(since: self)], trampoline: nil, doubts: doubts)
  }
}

/// Whether two moments had to be told apart of which nobody knows the order.
final class Doubts {
  var areThere = false
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
      if !isExact || !isOtherExact { doubts.areThere = true }
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
    // Turns come when the subscription that started the trampoline is done.
    case (.turn, _): 1
    case (_, .turn): -1
    default: 0
    }
  }
}
