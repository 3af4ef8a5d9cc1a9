import Foundation

extension Trace {
  /// Reads a whole trace file.
  /// - Throws: ``TraceError`` if it is not a trace file, or needs more memory than this machine has; a file that was cut
  ///   off or damaged gives what can be read.
  public init(contentsOf path: String) throws {
    try self.init(contentsOf: path, memory: ProcessInfo.processInfo.physicalMemory)
  }

  /// The fewest bytes that a step takes while a run is looked at: 101 were measured for the program's view of seven
  /// million steps, and up to twice as many for other questions.
  static let bytesOfStep: UInt64 = 100

  /// - Parameter memory: the most bytes that the steps may take.
  init(contentsOf path: String, memory: UInt64) throws {
    self.init()
    try readWhole(StepStream(path: path), path, memory: memory)
  }

  private mutating func readWhole(_ stream: StepStream, _ path: String, memory: UInt64) throws {
    try Self.checkMemory(path, steps: stream.likelyStepCount, memory: memory)
    callStacks = (0..<stream.stackCount).map(stream.addresses(ofStack:))
    program = stream.program
    steps.reserveCapacity(stream.likelyStepCount)
    let texts = StepTexts()
    while try stream.advance() {
      noteReturns(stream)
      steps.append(stream.whole(stream.step, texts))
    }
    noteReturns(stream)
    takeObjects(stream)
  }

  /// Takes all objects and threads, once the steps have been read.
  private mutating func takeObjects(_ stream: StepStream) {
    stream.nameRemainingObjects()
    objects = (0..<stream.objectCount).map { wholeObject($0, stream) }
    threads = (0..<stream.threadCount).map(stream.thread)
    take(stream.summary)
  }

  /// The objects, threads and call stacks of a recording whose steps a stream has given.
  init(withoutStepsOf stream: StepStream) {
    self.init()
    callStacks = (0..<stream.stackCount).map(stream.addresses(ofStack:))
    program = stream.program
    takeObjects(stream)
  }

  /// Reads only some steps, and the calls around them without their values. Numbers, names, depths, objects, threads and call
  /// stacks are those of the whole run.
  /// - Parameter numbers: The numbers of the steps, in order. If it is empty, no step is read, and nothing names an object.
  package init(contentsOf path: String, quoting numbers: [Int]) throws {
    self.init()
    let stream = try StepStream(path: path)
    try Self.checkMemory(path, steps: numbers.count, memory: ProcessInfo.processInfo.physicalMemory)
    callStacks = (0..<stream.stackCount).map(stream.addresses(ofStack:))
    program = stream.program
    if !numbers.isEmpty { try readQuotes(numbers[...], stream) }
    takeObjects(stream)
  }

  private mutating func readQuotes(_ numbers: ArraySlice<Int>, _ stream: StepStream) throws {
    var numbers = numbers
    var calls = QuotedCalls()
    while try stream.advance() {
      calls.leave(stream.returned)
      if numbers.first == stream.step.number {
        numbers.removeFirst()
        calls.quote(stream)
      }
      calls.enter(stream.step)
    }
    calls.leave(stream.returned)
    steps = calls.quoted.values.sorted { $0.number < $1.number }
    addContext([])
  }

  private static func checkMemory(_ path: String, steps: Int, memory: UInt64) throws {
    let needed = UInt64(steps) * bytesOfStep
    guard needed <= memory else { throw TraceError.tooLarge(path: path, steps: steps, needed: needed, memory: memory) }
  }

  /// Reads only a part of the steps. Numbers, names and depths are those of the whole run, and so are its threads and its
  /// call stacks.
  /// - Parameter plan: becomes nil if the file is of a version without segments, because it is then read whole.
  init(contentsOf path: String, _ request: PartRequest, _ plan: inout PartPlan?) throws {
    self.init()
    let stream = try StepStream(path: path, request)
    let memory = ProcessInfo.processInfo.physicalMemory
    plan = stream.plan
    guard let known = plan else {
      try readWhole(stream, path, memory: memory)
      return
    }
    let last = min(request.steps.highest, known.stepsInRun)
    let count = max(last - request.steps.lowest + 1, 0) + known.context.count
    try Self.checkMemory(path, steps: count, memory: memory)
    callStacks = (0..<stream.stackCount).map(stream.addresses(ofStack:))
    program = stream.program
    let texts = StepTexts()
    try readPart(stream, request, texts)
    stream.addThrown(by: steps, to: texts)
    addContext(known.context.map { stream.whole($0, texts) })
    objects = objectsOfPart(stream, withHeld: request.hasContext)
    renumberObjects()
    threads = (0..<stream.threadCount).map(stream.thread)
    take(stream.summary)
    plan = stream.plan
  }

