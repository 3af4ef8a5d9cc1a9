import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import RxTrace
@testable import TraceAnalysis
@testable import TraceViews

/// Files as rows of segments, in any order, with any of them missing or damaged.
@Suite("Segments of a recording", .oneAtATime)
struct SegmentTests {
  /// Segments of one element each, with a definition of what it is about.
  static func writer(_ numbers: [UInt64] = [0, 1, 2, 3], isClosed: Bool = true) -> TraceWriter {
    var writer = TraceWriter()
    (writer.segmentSize, writer.isClosed) = (1 << 16, isClosed)
    for (index, number) in numbers.enumerated() {
      if index > 0 { writer.beginSegment(number) }
      writer.add(.defineThread, object: 1, .string("main"))
      writer.add(.defineType, object: 1, .string("PublishSubject<Int>\n\n\n"))
      writer.add(.defineInstance, ObjectRole.subject.rawValue, object: 1, site: 1, .bytes([]))
      writer.add(.on, TraceWriter.next, object: 1, .integer(Int64(number)))
      writer.add(.returned)
    }
    return writer
  }

  private func values(_ trace: Trace) -> [String] { trace.steps.compactMap { $0.value?.text } }
  private func trace(_ file: [UInt8]) throws -> Trace { try withFile(file) { try Trace(contentsOf: $0) } }

  @Test("the order of the segments is that of their numbers, wherever they are in the file")
  func order() throws {
    let whole = Self.writer()
    #expect(try values(trace(whole.file)) == ["0", "1", "2", "3"])
    let places = whole.wholeSegments
    let trace = try trace(places[0] + places[3] + places[1] + places[2])
    #expect(values(trace) == ["0", "1", "2", "3"])
    #expect(trace.objects.map(\.name) == ["PublishSubject#1"] && trace.threads.map(\.name) == ["main"])
    #expect(trace.damagedSlots == 0 && trace.unfinishedRecords == 0 && trace.isComplete)
    let of16 = UInt64(1 << 16) / 32
    #expect(trace.steps.map(\.sequence) == (0..<4).map { $0 * of16 + 8 })
  }

  @Test("a record that does not fit begins the next segment, and the rest is padding")
  func padding() throws {
    var writer = TraceWriter()
    writer.segmentSize = 1 << 16
    let long = String(repeating: "x", count: 20_000)
    for _ in 0..<10 { writer.add(.output, 0, .string(long + "\n")) }
    #expect(writer.wholeSegments.count == 4)
    let trace = try trace(writer.file)
    #expect(trace.steps.count == 10 && trace.damagedSlots == 0 && trace.unfinishedRecords == 0)
    #expect(try withFile(writer.file) { try RecordingSummary(of: $0) }.description.hasPrefix("0 records"))
  }

  @Test("a segment that is being replaced does not count, nor does room that is reserved")
  func withoutMagic() throws {
    var places = Self.writer(isClosed: false).wholeSegments
    for index in 0..<8 { places[2][index] = 0 }
    places.append([UInt8](repeating: 0, count: 1 << 16))
    let trace = try trace(Array(places.joined()))
    #expect(values(trace) == ["0", "1", "3"])
    #expect(trace.damagedSlots == 0 && trace.unfinishedRecords == 0 && !trace.isComplete)
  }

  @Test(
    "a segment that is there twice, or whose header is damaged, is skipped and counted", arguments: [-1, 0, 8, 12, 52])
  func damagedHeaders(byte: Int) throws {
    var places = Self.writer().wholeSegments
    if byte < 0 { places[2] = places[1] } else { places[2][byte] ^= 0x40 }
    let trace = try trace(Array(places.joined()))
    #expect(values(trace) == ["0", "1", "3"] && trace.damagedSlots == 2048)
  }

  @Test("a number that damage made huge costs nothing, and the greatest that can be is read")
  func hugeNumbers() throws {
    let most = UInt64(1) << 40
    #expect(try values(trace(Self.writer([0, most - 1], isClosed: false).file)) == ["0", "\(most - 1)"])
    let damaged = try trace(Self.writer([0, most], isClosed: false).file)
    #expect(values(damaged) == ["0"] && damaged.damagedSlots == 2048)
  }

  @Test("a segment that is cut out of a file is a recording by itself")
  func oneSegment() throws {
    let trace = try trace(Self.writer(isClosed: false).wholeSegments[2])
    #expect(values(trace) == ["2"] && trace.objects.map(\.name) == ["PublishSubject#1"])
  }

