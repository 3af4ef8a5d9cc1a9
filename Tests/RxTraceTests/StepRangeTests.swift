import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import RxTrace
@testable import TraceViews

/// A few steps of a recording of many segments, of which most are not read in full: the same as a filter of the whole.
@Suite("Steps of a long recording", .oneAtATime)
struct StepRangeTests {
  private static let forms: [TraceForm] = [
    .program, .tree, .chain, .steps, .jsonl, .csv, .chrome, .mermaid, .dot, .otlp, .marbles, .svg,
  ]

  /// Segments of few records, in which everything goes on from one to the next: calls, closures that throw, printed lines,
  /// threads and their queues, actions; in some, a thread's number goes to another thread.
  static func writer(_ seed: UInt64, segments: Int) -> TraceWriter {
    var random = SeededNumbers(state: seed)
    var writer = TraceWriter()
    writer.segmentSize = 1 << 16
    var counts: [UInt16: UInt32] = [1: 1, 2: 2]
    var depths: [UInt16: UInt16] = [:]
    var schedules: [UInt64] = []
    for segment in 0..<segments {
      if segment > 0 { writer.beginSegment(random.below(12) == 0 ? UInt64(segment) * 10 : nil) }
      var queued: Set<UInt16> = []
      define(&writer, &random, isFirst: segment == 0)
      var defined: Set<UInt16> = []
      for _ in 0..<random.below(16) {
        let thread = UInt16(random.below(2) + 1)
        if random.below(20) == 0 { counts[thread] = UInt32(counts.count) + UInt32(random.below(50)) + 3 }
        if !defined.contains(thread) || random.below(20) == 0 {
          writer.add(.defineThread, object: counts[thread]!, thread: thread, .string("t\(counts[thread]!)"))
          defined.insert(thread)
        }
        if queued.insert(thread).inserted || random.below(9) == 0 {
          writer.add(.queue, thread: thread, .string("queue \(random.below(3))"))
        }
        add(&writer, &random, thread, &depths, &schedules)
      }
    }
    return writer
  }

  private static func define(_ writer: inout TraceWriter, _ random: inout SeededNumbers, isFirst: Bool) {
    writer.add(.defineType, object: 1, .string("MapSink<Int>\n\n>next,other\n"))
    writer.add(.defineType, object: 2, .string("PublishSubject<Int>\n\n\n"))
    writer.add(.defineSite, object: 1, .string("Rx/Map.swift:4"))
    for object in [2, 3, 5] as [UInt32] {
      writer.add(.defineInstance, ObjectRole.subject.rawValue, object: object, site: 2, .bytes([]))
    }
    for object in [1, 4, 6] as [UInt32] where isFirst || random.below(2) == 0 {
      let held: [UInt8] = isFirst ? [2, 0, 0, 0, 3, 0, 0, 0] : [2, 0, 0, 0]
      writer.add(.defineInstance, ObjectRole.sink.rawValue, object: object, site: 1, .bytes(held))
    }
  }

  private static func add(
    _ writer: inout TraceWriter, _ random: inout SeededNumbers, _ thread: UInt16, _ depths: inout [UInt16: UInt16],
    _ schedules: inout [UInt64]
  ) {
    let depth = UInt16(random.below(Int(depths[thread, default: 0]) + 1))
    let object = UInt32(random.below(8))
    func step(_ kind: RecordKind, _ event: UInt8 = 0, _ value: TraceWriter.Value = .none) -> UInt64 {
      depths[thread] = depth + 1
      return writer.add(kind, event, object: object, site: UInt32(random.below(2)), thread: thread, depth: depth, value)
    }
    switch random.below(12) {
    case 0: writer.add(.returned, thread: thread, depth: depth)
    case 1: writer.add(.threw, TraceWriter.next, object: object, thread: thread, depth: depth, .description("an error"))
    case 2, 3: _ = step(.closure, TraceWriter.next, .integer(Int64(random.below(9))))
    case 4, 5: _ = step(.forwardOn, TraceWriter.next | (random.below(4) == 0 ? 0x80 : 0), .string("a value with text"))
    case 6: schedules.append(step(.schedule))
    case 7: _ = step(.scheduledAction, 0, .record(schedules.isEmpty ? 9 : schedules[random.below(schedules.count)]))
    case 8: _ = step(.subscribe, 0, .reference(UInt32(random.below(8))))
    case 9: _ = step(.on, TraceWriter.next, .instance(3, "Cart"))
    default:
      let end = random.below(3) == 0 ? "\n" : ""
      writer.add(.output, object: 1, thread: thread, depth: 1, .string("printed" + end))
    }
  }

  /// Every range of a file, in every form, against the filter of the whole.
  private func compare(_ path: String, _ forms: [TraceForm]) throws {
    let whole = LocatedTrace(trace: try Trace(contentsOf: path))
    let count = whole.trace.steps.count
    for lowest in 0...count + 1 {
      for highest in lowest...max(lowest, count + 2) {
        var filter = TraceFilter()
        filter.steps = [NumberRange(lowest, highest)]
        for form in forms {
          let showing = try TraceShowing(filter: filter, form: form)
          let part = try LocatedTrace(contentsOf: path, part: showing.part, trusting: TrustedFolders())
          #expect(part.stepsInRun == whole.stepsInRun)
          let (found, expected) = (try showing.text(of: part), try showing.text(of: whole))
          #expect(found == expected, "\(form) of \(lowest)...\(highest)")
          guard found == expected else { return }
        }
      }
    }
  }

  @Test("every range is what the filter of the whole gives, in every form", arguments: [1] as [UInt64])
  func ranges(seed: UInt64) throws {
    try withFile(Self.writer(seed, segments: 4).file) { try compare($0, Self.forms) }
  }

