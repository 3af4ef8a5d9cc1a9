import RxTrace

/// The objects that take part in a chain: which exist at each of its steps, and which hold which.
struct ChainObjects {
  struct Node {
    var object: TracedObject
    /// The number of the step during which the object was made; 1 for an object that existed before.
    var since: Int
    /// The number of the step by which the object has been disposed.
    var disposed: Int?
  }

  struct Edge {
    /// Positions in ``nodes``.
    var holder: Int
    var held: Int
    /// The properties that hold the other object: `observer`, or `parent, sink`.
    var properties: String
  }

  private(set) var nodes: [Node] = []
  private(set) var edges: [Edge] = []
  private var places: [ObjectID: Int] = [:]

  /// The most objects in a readable picture. The objects that steps name come first.
  private static let limit = 18

  /// - Parameter steps: the steps that the chain shows, in order.
  init(of steps: [Step], in trace: Trace) {
    let named = steps.flatMap { [$0.object, $0.other].compactMap(\.self) }
    for object in Self.reachable(from: named, in: trace).prefix(Self.limit) {
      guard let since = Self.firstStep(with: trace.objects[object], steps, trace) else { continue }
      places[object] = nodes.count
      nodes.append(
        Node(object: trace.objects[object], since: since, disposed: Self.disposal(of: object, steps, trace)))
    }
    for (place, node) in nodes.enumerated() {
      for link in node.object.links {
        guard let target = places[link.target], target != place else { continue }
        if let known = edges.firstIndex(where: { $0.holder == place && $0.held == target }) {
          edges[known].properties += ", " + link.name
        } else {
          edges.append(Edge(holder: place, held: target, properties: link.name))
        }
      }
    }
  }

  func place(of object: ObjectID?) -> Int? { object.flatMap { places[$0] } }

  /// The first step at which one object can hold the other.
  func since(_ edge: Edge) -> Int { max(nodes[edge.holder].since, nodes[edge.held].since) }

  /// The objects themselves, then the objects that they hold, nearest first.
  private static func reachable(from named: [ObjectID], in trace: Trace) -> [ObjectID] {
    var found: [ObjectID] = []
    var known: Set<ObjectID> = []
    for object in named where known.insert(object).inserted { found.append(object) }
    var position = 0
    while position < found.count {
      for link in trace.objects[found[position]].links where known.insert(link.target).inserted {
        found.append(link.target)
      }
      position += 1
    }
    return found
  }

  /// The step of the chain during which an object is first disposed; nil if it is disposed later or never.
  private static func disposal(of object: ObjectID, _ steps: [Step], _ trace: Trace) -> Int? {
    guard let last = steps.last,
      let disposal = trace.steps[...last.index].first(where: { $0.kind == .dispose && $0.object == object })
    else { return nil }
    return max(1, steps.count { $0.index <= disposal.index })
  }

  /// The last step that had begun when an object was made; nil if the object was made after the chain.
  private static func firstStep(with object: TracedObject, _ steps: [Step], _ trace: Trace) -> Int? {
    let place = steps.firstIndex { step in
      let next = step.index + 1
      let isNamed = step.object == object.id || step.other == object.id
      return isNamed || next >= trace.steps.count || object.knownSince < trace.steps[next].time
    }
    return place.map { $0 + 1 }
  }
}
