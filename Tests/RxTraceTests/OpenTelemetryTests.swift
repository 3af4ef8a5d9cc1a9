import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import RxTrace
@testable import TraceViews

@Suite("A run as OpenTelemetry JSON", .oneAtATime)
struct OpenTelemetryTests {
  @Test("Calls are spans below the calls that enclose them, and all are below the run")
  func spans() throws {
    let spans = try spans(TraceWriter.mapped.trace)
    #expect(spans.map(\.name).prefix(4) == ["run", "Map#1.subscribe", "Map#1.run", "PublishSubject#1.subscribe"])
    #expect(spans[0].parentSpanId == nil && spans[1].parentSpanId == spans[0].spanId)
    #expect(spans[2].parentSpanId == spans[1].spanId && spans[3].parentSpanId == spans[2].spanId)
    #expect(Set(spans.map(\.spanId)).count == spans.count && Set(spans.map(\.traceId)).count == 1)
    #expect(spans.allSatisfy { UInt64($0.startTimeUnixNano)! <= UInt64($0.endTimeUnixNano)! })
    let hex = /[0-9a-f]+/
    #expect(spans.allSatisfy { $0.traceId.count == 32 && $0.spanId.count == 16 })
    #expect(spans.allSatisfy { $0.traceId.wholeMatch(of: hex) != nil && $0.spanId.wholeMatch(of: hex) != nil })
  }

  @Test("A scheduled action is linked to its schedule, on another thread")
  func links() throws {
    let spans = try spans(TraceWriter.crossing.trace)
    #expect(spans.map(\.kind) == [1, 4, 5, 1])
    #expect(spans[2].links?.map(\.spanId) == [spans[1].spanId])
    #expect(spans[2].attribute("thread.id") == "2" && spans[2].attribute("rx.queue") == "work")
  }

  @Test("Values are events, an error is a failed span, and output stands where it was printed")
  func events() throws {
    let spans = try spans(TraceWriter.hello.trace)
    let closure = try #require(spans.first { $0.name == "AnonymousObserver#1 onNext closure" })
    #expect(closure.events?.map(\.name) == ["next", "output"])
    #expect(closure.events?[0].attributes[0].value.stringValue == "\"hello\"")
    #expect(closure.events?[1].attributes[0].value.stringValue == "hello\n")
    let failed = try self.spans(Hostile.writer().trace).filter { $0.status?.code == 2 }
    #expect(failed.map(\.name) == ["WeirdSink#1.forwardOn", "AnonymousObserver#1.on"])
  }

  @Test("A call ends when it returned, also if the program printed within it")
  func ends() throws {
    let spans = try spans(TraceWriter.hello.trace)
    let closure = try #require(spans.first { $0.name == "AnonymousObserver#1 onNext closure" })
    let next = try #require(spans.last { $0.name == "AnonymousObservableSink#1.forwardOn" })
    #expect(UInt64(closure.endTimeUnixNano)! <= UInt64(next.startTimeUnixNano)!)
  }

  @Test("Values of any kind come back as they were")
  func hostile() throws {
    let spans = try spans(Hostile.writer().trace)
    let values = spans.filter { $0.name == "WeirdSink#1.forwardOn" }.compactMap { span in
      span.events?[0].attributes.first { $0.key == "rx.value" }?.value.stringValue
    }
    #expect(values == Hostile.texts + [Hostile.texts.joined()])
  }

  @Test("A value of ten megabytes comes back whole")
  func large() throws {
    var (trace, value) = try traceWithLargeValue()
    // One is enough: a decoder takes its time.
    let first = try #require(trace.steps.firstIndex { trace.title(of: $0) == "MapSink#1.on" })
    for index in trace.steps.indices where index != first { trace.steps[index].value = nil }
    let span = try #require(try spans(trace).first { $0.name == "MapSink#1.on" })
    #expect(span.events?[0].attributes[0].value.stringValue == value)
  }

  @Test("Each line is a request of its own, and a long run has several")
  func batches() throws {
    var writer = TraceWriter.mapped
    for _ in 0..<2000 { writer.add(.dispose, object: 1) }
    let trace = try writer.trace
    #expect(try written(OpenTelemetry(trace).write).split(separator: "\n").count == 4)
    #expect(try spans(trace).count == trace.steps.count + 1)
  }

