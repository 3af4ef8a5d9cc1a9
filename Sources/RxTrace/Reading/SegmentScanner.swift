import Foundation
import Synchronization
import TraceFormat

/// Scans segments one by one.
struct SegmentScanner {
  private let records: RecordReader
  /// Whether ``SegmentScan/calls`` is wanted.
  private let hasCalls: Bool
  private var scan = SegmentScan()
  private var calls = SegmentCalls.Scanner()
  private var table = ThreadTable(ThreadNumbers(isRepeating: true))
  /// The numbers of threads whose definition has not been met.
  private var undefined: Set<UInt16> = []
  private var line: SegmentScan.PartialLine?
  private var hasSteps = false
  /// The deliveries so far, except those of the silent sinks.
  private var deliveries = 0
  private var silent: Set<UInt32> = []
  /// The place of each object among the objects that the scan has named, and of each sink among its deliveries. A place
  /// from an earlier scan is recognized, because another object or none is there now.
  private var named = NumberMap()
  private var delivering = NumberMap()

  /// - Parameter records: a reader that nobody else uses.
  init(_ records: RecordReader, hasCalls: Bool) { (self.records, self.hasCalls) = (records, hasCalls) }

  /// - Parameters:
  ///   - segment: its position in the order of the recording.
  ///   - threads: the threads that have been defined before, if they are known.
  ///   - line: the printed line that is under way, if it is known.
  ///   - silent: the sinks that deliver to no object, if they are known.
  mutating func scan(
    _ segment: Int, threads: ThreadNumbers = ThreadNumbers(isRepeating: true), line: SegmentScan.PartialLine? = nil,
    silent: Set<UInt32> = []
  ) throws -> SegmentScan {
    (scan, calls, deliveries, self.silent) = (SegmentScan(), SegmentCalls.Scanner(), 0, silent)
    (table, undefined, self.line, hasSteps) = (ThreadTable(threads), [], line, false)
    records.select(segment)
    while try records.advance() { take(records.record) }
    if hasSteps { scan.line = self.line.map { .underWay($0) } ?? .ended }
    (scan.damagedSlots, scan.unfinishedRecords) = (records.damagedSlots, records.unfinishedRecords)
    scan.end = records.slot
    if hasCalls { scan.calls = calls.finish() }
    return scan
  }

  private mutating func take(_ record: RecordView) {
    guard let kind = record.kind else { return }
    guard !record.isDefinition else { return define(kind, record) }
    let thread = table.place(of: record.thread) ?? meetThread(record.thread)
    if hasCalls {
      calls.turn(to: thread)
      if record.gap > 0 { calls.noteClosureEnd() }
    }
    switch kind {
    case .queue:
      let label = record.text.baseAddress.map { _ in Array(record.text) }
      scan.threads[thread].queue = .some(label)
      if hasCalls { calls.noteQueue(label) }
    case .threw: scan.threads[thread].hasThrown = true
    case .returned:
      noteDepth(record, thread)
      if hasCalls { calls.noteReturn(record) }
    case .output: print(record, thread)
    default: if StepKind(kind) != nil { call(kind, record, thread) }
    }
  }

  private mutating func define(_ kind: RecordKind, _ record: RecordView) {
    scan.definitions += record.whole
    guard kind == .defineThread, table.meet(record.thread, count: record.object) else { return }
    scan.threadEvents.append(.definition(record.thread, count: record.object))
    if undefined.contains(record.thread) { scan.needsThreads = true }
    if line?.thread == record.thread, table.numbers.threads(with: record.thread) > 1 { line?.thread = 0 }
  }

  private mutating func meetThread(_ number: UInt16) -> Int {
    if table.numbers.threads(with: number) == 0 { undefined.insert(number) }
    scan.threadEvents.append(.use(number))
    scan.threads.append(SegmentScan.ThreadPart())
    if hasCalls { calls.addThread() }
    return table.add(number)
  }

  @inline(__always)
  private mutating func noteDepth(_ record: RecordView, _ thread: Int) {
    scan.threads[thread].leastDepth = min(scan.threads[thread].leastDepth, Int(record.depth))
  }

