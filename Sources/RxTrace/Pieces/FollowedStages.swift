import TraceFormat

/// The stages of a run that goes on. An object's stage is found as soon as the object does something.
///
/// The stages stay when the objects are forgotten.
package struct FollowedStages {
  package struct Row {
    /// `map`, `cart`, `subscribe`
    package fileprivate(set) var name: String
    package let place: SourceLine?
    /// An object of the stage and the objects that it holds, until the stage has its name.
    fileprivate var example: [TracedObject]?
  }

  /// The stages, in the order in which they appeared.
  package private(set) var rows: [Row] = []
  package private(set) var lines: FollowedLines
  private var known: [StageKey: Int] = [:]
  private var parts = StageParts()
  private var owners = StageOwners()
  /// The row of each object's stage, indexed by ``ObjectID``; -1 for an object that belongs to no stage.
  private var rowsOfObjects: [Int32] = []
  private var facts = NamingFacts()
  /// The rows of objects that were in use when objects were forgotten, by the objects' numbers in the recording.
  private var kept: [UInt32: Int32] = [:]

  private let follower: StepFollower

  package init(_ follower: StepFollower, _ lines: FollowedLines) { (self.follower, self.lines) = (follower, lines) }

  /// Finds the lines of the calls that were recorded since the last time.
  package mutating func learn() { lines.take(follower) }

  /// Takes the newest step, before anybody asks about its objects.
  package mutating func take(_ run: Pipelines) {
    while parts.count < run.runs.count { meet(parts.count, run) }
    switch run.step.kind {
    case .subscribe, .subscribeClosures, .subscribeHandler: subscribe(run)
    default: break
    }
  }

  /// Forgets the objects, which get other numbers, but keeps the stages.
  /// - Parameter objects: the objects that return to the same stages when they do something again.
  package mutating func forget(keeping objects: Set<ObjectID>) {
    name()
    for object in rowsOfObjects.indices where !objects.contains(object) {
      kept[follower.recordedNumber(of: object)] = nil
    }
    for object in objects where stage(of: object) != nil {
      kept[follower.recordedNumber(of: object)] = rowsOfObjects[object]
    }
    (parts, owners, rowsOfObjects, facts) = (StageParts(), StageOwners(), [], NamingFacts())
    lines.forgetStacks()
  }

  // MARK: Objects

  /// The position of an object's stage in ``rows``; nil if it belongs to no stage.
  package func stage(of object: ObjectID) -> Int? {
    guard object < rowsOfObjects.count, rowsOfObjects[object] >= 0 else { return nil }
    return Int(rowsOfObjects[object])
  }

  package func role(of object: ObjectID) -> TracedObject.Role { parts.role(of: object) }
  /// The object that an object is a part of, or the object itself.
  package func whole(of object: ObjectID) -> ObjectID { parts.stage(of: object) }
  /// The reason why a stage may not send an element that it was given.
  package func withholding(of whole: ObjectID) -> Withholding? { parts.withholding(of: whole) }

  private mutating func meet(_ id: ObjectID, _ run: Pipelines) {
    var object = run.source.object(id)
    (object.links, object.deliversTo) = (run.source.links(of: id), run.source.deliversTo(id))
    parts.meet(object)
    owners.meet(object, madeBy: run.graph.producers[id])
    rowsOfObjects.append(-1)
    place(id, run)
  }

  private mutating func place(_ id: ObjectID, _ run: Pipelines) {
    if !kept.isEmpty, let row = kept[follower.recordedNumber(of: id)] {
      rowsOfObjects[id] = row
      return
    }
    var owner = run.source.object(owners.owners[parts.stage(of: id)])
    owner.callStack = run.source.stack(of: owner.id) ?? facts.subscriptions[owner.id]
    let call = owner.callStack.flatMap { lines.call(ofStack: $0) }
    let key = StageKey(
      of: parts.role(of: id), in: owner.role, NameBuilder.label(of: owner, call), call, arePlacesKnown: lines.areKnown)
    guard let key else {
      rowsOfObjects[id] = -1
      return
    }
    if known[key] == nil {
      known[key] = rows.count
      rows.append(Row(name: key.name, place: key.place, example: example(owner)))
    }
    rowsOfObjects[id] = Int32(known[key]!)
  }

  private mutating func subscribe(_ run: Pipelines) {
    guard let observer = run.step.other, let source = run.step.object else { return }
    let isPlaced = facts.subscriptions[observer] != nil
    facts.take(run.step.kind, nil, source, observer, run.step.site.flatMap { run.source.stack(ofSite: $0) })
    let isFirst = !isPlaced && facts.subscriptions[observer] != nil
    if isFirst, owners.owners[observer] == observer { place(observer, run) }
    guard run.step.kind == .subscribe, let subscription = run.graph.subscriptions.last else { return }
    let callee = run.source.stack(of: source).flatMap { lines.call(ofStack: $0)?.callee }
    for object in owners.join(subscription, callee) { place(object, run) }
  }

  // MARK: Names

  private func example(_ owner: TracedObject) -> [TracedObject] {
    [owner]
      + follower.held(by: owner.id).map { role, stack in
        var held = TracedObject(id: 0, typeName: "", fullTypeName: "", ordinal: 0, role: role)
        held.callStack = stack
        return held
      }
  }

  /// Finds the variables after which the source names the new stages.
  package mutating func name() {
    let unnamed = rows.indices.filter { rows[$0].example != nil }
    guard !unnamed.isEmpty else { return }
    var objects: [TracedObject] = []
    let places = unnamed.map { row in
      defer { rows[row].example = nil }
      return Self.add(rows[row].example!, to: &objects)
    }
    var builder = lines.builder(of: objects)
    for (row, place) in zip(unnamed, places) where objects[place].callStack != nil && rows[row].place != nil {
      rows[row].name = builder.label(of: objects[place])
    }
  }

  private static func add(_ example: [TracedObject], to objects: inout [TracedObject]) -> Int {
    let first = objects.count
    for (place, object) in example.enumerated() {
      var object = TracedObject(object, at: first + place)
      if place == 0 {
        object.links = example.indices.dropFirst().map { TracedObject.Link(name: "", target: first + $0, role: .other) }
      }
      objects.append(object)
    }
    return first
  }
}

extension TracedObject {
  /// A copy of an object with another number and without links.
  fileprivate init(_ other: TracedObject, at id: ObjectID) {
    self = other
    (self.id, links) = (id, [])
  }
}