  @Test("The same run gives the same text, and another run other identifiers")
  func stability() throws {
    var trace = try TraceWriter.mapped.trace
    let first = try written(OpenTelemetry(trace).write)
    #expect(try written(OpenTelemetry(trace).write) == first)
    let before = try spans(trace)[0].traceId
    trace.startWallClock = 5
    #expect(try spans(trace)[0].traceId != before)
  }

  // MARK: A recording that goes on

  @Test("What is sent of a recording while it is written is what is shown afterwards, whatever is forgotten meanwhile")
  func followed() throws {
    for most in [(objects: 1 << 17, steps: 1 << 22), (objects: 0, steps: 0)] {
      let requests = try requests(of: SegmentTests.writer().file, most: most)
      let shown = try spans(withFile(SegmentTests.writer().file) { try Trace(contentsOf: $0) })
      let followed = try Self.spans(requests.map { String(decoding: $0.body, as: UTF8.self) })
      #expect(followed.map(\.name) == shown.map(\.name))
      #expect(followed.map(\.spanId) == shown.map(\.spanId) && requests.map(\.spans).reduce(0, +) == shown.count)
    }
  }

  @Test("A request has at most 512 spans, and ends before its values make it too large")
  func requestSizes() throws {
    var writer = SegmentTests.writer([0])
    for _ in 0..<1000 {
      writer.add(.on, TraceWriter.next, object: 1, .integer(1))
      writer.add(.returned)
    }
    #expect(try requests(of: writer.file).map(\.spans) == [512, 490])
    for _ in 0..<50 {
      writer.add(.on, TraceWriter.next, object: 1, .string(String(repeating: "x", count: 50_000)))
      writer.add(.returned)
    }
    let large = try requests(of: writer.file)
    #expect(large.count == 4 && large.allSatisfy { $0.body.count < 1_200_000 }, "\(large.map(\.body.count))")
  }

  @Test("Of what is printed during a run without end, the first 128 lines are events, and the others are counted")
  func manyEvents() throws {
    var writer = SegmentTests.writer([0])
    for _ in 0..<200 { writer.add(.output, 0, .string("line\n")) }
    let spans = try Self.spans(requests(of: writer.file).map { String(decoding: $0.body, as: UTF8.self) })
    #expect(spans[0].name == "run" && spans[0].events?.count == 128 && spans[0].droppedEventsCount == 72)
  }

  private func requests(
    of file: [UInt8], most: (objects: Int, steps: Int) = (1 << 17, 1 << 22)
  ) throws -> [FollowedSpans.Request] {
    try withFile(file) { path in
      var spans = FollowedSpans(try StepFollower(path: path, most: most), service: "test")
      var requests: [FollowedSpans.Request] = []
      while let request = try spans.next(isOver: true) { requests.append(request) }
      if let request = try spans.last() { requests.append(request) }
      return requests
    }
  }

  /// The spans in the order in which their calls began: they are written in that of their ends.
  private func spans(_ trace: Trace) throws -> [Span] {
    try Self.spans(written(OpenTelemetry(trace).write).split(separator: "\n").map(String.init))
  }

  private static func spans(_ lines: [String]) throws -> [Span] {
    let spans = try lines.flatMap { line in
      try JSONDecoder().decode(Request.self, from: Data(line.utf8)).resourceSpans.flatMap(\.scopeSpans).flatMap(\.spans)
    }
    return spans.sorted { Int($0.attribute("rx.step") ?? "0")! < Int($1.attribute("rx.step") ?? "0")! }
  }
}

private struct Request: Decodable {
  struct Resource: Decodable { var scopeSpans: [Scope] }
  struct Scope: Decodable { var spans: [Span] }
  var resourceSpans: [Resource]
}

private struct Span: Decodable {
  struct Attribute: Decodable {
    struct Value: Decodable {
      var stringValue: String?
      var intValue: String?
      var boolValue: Bool?
    }
    var key: String
    var value: Value
  }
  struct Event: Decodable {
    var name: String
    var attributes: [Attribute]
  }
  struct Link: Decodable { var spanId: String }
  struct Status: Decodable { var code: Int }
  var traceId: String
  var spanId: String
  var parentSpanId: String?
  var name: String
  var kind: Int
  var startTimeUnixNano: String
  var endTimeUnixNano: String
  var attributes: [Attribute]
  var events: [Event]?
  var droppedEventsCount: Int?
  var links: [Link]?
  var status: Status?

  func attribute(_ key: String) -> String? {
    attributes.first { $0.key == key }.flatMap { $0.value.stringValue ?? $0.value.intValue }
  }
}
