import TraceFormat

/// The objects that make up each stage. An inner observer, and an input of an operator with several inputs, are parts
/// of the operator's sink.
package struct StageParts {
  /// The parts, indexed by ``ObjectID``.
  private var parts: [Part] = []

  private struct Part {
    var whole: ObjectID
    let role: TracedObject.Role
    let traits: StageTraits
    let withholding: Withholding?
  }

  init() {}

  /// The parts of a run that is over.
  package init(_ trace: Trace) {
    for object in trace.objects { meet(object) }
  }

  /// Adds the next object, in the order of the objects' numbers.
  /// - Parameter object: the object with its links.
  mutating func meet(_ object: TracedObject) {
    parts.append(
      Part(
        whole: whole(of: object), role: object.role, traits: StageTraits(object.traits),
        withholding: object.withholding))
  }

  private func whole(of object: TracedObject) -> ObjectID {
    // An object is numbered after the object that it is a part of, unless the recording is damaged.
    guard object.role != .disposable, let owner = object.links.first(where: { $0.role == .owner })?.target,
      owner < parts.count, parts[owner].role == .sink || parts[owner].role == .observer
    else { return object.id }
    return parts[owner].whole
  }

  /// The number of objects that have been taken.
  package var count: Int { parts.count }

  /// The stage that an object is, or that it is a part of.
  package func stage(of object: ObjectID) -> ObjectID { parts[object].whole }

  func role(of object: ObjectID) -> TracedObject.Role { parts[object].role }
  func isSink(_ stage: ObjectID) -> Bool { parts[stage].role == .sink }
  func isSubject(_ object: ObjectID) -> Bool { parts[object].role == .subject }
  func accumulates(_ stage: ObjectID) -> Bool { parts[stage].traits.contains(.accumulates) }
  func replays(_ object: ObjectID) -> Bool { isSubject(object) && parts[object].traits.contains(.replays) }

  /// The reason why a stage may not send an element that it was given.
  package func withholding(of stage: ObjectID) -> Withholding? { parts[stage].withholding }
}
