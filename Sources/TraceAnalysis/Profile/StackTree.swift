import RxTrace

/// The stacks of stages in which the closures of a run were called, with their own times.
///
/// A frame is a stage: each call of Rx on a thread that belongs to another stage than the call around it adds one. The
/// outermost frame is the thread or queue.
struct StackTree {
  private struct Node {
    var parent: Int
    /// A stage, or, for an outermost node, a thread or queue.
    var frame: Int
    var depth: Int
    var own: UInt64 = 0
  }

  private struct Child: Hashable {
    var parent: Int
    var frame: Int
  }

  private var nodes: [Node] = []
  private var children: [Child: Int] = [:]
  /// For each thread, the nodes of the calls that are under way, outermost first.
  private var stacks: [[Int]] = []
  /// The nodes of closures that are under way, by the closures' numbers.
  private var closures: [Int: Int] = [:]

  /// The most frames of a stack. A deeper recursion keeps only its innermost frame.
  private static let deepest = 256

  /// - Parameters:
  ///   - frame: the stage of the newest step; nil if it has none.
  ///   - place: the thread or queue.
  mutating func take(_ run: Pipelines, _ frame: Int?, on place: Int) {
    let step = run.step
    guard step.kind != .output else { return }
    while stacks.count <= step.thread { stacks.append([]) }
    let depth = run.around.count
    if stacks[step.thread].count > depth { stacks[step.thread].removeLast(stacks[step.thread].count - depth) }
    let parent = stacks[step.thread].last ?? child(of: -1, place)
    let isSame = frame == nil || nodes[parent].parent >= 0 && nodes[parent].frame == frame
    let node = isSame ? parent : child(of: parent, frame!)
    stacks[step.thread].append(node)
    if step.kind == .closure { closures[step.number] = node }
  }

  mutating func add(_ closure: ClosureClock.Timed) {
    if let node = closures.removeValue(forKey: closure.number) { nodes[node].own += closure.own }
  }

  private mutating func child(of parent: Int, _ frame: Int) -> Int {
    let depth = parent < 0 ? 0 : nodes[parent].depth + 1
    if depth > Self.deepest { return child(of: nodes[parent].parent, frame) }
    let key = Child(parent: parent, frame: frame)
    if let known = children[key] { return known }
    nodes.append(Node(parent: parent, frame: frame, depth: depth))
    children[key] = nodes.count - 1
    return nodes.count - 1
  }

  /// The stacks in which closures took time: the thread or queue, the stages from the outermost on, and the nanoseconds.
  var timed: [(place: Int, stages: [Int], own: UInt64)] {
    nodes.indices.filter { nodes[$0].own > 0 }.map { node in
      var (stages, place) = ([Int](), node)
      while nodes[place].parent >= 0 {
        stages.append(nodes[place].frame)
        place = nodes[place].parent
      }
      return (nodes[place].frame, stages.reversed(), nodes[node].own)
    }
  }
}
