import Foundation

extension Trace {
  /// Reads a whole trace file.
  /// - Throws: ``TraceError`` if it is not a trace file, or needs more memory than this machine has; a file that was cut
  ///   off or damaged gives what can be read.
  public init(contentsOf path: String) throws {
    try self.init(contentsOf: path, memory: ProcessInfo.processInfo.physicalMemory)
  }

  /// Bytes that a step takes at least while a run is looked at: 283 were measured for the program's view of seven million
  /// steps, and more than twice as many for other questions.
  static let bytesOfStep: UInt64 = 280

  /// - Parameter memory: bytes that the steps may take.
  init(contentsOf path: String, memory: UInt64) throws {
    let stream = try StepStream(path: path)
    let needed = UInt64(stream.likelyStepCount) * Self.bytesOfStep
    guard needed <= memory else {
      throw TraceError.tooLarge(path: path, steps: stream.likelyStepCount, needed: needed, memory: memory)
    }
    callStacks = (0..<stream.stackCount).map(stream.addresses(ofStack:))
    steps.reserveCapacity(stream.likelyStepCount)
    while let step = try stream.next() {
      noteReturns(stream)
      steps.append(step)
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
