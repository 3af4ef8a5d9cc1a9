import RxTrace

/// The steps that a tree leaves out because they repeat other steps of the same call.
///
/// Subtrees of one call that differ only in their values and in the numbers of their objects are folded into the first
/// of them, which then stands for all: if they are adjacent, if short patterns alternate (a b a b …), and if a few shapes
/// follow one another many times in no fixed order. An error is never part of a repeat. A few repeats are not folded,
/// because reading them is easier than interpreting a count.
///
///     let folding = TreeFolding(run)
///     folding.repeats[7]?.counts
///     // Result: 1000...1000, where steps 8, 9, … differ from step 7 only in their values
struct TreeFolding {
  /// How often a subtree repeats, and in which order with its neighbours.
  struct Repeat: Equatable {
    /// The fewest and the most repeats within each of the calls that a folded call stands for.
    var counts: ClosedRange<Int>
    var order: Order

    enum Order { case adjacent, inTurn, mixed }
  }

  /// The calls that enclose each step in the tree.
  let disposals: FoldedDisposals
  /// For each step, whether it is left out.
  private(set) var isHidden: [Bool]
  /// For the first of each group of repeats how many there are.
  private(set) var repeats: [Int: Repeat] = [:]
  /// For each step that stands for several the values that they had.
  private(set) var values: [Int: ValueRange] = [:]
  /// For each step that stands for several the objects that they are about, if those are several.
  private(set) var objects: [Int: OrdinalRange] = [:]
  private(set) var others: [Int: OrdinalRange] = [:]
  /// The steps that stand for steps on several threads.
  private(set) var areOnSeveralThreads: Set<Int> = []

  private static let fewestRepeats = 4
  private static let longestPattern = 8
  /// The fewest subtrees among which equal ones are folded although they follow no pattern.
  private static let fewestMixed = 16

  private let trace: Trace
  private let siblings: CallTree
  /// For each step, the number of its shape, with what is folded within it.
  private var shapes: [Int] = []

  init(_ run: LocatedTrace, isOff: Bool = false, showsDisposals: Bool = true) {
    trace = run.trace
    disposals = FoldedDisposals(trace, isOff: showsDisposals)
    isHidden = disposals.isFolded
    guard !isOff else {
      siblings = CallTree()
      return
    }
    let (parents, isFolded) = (disposals.parents, disposals.isFolded)
    siblings = CallTree(
      count: parents.count, parent: { parents[$0] < 0 ? nil : Int(parents[$0]) }, isLeftOut: { isFolded[$0] })
    shapes = [Int](repeating: 0, count: trace.steps.count)
    var known = CallShapes(trace, origins: run.origins)
    // The steps are visited from the last to the first, because inner calls come after the calls that enclose them.
    for step in trace.steps.indices.reversed() where !isHidden[step] {
      let children = fold(siblings.children(of: step))
      shapes[step] = known.shape(of: step, children: children)
    }
    _ = fold(siblings.roots)
    hideDescendants()
  }

  /// The nearest enclosing call that the tree shows; nil for an outermost one.
  func parent(of step: Int) -> Int? { disposals.parents[step] < 0 ? nil : Int(disposals.parents[step]) }

  /// Folds the repeats among the calls that one call encloses.
  /// - Returns: the shapes of the calls that remain, and of the groups that stand for several.
  private mutating func fold(_ steps: [Int]) -> [Int] {
    guard steps.count >= Self.fewestRepeats else { return steps.map { shape($0) } }
    foldPatterns(steps)
    let remaining = steps.filter { !isHidden[$0] }
    return remaining.count < Self.fewestMixed ? remaining.map { shape($0) } : foldMixed(remaining)
  }

  /// The shape of a call or of a group of calls that repeat.
  private func shape(_ step: Int) -> Int { shapes[step] * 2 + (repeats[step] == nil ? 0 : 1) }

  private mutating func foldPatterns(_ steps: [Int]) {
    var start = 0
    while start + Self.fewestRepeats <= steps.count {
      guard let (period, count) = pattern(in: steps, at: start) else {
        start += 1
        continue
      }
      for offset in 0..<period {
        let first = steps[start + offset]
        repeats[first] = Repeat(counts: count...count, order: period > 1 ? .inTurn : .adjacent)
        for index in 1..<count { hide(steps[start + index * period + offset], behind: first) }
      }
      start += period * count
    }
  }

  /// The shortest pattern that begins at `start` and is repeated often enough.
  private func pattern(in steps: [Int], at start: Int) -> (period: Int, count: Int)? {
    for period in 1...Self.longestPattern where start + period * Self.fewestRepeats <= steps.count {
      var end = start + period
      while end < steps.count, shapes[steps[end]] == shapes[steps[end - period]] { end += 1 }
      let count = (end - start) / period
      if count >= Self.fewestRepeats { return (period, count) }
    }
    return nil
  }

