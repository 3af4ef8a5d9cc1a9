import RxTrace

/// The calls that a tree shows, in which a chain of disposals is one call.
///
/// Disposing a subscription disposes what it holds, and so on, in calls in which nothing else happens. The outermost
/// call of such a chain stands for all of it. Any other call that a disposal encloses, such as a closure of the user's,
/// stays and stands under that outermost one.
struct FoldedDisposals {
  /// For each step, the nearest enclosing call that is shown; -1 for an outermost one.
  private(set) var parents: [Int32]
  /// For each step, whether it is a disposal within another one's chain.
  private(set) var isFolded: [Bool]
  /// For the outermost call of each chain the objects that the calls within it dispose, in order.
  private(set) var disposed: [Int: [ObjectID]] = [:]

  /// - Parameter isOff: whether each disposal is shown.
  init(_ trace: Trace, isOff: Bool = false) {
    parents = trace.steps.indices.map { Int32(truncatingIfNeeded: trace.steps[$0].parent ?? -1) }
    isFolded = [Bool](repeating: false, count: trace.steps.count)
    guard !isOff else { return }
    // Only the fields are read, because a copy of a step retains its strings.
    for step in trace.steps.indices {
      guard let parent = trace.steps[step].parent else { continue }
      let shown = isFolded[parent] ? Int(parents[parent]) : parent
      parents[step] = Int32(truncatingIfNeeded: shown)
      guard trace.steps[step].kind == .dispose, trace.steps[step].thrown == nil, trace.steps[shown].kind == .dispose
      else { continue }
      isFolded[step] = true
      if let object = trace.steps[step].object { disposed[shown, default: []].append(object) }
    }
  }
}
