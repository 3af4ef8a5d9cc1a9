extension Trace {
  /// What a thread did, and what came of it on other threads: actions that it scheduled, and calls on objects that it
  /// used, and so on from there. What else the process did at the same time is left out, and does not count in names.
  ///
  /// Schedulers connect nothing: many of them are the whole process's.
  package func connected(toThread thread: Int) -> Trace {
    var calls = outermostCalls()
    var isKept = [Bool](repeating: false, count: steps.count)
    var objects: Set<ObjectID> = []
    while let next = calls.firstIndex(where: { call in
      steps[call[0]].thread == thread || steps[call[0]].cause.map { isKept[$0] } ?? false
        || call.contains { connecting(steps[$0]).contains(where: objects.contains) }
    }) {
      for index in calls.remove(at: next) {
        isKept[index] = true
        objects.formUnion(connecting(steps[index]))
      }
    }
    return part(isKept)
  }

  /// Each outermost call with all that it encloses.
  private func outermostCalls() -> [[Int]] {
    var calls: [[Int]] = []
    var callOfStep = [Int](repeating: 0, count: steps.count)
    for step in steps {
      if let parent = step.parent {
        callOfStep[step.index] = callOfStep[parent]
      } else {
        callOfStep[step.index] = calls.count
        calls.append([])
      }
      calls[callOfStep[step.index]].append(step.index)
    }
    return calls
  }

  private func connecting(_ step: Step) -> [ObjectID] {
    [step.object, step.other].compactMap(\.self).filter { objects[$0].role != .scheduler }
  }

  /// Some outermost calls alone, with everything numbered anew.
  private func part(_ isKept: [Bool]) -> Trace {
    var part = self
    let kept = steps.filter { isKept[$0.index] }
    let places = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1.index, $0) })
    let threads = self.threads.indices.filter { Set(kept.map(\.thread)).contains($0) }
    let objects = objectsNamed(in: kept)
    part.steps = kept.enumerated().map { place, step in
      var step = step
      step.index = place
      step.parent = step.parent.flatMap { places[$0] }
      step.cause = step.cause.flatMap { places[$0] }
      step.thread = threads.firstIndex(of: step.thread)!
      step.object = step.object.flatMap { objects[$0] }
      step.other = step.other.flatMap { objects[$0] }
      return step
    }
    part.threads = threads.enumerated().map { TracedThread(ordinal: $0 + 1, name: self.threads[$1].name) }
    part.objects = renumbered(objects)
    return part
  }

  /// The objects that steps name, and those that they hold, each with its new place.
  private func objectsNamed(in kept: [Step]) -> [ObjectID: ObjectID] {
    var places: [ObjectID: ObjectID] = [:]
    var pending = kept.flatMap { [$0.object, $0.other].compactMap(\.self) }
    var position = 0
    while position < pending.count {
      let object = pending[position]
      position += 1
      guard places[object] == nil else { continue }
      places[object] = places.count
      pending += objects[object].links.map(\.target)
    }
    return places
  }

  private func renumbered(_ places: [ObjectID: ObjectID]) -> [TracedObject] {
    var ordinals: [String: Int] = [:]
    return places.sorted { $0.value < $1.value }.map { old, new in
      var object = objects[old]
      object.id = new
      ordinals[object.typeName, default: 0] += 1
      object.ordinal = ordinals[object.typeName]!
      object.links = object.links.map { TracedObject.Link(name: $0.name, target: places[$0.target]!) }
      return object
    }
  }
}
