import RxTrace

/// The ways of elements to some stages: how far each element came, and why no further. Steps are given by number.
struct ValueJourney {
  enum Ending: Equatable {
    /// The element, or an element that was made of it, came to one of the stages asked for.
    case arrived(Int)
    /// The element came to the end of a pipeline that does not lead to one of those stages.
    case consumed(Int)
    /// The element went no further than to this step.
    case stopped(Int, Obstacle)

    var isArrival: Bool { if case .arrived = self { true } else { false } }
  }

  private let accounts: [Int: Elements.Account]
  private let targets: Set<ObjectID>
  private let leading: Set<ObjectID>

  /// - Parameters:
  ///   - steps: the steps at which the elements are given or sent.
  ///   - targets: the stages that the elements are expected at.
  ///   - leading: the targets, and the stages that feed them.
  init(
    of steps: Set<Int>, in trace: Trace, _ parts: StageParts, to targets: Set<ObjectID>, leading: Set<ObjectID>
  ) {
    (self.targets, self.leading) = (targets, leading)
    accounts = Elements(of: steps, in: trace, parts, leading: leading).accounts
  }

  /// The steps at which one of the elements goes on. They do not count as other times at which a value was sent.
  var continued: Set<Int> { Set(accounts.values.lazy.flatMap(\.next)) }

  /// How far the element of a step came: on the way that arrived, or else on the last one that was stopped.
  func ending(from step: Int) -> Ending {
    var visited: Set<Int> = []
    var (stopped, consumed): (Ending?, Ending) = (nil, .consumed(step))
    // Without recursion, because a way may have any length.
    var pending = [step]
    while let number = pending.popLast() {
      guard visited.insert(number).inserted, let account = accounts[number] else { continue }
      guard number == step || leading.contains(account.stage) else { continue }
      if targets.contains(account.stage), isArrival(account) { return .arrived(number) }
      if let obstacle = account.obstacle { stopped = .stopped(number, obstacle) }
      if account.next.isEmpty { consumed = .consumed(number) }
      pending += account.next.reversed()
    }
    return stopped ?? consumed
  }

  /// The stages asked for that the element of a step reached, or an element made of it; each with the first such step.
  func arrivals(from step: Int) -> [ObjectID: Int] {
    var visited: Set<Int> = []
    var found: [ObjectID: Int] = [:]
    var pending = [step]
    while let number = pending.popLast() {
      guard visited.insert(number).inserted, let account = accounts[number] else { continue }
      guard number == step || leading.contains(account.stage) else { continue }
      if targets.contains(account.stage), isArrival(account) {
        found[account.stage] = min(found[account.stage] ?? number, number)
      }
      pending += account.next
    }
    return found
  }

  /// Whether a stage has had an element: it was given the element, or sent it.
  private func isArrival(_ account: Elements.Account) -> Bool {
    switch account.obstacle {
    case .ended, .disposed: false
    default: true
    }
  }
}
