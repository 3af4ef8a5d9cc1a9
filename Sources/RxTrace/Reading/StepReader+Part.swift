import TraceFormat

/// The part of a long recording that is read.
package struct PartRequest {
  package var steps: NumberRange
  /// Whether the steps that explain the requested ones are read too: those that build the pipelines, the calls around
  /// the requested steps, and all steps of each event of which a step is requested.
  package var hasContext: Bool

  package init(steps: NumberRange, hasContext: Bool) { (self.steps, self.hasContext) = (steps, hasContext) }
}

/// The plan for reading some steps of a long recording, which tells the segments that matter.
struct PartPlan {
  let request: PartRequest
  /// The number of steps in the whole recording.
  let stepsInRun: Int
  /// Steps that need not be in the segments that are read. The calls under way at the first of these segments come
  /// before the other steps, which may lack the call around them.
  let context: [StreamedStep]
  /// The places of each segment's threads, and the facts about them.
  fileprivate let threads: [[PartThread]]
  /// The number of gaps before each segment.
  fileprivate let gaps: [Int]
  /// The segment that comes next.
  fileprivate var next: Int
  /// The number of segments that have been read in full.
  fileprivate(set) var segmentsRead = 0
}

private typealias PartThread = (place: Int, part: SegmentScan.ThreadPart)

extension StepReader {
  /// Reads only the segments that have the steps with some numbers, and those that end the calls of these steps. All
  /// segments are scanned before; ``SegmentScan`` says what for.
  ///
  /// The reader gives the other steps of these segments too.
  init(_ records: RecordReader, _ request: PartRequest) throws {
    self.init(records)
    records.select(nil)
    var scanner = SegmentScanner(try RecordReader(sharing: records), hasCalls: request.hasContext)
    let scans = try SegmentScanner.scanAll(records, hasCalls: request.hasContext)
    for scan in scans { define(scan) }
    var merging = Merging(request, count: scans.count)
    for segment in scans.indices { try merge(scans[segment], segment, &merging, &scanner) }
    nameRemainingObjects()
    // Records that were added since are left out.
    if let end = scans.last?.end { records.end = min(records.end, end) }
    begin(merging)
  }

  private struct Merging {
    let request: PartRequest
    var threads: [[PartThread]] = []
    var gaps: [Int] = []
    var steps = 0
    var line: SegmentScan.PartialLine?
    /// The state before each segment.
    var starts: [Start] = []
    /// The calls of each thread that are under way, outermost first.
    var open: [[StreamedStep]] = []
    /// The steps that build the pipelines.
    var context: [StreamedStep] = []
    /// Inner observers that have been given an element.
    var hasElement: Set<ObjectID> = []

    struct Start {
      var steps: Int
      var table: ThreadTable
      /// The queue of each thread.
      var queues: [Int?]
      var line: SegmentScan.PartialLine?
      var open: [[StreamedStep]]
    }

    init(_ request: PartRequest, count: Int) {
      self.request = request
      threads.reserveCapacity(count)
      starts.reserveCapacity(count)
    }
  }

  private mutating func define(_ scan: SegmentScan) {
    scan.definitions.withUnsafeBytes { bytes in
      var place = 0
      while place < bytes.count {
        let record = RecordView(slot: bytes.baseAddress! + place, sequence: 0)
        definitions.add(record)
        place += record.whole.count
      }
    }
  }

  /// Advances the state over a segment.
  private mutating func merge(
    _ scan: SegmentScan, _ segment: Int, _ merging: inout Merging, _ scanner: inout SegmentScanner
  ) throws {
    merging.gaps.append((merging.gaps.last ?? 0) + (records.isGapBefore(segment) ? 1 : 0))
    if records.isGapBefore(segment) { (merging.line, merging.open) = (nil, []) }
    merging.starts.append(
      Merging.Start(
        steps: merging.steps, table: threadTable, queues: threads.map(\.queue), line: merging.line,
        open: merging.open))
    var scan = scan
    if scan.needsThreads || (merging.line != nil && scan.beginsWithOutput) {
      scan = try scanner.scan(segment, threads: threadTable.numbers, line: merging.line)
    }
    let numbers = threadTable.numbers
    let line = merging.line
    meetThreads(scan, &merging)
    for named in scan.named {
      _ = objectID(named.object)
      if named.isForward { _ = observer(of: named.object) }
    }
    if merging.request.hasContext {
      let silent = scan.deliveries.map(\.sink).filter { observer(of: $0) == nil }
      if !silent.isEmpty { scan = try scanner.scan(segment, threads: numbers, line: line, silent: Set(silent)) }
      mergeCalls(scan.calls, &merging)
    }
    merging.steps += scan.steps
    for delivery in scan.deliveries where observer(of: delivery.sink) != nil { merging.steps += delivery.count }
    damagedSlots += scan.damagedSlots
    unfinishedRecords += scan.unfinishedRecords
  }

