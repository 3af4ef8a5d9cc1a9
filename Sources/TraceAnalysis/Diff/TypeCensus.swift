import RxTrace

/// The numbers of objects of each type in two runs.
struct TypeCensus {
  private let left: Trace
  private let right: Trace
  private let onLeft: [String: Int]
  private let onRight: [String: Int]
  private let graphs: (left: StageGraph, right: StageGraph)

  init(_ left: Trace, _ right: Trace) {
    (self.left, self.right) = (left, right)
    graphs = (StageGraph(left), StageGraph(right))
    (onLeft, onRight) = (Self.count(left), Self.count(right))
  }

  private static func count(_ trace: Trace) -> [String: Int] {
    var counts: [String: Int] = [:]
    for object in trace.objects where isPartOfPipeline(object) { counts[object.typeName, default: 0] += 1 }
    return counts
  }

  private static func isPartOfPipeline(_ object: TracedObject) -> Bool {
    switch object.role {
    case .observable, .subject, .sink, .observer: true
    case .other, .disposable, .scheduler: false
    }
  }

  /// The name of the first object among these steps of whose type this run has more than the other. A sink has the name
  /// of the observable that made it, because that is what the program's source names.
  func firstSurplus(_ steps: [Int], onLeft isLeft: Bool) -> String? {
    let trace = isLeft ? left : right
    let graph = isLeft ? graphs.left : graphs.right
    let (here, there) = isLeft ? (onLeft, onRight) : (onRight, onLeft)
    let surplus = steps.lazy.compactMap { trace.steps[$0].object }.filter { object in
      let type = trace.objects[object].typeName
      return here[type, default: 0] > there[type, default: 0]
    }
    return surplus.first.map { trace.name(of: graph.owner(of: $0)) }
  }
}

/// The words for a difference.
enum Difference {
  private static let longest = 120

  /// A value; if it is long, only the part that differs from the other one.
  static func shown(_ value: String?, against other: String?) -> String {
    guard let value else { return "no value" }
    let text = value.hasSuffix("\n") ? String(value.dropLast()) : value
    guard text.utf8.count > longest, let other else { return oneLine(text) }
    let shared = zip(text, other).prefix { $0 == $1 }.count
    let start = max(shared - 20, 0)
    let part = oneLine(String(text.dropFirst(start).prefix(longest)))
    let rest = text.count - start - longest
    return (start > 0 ? "(\(start) characters)…" : "") + part + (rest > 0 ? "…(\(rest) more characters)" : "")
  }

  static func event(_ step: Step) -> String {
    let name = step.event?.rawValue ?? (step.kind == .closure ? "no error" : "no event")
    if let thrown = step.thrown { return "the error \(shown(thrown.text, against: nil))" }
    return name + (step.isDelivered ? "" : " (not delivered)")
  }
}
