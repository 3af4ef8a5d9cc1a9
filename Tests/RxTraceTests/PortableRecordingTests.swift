import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import PipelineRunning
@testable import RxTrace
@testable import TraceAnalysis
@testable import TraceViews

@Suite("A recording that holds its program's lines and source", .oneAtATime)
final class PortableRecordingTests {
  private let folder: URL
  /// The descriptors of recordings that are added to.
  private var files: [Int32] = []
  private var source: String { folder.appending(path: "who.swift").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    for file in files { close(file) }
    try? FileManager.default.removeItem(at: folder)
  }

  private func put(_ file: [UInt8]) throws -> String {
    let path = folder.appending(path: "\(UUID().uuidString).hwtrace").path
    try Data(file).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func run(_ change: (inout TraceWriter) -> Void) throws -> LocatedTrace {
    var writer = SegmentedRecording.run(of: "/nowhere/who")
    change(&writer)
    // Three question marks stand for bytes that are not UTF-8.
    let marks = Array("???".utf8)
    var file = writer.file
    for place in file.indices.dropLast(2) where file[place] == marks[0] && Array(file[place..<place + 3]) == marks {
      file[place] = 0xFF
    }
    return try LocatedTrace(contentsOf: put(file))
  }

  // MARK: Reading

  @Test("Lines and names come from the recording, and no file that it names is opened")
  func reading() throws {
    try "let cart = \"SECRET\"\n".write(toFile: source, atomically: true, encoding: .utf8)
    let run = try run { SegmentedRecording.addProgram(to: &$0, source: source, text: SegmentedRecording.source) }
    #expect(run.remark == nil)
    #expect(run.origins == [0: SourceLine(file: source, line: 2)])
    #expect(run.programNames.name(of: 0) == "cart")
    #expect(
      run.trace.steps.map { run.programNames.caller(of: $0)?.text }
        == Array(repeating: "who.swift:4 addToCart()", count: 2))
    #expect(run.sourceTexts.text(of: source) == SegmentedRecording.source)
    #expect(run.sourceTexts.text(of: "who/who.swift") == SegmentedRecording.source)
    #expect(run.sourceTexts.path(of: source) == nil && run.sourceTexts.path(of: "who/who.swift") == nil)
    let page = try TraceForm.html.text(run)
    #expect(page.contains("func addToCart()") && !page.contains("SECRET"))
  }