  /// The objects that steps name.
  /// - Parameter withHeld: whether the objects that these hold, at any distance, are included.
  private func objectsOfPart(_ stream: StepStream, withHeld: Bool) -> [TracedObject] {
    var ids = Set(steps.lazy.flatMap { [$0.object, $0.other] }.compactMap(\.self))
    var objects: [TracedObject] = []
    var pending = Array(ids)
    while let id = pending.popLast() {
      let object = wholeObject(id, stream)
      objects.append(object)
      if withHeld { pending += object.links.map(\.target).filter { ids.insert($0).inserted } }
    }
    return objects.sorted { $0.id < $1.id }
  }

  private mutating func readPart(_ stream: StepStream, _ request: PartRequest, _ texts: StepTexts) throws {
    var hasBegun = false
    while try stream.advance() {
      let step = stream.step
      if !hasBegun, step.number >= request.steps.lowest {
        hasBegun = true
        keepSteps(around: stream.open)
      }
      noteReturns(stream)
      let isKept = request.hasContext && (!hasBegun || isOfEvent(step))
      if isKept || request.steps.contains(step.number) { steps.append(stream.whole(step, texts)) }
    }
    noteReturns(stream)
    if !hasBegun { steps.removeAll() }
  }

  /// Whether a step is a part of an event that is kept.
  private func isOfEvent(_ step: StreamedStep) -> Bool {
    guard step.isWithinEvent, let parent = step.parent else { return false }
    return position(ofStep: parent) != nil
  }

  /// Removes the steps so far, except open calls and the steps of an open event.
  private mutating func keepSteps(around open: [(calls: Set<Int>, event: Int?)]) {
    steps.removeAll { step in
      let (calls, event) = open[step.thread]
      return !calls.contains(step.number) && step.number < event ?? .max
    }
  }

  /// Inserts steps that have not been read, and renumbers all positions.
  private mutating func addContext(_ context: [Step]) {
    var known = Set(steps.lazy.map(\.number))
    steps += context.filter { known.insert($0.number).inserted }
    steps.sort { $0.number < $1.number }
    let positions = Dictionary(uniqueKeysWithValues: steps.enumerated().map { ($1.number - 1, $0) })
    for index in steps.indices {
      steps[index].index = index
      steps[index].parent = steps[index].parent.flatMap { positions[$0] }
      steps[index].cause = steps[index].cause.flatMap { positions[$0] }
    }
  }

  private mutating func noteReturns(_ stream: StepStream) {
    if stream.step.isBehindGap, gaps.last != stream.step.number { gaps.append(stream.step.number) }
    for call in stream.returned {
      guard let index = position(ofStep: call.number) else { continue }
      // Damage can give a thread's later record an earlier time.
      steps[index].endTime = max(call.time, steps[index].time)
    }
  }

  /// The position of the step with a number, among steps whose numbers ascend.
  package func position(ofStep number: Int) -> Int? {
    guard let first = steps.first?.number, let last = steps.last?.number else { return nil }
    // Usually no step is missing before this one, or none after it.
    let (behindFirst, beforeLast) = (number - first, steps.count - 1 - (last - number))
    if isStep(number, at: behindFirst) { return behindFirst }
    if isStep(number, at: beforeLast) { return beforeLast }
    let place = steps.partitioningIndex { $0.number >= number }
    return place < steps.count && steps[place].number == number ? place : nil
  }

  private func isStep(_ number: Int, at place: Int) -> Bool {
    steps.indices.contains(place) && steps[place].number == number
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
    (isRing, isWithoutOutput) = (summary.isRing, summary.isWithoutOutput)
    hasClosureEnds = summary.hasClosureEnds
  }
}
