import TestSupport
import Testing
import TraceFormat

@testable import RxTrace
@testable import TraceViews

@Suite("Reading records", .oneAtATime)
struct RecordReaderTests {
  @Test("Each kind of payload comes back as it was written")
  func payloads() throws {
    var writer = TraceWriter()
    let long = String(repeating: "ä", count: 1000)
    let values: [TraceWriter.Value] = [
      .none, .void, .integer(-5), .unsigned(.max), .double(0.5), .bool(true), .reference(9), .string("12345678"),
      .string("123456789"), .description(long), .cut("part"), .bytes([1, 2, 3]), .string(""),
    ]
    for value in values { writer.add(.on, 0, value) }
    let expected: [Payload] = [
      .none, .void, .integer(-5), .unsignedInteger(.max), .double(0.5), .bool(true), .reference(9),
      .string("12345678", isCut: false), .string("123456789", isCut: false), .description(long, isCut: false),
      .string("part", isCut: true), .bytes([1, 2, 3]), .string("", isCut: false),
    ]
    #expect(try records(writer.file).map(\.payload) == expected)
  }

  @Test("A record's fields and its place in the run")
  func fields() throws {
    var writer = TraceWriter()
    writer.add(.on, 0, .string("a text of more than eight bytes"))
    writer.add(
      .forwardOn, TraceWriter.next | TraceFormat.Slot.undelivered, object: 3, site: 4, thread: 5, depth: 6)
    let record = try #require(try records(writer.file).last)
    #expect(record.kind == .forwardOn)
    #expect(record.event == .next)
    #expect(record.isUndelivered)
    #expect((record.object, record.site, record.thread, record.depth) == (3, 4, 5, 6))
    #expect(record.sequence == UInt64(TraceFormat.headerSlots) + 2)
    #expect(record.time == 1002)
  }

  @Test("An unknown kind is handed on without a name, so that later versions can add kinds")
  func unknownKind() throws {
    var writer = TraceWriter()
    writer.add(.on)
    var file = writer.file
    file[TraceFormat.headerSize] = 200
    #expect(try records(file).map(\.kind) == [nil])
  }

  @Test("A file of version 1 is read as before")
  func versionOne() throws {
    var old = TraceWriter.hello
    old.version = 1
    #expect(try records(old.file) == records(TraceWriter.hello.file))
    #expect(try trace(old.file).unfinishedRecords == 0)
  }

  @Test("A file cut off anywhere gives the records before the cut, or an error that it is not a trace")
  func truncated() throws {
    let whole = TraceWriter.hello.file
    let all = try records(whole)
    for length in 0..<whole.count {
      let file = Array(whole[..<length])
      if length < TraceFormat.headerSize {
        #expect(throws: TraceError.self) { try records(file) }
      } else {
        let read = try records(file)
        #expect(read == Array(all.prefix(read.count)))
        #expect(try trace(file).steps.count <= trace(whole).steps.count)
      }
    }
  }