  private mutating func meetThreads(_ scan: SegmentScan, _ merging: inout Merging) {
    var places: [Int] = []
    for event in scan.threadEvents {
      switch event {
      case .use(let number): places.append(threadIndex(number))
      case .definition(let number, let count):
        let isNew = threadTable.meet(number, count: count)
        if isNew, merging.line?.thread == number { merging.line?.thread = 0 }
      }
    }
    merging.threads.append(zip(places, scan.threads).map { (place: $0, part: $1) })
    for (place, part) in merging.threads[merging.threads.count - 1] {
      if let queue = part.queue {
        threads[place].queue = queuePlace(queue)
      }
    }
    switch scan.line {
    case .untouched: break
    case .ended: merging.line = nil
    case .underWay(let line): merging.line = line
    }
  }

  private mutating func queuePlace(_ label: [UInt8]?) -> Int? {
    label.map { label in label.withUnsafeBytes { queues.place(of: $0) } }
  }

  // MARK: Calls

  private mutating func mergeCalls(_ calls: SegmentCalls, _ merging: inout Merging) {
    let parts = merging.threads[merging.threads.count - 1]
    while merging.open.count < threads.count { merging.open.append([]) }
    var building: [StreamedStep] = []
    for call in calls.building {
      let place = parts[call.thread].place
      var step = steps(of: call, place, merging.starts.last!).last!
      switch call.parent {
      case .building(let call): step.parent = building[call].number
      case .before: step.parent = merging.open[place].last { $0.depth < step.depth }?.number
      case .other: break
      }
      building.append(step)
      if step.kind != .on || isFirstElement(step, &merging) { merging.context.append(step) }
    }
    for (thread, part) in parts.enumerated() {
      merging.open[part.place].removeAll { $0.depth >= part.part.leastDepth }
      for call in calls.open[thread] {
        add(steps(of: call, part.place, merging.starts.last!), to: &merging.open[part.place])
      }
    }
  }

  private func add(_ steps: [StreamedStep], to open: inout [StreamedStep]) {
    for var step in steps {
      step.parent = open.last?.number
      step.isWithinEvent = open.last?.isOfEvent ?? false
      open.append(step)
    }
  }

  /// Whether a step is the first to give an inner observer an element; until then, some operators drop their source's.
  private func isFirstElement(_ step: StreamedStep, _ merging: inout Merging) -> Bool {
    guard let object = step.object, links(of: object).contains(where: { $0.role == .owner }) else { return false }
    return merging.hasElement.insert(object).inserted
  }

  /// The step of a call, without its value, and the `on` that a delivery adds.
  /// - Parameter start: the state before the segment.
  private mutating func steps(
    of call: SegmentCalls.Call, _ thread: Int, _ start: Merging.Start
  ) -> [StreamedStep] {
    let queue = call.queue.map { queuePlace($0) } ?? (thread < start.queues.count ? start.queues[thread] : nil)
    return call.withRecord { record in
      let site = definitions.siteRow(record.callSite(header))
      var step = StreamedStep(
        number: start.steps + call.before.steps + call.before.deliveries + 1, kind: StepKind(record.kind!)!,
        event: EventKind(record.event), object: objectID(record.object), thread: thread, queue: queue,
        depth: Int(record.depth), time: header.nanoseconds(record.time), site: site,
        isDelivered: !record.isUndelivered, sequence: call.sequence)
      if step.kind != .forwardOn {
        let isObject = step.kind != .scheduledAction && step.kind != .cancelledAction
        if isObject, record.payloadType == .reference { step.other = objectID(UInt32(truncatingIfNeeded: record.word)) }
        return [step]
      }
      step.other = observer(of: record.object)
      guard step.isDelivered, step.other != nil else { return [step] }
      var implied = step
      (implied.number, implied.kind, implied.object, implied.other) = (step.number + 1, .on, step.other, nil)
      (implied.depth, implied.site, implied.parent) = (step.depth + 1, nil, step.number)
      return [step, implied]
    }
  }

