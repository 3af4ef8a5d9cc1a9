import Foundation
import TestSupport
import Testing
import TraceFormat
import TraceSQLite

@testable import RxTrace
@testable import TraceAnalysis
@testable import TraceViews

/// Errors that closures threw, and actions that were cancelled, as a reader finds them and as every form shows them.
@Suite("Thrown errors and cancelled actions", .oneAtATime)
struct ThrownErrorTests {
  /// A filter whose closure throws at 3, after another that did not, and a timer that is cancelled.
  static func writer(error: String = "Boom") -> TraceWriter {
    var writer = TraceWriter()
    writer.add(.defineType, object: 1, .string("FilterSink<Int>\nSink,EventReceiver\n>observer,cancel"))
    writer.add(.defineType, object: 2, .string("AnonymousObserver<Int>\nObserverBase,EventReceiver\n"))
    writer.add(.defineType, object: 3, .string("MainScheduler\n\n"))
    writer.add(.defineInstance, ObjectRole.observer.rawValue, object: 2, site: 2, .bytes([]))
    writer.add(.defineInstance, ObjectRole.sink.rawValue, object: 1, site: 1, .bytes([2, 0, 0, 0]))
    writer.add(.defineInstance, ObjectRole.scheduler.rawValue, object: 3, site: 3, .bytes([]))
    for number in [1, 3] {
      writer.add(.on, TraceWriter.next, object: 1, .integer(Int64(number)))
      writer.add(.closure, TraceWriter.next, object: 1, depth: 1, .integer(Int64(number)))
      if number == 3 { writer.add(.threw, EventCode.error.rawValue, object: 1, depth: 2, .description(error)) }
    }
    writer.add(.returned)
    let schedule = writer.add(.schedule, object: 3)
    writer.add(.cancelledAction, object: 3, .record(schedule))
    writer.add(.returned)
    return writer
  }

  private func trace(_ writer: TraceWriter = writer()) throws -> Trace {
    try withFile(writer.file) { try Trace(contentsOf: $0) }
  }

  @Test("the closure under way has thrown, and no other")
  func closures() throws {
    let trace = try trace()
    #expect(trace.steps.map(\.kind) == [.on, .closure, .on, .closure, .schedule, .cancelledAction])
    #expect(trace.steps.map { $0.thrown?.text } == [nil, nil, nil, "Boom", nil, nil])
    #expect(trace.steps[5].cause == 4)
    #expect(trace.objects[0].links.map(\.name) == ["observer"])
  }

  @Test("an error that is longer than eight bytes, that is cut, or that is a number")
  func payloads() throws {
    let long = String(repeating: "a long way to say no", count: 20)
    #expect(try trace(Self.writer(error: long)).steps[3].thrown == TracedValue(text: long))
    var writer = TraceWriter()
    writer.add(.closure, object: 1)
    writer.add(.threw, EventCode.error.rawValue, object: 1, depth: 1, .cut("so f"))
    writer.add(.closure, object: 1)
    writer.add(.threw, EventCode.error.rawValue, object: 1, depth: 1, .integer(7))
    let thrown = try trace(writer).steps.map(\.thrown)
    #expect(thrown == [TracedValue(text: "\"so f\"", isComplete: false), TracedValue(text: "7")])
  }

  @Test("threads and enclosing closures are told apart")
  func nesting() throws {
    var writer = TraceWriter()
    writer.add(.closure, object: 1, thread: 1, .string("outer"))
    writer.add(.closure, object: 1, thread: 2, .string("other"))
    writer.add(.closure, object: 1, thread: 1, depth: 1, .string("inner"))
    writer.add(.closure, object: 1, thread: 1, depth: 1, .string("second"))
    writer.add(.threw, EventCode.error.rawValue, object: 1, thread: 1, depth: 2, .description("A"))
    writer.add(.threw, EventCode.error.rawValue, object: 1, thread: 2, depth: 1, .description("B"))
    writer.add(.threw, EventCode.error.rawValue, object: 1, thread: 1, depth: 1, .description("C"))
    #expect(try trace(writer).steps.map { $0.thrown?.text ?? "" } == ["C", "B", "", "A"])
  }

