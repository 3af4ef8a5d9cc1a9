import TraceFormat

/// The plan for reading some steps of a long recording: which segments matter.
struct PartPlan {
  let steps: NumberRange
  /// The number of steps in the whole recording.
  let stepsInRun: Int
  /// For each segment its threads' places, and what is known of them.
  fileprivate let threads: [[(place: Int, part: SegmentScan.ThreadPart)]]
  /// For each segment how many gaps come before it.
  fileprivate let gaps: [Int]
  /// The segment that comes next.
  fileprivate var next: Int
  /// How many segments have been read in full.
  fileprivate(set) var segmentsRead = 0
}

extension StepReader {
  /// Reads only the segments that have the steps with some numbers, and those that end the calls of these steps. All
  /// segments are scanned before; ``SegmentScan`` says what for.
  ///
  /// It gives other steps of these segments too.
  init(_ records: RecordReader, steps: NumberRange) throws {
    self.init(records)
    records.select(nil)
    var scanner = SegmentScanner(try RecordReader(sharing: records))
    let scans = try SegmentScanner.scanAll(records)
    for scan in scans { define(scan) }
    var merging = Merging(first: steps.lowest, count: scans.count)
    for segment in scans.indices { try merge(scans[segment], segment, &merging, &scanner) }
    nameRemainingObjects()
    // Records that were added since are left out.
    if let end = scans.last?.end { records.end = min(records.end, end) }
    begin(merging, steps)
  }

  private struct Merging {
    let first: Int
    var threads: [[(place: Int, part: SegmentScan.ThreadPart)]] = []
    var gaps: [Int] = []
    var steps = 0
    var line: SegmentScan.PartialLine?
    /// The state before the segment that has the first step.
    var start: Start?

    struct Start {
      var segment: Int
      var steps: Int
      var table: ThreadTable
      /// For each thread its queue.
      var queues: [Int?]
      var line: SegmentScan.PartialLine?
    }

    init(first: Int, count: Int) {
      self.first = first
      threads.reserveCapacity(count)
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

  /// Goes on over a segment.
  private mutating func merge(
    _ scan: SegmentScan, _ segment: Int, _ merging: inout Merging, _ scanner: inout SegmentScanner
  ) throws {
    merging.gaps.append((merging.gaps.last ?? 0) + (records.isGapBefore(segment) ? 1 : 0))
    if records.isGapBefore(segment) { merging.line = nil }
    var scan = scan
    if scan.needsThreads || (merging.line != nil && scan.beginsWithOutput) {
      scan = try scanner.scan(segment, threads: threadTable.numbers, line: merging.line)
    }
    let start = Merging.Start(
      segment: segment, steps: merging.steps, table: threadTable, queues: threads.map(\.queue), line: merging.line)
    meetThreads(scan, &merging)
    for named in scan.named {
      _ = objectID(named.object)
      if named.isForward { _ = observer(of: named.object) }
    }
    merging.steps += scan.steps
    for delivery in scan.deliveries where observer(of: delivery.sink) != nil { merging.steps += delivery.count }
    if merging.start == nil, merging.steps >= merging.first { merging.start = start }
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
        threads[place].queue = queue.map { label in label.withUnsafeBytes { queues.place(of: $0) } }
      }
    }
    switch scan.line {
    case .untouched: break
    case .ended: merging.line = nil
    case .underWay(let line): merging.line = line
    }
  }

  /// Goes back to the segment that has the first step.
  private mutating func begin(_ merging: Merging, _ steps: NumberRange) {
    hasSeveralThreads = threads.count > 1
    damagedSlots += records.damagedSlotsOutside
    plan = PartPlan(
      steps: steps, stepsInRun: merging.steps, threads: merging.threads, gaps: merging.gaps,
      next: merging.start?.segment ?? merging.threads.count)
    guard let start = merging.start else { return }
    lastNumber = start.steps
    threadTable = start.table
    for thread in threads.indices { threads[thread].queue = thread < start.queues.count ? start.queues[thread] : nil }
    if let printed = start.line { resume(printed) }
  }

  /// The printed line that is under way where the reading begins, whose step is not asked for.
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

  /// Whether a segment has steps that are asked for, or ends or explains what is under way in one of them.
  private func matters(_ segment: Int, _ plan: PartPlan) -> Bool {
    if lastNumber < plan.steps.highest { return true }
    if line.isUnderWay && line.number <= plan.steps.highest { return true }
    return plan.threads[segment].contains { place, part in
      guard let call = threads[place].open.last(where: { plan.steps.contains($0.number) && $0.end == nil }) else {
        return false
      }
      return part.leastDepth <= call.depth || part.hasThrown || plan.gaps[segment] != gaps
    }
  }
}
