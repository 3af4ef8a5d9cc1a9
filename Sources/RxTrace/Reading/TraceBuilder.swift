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
    try Self.checkMemory(path, steps: stream.likelyStepCount, memory: memory)
    callStacks = (0..<stream.stackCount).map(stream.addresses(ofStack:))
    program = stream.program
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

  private static func checkMemory(_ path: String, steps: Int, memory: UInt64) throws {
    let needed = UInt64(steps) * bytesOfStep
    guard needed <= memory else { throw TraceError.tooLarge(path: path, steps: steps, needed: needed, memory: memory) }
  }

  /// Reads only the steps with some numbers, as a filter of the whole trace leaves them. Numbers, names and depths are those
  /// of the whole run, and so are its threads and its call stacks.
  /// - Returns: nil if the file is of a version without segments, which has to be read whole.
  init?(contentsOf path: String, steps numbers: NumberRange, _ plan: inout PartPlan?) throws {
    guard let stream = try StepStream(path: path, steps: numbers), let known = stream.plan else { return nil }
    let last = min(numbers.highest, known.stepsInRun)
    let memory = ProcessInfo.processInfo.physicalMemory
    try Self.checkMemory(path, steps: max(last - numbers.lowest + 1, 0), memory: memory)
    callStacks = (0..<stream.stackCount).map(stream.addresses(ofStack:))
    program = stream.program
    while let step = try stream.next() {
      noteReturns(stream)
      if numbers.contains(step.number) { add(step) }
    }
    noteReturns(stream)
    stream.giveThrown(to: &steps)
    let named = Set(steps.lazy.flatMap { [$0.object, $0.other] }.compactMap(\.self)).sorted()
    objects = named.map { wholeObject($0, stream) }
    renumberObjects()
    threads = (0..<stream.threadCount).map(stream.thread)
    take(stream.summary)
    plan = stream.plan
  }

  /// Adds a step of a part: calls outside of the part are not known to it.
  private mutating func add(_ step: Step) {
    var step = step
    let first = (steps.first?.number ?? step.number) - 1
    let place = { (index: Int?) in index.flatMap { $0 < first ? nil : $0 - first } }
    (step.index, step.parent, step.cause) = (steps.count, place(step.parent), place(step.cause))
    steps.append(step)
  }

  private mutating func noteReturns(_ stream: StepStream) {
    let first = steps.first?.number ?? 1
    for call in stream.returned {
      let index = call.number - first
      guard steps.indices.contains(index) else { continue }
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
    (removedRecords, removedTimes) = (summary.removedRecords, summary.removedTimes)
  }
}
