extension LocatedTrace {
  /// The run with only some of its steps and the objects that these name.
  ///
  /// Positions count within the part. A step stands under the nearest enclosing call in the part, and a scheduled
  /// action refers to its `schedule` only if the part has it. Numbers, depths, names and virtual times are still those
  /// of the whole run.
  func part(_ isKept: [Bool]) -> LocatedTrace {
    var part = self
    part.timesOfWhole = virtualTimes
    part.trace.steps = keptSteps(isKept)
    let objects = part.keepNamedObjects()
    part.name(programNames.of(part.trace, objects))
    part.origins = [:]
    for (id, origin) in origins {
      if let kept = objects[id] { part.origins[kept] = origin }
    }
    return part
  }

  private func keptSteps(_ isKept: [Bool]) -> [Step] {
    var kept: [Step] = []
    // The position in the part of each step of the whole run, or of the nearest kept call around it.
    var positions: [Int?] = []
    positions.reserveCapacity(trace.steps.count)
    for var step in trace.steps {
      let parent = step.parent.flatMap { positions[$0] }
      guard isKept[step.index] else {
        positions.append(parent)
        continue
      }
      positions.append(kept.count)
      step.index = kept.count
      step.parent = parent
      step.cause = step.cause.flatMap { isKept[$0] ? positions[$0] : nil }
      kept.append(step)
    }
    return kept
  }

  /// - Returns: the old place of each object that is kept, with its new place.
  private mutating func keepNamedObjects() -> [ObjectID: ObjectID] {
    let named = Set(trace.steps.flatMap { [$0.object, $0.other].compactMap(\.self) }).sorted()
    trace.objects = named.map { trace.objects[$0] }
    return trace.renumberObjects()
  }
}

extension Trace {
  /// Numbers the objects by their positions, after some were left out.
  /// - Returns: the old number of each object, with its new one.
  @discardableResult
  mutating func renumberObjects() -> [ObjectID: ObjectID] {
    let places = Dictionary(uniqueKeysWithValues: objects.enumerated().map { ($1.id, $0) })
    for index in objects.indices {
      objects[index].id = index
      objects[index].links = objects[index].links.compactMap { link in
        places[link.target].map { TracedObject.Link(name: link.name, target: $0, role: link.role) }
      }
      objects[index].deliversTo = objects[index].deliversTo.flatMap { places[$0] }
    }
    for index in steps.indices {
      steps[index].object = steps[index].object.flatMap { places[$0] }
      steps[index].other = steps[index].other.flatMap { places[$0] }
    }
    return places
  }
}