  @Test("Without its source it says so, unless a trusted folder has that")
  func withoutSource() throws {
    var writer = SegmentedRecording.run(of: "/nowhere/who")
    SegmentedRecording.addProgram(to: &writer, source: source, text: nil)
    let path = try put(SegmentedRecording(writer).file)
    let remark = try LocatedTrace(contentsOf: path).remark
    #expect(
      remark == "\(path) was not recorded here and holds no source, so \(source), which it names, is not opened; "
        + "--trust FOLDER opens what lies in FOLDER")
    try SegmentedRecording.source.write(toFile: source, atomically: true, encoding: .utf8)
    let trusting = try LocatedTrace(contentsOf: path, trusting: TrustedFolders([folder.path]))
    #expect(trusting.remark == nil && trusting.programNames.name(of: 0) == "cart")
  }

  @Test("Frames that only seem to be some, and texts that are not, do no harm")
  func hostile() throws {
    let run = try run { writer in
      writer.add(.defineFrame, object: 7, .string("\(UInt64.max)\nmain\t/a.swift:1"))
      writer.add(.defineFrame, object: 7, .string("-1\nmain\t/a.swift:1"))
      writer.add(.defineFrame, object: 7, .string(""))
      writer.add(.defineFrame, object: 99, .string("4660\nmain\t/a.swift:1"))
      writer.add(.defineFrame, object: 7, .bytes([1, 2, 3]))
      writer.add(.defineFrame, object: 7, .string("4660\nmain\t/a.swift:99999999999999999999\n\t\nx\ty\tz:3"))
      writer.add(.defineFrame, object: 7, .string("9320" + String(repeating: "\nmain\t/b.swift:1", count: 5000)))
      writer.add(.defineFrame, object: 7, .string("9320\nmain\t/late.swift:1"))
      writer.add(.defineSource, object: 1, .string("/b.swift"))
      writer.add(.defineSource, object: 1, site: 1, .string("let a = ???"))
      writer.add(.defineSource, object: 2, .string("/c\n.swift"))
      writer.add(.defineSource, object: 2, site: 1, .cut("let a = 1"))
      writer.add(.defineSource, object: 3, site: 1, .string("let a = 1"))
      writer.add(.defineSource, object: 4, .string("/d.swift"))
      writer.add(.defineSource, object: 4, site: 2, .string("let a = 1"))
    }
    #expect(run.frames.count == 2)
    #expect(
      run.frames[ReturnAddress(image: "/nowhere/who", offset: 4660)]?.map(\.line) == [
        nil, nil, SourceLine(file: "y\tz", line: 3),
      ])
    #expect(run.frames[ReturnAddress(image: "/nowhere/who", offset: 9320)]?.count == 256)
    #expect(run.texts["/b.swift"] == nil && run.texts["/c\n.swift"] == nil && run.texts["/d.swift"] == nil)
    for form in TraceForm.texts { _ = try form.text(run) }
  }

  @Test("Hidden characters of symbols and source are escaped in every form")
  func hidden() throws {
    let hidden = "\u{202E}\u{1B}[31m\u{200B}"
    let file = "/tmp/\(hidden)who.swift"
    let run = try run { writer in
      writer.add(.defineFrame, object: 7, .string("4660\n$s3who4cartyyF\t\(file):2"))
      writer.add(.defineFrame, object: 7, .string("9320\n\(hidden)\t\(file):4"))
      writer.add(.defineSource, object: 1, .string(file))
      let text = "let a = 1\nlet cart\(hidden) = PublishSubject<Int>()  // \(hidden)</script>\n\n\n"
      writer.add(.defineSource, object: 1, site: 1, .string(text))
    }
    let reports = try reports(AnalysedRun(name: "run", run: run))
    let forms = try TraceForm.texts.map { ("\($0)", try $0.text(run)) }
    for (name, text) in forms + reports {
      #expect(!text.unicodeScalars.contains { "\u{202E}\u{1B}\u{200B}".unicodeScalars.contains($0) }, "\(name)")
      #expect(!text.contains("// </script>"))
    }
  }

  @Test("A source made to keep a reader busy does not")
  func busy() throws {
    let nested = String(repeating: "\"\\(", count: 300_000)
    let texts = [
      "import Rx\n  .map { \(nested)", String(repeating: ".\n", count: 1_000_000),
      String(repeating: "\n", count: 2_000_000),
    ]
    for text in texts {
      let run = try run { writer in
        SegmentedRecording.addProgram(to: &writer, source: self.source, text: "")
        for start in stride(from: 0, to: text.utf8.count, by: 1 << 14) {
          let bytes = Array(text.utf8.dropFirst(start).prefix(1 << 14))
          let piece = UInt32(start >> 14) + 2
          writer.add(.defineSource, object: 1, site: piece, .string(String(decoding: bytes, as: UTF8.self)))
        }
      }
      _ = try TraceForm.program.text(run)
      _ = ClosureLines(text).line(of: .next, calling: "map", at: 2)
    }
  }

  // MARK: Appending

  /// Recordings whose ends differ.
  enum Layout: String, CaseIterable {
    case closed, nearlyFull, full, wrapped, cutOff, cutOffWrapped

    func recording() -> SegmentedRecording {
      switch self {
      case .closed: return SegmentedRecording(SegmentedRecording.run(of: "/nowhere/who"))
      case .nearlyFull: return SegmentedRecording([(0, Self.segment(leaving: 2))])
      case .full: return SegmentedRecording([(0, Self.segment(leaving: 0))])
      case .wrapped:
        return SegmentedRecording([
          (0, Self.segment()), (5, Self.segment(leaving: 300)), (3, Self.segment()), (4, Self.segment()),
        ])
      case .cutOff:
        var recording = SegmentedRecording([(0, Self.segment(leaving: 1000))])
        // A thread was about to store a text of 100 bytes.
        recording.segments[0].slots +=
          [0, 0, 0, PayloadFlags.following] + [UInt8](repeating: 0, count: 20) + UInt64(100).bytes
        (recording.isClosed, recording.room) = (false, 2 << 16)
        return recording
      case .cutOffWrapped:
        var recording = SegmentedRecording([
          (0, Self.segment()), (4, Self.segment(leaving: 7)), (3, Self.segment()),
        ])
        recording.isClosed = false
        return recording
      }
    }

    /// A segment with two steps that leaves so many of its slots.
    private static func segment(leaving rest: Int = 0) -> [UInt8] {
      var writer = SegmentedRecording.run(of: "/nowhere/who")
      let used = TraceFormat.headerSlots + writer.slots.count / TraceFormat.slotSize
      let filled = SegmentedRecording.slotsOfSegment - used - rest
      writer.add(.padding, 0, .bytes([UInt8](repeating: 0, count: (filled - 1) * TraceFormat.slotSize)))
      return writer.slots
    }
  }

  /// Adds more than a segment has room for.
  private func fill(_ appender: inout RecordingAppender) {
    for number in 1...1500 {
      appender.add(
        .defineFrame, ofImage: "/nowhere/who", RecordedProgram.Image(number: 7, mark: 3),
        Array("\(number)\n$s3who4cartyyF\t\(source):\(number)".utf8))
    }
    appender.addSource(1, name: source, longText)
  }

  private let longText = String(repeating: "let é = 1\n", count: 20_000)

  private func appender(to path: String) throws -> RecordingAppender {
    let file = open(path, O_RDWR)
    files.append(file)
    var appender = try #require(RecordingAppender(file))
    fill(&appender)
    return appender
  }

  private static func steps(_ trace: Trace) -> [String] {
    trace.steps.map { "\($0.kind) \($0.value?.text ?? "") \($0.number)" }
      + ["\(trace.isComplete) \(trace.damagedSlots) \(trace.unfinishedRecords) \(trace.objects.count)"]
  }

  @Test("Definitions are added behind every kind of end", arguments: Layout.allCases)
  func appending(layout: Layout) throws {
    let path = try put(layout.recording().file)
    let before = try Trace(contentsOf: path)
    try appender(to: path).commit()
    let after = try Trace(contentsOf: path)
    #expect(Self.steps(after) == Self.steps(before))
    #expect(after.program.frames.count == 1500)
    let frame = SymbolFrame(function: "$s3who4cartyyF", line: SourceLine(file: source, line: 77))
    #expect(after.program.frames[ReturnAddress(image: "/nowhere/who", offset: 77)] == [frame])
    #expect(after.program.texts[source] == longText)
    #expect(after.program.freeSourceNumber == 2)
    let again = try appender(to: path)
    try again.commit()
    #expect(try Self.steps(Trace(contentsOf: path)) == Self.steps(before))
  }

  @Test("Each new segment can be read by itself", arguments: [Layout.closed, .cutOffWrapped])
  func segments(layout: Layout) throws {
    let path = try put(layout.recording().file)
    try appender(to: path).commit()
    let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let size = SegmentedRecording.segmentSize
    let places = layout.recording().segments.count...file.count / size
    let alone = try places.map { place in
      try Trace(contentsOf: put(Array(file[place * size..<min(file.count, (place + 1) * size)])))
    }
    #expect(alone.allSatisfy { $0.damagedSlots == 0 && $0.unfinishedRecords == 0 })
    #expect(alone[0].program.frames.count > 100)
  }

  @Test(
    "A command that is killed while it adds leaves the recording as it was, at any byte", arguments: Layout.allCases)
  func killed(layout: Layout) throws {
    let path = try put(layout.recording().file)
    let before = Self.steps(try Trace(contentsOf: path))
    let changes = try appender(to: path).changes
    var file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    for (number, change) in changes.enumerated() {
      let count = change.bytes.count
      // The system writes a number at once, such as the one that makes the records of a closed file count.
      let cuts = count <= 8 ? [0] : [0, 1, 2, 3, 7, 31, 33, 100, count / 2, count - 1]
      for written in Set(cuts) where (0..<count).contains(written) {
        var part = file
        part.put(change.bytes.prefix(written), at: change.offset)
        let trace = try Trace(contentsOf: put(part))
        #expect(Self.steps(trace) == before, "\(number), \(written)")
        #expect([nil, longText].contains(trace.program.texts[source]) && trace.program.texts.count < 2)
      }
      file.put(change.bytes, at: change.offset)
    }
    #expect(try Trace(contentsOf: put(file)).program.texts.count == 1)
  }

  @Test("Versions before 5, and a file whose segments cannot be found, are left as they are")
  func olderVersions() throws {
    var old = TraceWriter.hello
    old.add(.defineSite, object: 9, .string("a.swift:1"))
    var damaged = SegmentedRecording(SegmentedRecording.run(of: "/nowhere/who")).file
    damaged.store(UInt64.max, at: TraceFormat.Header.usedSlots)
    for file in [old.file, damaged, Array(damaged.prefix(100)), []] {
      let path = try put(file)
      let descriptor = open(path, O_RDWR)
      defer { close(descriptor) }
      #expect(RecordingAppender(descriptor) == nil)
    }
  }
}

extension [UInt8] {
  /// Writes bytes as a file is written: it gets longer if need be.
  fileprivate mutating func put(_ bytes: some Collection<UInt8>, at offset: Int) {
    let end = offset + bytes.count
    if bytes.isEmpty { return }
    if end > count { self += [UInt8](repeating: 0, count: end - count) }
    replaceSubrange(offset..<end, with: bytes)
  }
}
