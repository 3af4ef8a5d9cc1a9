/// A trace in memory as a source of steps. The steps of a part of a run keep the numbers that they have in the whole.
final class TraceSteps: StepSource {
  private let trace: Trace
  private var position = 0
  private(set) var step = StreamedStep()
  private(set) var returned: [ReturnedCall] = []
  private(set) var objectCount = 0

  private let value = ByteBuffer()
  private let thrown = ByteBuffer()
  private var sites: [Site] = []
  private var sitePlaces: [Site: Int] = [:]
  private var queues: [String] = []
  private var queuePlaces: [String: Int] = [:]
  private var stacks: [[ReturnAddress]] = []
  private var stackPlaces: [[ReturnAddress]: Int] = [:]
  /// For each thread the calls that are under way, outermost first.
  private var open: [[Int]]

  private lazy var holders = Holders(trace)

  private struct Site: Hashable {
    var line: SourceLine
    /// A position in ``Trace/callStacks``.
    var stack: Int?
  }

  init(_ trace: Trace) {
    self.trace = trace
    open = Array(repeating: [], count: trace.threads.count)
  }

  func advance() -> Bool {
    returned.removeAll(keepingCapacity: true)
    guard position < trace.steps.count else {
      for thread in open.indices { close(thread, to: nil, by: nil) }
      return false
    }
    let current = trace.steps[position]
    position += 1
    close(current.thread, to: current.parent, by: current.time)
    if current.kind != .output { open[current.thread].append(current.index) }
    take(current)
    return true
  }

  private func take(_ current: Step) {
    step = StreamedStep(
      number: current.number, kind: current.kind, event: current.event, object: current.object, other: current.other,
      thread: current.thread, queue: current.queue.map(queuePlace), depth: current.depth, time: current.time,
      site: current.site.map { sitePlace($0, current.callStack) },
      parent: current.parent.map { trace.steps[$0].number },
      cause: current.cause.map { trace.steps[$0].number }, isDelivered: current.isDelivered)
    for id in [current.object, current.other] { objectCount = max(objectCount, (id ?? -1) + 1) }
    step.value = Self.streamed(current.value, in: value)
    step.thrown = Self.streamed(current.thrown, in: thrown)
  }

  private static func streamed(_ value: TracedValue?, in buffer: ByteBuffer) -> StreamedValue {
    guard let value else { return .none }
    buffer.removeAll()
    buffer.append(string: value.text)
    return .text(buffer.bytes, isCut: !value.isComplete, identity: UInt32(truncatingIfNeeded: value.identity ?? 0))
  }

  /// - Parameter time: when the thread did something else; nil at the end, where only calls whose return is known have returned.
  private func close(_ thread: Int, to parent: Int?, by time: UInt64?) {
    while let last = open[thread].last, last != parent {
      open[thread].removeLast()
      guard let end = trace.steps[last].endTime ?? time else { continue }
      returned.append(ReturnedCall(number: trace.steps[last].number, thread: thread, time: end))
    }
  }

  // MARK: Objects, threads, lines

  var summary: RunSummary {
    RunSummary(
      startWallClock: trace.startWallClock, processIdentifier: trace.processIdentifier, isComplete: trace.isComplete,
      droppedRecords: trace.droppedRecords, dropReason: trace.dropReason, damagedSlots: trace.damagedSlots,
      unfinishedRecords: trace.unfinishedRecords, removedRecords: trace.removedRecords,
      removedTimes: trace.removedTimes)
  }

  func nameRemainingObjects() { objectCount = trace.objects.count }
  func object(_ id: ObjectID) -> TracedObject { trace.objects[id] }
  func links(of id: ObjectID) -> [TracedObject.Link] { trace.objects[id].links }

  func bringsEvents(_ id: ObjectID) -> Bool {
    trace.objects[id].links.contains { $0.role == .delivery || $0.role == .subscriber }
  }

  func deliversTo(_ id: ObjectID) -> ObjectID? { trace.objects[id].deliversTo }
  func holder(endedBy id: ObjectID) -> ObjectID? { holders.ofLifetimes[id] }
  func isHeldForEvents(_ id: ObjectID) -> Bool { holders.targetsOfEvents.contains(id) }

  func stack(of id: ObjectID) -> Int? {
    let stack = trace.objects[id].assembly
    return stack.isEmpty ? nil : place(of: stack, in: &stacks, &stackPlaces)
  }

  func addresses(ofStack stack: Int) -> [ReturnAddress] { stacks[stack] }
  var hasSeveralThreads: Bool { trace.threads.count > 1 }
  func thread(_ index: Int) -> TracedThread { trace.threads[index] }
  func site(_ place: Int) -> SourceLine { sites[place].line }

  func stack(ofSite place: Int) -> Int? {
    sites[place].stack.map { self.place(of: trace.callStacks[$0], in: &stacks, &stackPlaces) }
  }

  func queue(_ place: Int) -> String { queues[place] }

  private func sitePlace(_ line: SourceLine, _ stack: Int?) -> Int {
    place(of: Site(line: line, stack: stack), in: &sites, &sitePlaces)
  }

  private func queuePlace(_ label: String) -> Int { place(of: label, in: &queues, &queuePlaces) }

  private func place<Thing: Hashable>(of thing: Thing, in things: inout [Thing], _ places: inout [Thing: Int]) -> Int {
    if let place = places[thing] { return place }
    places[thing] = things.count
    things.append(thing)
    return things.count - 1
  }
}