  @Test("an error of a closure that was entered before the recording began belongs to no step")
  func strays() throws {
    var writer = TraceWriter()
    writer.add(.threw, EventCode.error.rawValue, object: 1, .description("early"))
    writer.add(.closure, object: 1)
    writer.add(.threw, EventCode.error.rawValue, object: 2, depth: 1, .description("another's"))
    #expect(try trace(writer).steps.map(\.thrown) == [nil])
  }

  @Test(
    "every form that shows closures shows the error",
    arguments: [TraceForm.tree, .steps, .jsonl, .csv, .chrome, .mermaid, .otlp, .html])
  func forms(form: TraceForm) throws {
    let text = try form.text(LocatedTrace(trace: trace()))
    #expect(text.contains("Boom"))
    #expect(text.contains("cancelledAction"))
  }

  @Test("the tree, the list and the table put it on the closure's own line")
  func lines() throws {
    let run = LocatedTrace(trace: try trace())
    func line(_ form: TraceForm) throws -> String? {
      try form.text(run).split(whereSeparator: \.isNewline).first { $0.contains("Boom") }.map(String.init)
    }
    #expect(try line(.tree)?.contains("FilterSink#1 closure  3  threw Boom") == true)
    #expect(try line(.steps)?.contains("FilterSink#1 closure 3  threw Boom") == true)
    #expect(try line(.csv)?.hasSuffix(",3,false,Boom,,") == true)
    #expect(try line(.jsonl)?.contains("\"value\":\"3\",\"threw\":\"Boom\"") == true)
  }

  @Test("the database has a column for it")
  func database() throws {
    let file = NSTemporaryDirectory() + "\(UUID().uuidString).sqlite"
    defer { try? FileManager.default.removeItem(atPath: file) }
    try SQLiteTrace(trace()).write(to: file)
    let rows = try WrittenDatabase(path: file).column("SELECT thrown FROM calls WHERE thrown IS NOT NULL")
    #expect(rows == ["Boom"])
  }

  @Test("why a step happened, and how two runs differ, says it as well")
  func analyses() throws {
    let run = AnalysedRun(name: "run", trace: try trace())
    #expect(CauseReport(of: 3, in: run).text.contains("FilterSink#1 closure 3 threw Boom"))
    let other = AnalysedRun(name: "other", trace: try trace(Self.writer(error: "Crash")))
    let diff = DiffReport(run, other)
    #expect(diff.text.contains("Boom") && diff.text.contains("Crash"))
    #expect(TraceDiff(run.trace, run.trace).isSame && !TraceDiff(run.trace, other.trace).isSame)
    #expect(TraceDiff(run.trace, other.trace, ignoringValues: true).isSame)
  }

  @Test("a cancelled action is not one that was lost")
  func checks() throws {
    let run = AnalysedRun(name: "run", trace: try trace())
    let text = CheckReport(run, level: .note).text
    #expect(!text.contains("never ran"))
  }

  @Test("the summary of a recording counts objects, and does not count an error as a call")
  func summary() throws {
    let summary = try withFile(Self.writer().file) { try RecordingSummary(of: $0) }
    #expect(summary.objects == 3 && summary.calls == 6)
  }

  @Test("no damaged byte of such a recording crashes a reader")
  func damage() throws {
    let whole = Self.writer().file
    for index in whole.indices.dropFirst(TraceFormat.headerSize) {
      for byte: UInt8 in [0, 1, 0x7F, 0xFF] {
        var file = whole
        file[index] = byte
        let trace = try withFile(file) { try Trace(contentsOf: $0) }
        #expect(trace.steps.count <= 20)
      }
    }
  }

  @Test("an object of a type that damage took is of an unknown type, and its number counts")
  func lostTypes() throws {
    var writer = TraceWriter()
    writer.add(.defineInstance, ObjectRole.sink.rawValue, object: 1, site: 9, .bytes([2, 0, 0, 0]))
    writer.add(.definePlace, object: 4, site: 9, .bytes([]))
    writer.add(.on, TraceWriter.next, object: 1, .integer(1))
    let trace = try trace(writer)
    #expect(trace.objects.map(\.typeName) == ["Unknown"] && trace.objects[0].role == .sink)
  }
}