  @Test("in many recordings, the ranges are those of the whole", arguments: 10...13 as ClosedRange<UInt64>)
  func manyRecordings(seed: UInt64) throws {
    try withFile(Self.writer(seed, segments: 4).file) { try compare($0, [.program, .jsonl]) }
  }

  @Test("and with segments in another order, missing or damaged", arguments: 50...53 as ClosedRange<UInt64>)
  func damaged(seed: UInt64) throws {
    var random = SeededNumbers(state: seed)
    var places = Self.writer(seed, segments: 5).wholeSegments
    places.swapAt(1, 3)
    places.remove(at: 2)
    for _ in 0..<6 {
      let place = random.below(places.count)
      places[place][TraceFormat.headerSize + random.below(20 * 32)] = UInt8(random.below(256))
    }
    try withFile(Array(places.joined())) { try compare($0, [.jsonl]) }
  }

  @Test("and of a file that ends within a long text")
  func cutOff() throws {
    var writer = TraceWriter()
    writer.segmentSize = 1 << 16
    writer.add(.on, TraceWriter.next, object: 1, .integer(1))
    writer.add(.closure, TraceWriter.next, object: 1, depth: 1, .integer(2))
    writer.add(.closure, TraceWriter.next, object: 1, depth: 2, .string(String(repeating: "long ", count: 100)))
    try withFile(Array(writer.file.dropLast(200))) { try compare($0, Self.forms) }
  }

  @Test("a segment can be scanned again, the last one too")
  func scannedAgain() throws {
    try withFile(Self.writer(1, segments: 4).file) { path in
      var scanner = SegmentScanner(try RecordReader(path: path), hasCalls: true)
      let scans = try [3, 3, 0, 3].map { try scanner.scan($0).steps }
      #expect(scans[0] > 0 && scans == [scans[0], scans[0], scans[2], scans[0]])
    }
  }

  /// 40 segments within one outermost call, in each of which closures run that end there.
  private var long: TraceWriter {
    var writer = TraceWriter()
    writer.segmentSize = 1 << 16
    for segment in 0..<40 {
      if segment > 0 { writer.beginSegment() }
      writer.add(.defineThread, object: 1, .string("main"))
      writer.add(.defineType, object: 1, .string("MapSink<Int>\n\n\n"))
      writer.add(.defineInstance, ObjectRole.sink.rawValue, object: 1, site: 1, .bytes([]))
      if segment == 0 { writer.add(.on, TraceWriter.next, object: 1) }
      for value in 0..<100 {
        writer.add(.closure, TraceWriter.next, object: 1, depth: 1, .integer(Int64(value)))
        writer.add(.returned, depth: 1)
      }
    }
    writer.add(.returned)
    return writer
  }

  @Test("only the segments that have the steps, and those in which their calls end, are read in full")
  func segmentsRead() throws {
    try withFile(long.file) { path in
      func read(_ range: NumberRange) throws -> Int {
        var plan: PartPlan?
        let trace = try Trace(contentsOf: path, PartRequest(steps: range, hasContext: false), &plan)
        #expect(trace.steps.count == range.highest - range.lowest + 1 && plan?.stepsInRun == 4001)
        return try #require(plan).segmentsRead
      }
      // The outermost call, which the first step begins, returns in the last segment.
      let ranges = [(2010, 2030), (2090, 2110), (1, 20), (4000, 4001)].map { NumberRange($0, $1) }
      let counts = try ranges.map(read)
      #expect(counts == [1, 2, 2, 1])
    }
  }

  @Test("a file of an older version is read whole")
  func olderVersions() throws {
    try withFile(TraceWriter.hello.file) { path in
      var plan: PartPlan?
      let read = try Trace(contentsOf: path, PartRequest(steps: NumberRange(1, 2), hasContext: false), &plan)
      #expect(plan == nil && read.steps.count > 2)
    }
  }

  @Test("so is a pipe, of any version", arguments: [TraceWriter.hello.file, writer(1, segments: 3).file])
  func pipe(file: [UInt8]) throws {
    try withFile(file) { path in
      let pipe = path + ".pipe"
      defer { unlink(pipe) }
      try #require(mkfifo(pipe, 0o600) == 0)
      Thread { try? Data(file).write(to: URL(fileURLWithPath: pipe)) }.start()
      var filter = TraceFilter()
      filter.steps = [NumberRange(1, 4)]
      let showing = try TraceShowing(filter: filter, form: .steps)
      let read = { try LocatedTrace(contentsOf: $0, part: showing.part, trusting: TrustedFolders()) }
      #expect(try showing.text(of: read(pipe)) == showing.text(of: read(path)))
    }
  }

  @Test("other conditions, and pages, need the whole recording")
  func conditions() throws {
    var filter = TraceFilter()
    filter.steps = [NumberRange(3, 9)]
    #expect(try TraceShowing(filter: filter, form: .jsonl).part?.hasContext == false)
    #expect(try TraceShowing(filter: filter, form: .program).part?.hasContext == true)
    #expect(try TraceShowing(filter: filter, form: .html, file: "a.html").part == nil)
    var enclosing = filter
    enclosing.keepsEnclosing = true
    #expect(try TraceShowing(filter: enclosing, form: .tree).part == nil)
    var several = filter
    several.steps.append(NumberRange(1, 1))
    #expect(try TraceShowing(filter: several, form: .tree).part == nil)
    filter.values = ["a"]
    #expect(try TraceShowing(filter: filter, form: .tree).part == nil)
  }
}

/// The same numbers in every run, so that a failure can be seen again.
private struct SeededNumbers {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}
