/// A trace in memory as a source of steps. The steps of a part of a run keep the numbers that they have in the whole.
package final class TraceSteps: StepSource {
  private let trace: Trace
  private var position = 0
  private var passedGaps = 0
  package private(set) var step = StreamedStep()
  package private(set) var returned: [ReturnedCall] = []
  package private(set) var objectCount = 0

  private let value = ByteBuilder()
  private let thrown = ByteBuilder()
  /// The texts of all steps; there is one table, because a trace is read or filtered as a whole.
  private let texts: StepTexts
  /// The place of each site's stack.
  private var stacksOfSites: [Int: Int] = [:]
  private var stacks: [[ReturnAddress]] = []
  private var stackPlaces: [[ReturnAddress]: Int] = [:]
  /// The calls of each thread that are under way, outermost first.
  private var open: [[Int]]

  private lazy var holders = Holders(trace)

  package init(_ trace: Trace) {
    self.trace = trace
    texts = trace.steps.first?.texts ?? StepTexts()
    open = Array(repeating: [], count: trace.threads.count)
  }

  package func advance() -> Bool {
    returned.removeAll(keepingCapacity: true)
    guard position < trace.steps.count else {
      for thread in open.indices { close(thread, to: nil, by: nil) }
      return false
    }
    let current = trace.steps[position]
    let isBehindGap = isBehindGap(current)
    position += 1
    if isBehindGap { for thread in open.indices { close(thread, to: nil, by: current.time) } }
    close(current.thread, to: current.parent, by: current.time)
    if current.kind != .output { open[current.thread].append(current.index) }
    take(current)
    step.isBehindGap = isBehindGap
    return true
  }

  /// Whether records are missing between a step and the one before it.
  private func isBehindGap(_ step: Step) -> Bool {
    var isBehind = false
    while passedGaps < trace.gaps.count, trace.gaps[passedGaps] <= step.number {
      isBehind = position > 0
      passedGaps += 1
    }
    return isBehind
  }

  private func take(_ current: Step) {
    step = StreamedStep(
      number: current.number, kind: current.kind, event: current.event, object: current.object, other: current.other,
      thread: current.thread, queue: current.queueNumber, depth: current.depth, time: current.time,
      site: current.siteNumber,
      parent: current.parent.map { trace.steps[$0].number },
      cause: current.cause.map { trace.steps[$0].number }, isDelivered: current.isDelivered)
    for id in [current.object, current.other] { objectCount = max(objectCount, (id ?? -1) + 1) }
    step.value = Self.streamed(current.value, in: value)
    step.thrown = Self.streamed(current.thrown, in: thrown)
  }

  private static func streamed(_ value: TracedValue?, in buffer: ByteBuilder) -> StreamedValue {
    guard let value else { return .none }
    buffer.removeAll()
    buffer.append(string: value.text)
    return .text(buffer.bytes, isCut: !value.isComplete, identity: UInt32(truncatingIfNeeded: value.identity ?? 0))
  }

  /// - Parameter time: the time of the thread's next action; nil at the end, where only known returns count.
  private func close(_ thread: Int, to parent: Int?, by time: UInt64?) {
    while let last = open[thread].last, last != parent {
      open[thread].removeLast()
      guard let end = trace.steps[last].endTime ?? time else { continue }
      returned.append(ReturnedCall(number: trace.steps[last].number, thread: thread, time: end))
    }
  }

  // MARK: Objects, threads, lines

  package var summary: RunSummary {
    RunSummary(
      startWallClock: trace.startWallClock, processIdentifier: trace.processIdentifier, isComplete: trace.isComplete,
      droppedRecords: trace.droppedRecords, dropReason: trace.dropReason, damagedSlots: trace.damagedSlots,
      unfinishedRecords: trace.unfinishedRecords, removedRecords: trace.removedRecords,
      removedTimes: trace.removedTimes, isRing: trace.isRing,
      isWithoutOutput: trace.isWithoutOutput, hasClosureEnds: trace.hasClosureEnds)
  }

  package func nameRemainingObjects() { objectCount = trace.objects.count }
  package func object(_ id: ObjectID) -> TracedObject { trace.objects[id] }
  package func links(of id: ObjectID) -> [TracedObject.Link] { trace.objects[id].links }

  package func bringsEvents(_ id: ObjectID) -> Bool {
    trace.objects[id].links.contains { $0.role == .delivery || $0.role == .subscriber }
  }

  package func deliversTo(_ id: ObjectID) -> ObjectID? { trace.objects[id].deliversTo }
  package func holder(endedBy id: ObjectID) -> ObjectID? { holders.ofLifetimes[id] }
  package func isHeldForEvents(_ id: ObjectID) -> Bool { holders.targetsOfEvents.contains(id) }

  package func stack(of id: ObjectID) -> Int? {
    let stack = trace.objects[id].assembly
    return stack.isEmpty ? nil : place(ofStack: stack)
  }

  package func addresses(ofStack stack: Int) -> [ReturnAddress] { stacks[stack] }
  package var hasSeveralThreads: Bool { trace.threads.count > 1 }
  package func thread(_ index: Int) -> TracedThread { trace.threads[index] }
  package func site(_ place: Int) -> SourceLine { texts.site(place).line }

  package func stack(ofSite site: Int) -> Int? {
    guard let stack = texts.site(site).stack else { return nil }
    if let known = stacksOfSites[site] { return known }
    let place = place(ofStack: trace.callStacks[stack])
    stacksOfSites[site] = place
    return place
  }

  package func queue(_ place: Int) -> String { texts.queue(place) }

  private func place(ofStack stack: [ReturnAddress]) -> Int {
    if let place = stackPlaces[stack] { return place }
    stackPlaces[stack] = stacks.count
    stacks.append(stack)
    return stacks.count - 1
  }
}