  @Test("a file cut off anywhere gives what comes before")
  func truncated() throws {
    let file = Self.writer(isClosed: false).file
    var counts: Set<Int> = []
    for segment in 0..<4 {
      for slot in 0..<12 {
        for byte in [0, 1, 31] {
          let length = segment << 16 + slot * 32 + byte
          guard length >= TraceFormat.headerSize, length <= file.count else { continue }
          let trace = try trace(Array(file[..<length]))
          #expect(values(trace) == (0..<trace.steps.count).map(String.init) && trace.damagedSlots <= 2048)
          counts.insert(trace.steps.count)
        }
      }
    }
    #expect(counts == [0, 1, 2, 3, 4])
  }

  @Test("the file of a recording that was ended has its end, or is incomplete", arguments: [1, 32, 5000, 70_000])
  func lostEnd(bytes: Int) throws {
    let file = Self.writer().file
    let whole = try trace(file)
    let part = try trace(Array(file.dropLast(bytes)))
    #expect(whole.isComplete && whole.damagedSlots == 0)
    #expect(!part.isComplete && part.damagedSlots > 0 && part.steps.count <= whole.steps.count)
  }

  @Test("an unfinished record counts in each segment that others follow, and so do slots never written to")
  func killed() throws {
    var places = Self.writer(isClosed: false).wholeSegments
    // The element of the second segment was not finished, and the padding of the third was not written.
    places[1][TraceFormat.headerSize + 4 * 32] = 0
    for index in (TraceFormat.headerSize + 6 * 32)..<1 << 16 { places[2][index] = 0 }
    let trace = try trace(Array(places.joined()))
    #expect(values(trace) == ["0", "2", "3"])
    #expect(trace.unfinishedRecords == 2 && trace.damagedSlots == 0)
  }

  @Test("a record whose bytes would go on in the next segment is damage")
  func crossing() throws {
    var places = Self.writer().wholeSegments
    let record = TraceFormat.headerSize + 4 * 32
    places[1].replaceSubrange(record + 24..<record + 32, with: UInt64(1 << 16).bytes)
    places[1][record + 3] = PayloadFlags.following
    let trace = try trace(Array(places.joined()))
    #expect(values(trace) == ["0", "2", "3"] && trace.damagedSlots == 1)
  }

  @Test("what newer segments replaced is said: how much, and from when to when")
  func removed() throws {
    var writer = Self.writer([0, 7, 8])
    writer.removedRecords = 120
    let run = LocatedTrace(trace: try trace(writer.file))
    #expect(run.trace.removedRecords == 120 && run.trace.removedTimes == 5...6)
    let sentence = "120 recorded calls between 5 ns and 6 ns were removed, because the file had reached its limit"
    #expect(run.trace.removedText == sentence)
    #expect(TreeText(run).text.contains(sentence))
    #expect(try TraceForm.html.text(run).contains(sentence))
    #expect(try TraceForm.jsonl.text(run).contains(#""removedRecords":120,"removedFrom":5,"removedTo":6}"#))
    #expect(try withFile(writer.file) { try RecordingSummary(of: $0) }.description.contains(sentence))
    let report = CheckReport(AnalysedRun(name: "run", run: run), level: .note)
    #expect(report.text.contains(sentence) && report.text.contains("not looked at: what never came"))
    #expect(AnalysedRun(name: "run", run: run).gaps.joined().contains(sentence))
  }

  @Test("where records were removed, nothing is found from their absence")
  func noFindings() throws {
    for removed in [UInt64(0), 120] {
      var writer = Self.writer([0, 7, 8])
      writer.removedRecords = removed
      let rules = TraceCheck(try trace(writer.file)).findings.map(\.rule)
      #expect(rules.contains(.nobodySubscribed) == (removed == 0))
    }
  }

  @Test("what a ring has lost is said, and is no problem of the run")
  func ring() throws {
    for isRing in [false, true] {
      var writer = Self.writer([0, 7, 8])
      (writer.removedRecords, writer.isRing) = (120, isRing)
      let run = AnalysedRun(name: "run", run: LocatedTrace(trace: try trace(writer.file)))
      var remarked = run
      remarked.noteGaps(madeUse: true)
      let report = CheckReport(remarked, level: .note)
      #expect(report.findings.contains { $0.rule == .incomplete } != isRing)
      #expect(report.text.contains("120 recorded calls between 5 ns and 6 ns were removed"))
    }
  }

