/// Which observable made which sink: the program's source names the observable, the events pass through the sink.
struct StageOwners {
  private var producers: [ObjectID: ObjectID] = [:]

  init(_ trace: Trace) {
    // A sink delivers to the observer that its producer was run for.
    var stages: [ObjectID: [ObjectID]] = [:]
    for object in trace.objects {
      if let next = object.deliversTo { stages[next, default: []].append(object.id) }
    }
    var used: [ObjectID: Int] = [:]
    for step in trace.steps where step.kind == .run {
      guard let producer = step.object, let observer = step.other, let candidates = stages[observer] else { continue }
      let place = used[observer, default: 0]
      used[observer] = place + 1
      if place < candidates.count { producers[candidates[place]] = producer }
    }
  }

  /// The observable that made a sink; the object itself if it is not a sink.
  func owner(of object: ObjectID) -> ObjectID { producers[object] ?? object }
}
