import RxTrace

/// The stages of a run that is over.
struct StageRows {
  struct Row {
    /// `map`, `cart`, `subscribe`
    var name: String
    var place: SourceLine?
    /// The first object that belongs to it.
    var object: ObjectID
  }

  private struct Key: Hashable {
    var stage: StageKey
    /// The object, if each is a row of its own.
    var object: ObjectID?
  }

  let rows: [Row]
  let roles: [TracedObject.Role]
  /// For each object of the run its stage, as a position in ``rows``; -1 for a scheduler or a disposable.
  private let stages: [Int32]

  /// - Parameter isForEachObject: whether each observable, subject and observer is a row, rather than each stage.
  init(_ trace: Trace, _ names: ProgramNames, _ parts: StageParts, isForEachObject: Bool = false) {
    var known: [Key: Int] = [:]
    var (stages, rows) = ([Int32](), [Row]())
    stages.reserveCapacity(trace.objects.count)
    let hasPlaces = trace.objects.contains { names.call(of: $0.id) != nil }
    for object in trace.objects {
      let owner = names.owner(of: parts.stage(of: object.id))
      let stage = StageKey(
        of: object.role, in: trace.objects[owner].role, names.label(of: owner), names.call(of: owner),
        arePlacesKnown: hasPlaces)
      guard let stage else {
        stages.append(-1)
        continue
      }
      let key = Key(stage: stage, object: isForEachObject ? owner : nil)
      if known[key] == nil {
        known[key] = rows.count
        rows.append(Row(name: stage.name, place: stage.place, object: owner))
      }
      stages.append(Int32(known[key]!))
    }
    if isForEachObject { Self.number(&rows) }
    (self.stages, self.rows, roles) = (stages, rows, trace.objects.map(\.role))
  }

  /// Adds a number to the names of the objects of one stage: `map#1`, `map#2`.
  private static func number(_ rows: inout [Row]) {
    let same = Dictionary(grouping: rows.indices) { [rows[$0].name, rows[$0].place?.description] }
    for places in same.values where places.count > 1 {
      for (number, place) in places.enumerated() { rows[place].name += "#\(number + 1)" }
    }
  }

  /// The stage that an object belongs to; nil for one that has none.
  func stage(of object: ObjectID) -> Int? {
    // A recording that goes on may have got further objects since the names were found.
    guard object < stages.count, stages[object] >= 0 else { return nil }
    return Int(stages[object])
  }
}