  /// A subject with an observer, whose closure is entered before a gap of five seconds.
  private func writerOfSubscription(endsBehindGap: Bool, goesOn: Bool) -> TraceWriter {
    var writer = TraceWriter()
    (writer.segmentSize, writer.removedRecords) = (1 << 16, 120)
    writer.add(.defineThread, object: 1, .string("main"))
    func define() {
      writer.add(.defineType, object: 1, .string("PublishSubject<Int>\n\n\n"))
      writer.add(.defineType, object: 2, .string("AnonymousObserver<Int>\n\n\n"))
      writer.add(.defineInstance, ObjectRole.subject.rawValue, object: 1, site: 1, .bytes([]))
      writer.add(.defineInstance, ObjectRole.observer.rawValue, object: 2, site: 2, .bytes([]))
    }
    func send() {
      writer.add(.on, TraceWriter.next, object: 1, .integer(1))
      writer.add(.on, TraceWriter.next, object: 2, depth: 1, .integer(1))
      writer.add(.onCore, TraceWriter.next, object: 2, depth: 2, .integer(1))
      writer.add(.closure, TraceWriter.next, object: 2, depth: 3, .integer(1))
    }
    define()
    writer.add(.subscribeClosures, object: 1, .reference(2))
    writer.add(.subscribe, object: 1, depth: 1, .reference(2))
    writer.add(.returned)
    send()
    writer.beginSegment(7)
    define()
    writer.add(.schedule, thread: 2, time: 5_000_000_000)
    if goesOn { send() }
    if endsBehindGap { writer.add(.dispose, object: 2, time: 5_000_000_100) }
    writer.add(.returned)
    return writer
  }

  @Test("a subscription counts as open if something shows it behind a gap", arguments: [false, true], [false, true])
  func openSubscriptions(endsBehindGap: Bool, goesOn: Bool) throws {
    let writer = writerOfSubscription(endsBehindGap: endsBehindGap, goesOn: goesOn)
    let run = AnalysedRun(name: "run", run: LocatedTrace(trace: try trace(writer.file)))
    let report = try StageReport(run)
    let now = report.rows.map(\.tally.subscriptions.now)
    #expect(now == report.rows.map { _ in goesOn && !endsBehindGap ? 1 : 0 })
    // Nobody knows how long the closure took that was under way.
    #expect(goesOn || report.rows.allSatisfy { $0.tally.closureTime == 0 })
  }

  @Test("why-not does not say that a value never came where records were removed")
  func unknownValues() throws {
    for removed in [UInt64(0), 120] {
      var writer = writerOfSubscription(endsBehindGap: false, goesOn: true)
      writer.removedRecords = removed
      let run = AnalysedRun(name: "run", run: LocatedTrace(trace: try trace(writer.file)))
      let report = try WhyNotReport(value: "9", at: nil, in: run)
      #expect(report.outcome == (removed == 0 ? .neverEntered : .unknown))
      #expect(report.text.contains("never") == (removed == 0))
    }
  }

  @Test("segments that are replaced while a file is read count as removed, as far as they were not read")
  func turning() throws {
    var writer = Self.writer([0, 1, 2, 3], isClosed: false)
    let places = writer.wholeSegments
    writer = Self.writer([0, 1, 2, 3, 4, 5], isClosed: false)
    let later = writer.wholeSegments
    try withFile(Array(places.joined())) { path in
      let reader = try RecordReader(path: path)
      #expect(reader.removedRecords == 0)
      // The first two have been read; then the second and the third are replaced.
      while try reader.advance(), reader.record.sequence < 1 << 11 + 8 {}
      let file = try #require(FileHandle(forUpdatingAtPath: path))
      for (place, segment) in [(1, later[4]), (2, later[5])] {
        try file.seek(toOffset: UInt64(place << 16))
        try file.write(contentsOf: segment)
      }
      // Each has one record of an event.
      try file.seek(toOffset: UInt64(TraceFormat.Header.removedRecords))
      try file.write(contentsOf: UInt64(2).bytes)
      var numbers: [UInt64] = []
      while try reader.advance() { if reader.record.kind == .on { numbers.append(reader.record.word) } }
      #expect(numbers == [3] && reader.removedRecords == 1 && reader.gaps == 1)
    }
  }

  @Test("a call that began before a gap encloses nothing behind it, and a printed line does not go on there")
  func gap() throws {
    for isWhole in [true, false] {
      var writer = TraceWriter()
      writer.segmentSize = 1 << 16
      writer.add(.on, TraceWriter.next, object: 1)
      writer.add(.output, depth: 1, .string("a"))
      writer.beginSegment(isWhole ? 1 : 5)
      writer.add(.output, depth: 1, .string("b\n"))
      writer.add(.dispose, object: 1, depth: 1)
      let trace = try trace(writer.file)
      #expect(trace.steps.map(\.value?.text) == (isWhole ? [nil, "ab\n", nil] : [nil, "a", "b\n", nil]))
      #expect(trace.steps.map(\.parent) == (isWhole ? [nil, 0, 0] : [nil, 0, nil, nil]))
    }
  }

