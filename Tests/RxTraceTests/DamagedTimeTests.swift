import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import RxTrace
@testable import TraceAnalysis
@testable import TraceViews

@Suite("Records out of the order of time", .oneAtATime)
struct DamagedTimeTests {
  /// Two threads whose records have the times that are given, in the order of the file.
  private static func run(_ times: [UInt64]) throws -> LocatedTrace {
    var writer = TraceWriter()
    writer.add(.defineThread, 0, .string("one"))
    writer.add(.defineThread, thread: 2, .string("two"))
    for number in [1, 2] as [UInt32] {
      writer.add(.defineObject, ObjectRole.subject.rawValue, object: number, .string("PublishSubject<Int>"))
      writer.add(.defineObject, ObjectRole.observer.rawValue, object: number + 2, .string("AnonymousObserver<Int>"))
      writer.add(.subscribe, object: number, time: 1, .reference(number + 2))
      writer.add(.returned, time: 2)
    }
    for (index, time) in times.enumerated() {
      let thread = UInt16(index % 2 + 1)
      writer.add(.on, TraceWriter.next, object: UInt32(thread), thread: thread, time: time, .integer(Int64(index)))
      writer.add(
        .on, TraceWriter.next, object: UInt32(thread) + 2, thread: thread, depth: 1, time: time &- 1,
        .integer(Int64(index)))
      if index % 3 == 0 { writer.add(.returned, thread: thread, time: time / 2) }
    }
    writer.add(.dispose, object: 3, time: 0)
    return LocatedTrace(trace: try withFile(writer.file) { try Trace(contentsOf: $0) })
  }

  private static let orders: [[UInt64]] = [
    [10, 9, 30, 12, 31, 5, 40, 1], Array((1...40).reversed()), [1 << 62, 5, 7, 1 << 61, 3, 2],
    [100_000, 3, 100_001, 2],
  ]

  @Test("Every form is written, on every axis", arguments: orders)
  func forms(times: [UInt64]) throws {
    let run = try Self.run(times)
    for form in TraceForm.texts {
      for look in TraceForm.looks() { #expect(try !form.text(run, look).isEmpty, "\(form)") }
    }
  }

  @Test("Chrome's slices nest, and end no earlier than they begin", arguments: orders)
  func chrome(times: [UInt64]) throws {
    let text = try TraceForm.chrome.text(Self.run(times))
    let whole = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [[String: Any]]])
    var latest: [Int: Double] = [:]
    var open: [Int: Int] = [:]
    var lives: [Int: Double] = [:]
    for event in whole["traceEvents"] ?? [] {
      guard let phase = event["ph"] as? String, let thread = event["tid"] as? Int, let time = event["ts"] as? Double
      else {
        continue
      }
      if phase == "b", let id = event["id"] as? Int { lives[id] = time }
      if phase == "e", let id = event["id"] as? Int { #expect(time >= lives[id, default: .infinity]) }
      guard phase == "B" || phase == "E" else { continue }
      #expect(time >= latest[thread, default: 0])
      latest[thread] = time
      open[thread, default: 0] += phase == "B" ? 1 : -1
      #expect(open[thread]! >= 0)
    }
    #expect(open.values.allSatisfy { $0 == 0 })
  }

  @Test("Spans lie within their parents, and end no earlier than they begin", arguments: orders)
  func spans(times: [UInt64]) throws {
    var spans: [String: (parent: String?, start: UInt64, end: UInt64)] = [:]
    for line in try TraceForm.otlp.text(Self.run(times)).split(separator: "\n") {
      let request = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let resources = request?["resourceSpans"] as? [[String: Any]]
      let scopes = resources?.first?["scopeSpans"] as? [[String: Any]]
      for span in scopes?.first?["spans"] as? [[String: Any]] ?? [] {
        let number = { (key: String) in (span[key] as? String).flatMap(UInt64.init) ?? 0 }
        spans[try #require(span["spanId"] as? String)] = (
          span["parentSpanId"] as? String, number("startTimeUnixNano"), number("endTimeUnixNano")
        )
      }
    }
    #expect(spans.count > times.count)
    for span in spans.values {
      #expect(span.start <= span.end)
      guard let parent = span.parent.flatMap({ spans[$0] }) else { continue }
      #expect(parent.start <= span.start && span.end <= parent.end)
    }
  }

  @Test("Moments of a virtual clock may lie as far apart as numbers go")
  func moments() throws {
    var writer = TraceWriter()
    writer.add(.defineObject, ObjectRole.scheduler.rawValue, object: 1, .string("TestScheduler"))
    writer.add(.defineObject, ObjectRole.observer.rawValue, object: 2, .string("AnonymousObserver<Int>"))
    for moment in [Int64.min, .max, 0, .min] {
      let schedule = writer.add(.schedule, object: 1, .integer(moment))
      writer.add(.scheduledAction, object: 1, .record(schedule))
      writer.add(.on, TraceWriter.next, object: 2, depth: 1, .integer(1))
    }
    let run = LocatedTrace(trace: try withFile(writer.file) { try Trace(contentsOf: $0) })
    for form in [TraceForm.marbles, .svg] {
      for look in TraceForm.looks() { #expect(try !form.text(run, look).isEmpty) }
    }
  }

  @Test("Unknown kinds, events, roles and payloads are skipped, and the rest is shown")
  func unknown() throws {
    var writer = TraceWriter.mapped
    for kind in [15, 40, 63, 71, 200, 255] as [UInt8] { writer.addUnknown(kind: kind, object: 2) }
    writer.addUnknown(kind: RecordKind.on.rawValue, event: 9, object: 3)
    writer.addUnknown(kind: RecordKind.on.rawValue, event: 1, payloadType: 77, object: 3)
    writer.addUnknown(kind: RecordKind.defineObject.rawValue, event: 200, payloadType: 5, object: 900)
    writer.addUnknown(kind: RecordKind.on.rawValue, event: 1, object: 901)
    writer.add(.forwardOn, TraceWriter.next, object: 4, .integer(77))
    let run = try withFile(writer.file) { LocatedTrace(trace: try Trace(contentsOf: $0)) }
    #expect(run.trace.steps.contains { $0.value?.text == "77" })
    for form in TraceForm.texts {
      for look in TraceForm.looks() { #expect(try form.text(run, look).contains("77") || form == .dot, "\(form)") }
    }
    #expect(try !reports(AnalysedRun(name: "run", trace: run.trace)).isEmpty)
  }
}
