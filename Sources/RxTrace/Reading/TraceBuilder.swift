extension Trace {
  /// Reads a whole trace file.
  /// - Throws: ``TraceError`` if it is not a trace file; a file that was cut off or damaged gives what can be read.
  public init(contentsOf path: String) throws {
    let stream = try StepStream(path: path)
    callStacks = (0..<stream.stackCount).map(stream.addresses(ofStack:))
    while try stream.advance() {
      noteReturns(stream)
      steps.append(Step(stream.step, in: stream))
    }
    noteReturns(stream)
    stream.nameRemainingObjects()
    objects = (0..<stream.objectCount).map { wholeObject($0, stream) }
    threads = (0..<stream.threadCount).map(stream.thread)
    take(stream.summary)
  }

  private mutating func noteReturns(_ stream: StepStream) {
    for call in stream.returned {
      let index = call.number - 1
      // Damage can give a thread's later record an earlier time.
      steps[index].endTime = max(call.time, steps[index].time)
    }
  }

  private func wholeObject(_ id: ObjectID, _ stream: StepStream) -> TracedObject {
    var object = stream.object(id)
    object.links = stream.links(of: id)
    object.deliversTo = stream.deliversTo(id) ?? object.links.first { $0.role == .delivery }?.target
    object.callStack = stream.stack(of: id)
    object.assembly = object.callStack.map { callStacks[$0] } ?? []
    return object
  }

  private mutating func take(_ summary: RunSummary) {
    startWallClock = summary.startWallClock
    processIdentifier = summary.processIdentifier
    isComplete = summary.isComplete
    droppedRecords = summary.droppedRecords
    dropReason = summary.dropReason
    damagedSlots = summary.damagedSlots
    unfinishedRecords = summary.unfinishedRecords
  }
}

extension Step {
  init(_ step: StreamedStep, in source: StepStream) {
    self.init(
      index: step.number - 1, number: step.number, sequence: step.sequence, kind: step.kind, event: step.event,
      value: step.value.traced, thrown: step.thrown.traced, object: step.object, other: step.other, thread: step.thread,
      queue: step.queue.map(source.queue), depth: step.depth, time: step.time, site: step.site.map(source.site),
      callStack: step.site.flatMap(source.callStack), parent: step.parent.map { $0 - 1 },
      cause: step.cause.map { $0 - 1 }, isDelivered: step.isDelivered)
  }
}