  @Test("definitions are repeated in each segment: the first one counts, and no thread is counted twice")
  func repetitions() throws {
    var writer = TraceWriter()
    writer.segmentSize = 1 << 16
    for isFirst in [true, false] {
      if !isFirst { writer.beginSegment() }
      writer.add(.defineThread, object: 1, .string("one"))
      writer.add(.defineType, object: 1, .string("MapSink<Int>\n\n>next,other\n"))
      writer.add(.defineType, object: 2, .string("Receiver<Int>\n\n\n"))
      writer.add(.defineInstance, ObjectRole.observer.rawValue, object: 2, site: 2, .bytes([]))
      let held: [UInt8] = isFirst ? [2, 0, 0, 0, 2, 0, 0, 0] : [2, 0, 0, 0]
      writer.add(.defineInstance, ObjectRole.sink.rawValue, object: 1, site: 1, .bytes(held))
      writer.add(.forwardOn, TraceWriter.next, object: 1, .integer(1))
      writer.add(.dispose, object: 1, depth: 1)
    }
    let trace = try trace(writer.file)
    #expect(trace.objects[0].links.map(\.name) == ["next", "other"] && trace.threads.count == 1)
    #expect(trace.steps.map(\.parent) == [nil, 0, 0, nil, 3, 3])
    let summary = try withFile(writer.file) { try RecordingSummary(of: $0) }
    #expect(summary.objects == 2 && summary.threads == 1)
  }

  @Test("another count with a thread's number is another thread, whatever is open on the first")
  func threads() throws {
    var writer = TraceWriter()
    writer.segmentSize = 1 << 16
    for (count, name) in [(1, "first"), (1, "first"), (2, "second")] as [(UInt32, String)] {
      writer.add(.defineThread, object: count, .string(name))
      writer.add(.dispose, object: 1, depth: UInt16(count))
      writer.add(.dispose, object: 1, depth: 3)
      writer.beginSegment()
    }
    try withFile(writer.file) { path in
      let trace = try Trace(contentsOf: path)
      #expect(trace.threads.map(\.name) == ["first", "second"])
      #expect(trace.steps.map(\.thread) == [0, 0, 0, 0, 1, 1])
      #expect(trace.steps.map(\.parent) == [nil, 0, nil, 2, nil, 4])
      var lists = ["", ""]
      try StepList(trace).write { lists[0] += $0 }
      try StepList(path: path).write { lists[1] += $0 }
      #expect(lists[0] == lists[1] && lists[0].contains("thread 2  "))
    }
  }

  @Test("a thread that is defined after its first record is one thread")
  func lateDefinition() throws {
    var writer = TraceWriter()
    writer.segmentSize = 1 << 16
    writer.add(.dispose, object: 1)
    writer.add(.defineThread, object: 1, .string("main"))
    writer.add(.dispose, object: 1)
    try withFile(writer.file) { path in
      var list = ""
      try StepList(path: path).write { list += $0 }
      #expect(try Trace(contentsOf: path).threads.count == 1 && !list.contains("thread"))
    }
  }

  @Test("closures end when the recording says so, and so do the calls within them")
  func closures() throws {
    var writer = TraceWriter()
    writer.add(.on, TraceWriter.next, object: 1, time: 1)
    writer.add(.closure, TraceWriter.next, object: 1, depth: 1, time: 2)
    writer.add(.dispose, object: 1, depth: 2, time: 3)
    writer.add(.returned, depth: 1, time: 5)
    writer.add(.closure, TraceWriter.next, object: 1, depth: 1, time: 8)
    writer.add(.returned, depth: 1, time: 9)
    writer.add(.returned, time: 20)
    writer.add(.dispose, object: 1, depth: 1, time: 30)
    try withFile(writer.file) { path in
      let trace = try Trace(contentsOf: path)
      #expect(trace.steps.map(\.endTime) == [20, 5, 5, 9, nil])
      #expect(trace.steps.map(\.parent) == [nil, 0, 1, 0, nil])
      var events = ["", ""]
      try ChromeTrace(trace).write { events[0] += $0 }
      try ChromeTrace(path: path).write { events[1] += $0 }
      #expect(events[0] == events[1] && events[0].contains("\"ph\":\"E\",\"pid\":7,\"tid\":1,\"ts\":0.009"))
    }
  }

