extension Trace {
  /// The steps of a thread, and the steps on other threads that follow from them: actions that it scheduled, calls on
  /// objects that it used, and so on from there. Other steps of the same time are left out, and objects are numbered
  /// without them.
  ///
  /// A scheduler does not connect threads, because the whole process may share it.
  package func connected(toThread thread: Int) -> Trace {
    var isKept = [Bool](repeating: false, count: steps.count)
    var objects: Set<ObjectID> = []
    var calls = outermostCalls()
    var others = calls.count
    repeat {
      others = calls.count
      calls.removeAll { call in
        let isConnected =
          steps[call[0]].thread == thread
          || call.contains { index in
            steps[index].cause.map { isKept[$0] } ?? false || connecting(steps[index]).contains(where: objects.contains)
          }
        guard isConnected else { return false }
        for index in call {
          isKept[index] = true
          objects.formUnion(connecting(steps[index]))
        }
        return true
      }
    } while calls.count < others
    return part(isKept)
  }

  /// The steps of each outermost call and of all calls within it.
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

  /// The objects that connect a step to others: those that it names, and the observer whose subscription it disposes.
  private func connecting(_ step: Step) -> [ObjectID] {
    let subscribers = step.object.map { objects[$0].links.filter { $0.role == .subscriber }.map(\.target) } ?? []
    return [step.object, step.other].compactMap(\.self).filter { objects[$0].role != .scheduler } + subscribers
  }

  /// The trace with only some of the steps, renumbered. A step whose enclosing call is left out becomes outermost.
  /// - Parameter firstThread: the thread that comes first if it is in the part; the others keep their order.
  func part(_ isKept: [Bool], firstThread: Int? = nil) -> Trace {
    var part = self
    let kept = steps.filter { isKept[$0.index] }
    let objects = objectsNamed(in: kept)
    let threads = threadsUsed(in: kept, first: firstThread)
    part.steps = renumbered(kept, objects, Dictionary(uniqueKeysWithValues: threads.enumerated().map { ($1, $0) }))
    part.threads = threads.enumerated().map { place, old in
      TracedThread(ordinal: place + 1, name: self.threads[old].name, number: self.threads[old].number)
    }
    part.objects = renumbered(objects, from: kept.first?.time ?? 0)
    part.startWallClock += kept.first?.time ?? 0
    return part
  }

  private func threadsUsed(in kept: [Step], first: Int?) -> [Int] {
    let used = Set(kept.map(\.thread))
    return ([first].compactMap(\.self) + threads.indices.filter { $0 != first }).filter(used.contains)
  }

  private func renumbered(_ kept: [Step], _ objects: [ObjectID: ObjectID], _ threads: [Int: Int]) -> [Step] {
    let places = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1.index, $0) })
    let start = kept.first?.time ?? 0
    var part: [Step] = []
    for var step in kept {
      let parent = step.parent.flatMap { places[$0] }
      step.depth = parent.map { part[$0].depth + step.depth - steps[step.parent!].depth } ?? 0
      step.parent = parent
      step.index = part.count
      step.number = part.count + 1
      step.cause = step.cause.flatMap { places[$0] }
      step.thread = threads[step.thread]!
      step.object = step.object.flatMap { objects[$0] }
      step.other = step.other.flatMap { objects[$0] }
      step.time -= min(start, step.time)
      step.endTime = step.endTime.map { $0 - min(start, $0) }
      part.append(step)
    }
    return part
  }

  /// The objects that steps name, and the objects that these hold, each with its new place.
  private func objectsNamed(in kept: [Step]) -> [ObjectID: ObjectID] {
    var named: Set<ObjectID> = []
    var pending = kept.flatMap { [$0.object, $0.other].compactMap(\.self) }
    while let object = pending.popLast() {
      if named.insert(object).inserted { pending += objects[object].links.map(\.target) }
    }
    // The order is that of the whole run, in which an object comes after the objects that it belongs to.
    return Dictionary(uniqueKeysWithValues: named.sorted().enumerated().map { ($1, $0) })
  }

  private func renumbered(_ places: [ObjectID: ObjectID], from start: UInt64) -> [TracedObject] {
    var ordinals: [String: Int] = [:]
    return places.sorted { $0.value < $1.value }.map { old, new in
      var object = objects[old]
      object.id = new
      ordinals[object.typeName, default: 0] += 1
      object.knownSince -= min(start, object.knownSince)
      object.ordinal = ordinals[object.typeName]!
      for index in object.links.indices { object.links[index].target = places[object.links[index].target]! }
      object.deliversTo = object.deliversTo.flatMap { places[$0] }
      return object
    }
  }
}
