import Foundation
import Synchronization
import TraceFormat

/// Scans segments one by one.
struct SegmentScanner {
  private let records: RecordReader
  private var scan = SegmentScan()
  private var table = ThreadTable(ThreadNumbers(isRepeating: true))
  /// The numbers of threads whose definition has not been met.
  private var undefined: Set<UInt16> = []
  private var line: SegmentScan.PartialLine?
  private var hasSteps = false
  /// For each object its place in what the scan under way has named, and for each sink in its deliveries. Places of earlier
  /// scans are recognized by what is there now.
  private var named = NumberMap()
  private var delivering = NumberMap()

  /// - Parameter records: a reader that nobody else uses.
  init(_ records: RecordReader) { self.records = records }

  /// - Parameters:
  ///   - segment: its position in the order of the recording.
  ///   - threads: the threads that have been defined before, if they are known.
  ///   - line: the printed line that is under way, if it is known.
  mutating func scan(
    _ segment: Int, threads: ThreadNumbers = ThreadNumbers(isRepeating: true), line: SegmentScan.PartialLine? = nil
  ) throws -> SegmentScan {
    scan = SegmentScan()
    (table, undefined, self.line, hasSteps) = (ThreadTable(threads), [], line, false)
    records.select(segment)
    while try records.advance() { take(records.record) }
    if hasSteps { scan.line = self.line.map { .underWay($0) } ?? .ended }
    (scan.damagedSlots, scan.unfinishedRecords) = (records.damagedSlots, records.unfinishedRecords)
    scan.end = records.slot
    return scan
  }

  private mutating func take(_ record: RecordView) {
    guard let kind = RecordKind(rawValue: record.kind) else { return }
    guard kind.rawValue < RecordKind.defineObject.rawValue else { return define(kind, record) }
    let thread = table.place(of: record.thread) ?? meetThread(record.thread)
    switch kind {
    case .queue: scan.threads[thread].queue = .some(record.text.baseAddress.map { _ in Array(record.text) })
    case .threw: scan.threads[thread].hasThrown = true
    case .returned: noteDepth(record, thread)
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
    return table.add(number)
  }

  @inline(__always)
  private mutating func noteDepth(_ record: RecordView, _ thread: Int) {
    scan.threads[thread].leastDepth = min(scan.threads[thread].leastDepth, Int(record.depth))
  }

  private mutating func print(_ record: RecordView, _ thread: Int) {
    if !hasSteps { (hasSteps, scan.beginsWithOutput) = (true, true) }
    noteDepth(record, thread)
    if line?.thread != record.thread || line?.depth != record.depth {
      scan.steps += 1
      line = SegmentScan.PartialLine(thread: record.thread, depth: record.depth, count: 0)
    }
    if line!.append(record.text) { line = nil }
  }

  @inline(__always)
  private mutating func call(_ kind: RecordKind, _ record: RecordView, _ thread: Int) {
    (hasSteps, line) = (true, nil)
    noteDepth(record, thread)
    scan.steps += 1
    if kind == .forwardOn {
      forward(record)
    } else {
      name(record.object)
      let namesRecord = kind == .scheduledAction || kind == .cancelledAction
      if record.payloadType == .reference, !namesRecord { name(UInt32(truncatingIfNeeded: record.word)) }
    }
  }

  @inline(__always)
  private mutating func name(_ object: UInt32) {
    if let place = named[object], place < scan.named.count, scan.named[place].object == object { return }
    guard object != 0 else { return }
    named.set(object, scan.named.count)
    scan.named.append(SegmentScan.Named(object: object, isForward: false))
  }

  /// The sink's observer is named as well, and is not known here.
  @inline(__always)
  private mutating func forward(_ record: RecordView) {
    let sink = record.object
    guard sink != 0 else { return }
    let place: Int
    if let known = delivering[sink], known < scan.deliveries.count, scan.deliveries[known].sink == sink {
      place = known
    } else {
      place = scan.deliveries.count
      delivering.set(sink, place)
      scan.deliveries.append(SegmentScan.Delivery(sink: sink))
      scan.named.append(SegmentScan.Named(object: sink, isForward: true))
    }
    if !record.isUndelivered { scan.deliveries[place].count += 1 }
  }
}

extension SegmentScanner {
  /// Scans all segments of a file, on all processors.
  static func scanAll(_ records: RecordReader) throws -> [SegmentScan] {
    let count = records.segmentCount
    let workers = min(ProcessInfo.processInfo.activeProcessorCount, count)
    // Each is used by one worker only.
    nonisolated(unsafe) let readers = try (0..<workers).map { _ in try RecordReader(sharing: records) }
    let state = Mutex(Scans(results: Array(repeating: nil, count: count)))
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: workers) { worker in
      var scanner = SegmentScanner(readers[worker])
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