  /// Folds equal calls that follow one another in no fixed order, but none across an error.
  private mutating func foldMixed(_ steps: [Int]) -> [Int] {
    var remaining: [Int] = []
    for stretch in steps.split(whereSeparator: { shapes[$0] < 0 }) {
      mix(stretch)
      remaining += stretch.filter { !isHidden[$0] }.map { shape($0) }.sorted()
    }
    return remaining + steps.filter { shapes[$0] < 0 }.map { shape($0) }
  }

  private mutating func mix(_ steps: ArraySlice<Int>) {
    guard steps.count >= Self.fewestMixed else { return }
    let groups = Dictionary(grouping: steps, by: { shape($0) })
    for group in groups.values {
      let counts = group.map { repeats[$0]?.counts.upperBound ?? 1 }
      let count = counts.reduce(0, +)
      guard group.count > 1, count >= Self.fewestRepeats else { continue }
      for step in group.dropFirst() { hide(step, behind: group[0]) }
      repeats[group[0]] = Repeat(counts: count...count, order: .mixed)
    }
  }

  private mutating func hide(_ repeated: Int, behind first: Int) {
    isHidden[repeated] = true
    var pending = [(repeated, first)]
    while let (from, to) = pending.popLast() {
      note(from, in: to)
      let start = pending.count
      addChildren(of: from, to, to: &pending)
      for place in start..<pending.count { join(pending[place].0, pending[place].1) }
    }
  }

  /// Adds the calls within two calls of one shape, in pairs: groups in no fixed order may begin in another order.
  private func addChildren(of first: Int, _ second: Int, to pairs: inout [(Int, Int)]) {
    let start = pairs.count
    var (one, other) = (shownFrom(siblings.firstChild(of: first)), shownFrom(siblings.firstChild(of: second)))
    while let left = one, let right = other {
      guard shapes[left] == shapes[right] else {
        pairs.removeSubrange(start...)
        pairs += zip(shownByShape(within: first), shownByShape(within: second))
        return
      }
      pairs.append((left, right))
      (one, other) = (shownFrom(siblings.next(after: left)), shownFrom(siblings.next(after: right)))
    }
  }

  /// The step itself, or the next one in its call, that is shown.
  private func shownFrom(_ step: Int?) -> Int? {
    var step = step
    while let hidden = step, isHidden[hidden] { step = siblings.next(after: hidden) }
    return step
  }

  private func shownByShape(within step: Int) -> [Int] {
    siblings.children(of: step).filter { !isHidden[$0] }.sorted { shapes[$0] < shapes[$1] }
  }

  private mutating func join(_ from: Int, _ to: Int) {
    guard let other = repeats[from]?.counts, let own = repeats[to]?.counts else { return }
    repeats[to]!.counts = min(own.lowerBound, other.lowerBound)...max(own.upperBound, other.upperBound)
  }

  /// Adds the values and the objects of a step to those of the step that stands for it.
  private mutating func note(_ from: Int, in to: Int) {
    if trace.steps[to].value != nil {
      let range = values[from] ?? ValueRange(trace.steps[from])
      // The range is changed in place, because it has several strings, and a step may stand for thousands.
      values[to, default: ValueRange(trace.steps[to])].join(range)
    }
    // Only the fields are read, because a copy of a step retains its strings.
    if trace.steps[from].object != trace.steps[to].object || objects[from] != nil {
      Self.add(
        ordinals(objects, from, trace.steps[from].object), ordinals(objects, to, trace.steps[to].object),
        &objects[to])
    }
    if trace.steps[from].other != trace.steps[to].other || others[from] != nil {
      Self.add(
        ordinals(others, from, trace.steps[from].other), ordinals(others, to, trace.steps[to].other), &others[to])
    }
    if trace.steps[from].thread != trace.steps[to].thread || areOnSeveralThreads.contains(from) {
      areOnSeveralThreads.insert(to)
    }
  }

  private func ordinals(_ known: [Int: OrdinalRange], _ step: Int, _ object: ObjectID?) -> OrdinalRange? {
    known[step] ?? object.map { OrdinalRange(trace.objects[$0].ordinal) }
  }

  private static func add(_ from: OrdinalRange?, _ to: OrdinalRange?, _ place: inout OrdinalRange?) {
    guard let from, var to, from != to else { return }
    to.add(from)
    place = to
  }

  private mutating func hideDescendants() {
    for step in trace.steps.indices {
      let parent = Int(disposals.parents[step])
      if parent >= 0, isHidden[parent] { isHidden[step] = true }
    }
  }
}
