import RxTrace
import TraceFormat

/// Which object belongs to which stage, and what is known of it.
protocol StageLookup {
  /// A position among the stages; nil for an object that belongs to none.
  func stage(of object: ObjectID) -> Int?
  func role(of object: ObjectID) -> TracedObject.Role
  /// The object of which the given one is a part, or the given object itself.
  func whole(of object: ObjectID) -> ObjectID
  /// Why a stage may not send an element that it was given.
  func withholding(of whole: ObjectID) -> Withholding?
}

/// The stages of a run that has been read once. A recording that goes on may have got further objects since.
struct ReadStages: StageLookup {
  let rows: StageRows
  let parts: StageParts

  func stage(of object: ObjectID) -> Int? { rows.stage(of: object) }
  func role(of object: ObjectID) -> TracedObject.Role {
    object < rows.roles.count ? rows.roles[object] : .other
  }
  func whole(of object: ObjectID) -> ObjectID { object < parts.count ? parts.stage(of: object) : object }
  func withholding(of whole: ObjectID) -> Withholding? { whole < parts.count ? parts.withholding(of: whole) : nil }
}

extension FollowedStages: StageLookup {}
