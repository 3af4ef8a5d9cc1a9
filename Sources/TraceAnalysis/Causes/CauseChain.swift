import RxTrace

/// Why a step happened: the calls that enclose it, the actions that were scheduled, the subscriptions that connected the
/// objects that it passed.
///
///     let chain = CauseChain(of: 20, in: trace)
///     for link in chain.event { print(link.relation.rawValue, trace.title(of: trace.steps[link.step])) }
///     // Prints: step AnonymousObserver#1 onNext closure
///     //         in AnonymousObserver#1.onCore
///     //         …
public struct CauseChain: Sendable {
  /// How a link follows from the one before it, which is nearer to the step in question.
  public enum Relation: String, Sendable {
    /// The step itself.
    case step
    /// The call that encloses the link before.
    case within = "in"
    /// The `schedule` that asked for the action before.
    case scheduledBy = "scheduled by"
    /// The subscription that connected an object of an earlier link.
    case subscribedBy = "subscribed by"
  }

  public struct Link: Equatable, Sendable {
    /// The position in ``Trace/steps``.
    public var step: Int
    public var relation: Relation
  }

  /// The calls from the step back to the outermost call that led to it.
  public private(set) var event: [Link] = []
  /// For each subscription that the event came through, from the `subscribe` back to the outermost call. Links that
  /// another chain shows already are left out.
  public private(set) var subscriptions: [[Link]] = []
  /// The observables and subjects on the way, in order of first appearance.
  public private(set) var pipeline: [ObjectID] = []

  /// - Parameter index: the step's position in ``Trace/steps``.
  public init(of index: Int, in trace: Trace) { self.init(of: index, in: trace, CauseTables(trace)) }

  init(of index: Int, in trace: Trace, _ tables: CauseTables) {
    let (subscribed, nesting) = (tables.subscribed, tables.nesting)
    var known: Set<Int> = []
    event = Self.climb(from: index, .step, trace, nesting, &known)
    var pending = [event]
    while let chain = pending.popLast() {
      for link in chain.reversed() {
        guard let step = subscribed.behind(trace.steps[link.step]), !known.contains(step) else {
          continue
        }
        let found = Self.climb(from: step, .subscribedBy, trace, nesting, &known)
        subscriptions.append(found)
        pending.append(found)
      }
    }
    pipeline = Self.pipeline(known, trace)
  }

  /// Follows causes outwards from a step. This ends, because causes and enclosing calls have smaller indices.
  private static func climb(
    from index: Int, _ relation: Relation, _ trace: Trace, _ nesting: CallNesting, _ known: inout Set<Int>
  ) -> [Link] {
    var links: [Link] = []
    var next: Link? = Link(step: index, relation: relation)
    while let link = next, known.insert(link.step).inserted {
      links.append(link)
      let step = trace.steps[link.step]
      if step.parent == nil, let cause = step.cause {
        next = Link(step: cause, relation: .scheduledBy)
      } else if let cause = step.cause, !nesting.isStep(step.index, within: cause) {
        next = Link(step: cause, relation: .scheduledBy)
      } else {
        next = step.parent.map { Link(step: $0, relation: .within) }
      }
    }
    return links
  }

  private static func pipeline(_ steps: Set<Int>, _ trace: Trace) -> [ObjectID] {
    let named = Set(steps.flatMap { [trace.steps[$0].object, trace.steps[$0].other] }.compactMap(\.self))
    return named.filter { [.observable, .subject].contains(trace.objects[$0].role) }.sorted()
  }
}

/// Tables that all chains of causes of a run share.
struct CauseTables {
  fileprivate let subscribed: SubscriptionSteps
  fileprivate let nesting: CallNesting

  init(_ trace: Trace) { (subscribed, nesting) = (SubscriptionSteps(trace), CallNesting(trace)) }
}

/// The steps that subscribed objects.
private struct SubscriptionSteps {
  private var steps: [ObjectID: [Int]] = [:]
  /// The sink or observer that a disposer ends.
  private var disposed: [ObjectID: ObjectID] = [:]

  init(_ trace: Trace) {
    for step in trace.steps where step.kind == .subscribe {
      if let observer = step.other { steps[observer, default: []].append(step.index) }
    }
    for object in trace.objects {
      for link in object.links where link.role == .lifetime { disposed[link.target] = object.id }
      for link in object.links where link.role == .subscriber { disposed[object.id] = link.target }
    }
  }

  /// The latest subscription before a step that put the step's object in place.
  func behind(_ step: Step) -> Int? {
    // A call that subscribes is a reason by itself.
    guard step.kind != .subscribe, step.kind != .run, let object = step.object else { return nil }
    return (steps[object] ?? disposed[object].flatMap { steps[$0] }).flatMap { Self.last(of: $0, before: step.index) }
  }

  private static func last(of steps: [Int], before index: Int) -> Int? {
    let place = steps.partitioningIndex { $0 >= index }
    return place > 0 ? steps[place - 1] : nil
  }
}
