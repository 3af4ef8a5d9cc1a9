import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import PipelineRunning
@testable import RxTrace
@testable import TraceAnalysis

/// Recordings in, the rows of a live view out.
@Suite("The table of a program that is watched", .oneAtATime)
struct WatchTableTests {
  /// A recording that is written piece by piece.
  private final class GrowingFile {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).hwtrace").path

    deinit { unlink(path) }

    func write(_ bytes: some Sequence<UInt8>) throws {
      // Written in place, as a recorder does.
      let file = open(path, O_WRONLY | O_CREAT, 0o600)
      defer { close(file) }
      let all = Array(bytes)
      #expect(Foundation.write(file, all, all.count) == all.count)
    }
  }

  private func table(_ path: String, most: (objects: Int, steps: Int) = (1 << 18, 1 << 24)) throws -> WatchTable {
    var lines = FollowedLines(ofRecordingAt: path, trusting: TrustedFolders())
    lines.learn(try Trace(callStacksOf: path))
    return WatchTable(try StepFollower(path: path, most: most), lines)
  }

  private func text(_ rows: [WatchRow]) -> [String] {
    rows.map { row in
      "\(row.name) \(row.place.map { ":\($0.line)" } ?? "-") open \(row.open) in \(row.taken) out \(row.sent) "
        + "errors \(row.errors) last \(row.value?.text ?? "-")"
    }
  }

  private func text(_ report: StageReport) -> [String] {
    report.rows.map { row in
      "\(row.name) \(row.place.map { ":\($0.line)" } ?? "-") open \(row.tally.subscriptions.now) in \(row.tally.taken) "
        + "out \(row.tally.sent) errors \(row.tally.errors) last \(row.lastValue?.text ?? "-")"
    }
  }

  private func recorded(_ source: String, _ read: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "pipeline.swift")
    try source.write(to: file, atomically: true, encoding: .utf8)
    let engine = try EngineInstallation.beside(executable: BuiltProducts.folder.appending(path: "headwater").path)
    let cache = BuiltProducts.folder.appending(path: "headwater-tests")
    let place = folder.appending(path: "run.hwtrace").path
    let runner = PipelineRunner(mode: .captured(), engine: engine, cache: cache)
    _ = try runner.record(RunRequest(.files([file.path])), keepingTraceAt: place, adding: .symbolsAndTexts)
    try read(place)
  }

  // MARK: Steps as they come

  @Test("steps count as soon as they are written, and a record that is not finished waits")
  func growing() throws {
    var writer = TraceWriter()
    (writer.segmentSize, writer.isClosed) = (1 << 16, false)
    writer.add(.defineThread, object: 1, .string("main"))
    writer.add(.defineType, object: 1, .string("PublishSubject<Int>\n\n\n"))
    writer.add(.defineInstance, ObjectRole.subject.rawValue, object: 1, site: 1, .bytes([]))
    writer.add(.on, TraceWriter.next, object: 1, time: 1_000_000_000, .integer(1))
    writer.add(.returned)
    let file = GrowingFile()
    try file.write(writer.file)
    var table = try table(file.path)
    #expect(try table.takeMore())
    #expect(try !table.takeMore())
    #expect(text(table.rows(at: 2_000_000_000)) == ["PublishSubject - open 0 in 1 out 0 errors 0 last 1"])

    let before = writer.file.count
    writer.add(.on, TraceWriter.next, object: 1, time: 3_000_000_000, .string("two"))
    writer.add(.returned)
    var bytes = writer.file
    // Its kind is stored last.
    let kind = bytes[before]
    bytes[before] = 0
    try file.write(bytes)
    #expect(try !table.takeMore())
    bytes[before] = kind
    try file.write(bytes)
    #expect(try table.takeMore())
    let row = try #require(table.rows(at: 4_000_000_000).first)
    #expect(text([row]) == ["PublishSubject - open 0 in 2 out 0 errors 0 last \"two\""])
    #expect(row.takenRate == 0.5 && row.idle == 1_000_000_000 && row.hasChanged)
    #expect(table.events(of: row.stage).map(\.text) == ["gets 1", "gets \"two\""])
    let idle = try #require(table.rows(at: 5_000_000_000).first)
    #expect(!idle.hasChanged && idle.takenRate == 0 && idle.idle == 2_000_000_000)
  }

  @Test("a closure's time counts when it has returned, as a part of the time since the figures before")
  func busy() throws {
    var writer = SegmentTests.writer([0], isClosed: false)
    let file = GrowingFile()
    try file.write(writer.file)
    var table = try table(file.path)
    while try table.takeMore() {}
    _ = table.rows(at: 1_000_000_000)
    writer.add(.on, TraceWriter.next, object: 1, time: 1_000_000_000, .integer(1))
    writer.add(.closure, TraceWriter.next, object: 1, depth: 1, time: 1_000_000_000)
    try file.write(writer.file)
    while try table.takeMore() {}
    #expect(table.rows(at: 2_000_000_000).first?.busy == 0)
    writer.add(.returned, depth: 1, time: 2_500_000_000)
    writer.add(.on, TraceWriter.next, object: 1, time: 3_000_000_000, .integer(2))
    try file.write(writer.file)
    while try table.takeMore() {}
    let row = try #require(table.rows(at: 4_000_000_000).first)
    #expect(row.closureTime == 1_500_000_000 && row.busy == 0.75 && row.hasChanged)
    #expect(table.rows(at: 5_000_000_000).first?.busy == 0)
  }

  @Test("segments that newer ones have replaced are a gap, and the newer ones are read")
  func replaced() throws {
    let places = SegmentTests.writer([0, 1, 2, 3, 4], isClosed: false).wholeSegments
    let file = GrowingFile()
    try file.write(places[0] + places[1])
    var table = try table(file.path)
    #expect(try table.takeMore() && table.takeMore())
    #expect(try !table.takeMore() && table.gaps == 0)
    // The places of 1 and 2 have been taken by 4 and 3.
    try file.write(places[0] + places[4] + places[3])
    while try table.takeMore() {}
    #expect(table.gaps == 1)
    #expect(text(table.rows(at: 1)) == ["PublishSubject - open 0 in 4 out 0 errors 0 last 4"])
  }

  @Test("of a program that is faster than it is read, the rates are those of the time that was read")
  func behind() throws {
    var writer = SegmentTests.writer([0], isClosed: false)
    for number in 1...4 as ClosedRange<UInt64> {
      writer.beginSegment(number)
      writer.add(.on, TraceWriter.next, object: 1, time: number * 2_000_000_000, .integer(1))
      writer.add(.returned)
    }
    writer.isClosed = true
    let file = GrowingFile()
    try file.write(writer.file)
    var watch = try RecordingWatch(file.path, trusting: TrustedFolders())
    #expect(try watch.read(for: .zero))
    _ = watch.table.rows(at: watch.now)
    for second in [2, 4, 6, 8] as [UInt64] {
      // No more than one segment at a time.
      #expect(try watch.read(for: .zero))
      #expect(watch.now == second * 1_000_000_000)
      let rate = try #require(watch.table.rows(at: watch.now).first?.takenRate)
      #expect((rate * 1000).rounded() == 500, "\(second) s: \(rate)")
    }
    #expect(try !watch.read(for: .zero) && watch.isOver)
  }

  @Test("the time of which the steps were replaced before they were read does not count")
  func ratesBehindGap() throws {
    var writer = SegmentTests.writer([0], isClosed: false)
    for number in 1...3 as ClosedRange<UInt64> {
      writer.beginSegment(number)
      for half in 0...1 as ClosedRange<UInt64> {
        writer.add(.on, TraceWriter.next, object: 1, time: number * 10_000_000_000 + half * 1_000_000_000, .integer(1))
        writer.add(.returned)
      }
    }
    let places = writer.wholeSegments
    let file = GrowingFile()
    try file.write(places[0] + places[1])
    var table = try table(file.path)
    while try table.takeMore() {}
    _ = table.rows(at: 11_000_000_000)
    try file.write(places[0] + places[3])
    while try table.takeMore() {}
    #expect(table.gaps == 1)
    // Two elements from 30 s to 31 s, of which one begins it.
    #expect(table.rows(at: 31_000_000_000).first?.takenRate == 2)
  }

  @Test("a record that its thread never finished is passed over when the run is over")
  func unfinished() throws {
    var writer = SegmentTests.writer([0], isClosed: false)
    let before = writer.file.count
    writer.add(.on, TraceWriter.next, object: 1, .integer(1))
    writer.add(.on, TraceWriter.next, object: 1, .integer(2))
    var bytes = writer.file
    for index in before..<before + TraceFormat.slotSize { bytes[index] = 0 }
    let file = GrowingFile()
    try file.write(bytes)
    var table = try table(file.path)
    while try table.takeMore() {}
    #expect(text(table.rows(at: 1)) == ["PublishSubject - open 0 in 1 out 0 errors 0 last 0"])
    try table.finish()
    #expect(text(table.rows(at: 2)) == ["PublishSubject - open 0 in 2 out 0 errors 0 last 2"])
  }

  @Test("a recording of a version without segments cannot be followed, and the error says what shows it")
  func older() throws {
    var writer = TraceWriter()
    writer.version = 4
    let error = #expect(throws: SystemError.self) {
      try withFile(writer.file) { _ = try RecordingWatch($0, trusting: TrustedFolders()) }
    }
    #expect("\(error!)".contains("version 4") && "\(error!)".contains("headwater report"))
  }

  @Test("why steps are missing is said: the file has lost its end, or its disk is full")
  func missing() throws {
    var writer = SegmentTests.writer([0, 1])
    let file = GrowingFile()
    try file.write(writer.file.dropLast(32))
    var watch = try RecordingWatch(file.path, trusting: TrustedFolders())
    #expect(try !watch.read(for: .seconds(1)) && watch.dropText == nil)
    #expect(watch.endingText.contains("without the end of its recording"), "\(watch.endingText)")
    (writer.droppedRecords, writer.dropReason) = (3, UInt32(ENOSPC))
    let full = GrowingFile()
    try full.write(writer.file)
    var other = try RecordingWatch(full.path, trusting: TrustedFolders())
    #expect(try !other.read(for: .seconds(1)) && other.dropText?.hasSuffix("No space left on device") == true)
    #expect(!other.endingText.contains("without"), "\(other.endingText)")
  }

  // MARK: The same as the report

  private static let programs = [
    """
    import RxSwift

    let cart = PublishSubject<Int>()
    let bag = DisposeBag()
    let doubled = cart.map { $0 * 2 }
    let first = doubled.filter { $0 > 5 }.subscribe(onNext: { print($0) })
    doubled.subscribe(onNext: { _ in }).disposed(by: bag)
    for price in [1, 5, 7, 2] { cart.onNext(price) }
    first.dispose()
    cart.onNext(9)
    """,
    """
    import RxSwift

    struct Gone: Error {}
    let source = PublishSubject<Int>()
    let shared = source.map { $0 + 1 }.share(replay: 1)
    _ = shared.subscribe(onNext: { _ in })
    source.onNext(1)
    _ = shared.flatMapLatest { Observable.of($0, $0 * 10) }.subscribe(onNext: { _ in })
    _ = shared.map { if $0 > 2 { throw Gone() } else { return $0 } }.catchAndReturn(0).subscribe(onNext: { _ in })
    for number in 2...4 { source.onNext(number) }
    _ = Observable.combineLatest(source, shared) { $0 + $1 }.startWith(0).debug("both").subscribe()
    source.onNext(5)
    source.onCompleted()
    """,
    """
    import RxCocoa
    import RxSwift

    let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
    let total = BehaviorRelay(value: 0)
    let bag = DisposeBag()
    first.subscribe(second).disposed(by: bag)
    let counted = Observable.zip(first, second) { $0 + $1 }.publish()
    counted.bind(to: total).disposed(by: bag)
    let connection = counted.connect()
    first.withLatestFrom(total) { $0 * $1 }.subscribe(onNext: { _ in }).disposed(by: bag)
    for number in 1...3 { first.onNext(number) }
    connection.dispose()
    first.onNext(4)
    """,
    """
    import Foundation
    import RxSwift

    let subjects = (0..<4).map { _ in PublishSubject<Int>() }
    let bag = DisposeBag()
    Observable.merge(subjects.map { $0.asObservable() }).scan(0, accumulator: +)
      .observe(on: SerialDispatchQueueScheduler(qos: .default)).subscribe(onNext: { _ in }).disposed(by: bag)
    DispatchQueue.concurrentPerform(iterations: 4) { worker in
      for number in 0..<300 {
        _ = Observable.of(worker, number).map { $0 + 1 }.subscribe(onNext: { _ in })
      }
      subjects[worker].onNext(worker)
    }
    """,
  ]

  @Test("at the end, the rows are those of the report on the recording", arguments: programs)
  func agrees(_ program: String) throws {
    try recorded(program) { path in
      let report = try StageReport(path: path)
      var table = try table(path)
      try table.finish()
      let rows = table.rows(at: 1)
      #expect(Set(text(rows)) == Set(text(report)), "\(text(rows).joined(separator: "\n"))")
      #expect(rows.map(\.closureTime).sorted() == report.rows.map { Int($0.tally.closureTime) }.sorted())
    }
  }

  @Test("when the objects are forgotten, the stages with their lines stay, and nothing is counted twice or lost")
  func forgets() throws {
    try recorded(Self.programs[2]) { path in
      let report = try StageReport(path: path)
      // As soon as a segment begins.
      var table = try table(path, most: (objects: 0, steps: 0))
      try table.finish()
      let rows = table.rows(at: 1)
      func reported(_ count: (StageTally) -> Int) -> Int { report.rows.reduce(0) { $0 + count($1.tally) } }
      #expect(rows.reduce(0) { $0 + $1.taken } == reported(\.taken), "\(text(rows)) \(text(report))")
      #expect(rows.reduce(0) { $0 + $1.open } == reported(\.subscriptions.now), "\(text(rows)) \(text(report))")
      let stages = Set(rows.map { "\($0.name) \($0.place?.line ?? 0)" })
      for row in report.rows {
        #expect(stages.contains("\(row.name) \(row.place?.line ?? 0)"), "\(row.name): \(text(rows))")
      }
    }
  }

  // MARK: Text

  @Test("figures are short: a tenth below ten, a dot for zero")
  func figures() {
    let rates = [0, 0.01, 0.5, 9.94, 9.96, 10.4, 12345].map(WatchText.rate)
    #expect(rates == ["·", "<0.1", "0.5", "9.9", "10", "10", "12345"])
    let times: [UInt64] = [0, 1_250_000_000, 245_000_000_000, 97_200_000_000_000]
    #expect([0, 0.0001, 0.034, 1.2].map(WatchText.share) == ["·", "<0.1 %", "3.4 %", "120 %"])
    #expect(times.map(WatchText.time) == ["0.0 s", "1.2 s", "4:05 min", "27:00 h"])
    #expect([nil, 99, 250_000_000_000].map(WatchText.idle) == ["·", "0 s", "4 min"])
  }

  @Test("only rows that have changed are lines, under one heading")
  func lines() throws {
    let file = GrowingFile()
    try file.write(SegmentTests.writer([0], isClosed: false).file)
    var table = try table(file.path)
    while try table.takeMore() {}
    var lines = WatchLines(isColored: false)
    let first = lines.lines(of: table.rows(at: 500_000_000), at: 500_000_000)
    #expect(first.count == 2 && first[1].hasPrefix("0.5 s         ·        2        ·      ·        ·  PublishSubject"))
    #expect(first[1].hasSuffix("  0"))
    #expect(lines.lines(of: table.rows(at: 1_000_000_000), at: 1_000_000_000) == [])
  }
}
