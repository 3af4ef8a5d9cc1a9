import TraceFormat

/// Which objects of a run make up one stage: an inner observer, and an input of an operator with several, are parts of the
/// operator's sink. Of a run that has been read once, because a step may name a part before any names the whole.
package struct StageParts {
  private let wholes: [ObjectID]
  private let objects: [TracedObject]

  package init(_ trace: Trace) {
    objects = trace.objects
    wholes = trace.objects.map { Self.whole(of: $0.id, trace.objects) }
  }

  private static func whole(of object: ObjectID, _ objects: [TracedObject]) -> ObjectID {
    var whole = object
    // A part may have parts; damage may link them in a circle.
    for _ in 0..<16 {
      guard objects[whole].role != .disposable,
        let owner = objects[whole].links.first(where: { $0.role == .owner })?.target,
        objects[owner].role == .sink || objects[owner].role == .observer
      else { break }
      whole = owner
    }
    return whole
  }

  /// The objects of the run.
  package var count: Int { wholes.count }

  /// The stage that an object is or is a part of.
  package func stage(of object: ObjectID) -> ObjectID { wholes[object] }

  func isSink(_ stage: ObjectID) -> Bool { objects[stage].role == .sink }
  func isSubject(_ object: ObjectID) -> Bool { objects[object].role == .subject }
  func accumulates(_ stage: ObjectID) -> Bool { objects[stage].traits.contains(.accumulates) }
  func replays(_ object: ObjectID) -> Bool { isSubject(object) && objects[object].traits.contains(.replays) }

  /// Why a stage may not send an element that it was given.
  package func withholding(of stage: ObjectID) -> Withholding? { objects[stage].withholding }
}