  @Test("in a file of version 4, only the outermost calls' returns are recorded")
  func olderReturns() throws {
    var writer = TraceWriter()
    writer.version = 4
    writer.add(.on, TraceWriter.next, object: 1, time: 1)
    writer.add(.closure, TraceWriter.next, object: 1, depth: 1, time: 2)
    writer.add(.returned, depth: 1, time: 9)
    writer.add(.dispose, object: 1, time: 30)
    #expect(try trace(writer.file).steps.map(\.endTime) == [9, 9, nil])
  }

  @Test("an action names the low half of its schedule's number: the nearest one before")
  func lowHalves() throws {
    let half = (UInt64(1) << 32) / 2048
    var writer = TraceWriter()
    writer.segmentSize = 1 << 16
    let first = writer.add(.schedule, object: 1, .integer(1))
    writer.beginSegment(half - 1)
    let second = writer.add(.schedule, object: 1, .integer(2))
    writer.beginSegment(half)
    let third = writer.add(.schedule, object: 1, .integer(3))
    writer.add(.scheduledAction, object: 1, .record(second))
    writer.add(.scheduledAction, object: 1, .record(first))
    #expect(UInt32(truncatingIfNeeded: third) == UInt32(first))
    #expect(try trace(writer.file).steps.compactMap(\.cause) == [1, 2])
  }

  @Test("the frames of a stack are one number each, and two until version 4")
  func frames() throws {
    for version in [UInt32(4), 5] {
      var writer = TraceWriter()
      writer.version = version
      writer.add(.defineImage, object: 3, .string("/tmp/program"))
      writer.add(.defineType, object: 1, .string("Just<Int>\n\n\n"))
      let older: [UInt8] = UInt64(3).bytes + UInt64(0x1234).bytes
      writer.add(.definePlace, object: 2, site: 1, version == 4 ? .bytes(older) : .frames([(3, 0x1234), (9, 1)]))
      writer.add(.defineInstance, ObjectRole.observable.rawValue, object: 1, site: 2, .bytes([]))
      writer.add(.dispose, object: 1)
      let trace = try trace(writer.file)
      #expect(trace.objects[0].assembly == [ReturnAddress(image: "/tmp/program", offset: 0x1234)])
    }
  }

  @Test("instances of classes are told apart, also where a call hands one on")
  func identities() throws {
    var writer = TraceWriter()
    let first = writer.add(.on, TraceWriter.next, object: 1, .instance(7, "Cart with a long name"))
    writer.add(.onCore, TraceWriter.next, object: 1, depth: 1, .repeated(first))
    writer.add(.on, TraceWriter.next, object: 1, .instance(8, "Box"))
    writer.add(.on, TraceWriter.next, object: 1, .instance(0, "Box"))
    writer.add(.on, TraceWriter.next, object: 1, .description("Box"))
    try withFile(writer.file) { path in
      let trace = try Trace(contentsOf: path)
      #expect(trace.steps.map(\.value?.identity) == [7, 7, 8, nil, nil])
      let carts = Array(repeating: "Cart with a long name", count: 2)
      #expect(trace.steps.map(\.value?.text) == carts + ["Box", "Box", "Box"])
      var lines = ["", ""]
      try JSONLines(trace).write { lines[0] += $0 }
      try JSONLines(path: path).write { lines[1] += $0 }
      #expect(lines[0] == lines[1] && lines[0].contains(#""value":"Box","identity":8}"#))
    }
  }

  @Test("a repeated value is that of an outer call too, and none if its segment is missing")
  func repeated() throws {
    var writer = TraceWriter()
    writer.segmentSize = 1 << 16
    let outer = writer.add(.on, TraceWriter.next, object: 1, .string("the outer value"))
    writer.add(.on, TraceWriter.next, object: 1, depth: 1, .string("the inner value"))
    writer.add(.forwardOn, TraceWriter.next, object: 1, depth: 1, .repeated(outer))
    writer.beginSegment()
    writer.add(.on, TraceWriter.next, object: 1, .repeated(outer + 2000))
    let texts = try trace(writer.file).steps.map(\.value?.text)
    #expect(texts == ["\"the outer value\"", "\"the inner value\"", "\"the outer value\"", nil])
  }

  @Test("damage anywhere in segments never crashes the reader")
  func damaged() throws {
    let places = Self.writer([0, 3, 4]).wholeSegments
    let bytes: [UInt8] = [0, 1, 0x7F, 0xFF]
    // Each byte of a segment once: fuzzers go on from here.
    for index in 0..<TraceFormat.headerSize + 6 * 32 {
      var file = places
      file[index % places.count][index] = bytes[index / 2 % bytes.count]
      guard let trace = try? trace(Array(file.joined())) else { continue }
      #expect(trace.steps.count <= 4)
    }
  }
}
