/// The steps that a tree leaves out because they repeat the steps right before them.
///
/// Adjacent subtrees of one call that differ only in their values are folded into the first of them, which then stands
/// for all; so are short patterns that alternate (a b a b …). An error is never part of a repeat. A few repeats are not
/// folded, because reading them is easier than interpreting a count.
///
///     let folding = TreeFolding(trace)
///     folding.repeats[7]?.count
///     // Result: 1000, where steps 8, 9, … differ from step 7 only in their values
struct TreeFolding {
  /// How often a subtree repeats, and whether it alternates with its neighbours.
  struct Repeat: Equatable {
    var count: Int
    var isInTurn: Bool
  }

  /// For each step whether it is left out.
  private(set) var isHidden: [Bool]
  /// For the first of each group of repeats how many there are.
  private(set) var repeats: [Int: Repeat] = [:]
  /// For each step that stands for several the values that they had.
  private(set) var values: [Int: ValueRange] = [:]

  private static let fewestRepeats = 4
  private static let longestPattern = 8

  private let trace: Trace

  init(_ trace: Trace, isOff: Bool = false) {
    self.trace = trace
    isHidden = [Bool](repeating: false, count: trace.steps.count)
    guard !isOff else { return }
    let siblings = Siblings(trace)
    let shapes = Shapes(trace, siblings).identifiers
    // From the last step to the first, because inner calls come after the calls that enclose them.
    for parent in trace.steps.indices.reversed() { fold(siblings.children(of: parent), shapes, siblings) }
    fold(siblings.roots, shapes, siblings)
    hideDescendants()
  }

  private mutating func fold(_ steps: [Int], _ shapes: [Int], _ siblings: Siblings) {
    guard steps.count >= Self.fewestRepeats else { return }
    var start = 0
    while start + Self.fewestRepeats <= steps.count {
      guard let (period, count) = Self.pattern(in: steps, at: start, shapes) else {
        start += 1
        continue
      }
      for offset in 0..<period {
        repeats[steps[start + offset]] = Repeat(count: count, isInTurn: period > 1)
        for index in 1..<count {
          let repeated = steps[start + index * period + offset]
          merge(repeated, into: steps[start + offset], siblings)
          isHidden[repeated] = true
        }
      }
      start += period * count
    }
  }

  /// The shortest pattern that begins at `start` and is repeated often enough.
  private static func pattern(in steps: [Int], at start: Int, _ shapes: [Int]) -> (period: Int, count: Int)? {
    for period in 1...longestPattern where start + period * fewestRepeats <= steps.count {
      var end = start + period
      while end < steps.count, shapes[steps[end]] == shapes[steps[end - period]] { end += 1 }
      let count = (end - start) / period
      if count >= fewestRepeats { return (period, count) }
    }
    return nil
  }

  /// Adds the values of a subtree to those of one of the same shape; both are folded alike inside.
  private mutating func merge(_ repeated: Int, into first: Int, _ siblings: Siblings) {
    var pending = [(repeated, first)]
    while let (from, to) = pending.popLast() {
      if trace.steps[to].value != nil {
        let range = values[to] ?? ValueRange(trace.steps[to])
        values[to] = range.joined(values[from] ?? ValueRange(trace.steps[from]))
      }
      let shown = [from, to].map { siblings.children(of: $0).filter { !isHidden[$0] } }
      pending += zip(shown[0], shown[1])
    }
  }

  private mutating func hideDescendants() {
    for step in trace.steps {
      if let parent = step.parent, isHidden[parent] { isHidden[step.index] = true }
    }
  }
}

/// The values of steps that were folded into one: all the same, or numbers between two, or a first and a last one.
struct ValueRange {
  private var first: TracedValue
  private var last: TracedValue
  private var isUniform = true
  /// The smallest and the largest, if all are numbers.
  private var numbers: (lowest: Double, highest: Double)?
  private var extremes: (lowest: TracedValue, highest: TracedValue)

  init(_ step: Step) {
    let text = step.value?.text ?? ""
    let line = step.kind == .output && text.hasSuffix("\n") ? String(text.dropLast()) : text
    first = TracedValue(text: line, isComplete: step.value?.isComplete ?? true)
    last = first
    extremes = (first, first)
    if let number = Double(line), number.isFinite { numbers = (number, number) }
  }

  func joined(_ next: ValueRange) -> ValueRange {
    var range = self
    range.last = next.last
    range.isUniform = isUniform && next.isUniform && first == next.first
    guard let known = numbers, let other = next.numbers else {
      range.numbers = nil
      return range
    }
    range.numbers = (min(known.lowest, other.lowest), max(known.highest, other.highest))
    if other.lowest < known.lowest { range.extremes.lowest = next.extremes.lowest }
    if other.highest > known.highest { range.extremes.highest = next.extremes.highest }
    return range
  }

  /// One value if all are the same, otherwise the two ends.
  var ends: [TracedValue] {
    if isUniform { return [first] }
    return numbers == nil ? [first, last] : [extremes.lowest, extremes.highest]
  }
}

/// For each step those that it encloses directly, in order.
private struct Siblings {
  private(set) var roots: [Int] = []
  private var firstChild: [Int]
  private var nextSibling: [Int]

  init(_ trace: Trace) {
    firstChild = [Int](repeating: -1, count: trace.steps.count)
    nextSibling = firstChild
    for step in trace.steps.reversed() {
      guard let parent = step.parent else {
        roots.append(step.index)
        continue
      }
      nextSibling[step.index] = firstChild[parent]
      firstChild[parent] = step.index
    }
    roots.reverse()
  }

  func children(of parent: Int) -> [Int] {
    var children: [Int] = []
    var child = firstChild[parent]
    while child >= 0 {
      children.append(child)
      child = nextSibling[child]
    }
    return children
  }
}

/// Gives subtrees that differ only in their values the same number.
private struct Shapes {
  private(set) var identifiers: [Int]

  private struct Shape: Hashable {
    var call: Call
    var children: [Int]
  }

  private struct Call: Hashable {
    var kind: StepKind
    var event: EventKind?
    var object: ObjectID?
    var other: ObjectID?
    var isDelivered: Bool
    var thread: Int
    var queue: String?
    var site: SourceLine?
    var scheduler: ObjectID?
    var schedulingThread: Int?

    init(_ step: Step, _ trace: Trace) {
      (kind, event, object, other) = (step.kind, step.event, step.object, step.other)
      (isDelivered, thread, queue, site) = (step.isDelivered, step.thread, step.queue, step.site)
      scheduler = step.cause.flatMap { trace.steps[$0].object }
      schedulingThread = step.cause.map { trace.steps[$0].thread }
    }
  }

  init(_ trace: Trace, _ siblings: Siblings) {
    identifiers = [Int](repeating: 0, count: trace.steps.count)
    var known: [Shape: Int] = [:]
    for step in trace.steps.reversed() {
      // An error is unlike anything else, and so are the calls that enclose it.
      guard step.event != .error && step.thrown == nil else {
        identifiers[step.index] = -1 - step.index
        continue
      }
      let shape = Shape(
        call: Call(step, trace), children: siblings.children(of: step.index).map { identifiers[$0] })
      identifiers[step.index] = known[shape] ?? known.count + 1
      known[shape] = identifiers[step.index]
    }
  }
}
