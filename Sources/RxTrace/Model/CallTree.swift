/// For each step of a run those that it encloses directly, in order.
struct CallTree {
  /// The outermost steps of all threads, in the order of the run.
  let roots: [Int]
  private let firstChild: [Int32]
  private let nextSibling: [Int32]

  init(_ trace: Trace) {
    var roots: [Int] = []
    var first = [Int32](repeating: -1, count: trace.steps.count)
    var next = first
    for step in trace.steps.reversed() {
      guard let parent = step.parent else {
        roots.append(step.index)
        continue
      }
      next[step.index] = first[parent]
      first[parent] = Int32(step.index)
    }
    self.roots = roots.reversed()
    (firstChild, nextSibling) = (first, next)
  }

  func children(of parent: Int) -> [Int] {
    var children: [Int] = []
    var child = firstChild[parent]
    while child >= 0 {
      children.append(Int(child))
      child = nextSibling[Int(child)]
    }
    return children
  }
}
