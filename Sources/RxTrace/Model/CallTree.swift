/// The steps that each step of a run encloses directly, in order.
package struct CallTree {
  /// The outermost steps of all threads, in the order of the run.
  package private(set) var roots: [Int] = []
  private var firstChild: [Int32] = []
  private var nextSibling: [Int32] = []

  /// An empty tree.
  package init() {}

  package init(_ trace: Trace) {
    self.init(count: trace.steps.count) { trace.steps[$0].parent }
  }

  /// - Parameters:
  ///   - parent: the step that encloses a step directly; nil for an outermost one.
  ///   - isLeftOut: whether a step does not belong to the tree.
  package init(count: Int, parent: (Int) -> Int?, isLeftOut: (Int) -> Bool = { _ in false }) {
    firstChild = [Int32](repeating: -1, count: count)
    nextSibling = firstChild
    for step in (0..<count).reversed() where !isLeftOut(step) {
      guard let parent = parent(step) else {
        roots.append(step)
        continue
      }
      nextSibling[step] = firstChild[parent]
      firstChild[parent] = Int32(step)
    }
    roots.reverse()
  }

  package func children(of parent: Int) -> [Int] {
    var children: [Int] = []
    var child = firstChild(of: parent)
    while let known = child {
      children.append(known)
      child = next(after: known)
    }
    return children
  }

  package func firstChild(of parent: Int) -> Int? { firstChild[parent] < 0 ? nil : Int(firstChild[parent]) }

  /// The next step that the same call encloses.
  package func next(after step: Int) -> Int? { nextSibling[step] < 0 ? nil : Int(nextSibling[step]) }
}