  // MARK: The segments that matter

  /// Goes back to the segment that has the first step.
  private mutating func begin(_ merging: Merging) {
    hasSeveralThreads = threads.count > 1
    damagedSlots += records.damagedSlotsOutside
    let first = firstSegment(merging)
    let open = first.map { merging.starts[$0].open } ?? []
    plan = PartPlan(
      request: merging.request, stepsInRun: merging.steps, context: open.joined() + merging.context,
      threads: merging.threads, gaps: merging.gaps, next: first ?? merging.threads.count)
    guard let first else { return }
    let start = merging.starts[first]
    lastNumber = start.steps
    threadTable = start.table
    for thread in threads.indices { threads[thread].queue = thread < start.queues.count ? start.queues[thread] : nil }
    for (thread, calls) in open.enumerated() {
      threads[thread].open = calls.map {
        OpenCall(
          number: $0.number, depth: $0.depth, isWithinEvent: $0.isOfEvent, isClosure: $0.kind == .closure)
      }
    }
    if let printed = start.line { resume(printed) }
  }

  /// The segment of the first step that is asked for, or, for its context, of the event under way then.
  private func firstSegment(_ merging: Merging) -> Int? {
    let (lowest, highest) = (merging.request.steps.lowest, merging.request.steps.highest)
    guard merging.steps >= lowest, let first = merging.starts.lastIndex(where: { $0.steps < max(lowest, 1) }) else {
      return nil
    }
    guard merging.request.hasContext else { return first }
    let last = merging.starts.lastIndex { $0.steps < highest } ?? first
    let active = Set(merging.threads[first...max(first, last)].joined().map(\.place))
    let events = active.compactMap { thread -> Int? in
      let open = merging.starts[first].open
      return thread < open.count ? open[thread].first(where: \.isOfEvent)?.number : nil
    }
    guard let earliest = events.min() else { return first }
    return merging.starts.lastIndex { $0.steps < earliest }
  }

  /// Resumes the printed line that is under way where the reading begins; its step is not asked for.
  private mutating func resume(_ printed: SegmentScan.PartialLine) {
    var step = StreamedStep()
    step.thread = printed.thread == 0 ? -1 : threadTable.place(of: printed.thread) ?? -1
    (step.number, step.depth) = (lastNumber, Int(printed.depth))
    line.resume(step, count: printed.count)
  }

  /// Goes to the next segment that matters.
  /// - Returns: false if none does.
  mutating func selectNextSegment() -> Bool {
    guard let plan else { return false }
    for segment in plan.next..<plan.threads.count where matters(segment, plan) {
      self.plan!.next = segment + 1
      self.plan!.segmentsRead += 1
      records.select(segment)
      return true
    }
    self.plan!.next = plan.threads.count
    return false
  }

  /// Whether a segment has steps that are asked for, or ends or explains calls that are under way in one of them.
  private func matters(_ segment: Int, _ plan: PartPlan) -> Bool {
    let steps = plan.request.steps
    if lastNumber < steps.highest { return true }
    if line.isUnderWay && line.number <= steps.highest { return true }
    func awaited(_ open: [OpenCall]) -> OpenCall? { open.last { steps.contains($0.number) && $0.end == nil } }
    // The first step after a gap ends what is under way on every thread.
    if plan.gaps[segment] != gaps, threads.contains(where: { awaited($0.open) != nil }) { return true }
    return plan.threads[segment].contains { place, part in
      let open = threads[place].open
      if plan.request.hasContext, let event = open.first(where: \.isWithinEvent), event.number <= steps.highest {
        return true
      }
      guard let call = awaited(open) else { return false }
      return part.leastDepth <= call.depth || part.hasThrown
    }
  }
}
