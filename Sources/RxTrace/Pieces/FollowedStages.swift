import TraceFormat

/// The stages of a run that goes on: which object belongs to which, found as soon as the object does something.
///
/// A stage is an operator, a source, a subject or an observer at one place of the program, as in a report of a whole run.
/// The stages stay when the objects are forgotten.
package struct FollowedStages {
  package struct Row {
    /// `map`, `cart`, `subscribe`
    package fileprivate(set) var name: String
    package let place: SourceLine?
    /// An object of the stage and the objects that it holds, until these have told the name.
    fileprivate var example: [TracedObject]?
  }

  private struct Key: Hashable {
    var name: String
    var place: SourceLine?
    var address: ReturnAddress?
  }

  /// In the order in which they appeared.
  package private(set) var rows: [Row] = []
  package private(set) var lines: FollowedLines
  private var known: [Key: Int] = [:]
  /// By object; those of which it is a part and to which it belongs, and the row.
  private var objects: [Member] = []
  /// For each observer the place of the call stack that subscribed it.
  private var subscriptions: [ObjectID: Int] = [:]

  private struct Member {
    let role: TracedObject.Role
    let withholding: Withholding?
    var whole: ObjectID
    var owner: ObjectID
    var row: Int32 = -1
  }

  private let follower: StepFollower

  package init(_ follower: StepFollower, _ lines: FollowedLines) { (self.follower, self.lines) = (follower, lines) }

  /// Finds the lines of the calls that records have told since the last time.
  package mutating func learn() { lines.take(follower) }

  /// Takes the newest step, before anybody asks about its objects.
  package mutating func take(_ run: Pipelines) {
    while objects.count < run.runs.count { meet(objects.count, run) }
    switch run.step.kind {
    case .subscribe, .subscribeClosures, .subscribeHandler: subscribe(run)
    default: break
    }
  }

  /// Forgets the objects, which get other numbers. The stages stay.
  package mutating func forget() {
    name()
    (objects, subscriptions) = ([], [:])
    lines.forgetStacks()
  }

  // MARK: Objects

  /// The position in ``rows``; nil for an object that belongs to no stage.
  package func stage(of object: ObjectID) -> Int? {
    guard object < objects.count, objects[object].row >= 0 else { return nil }
    return Int(objects[object].row)
  }

  package func role(of object: ObjectID) -> TracedObject.Role { objects[object].role }
  /// The object of which one is a part, or itself.
  package func whole(of object: ObjectID) -> ObjectID { objects[object].whole }
  /// Why a stage may not send an element that it was given.
  package func withholding(of whole: ObjectID) -> Withholding? { objects[whole].withholding }

  private mutating func meet(_ id: ObjectID, _ run: Pipelines) {
    let object = run.source.object(id)
    var member = Member(role: object.role, withholding: object.withholding, whole: id, owner: run.graph.owner(of: id))
    let links = run.source.links(of: id)
    // The objects of which one is a part have their numbers before.
    if let part = links.first(where: { $0.role == .owner })?.target, part < id {
      let isStage = objects[part].role == .sink || objects[part].role == .observer
      if object.role != .disposable && isStage { member.whole = objects[part].whole }
      if member.owner == id { member.owner = objects[part].owner }
    } else if member.owner == id, object.role == .observer, links.count == 1, run.source.deliversTo(id) == nil,
      let subject = links.first?.target, subject < id, objects[subject].role == .subject
    {
      member.owner = objects[subject].owner
    }
    objects.append(member)
    place(id, run)
  }

  private mutating func place(_ id: ObjectID, _ run: Pipelines) {
    let owner = objects[objects[id].whole].owner
    guard owner < objects.count, isStage(id), isStage(owner) else {
      objects[id].row = -1
      return
    }
    let site = run.source.stack(of: owner) ?? subscriptions[owner]
    let call = site.flatMap { lines.call(ofStack: $0) }
    // The engine's own observer, as that of a binding.
    if lines.areKnown, call == nil, objects[owner].role == .observer {
      objects[id].row = -1
      return
    }
    let key = Key(name: name(owner, call, run), place: call?.line, address: call?.address)
    if known[key] == nil {
      known[key] = rows.count
      rows.append(Row(name: key.name, place: call?.line, example: example(owner, site, run)))
    }
    objects[id].row = Int32(known[key]!)
  }

  private func isStage(_ id: ObjectID) -> Bool {
    [.observable, .subject, .observer, .sink].contains(objects[id].role)
  }

  // MARK: Subscriptions

  private mutating func subscribe(_ run: Pipelines) {
    guard let observer = run.step.other, let source = run.step.object else { return }
    if subscriptions[observer] == nil, let stack = run.step.site.flatMap({ run.source.stack(ofSite: $0) }) {
      subscriptions[observer] = stack
      if objects[observer].owner == observer { place(observer, run) }
    }
    if run.step.kind == .subscribe { join(observer, source, run) }
  }

  /// A subscription may be made for a stage rather than for the observable that is subscribed to: ``StageGraph``.
  private mutating func join(_ observer: ObjectID, _ source: ObjectID, _ run: Pipelines) {
    let callee = run.source.stack(of: source).flatMap { lines.call(ofStack: $0)?.callee }
    if objects[source].owner == source, let maker = callee?.baseName, StageGraph.sending.contains(maker) {
      assign(source, to: objects[observer].owner, run)
    }
    guard let call = run.parent, call.kind == .subscribe || call.kind == .run, let outer = call.object, outer != source
    else { return }
    if objects[observer].role == .observer, objects[observer].owner == observer, call.other != observer {
      assign(observer, to: objects[outer].owner, run)
    }
    if objects[source].owner == source, let name = callee?.calledName, StageGraph.subscribing.contains(name) {
      assign(source, to: objects[outer].owner, run)
    }
  }

  private mutating func assign(_ object: ObjectID, to owner: ObjectID, _ run: Pipelines) {
    objects[object].owner = owner
    place(object, run)
  }

  // MARK: Names

  private func name(_ owner: ObjectID, _ call: SourceCall?, _ run: Pipelines) -> String {
    if let name = call?.callee?.calledName { return name }
    let type = run.source.object(owner).typeName
    switch objects[owner].role {
    case .observer: return "subscribe"
    case .sink: return type.hasSuffix("Sink") && type != "Sink" ? String(type.dropLast(4)) : type
    default: return type
    }
  }

  private func example(_ owner: ObjectID, _ site: Int?, _ run: Pipelines) -> [TracedObject] {
    var object = run.source.object(owner)
    object.callStack = site
    return [object]
      + follower.held(by: owner).map { role, stack in
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
  /// The same object under another number, without links.
  fileprivate init(_ other: TracedObject, at id: ObjectID) {
    self = other
    (self.id, links) = (id, [])
  }
}
