import RxTrace

/// The stages of the program's pipelines that a chain's steps pass, with the program's names, and the event's place at
/// each step.
struct ChainStages {
  struct Stage {
    /// The name: `map`.
    var name: String
    /// The name with its place: `map (first-look.swift:4)`.
    var title: String
    /// The column, from the sources on the left to the observers on the right.
    var column = 0
    /// The row among the stages of the column, from 0.
    var row = 0
    /// The number of the step by which all of the stage is disposed; nil if some of it is left at the end.
    var gone: Int?
  }

  /// The place of the event: at a stage, or on its way from one stage to another.
  struct Position: Equatable {
    var stage: Int
    var next: Int?
  }

  private(set) var stages: [Stage] = []
  /// Positions in ``stages``, in the direction of the events.
  private(set) var edges: [(from: Int, to: Int)] = []
  private let trace: Trace
  private let names: ProgramNames
  /// The stage of an object's owner.
  private var places: [ObjectID: Int] = [:]

  /// The most stages of a pipeline that a picture can show readably.
  private static let limit = 16

  /// - Parameter steps: the steps that the chain shows, in order.
  init(of steps: [Step], in run: Evidence) {
    trace = run.trace
    names = run.program.value
    let connections = Self.connections(trace, names)
    let shown = Set(steps.flatMap { [$0.object, $0.other].compactMap(\.self) }.map(names.owner))
    let owners = Self.connected(shown, connections)
    add(owners)
    for (from, to) in connections {
      guard let from = places[from], let to = places[to], from != to else { continue }
      if !edges.contains(where: { $0 == (from, to) }) { edges.append((from, to)) }
    }
    if stages.count > Self.limit { (stages, edges, places) = ([], [], [:]) }
    arrange()
    for place in stages.indices { stages[place].gone = disposal(of: place, steps) }
  }

  // MARK: Stages

  /// The subscriptions between owners of objects: each from the source to its subscriber.
  private static func connections(_ trace: Trace, _ names: ProgramNames) -> [(from: ObjectID, to: ObjectID)] {
    var found: [(from: ObjectID, to: ObjectID)] = []
    var known: Set<[ObjectID]> = []
    for step in trace.steps {
      guard [.subscribeClosures, .subscribeHandler, .subscribe].contains(step.kind),
        let source = step.object.map(names.owner), let observer = step.other.map(names.owner), source != observer,
        [.observable, .subject].contains(trace.objects[source].role),
        [.observable, .subject, .observer].contains(trace.objects[observer].role),
        known.insert([source, observer]).inserted
      else { continue }
      found.append((source, observer))
    }
    return found
  }

  /// The owners that are connected with the shown ones, directly or through others, in the order of the connections.
  private static func connected(
    _ shown: Set<ObjectID>, _ connections: [(from: ObjectID, to: ObjectID)]
  ) -> [ObjectID] {
    var reached = shown
    var count = 0
    while count != reached.count {
      count = reached.count
      for (from, to) in connections where reached.contains(from) || reached.contains(to) {
        reached.formUnion([from, to])
      }
    }
    var seen: Set<ObjectID> = []
    return connections.flatMap { [$0.from, $0.to] }.filter { reached.contains($0) && seen.insert($0).inserted }
  }

  /// Adds the stages; objects that one call of the program made are one stage.
  private mutating func add(_ owners: [ObjectID]) {
    var byCall: [SourceCall: Int] = [:]
    for owner in owners {
      let call = names.call(of: owner)
      if let known = call.flatMap({ byCall[$0] }) {
        places[owner] = known
        continue
      }
      places[owner] = stages.count
      if let call { byCall[call] = stages.count }
      stages.append(Stage(name: names.label(of: owner), title: names.name(of: owner)))
    }
  }

  // MARK: Columns

  private mutating func arrange() {
    let last = stages.indices.map { distanceToEnd($0, []) }.max() ?? 0
    var rows: [Int: Int] = [:]
    for place in stages.indices {
      let column = last - distanceToEnd(place, [])
      stages[place].column = column
      stages[place].row = rows[column, default: 0]
      rows[column, default: 0] += 1
    }
  }

  /// - Parameter path: The stages on the path, because a pipeline may feed itself.
  private func distanceToEnd(_ stage: Int, _ path: Set<Int>) -> Int {
    let path = path.union([stage])
    let next = edges.filter { $0.from == stage && !path.contains($0.to) }
    return next.map { distanceToEnd($0.to, path) + 1 }.max() ?? 0
  }

  // MARK: Steps

  private func stage(of object: ObjectID?) -> Int? { object.flatMap { places[names.owner(of: $0)] } }

  /// The place of a step. A step without a stage, such as a scheduler's call, has the place of the first step within it
  /// that has a stage, or else of the nearest enclosing step.
  func position(of step: Step) -> Position? {
    var current: Step? = stage(of: step.object) == nil ? inner(of: step) ?? step : step
    while let call = current {
      if let stage = stage(of: call.object) {
        let next = call.kind == .forwardOn ? self.stage(of: call.other) : nil
        return Position(stage: stage, next: next == stage ? nil : next)
      }
      current = (call.parent ?? call.cause).map { trace.steps[$0] }
    }
    return nil
  }

  private func inner(of step: Step) -> Step? {
    let within = trace.steps[(step.index + 1)...].prefix { $0.thread == step.thread && $0.depth > step.depth }
    return within.prefix(Self.nearby).first { stage(of: $0.object) != nil }
  }

  private static let nearby = 16

  /// The step by which all sinks and observers of a stage have been disposed.
  private func disposal(of stage: Int, _ steps: [Step]) -> Int? {
    let parts = trace.objects.filter { [.sink, .observer].contains($0.role) && self.stage(of: $0.id) == stage }
    guard let last = steps.last, !parts.isEmpty else { return nil }
    var left = Set(parts.map(\.id))
    for step in trace.steps[...last.index] where step.kind == .dispose {
      if let object = step.object { left.remove(object) }
      if left.isEmpty { return max(1, steps.count { $0.index <= step.index }) }
    }
    return nil
  }
}