  private mutating func print(_ record: RecordView, _ thread: Int) {
    if !hasSteps { (hasSteps, scan.beginsWithOutput) = (true, true) }
    noteDepth(record, thread)
    if hasCalls { calls.leave(to: Int(record.depth)) }
    if line?.thread != record.thread || line?.depth != record.depth {
      scan.steps += 1
      line = SegmentScan.PartialLine(thread: record.thread, depth: record.depth, count: 0)
    }
    if line!.append(record) { line = nil }
  }

  @inline(__always)
  private mutating func call(_ kind: RecordKind, _ record: RecordView, _ thread: Int) {
    (hasSteps, line) = (true, nil)
    noteDepth(record, thread)
    let before = SegmentCalls.Before(steps: scan.steps, deliveries: deliveries)
    scan.steps += 1
    if kind == .forwardOn {
      let isFirst = forward(record)
      if hasCalls { calls.enter(record, before, isBuilding: isFirst) }
    } else {
      let place = name(record.object)
      if hasCalls { calls.enter(record, before, isBuilding: isBuilding(kind, record, place)) }
      let namesRecord = kind == .scheduledAction || kind == .cancelledAction
      if record.payloadType == .reference, !namesRecord { name(UInt32(truncatingIfNeeded: record.word)) }
    }
  }

  private mutating func isBuilding(_ kind: RecordKind, _ record: RecordView, _ place: Int?) -> Bool {
    switch kind {
    case .subscribe, .subscribeClosures, .subscribeHandler, .run: return true
    case .on:
      guard let place, record.event == .next, !scan.named[place].hasElement else { return false }
      scan.named[place].hasElement = true
      return true
    default: return false
    }
  }

  /// - Returns: the object's place among the objects that the scan has named.
  @inline(__always) @discardableResult
  private mutating func name(_ object: UInt32) -> Int? {
    if let place = named[object], place < scan.named.count, scan.named[place].object == object { return place }
    guard object != 0 else { return nil }
    named.set(object, scan.named.count)
    scan.named.append(SegmentScan.Named(object: object, isForward: false))
    return scan.named.count - 1
  }

  /// Notes a delivery. The sink's observer is named as well, but is not known here.
  /// - Returns: whether the record delivers the first element of its sink.
  @inline(__always)
  private mutating func forward(_ record: RecordView) -> Bool {
    let sink = record.object
    guard sink != 0 else { return false }
    let place: Int
    if let known = delivering[sink], known < scan.deliveries.count, scan.deliveries[known].sink == sink {
      place = known
    } else {
      place = scan.deliveries.count
      delivering.set(sink, place)
      scan.deliveries.append(SegmentScan.Delivery(sink: sink))
      scan.named.append(SegmentScan.Named(object: sink, isForward: true))
    }
    guard !record.isUndelivered else { return false }
    scan.deliveries[place].count += 1
    if silent.isEmpty || !silent.contains(sink) { deliveries += 1 }
    return scan.deliveries[place].count == 1 && record.event == .next
  }
}

extension SegmentScanner {
  /// Scans all segments of a file, on all processors.
  static func scanAll(_ records: RecordReader, hasCalls: Bool) throws -> [SegmentScan] {
    let count = records.segmentCount
    let workers = min(ProcessInfo.processInfo.activeProcessorCount, count)
    // Each reader is used by only one worker.
    nonisolated(unsafe) let readers = try (0..<workers).map { _ in try RecordReader(sharing: records) }
    let state = Mutex(Scans(results: Array(repeating: nil, count: count)))
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: workers) { worker in
      var scanner = SegmentScanner(readers[worker], hasCalls: hasCalls)
      while true {
        let segment = next.add(1, ordering: .relaxed).oldValue
        guard segment < count else { return }
        let scan = Result { try scanner.scan(segment) }
        state.withLock { $0.results[segment] = scan }
      }
    }
    return try state.withLock { try $0.results.map { try $0!.get() } }
  }

  private struct Scans { var results: [Result<SegmentScan, any Error>?] }
}