  @Test("Damage anywhere never crashes the reader")
  func damaged() throws {
    var random = SeededGenerator(state: 42)
    let whole = TraceWriter.hello.file
    for _ in 0..<1500 {
      var file = whole
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        file[Int.random(in: 0..<file.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let trace = try? trace(file) else { continue }
      #expect(!TreeText(trace).text.isEmpty)
    }
  }

  @Test("Unfinished records are skipped and counted")
  func unfinishedSlot() throws {
    var writer = TraceWriter()
    writer.add(.on, TraceWriter.next, .integer(1))
    writer.add(.on, TraceWriter.next, .integer(2))
    var file = writer.file
    file[TraceFormat.headerSize] = 0
    #expect(try records(file).map(\.payload) == [.integer(2)])
    #expect(try trace(file).unfinishedRecords == 1)
    #expect(try trace(file).damagedSlots == 0)
  }

  @Test("An unfinished record is skipped with its payload, whatever the payload looks like", arguments: [true, false])
  func unfinishedPayload(isClosed: Bool) throws {
    var payload = TraceWriter()
    for number in 0..<100 { payload.add(.on, TraceWriter.next, .integer(Int64(number))) }
    var writer = TraceWriter()
    writer.isClosed = isClosed
    writer.add(.output, 0, .bytes(payload.slots))
    writer.add(.on, TraceWriter.next, .integer(-1))
    var file = writer.file
    file[TraceFormat.headerSize] = 0
    #expect(try records(file).map(\.payload) == [.integer(-1)])
    let trace = try trace(file)
    #expect(trace.unfinishedRecords == 1 && trace.damagedSlots == 0)
    #expect(TreeText(trace).text.contains("1 record unfinished"))
  }

  @Test("In a file of version 1, an unfinished record's text hides nothing that comes after it")
  func unfinishedTextOfVersionOne() throws {
    var writer = TraceWriter()
    writer.version = 1
    writer.isClosed = false
    writer.add(.on, TraceWriter.next, .string(String(repeating: "a text of a record ", count: 20) + "\u{1}"))
    for number in 0..<500 { writer.add(.on, TraceWriter.next, .integer(Int64(number))) }
    var file = writer.file
    // The recorder left the file so, because it stores the payload before everything else.
    for index in 0..<TraceFormat.slotSize { file[TraceFormat.headerSize + index] = 0 }
    #expect(try records(file).count == 500)
    #expect(try trace(file).unfinishedRecords == 1)
  }

  @Test("Slots that were claimed and never written to count in a recording that was ended, and before a record")
  func emptySlots() throws {
    var writer = TraceWriter()
    for number in 0..<6 { writer.add(.on, TraceWriter.next, .integer(Int64(number))) }
    for isClosed in [true, false] {
      writer.isClosed = isClosed
      var file = writer.file
      for slot in [1, 5] {
        let start = TraceFormat.headerSize + slot * TraceFormat.slotSize
        for index in start..<start + TraceFormat.slotSize { file[index] = 0 }
      }
      #expect(try trace(file).unfinishedRecords == (isClosed ? 2 : 1))
    }
  }

  @Test("The room that a run cut off had reserved is not read as records")
  func reservedRoom() throws {
    var writer = TraceWriter.hello
    writer.isClosed = false
    let trace = try trace(writer.file + [UInt8](repeating: 0, count: 1 << 18))
    #expect(trace.steps.count == 11)
    #expect(!trace.isComplete)
    #expect(trace.damagedSlots == 0)
  }

  @Test("A record whose payload claims more bytes than possible is skipped")
  func hugePayload() throws {
    var writer = TraceWriter()
    writer.add(.on, 0, .string("a text of more than eight bytes"))
    writer.add(.run)
    for count in [UInt64.max, UInt64(Int64.max), UInt64(TraceFormat.maximumPayloadSize) + 1] {
      var file = writer.file
      let place = TraceFormat.headerSize + TraceFormat.Slot.payload
      withUnsafeBytes(of: count.littleEndian) { file.replaceSubrange(place..<place + 8, with: $0) }
      #expect(try records(file).contains { $0.kind == .run })
    }
  }

  @Test("The longest payload is read whole")
  func longestPayload() throws {
    var writer = TraceWriter()
    writer.add(.output, 0, .string(String(repeating: "x", count: TraceFormat.maximumPayloadSize)))
    let text = try #require(try records(writer.file).first?.payload.text)
    #expect(text.utf8.count == TraceFormat.maximumPayloadSize)
  }

  @Test("A newer version is refused by name")
  func newerVersion() throws {
    var writer = TraceWriter()
    writer.version = 7
    try withFile(writer.file) { path in
      #expect(throws: TraceError.newerVersion(path: path, version: 7)) { try Trace(contentsOf: path) }
      #expect("\(TraceError.newerVersion(path: path, version: 7))".contains("trace format version 7"))
    }
  }

  @Test("A file that is not a trace is an error")
  func notATrace() throws {
    try withFile(Array("import Rx\n".utf8)) { path in
      _ = #expect(throws: TraceError.notATrace(path: path)) { try Trace(contentsOf: path) }
    }
    #expect(throws: TraceError.unreadable(path: "/nowhere", reason: "No such file or directory")) {
      try Trace(contentsOf: "/nowhere")
    }
  }

  @Test("Headers that contradict themselves", arguments: [8, 12, 16, 40])
  func damagedHeader(offset: Int) throws {
    var file = TraceWriter.hello.file
    for index in offset..<offset + 4 { file[index] = 0 }
    if offset == 40 { for index in 44..<48 { file[index] = 0xFF } }
    #expect(throws: TraceError.self) { try records(file) }
  }

  private func records(_ file: [UInt8]) throws -> [RawRecord] {
    try withFile(file) { path in
      let reader = try RecordReader(path: path)
      var records: [RawRecord] = []
      while let record = try reader.next() { records.append(record) }
      return records
    }
  }

  @Test("A run that needs more memory than there is has a message, and is not read")
  func tooLarge() throws {
    var run = RunScript()
    run.object("subject", "PublishSubject<Int>", .subject)
    for value in 1...100 as ClosedRange<Int64> { run.call(.on, "subject", .next, .integer(value)) }
    try withFile(run.writer.file) { path in
      let needed = 100 * Trace.bytesOfStep
      let trace = try Trace(contentsOf: path, memory: needed)
      #expect(trace.steps.count == 100)
      let error = #expect(throws: TraceError.self) { try Trace(contentsOf: path, memory: needed - 1) }
      #expect(error == .tooLarge(path: path, steps: 100, needed: needed, memory: needed - 1))
      #expect(error?.exitStatus == 65)
    }
    let large = TraceError.tooLarge(path: "run.hwtrace", steps: 117_000_000, needed: 32_760_000_000, memory: 16 << 30)
    #expect(
      large.description.hasPrefix(
        "run.hwtrace: has about 117000000 steps, which need at least 32.7 GB of memory at once; there are 17.1 GB\n"))
    #expect(large.description.contains("headwater show run.hwtrace --format jsonl"))
  }

  private func trace(_ file: [UInt8]) throws -> Trace { try withFile(file) { try Trace(contentsOf: $0) } }
}

/// The same numbers in every run, so that a failure can be seen again.
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state ^ state >> 33) &* 0xFF51_AFD7_ED55_8CCD
  }
}
