import RxTrace

/// The order in which a tree's lines are written, and for each step the lines that pass by on its left.
struct TreeLayout {
  /// The levels from the outermost call's children down to a step.
  struct Levels {
    var count: Int
    /// For each level that is drawn, the step's own last, whether a sibling follows there. Deeper steps show a number
    /// instead, because drawing every level of a deep recursion takes quadratic space.
    var innermost: ArraySlice<Bool>
  }

  private let mostDrawn: Int
  private let trace: Trace
  private let folding: TreeFolding
  /// For each step, whether another of the same parent follows.
  private let hasNextSibling: [Bool]
  /// Step indices, each outermost call followed by all that it encloses; nil if that is the order of the run.
  private let order: [Int]?

  /// - Parameter mostDrawn: the most levels that are drawn.
  init(_ trace: Trace, _ folding: TreeFolding, mostDrawn: Int) {
    self.trace = trace
    self.folding = folding
    self.mostDrawn = mostDrawn
    hasNextSibling = Self.siblings(trace, folding)
    order = trace.threads.count > 1 ? Self.groupedOrder(trace) : nil
  }

  /// Gives every step that is shown to `body`, in the order in which their lines are written.
  func visit(_ body: (Step, Levels) throws -> Void) rethrows {
    var path: [Int] = []
    // For each level of the path below the outermost call, whether a sibling follows.
    var follows: [Bool] = []
    for position in trace.steps.indices {
      let index = order?[position] ?? position
      if folding.isHidden[index] { continue }
      let step = trace.steps[index]
      let parent = folding.parent(of: step.index)
      while let last = path.last, last != parent { path.removeLast() }
      follows.removeLast(follows.count - max(path.count - 1, 0))
      if !path.isEmpty { follows.append(hasNextSibling[step.index]) }
      path.append(step.index)
      try body(step, Levels(count: follows.count, innermost: follows.suffix(mostDrawn)))
    }
  }

  private static func siblings(_ trace: Trace, _ folding: TreeFolding) -> [Bool] {
    var follows = [Bool](repeating: false, count: trace.steps.count)
    var latestChild = [Int](repeating: -1, count: trace.steps.count)
    for step in trace.steps.indices where !folding.isHidden[step] {
      guard let parent = folding.parent(of: step) else { continue }
      if latestChild[parent] >= 0 { follows[latestChild[parent]] = true }
      latestChild[parent] = step
    }
    return follows
  }

  /// Gathers the steps of each outermost call; a parent always stands before its children.
  private static func groupedOrder(_ trace: Trace) -> [Int] {
    var rootOf = [Int](repeating: 0, count: trace.steps.count)
    var sizes = [Int](repeating: 0, count: trace.steps.count)
    for step in trace.steps.indices {
      rootOf[step] = trace.steps[step].parent.map { rootOf[$0] } ?? step
      sizes[rootOf[step]] += 1
    }
    var next = 0
    var place = sizes.map { size in
      defer { next += size }
      return next
    }
    var order = [Int](repeating: 0, count: trace.steps.count)
    for index in order.indices {
      order[place[rootOf[index]]] = index
      place[rootOf[index]] += 1
    }
    return order
  }
}
