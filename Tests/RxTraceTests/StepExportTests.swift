import Foundation
import RxTrace
import TestSupport
import Testing
import TraceFormat
import TraceViews

@Suite("Forms written as the file is read", .oneAtATime)
struct StepExportTests {
  @Test("JSON lines")
  func jsonLines() throws {
    var writer = TraceWriter()
    writer.add(.defineThread, 0, .string("main"))
    writer.add(.defineObject, ObjectRole.observable.rawValue, object: 1, .string("Just<Int>"))
    writer.add(.defineObject, ObjectRole.observer.rawValue, object: 2, .string("AnonymousObserver<Int>"))
    writer.add(.defineSite, object: 1, .string("Rx/Just.swift:26"))
    writer.add(.subscribe, object: 1, .reference(2))
    writer.add(.on, TraceWriter.next, object: 2, site: 1, depth: 1, .integer(-1))
    let expected = """
      {"type":"run","version":1,"process":7,"startUnixNano":"0","complete":true,"droppedRecords":0,"dropReason":0,\
      "damagedSlots":0,"unfinishedRecords":0}
      {"type":"object","object":"Just#1","class":"Just<Int>","role":"observable","since":1}
      {"type":"object","object":"AnonymousObserver#1","class":"AnonymousObserver<Int>","role":"observer","since":3}
      {"type":"thread","thread":1,"name":"main"}
      {"type":"step","step":1,"kind":"subscribe","object":"Just#1","other":"AnonymousObserver#1","thread":1,"depth":0,\
      "time":7}
      {"type":"step","step":2,"kind":"on","event":"next","object":"AnonymousObserver#1","thread":1,"depth":1,"time":8,\
      "parent":1,"file":"Rx/Just.swift","line":26,"value":"-1"}
      {"type":"end","steps":2,"objects":2,"threads":1}

      """
    #expect(try text(writer) { try JSONLines(path: $0).write($1) } == expected)
  }

  @Test("CSV: a row a step, with quotes if needed")
  func csv() throws {
    var writer = TraceWriter()
    writer.add(.on, TraceWriter.next, object: 1, .description("a \"b\", c"))
    writer.add(.output, depth: 1, .string("two\r\nlines\n"))
    let expected = [
      "step,kind,event,object,other,delivered,thread,queue,depth,time,parent,cause,file,line,value,cut,threw,identity,"
        + "virtualTime",
      "1,on,next,Unknown#1,,true,1,,0,0,,,,,\"a \"\"b\"\", c\",false,,,",
      "2,output,,,,true,1,,1,1,1,,,,\"two\r\nlines\n\",false,,,", "",
    ].joined(separator: "\r\n")
    #expect(try text(writer) { try CSV(path: $0).write($1) } == expected)
  }

  @Test("A list of steps")
  func stepList() throws {
    let expected = """
           1  AnonymousObservable#1.subscribe(onNext:)
           2  AnonymousObservable#1.subscribe → AnonymousObserver#1  in 1
           3  AnonymousObservable#1.run → AnonymousObserver#1  in 2  Rx/Producer.swift:31
           4  AnonymousObservableSink#1 subscribe closure  in 3
           5  AnonymousObservableSink#1.on  next "hello"  in 4
           6  AnonymousObservableSink#1.forwardOn → AnonymousObserver#1  next "hello"  in 5  Rx/Create.swift:8
           7  AnonymousObserver#1.on  next "hello"  in 6
           8  AnonymousObserver#1.onCore  next "hello"  in 7
           9  AnonymousObserver#1 onNext closure "hello"  in 8
          10  output hello\\n  in 9
          11  AnonymousObservableSink#1.forwardOn → AnonymousObserver#1  completed  not delivered: disposed  in 5  \
      Rx/Create.swift:8

      """
    #expect(try text(.hello) { try StepList(path: $0).write($1) } == expected)
  }

  @Test("A trace in memory gives the same text as its file", arguments: Form.allCases)
  func sameText(form: Form) throws {
    for writer in [TraceWriter.hello, .everything] {
      let streamed = try text(writer) { try form.write(path: $0, $1) }
      #expect(try text(writer) { try form.write(Trace(contentsOf: $0), $1) } == streamed)
    }
  }

  @Test("Damaged files that the fuzzer made up read the same as a stream and in memory", arguments: Form.allCases)
  func madeUpFiles(form: Form) throws {
    #expect(FuzzCorpus.files.count > 10 && FuzzCorpus.files.allSatisfy { !$0.isEmpty })
    for file in FuzzCorpus.files {
      try withFile(file) { path in
        guard let trace = try? Trace(contentsOf: path) else { return }
        let streamed = try text { try form.write(path: path, $0) }
        #expect(try text { try form.write(trace, $0) } == streamed)
      }
    }
  }

  @Test("The references of a damaged forwardOn, and undefined threads, change nothing", arguments: Form.allCases)
  func damagedReferences(form: Form) throws {
    var writer = TraceWriter()
    writer.add(.defineObject, ObjectRole.sink.rawValue, object: 3, site: 2, .string("MapSink<Int, Int>"))
    writer.add(.forwardOn, object: 3, .reference(9))
    writer.add(.forwardOn, object: 3, thread: 7, .integer(1))
    let streamed = try text(writer) { try form.write(path: $0, $1) }
    #expect(try text(writer) { try form.write(Trace(contentsOf: $0), $1) } == streamed)
    #expect(try withFile(writer.file) { try Trace(contentsOf: $0) }.objects.count == 2)
  }

  @Test("Any value survives JSON and CSV", arguments: awkwardValues)
  func awkwardValue(value: String) throws {
    var writer = TraceWriter()
    writer.add(.on, TraceWriter.next, object: 1, .description(value))
    let lines = try jsonObjects(text(writer) { try JSONLines(path: $0).write($1) })
    #expect(lines.compactMap { $0["value"] as? String } == [value])
    let call = try chromeEvents(writer).first { $0["ph"] as? String == "B" }
    #expect((call?["args"] as? [String: Any])?["value"] as? String == value)
    let row = try text(writer) { try CSV(path: $0).write($1) }.split(separator: "\r\n", maxSplits: 1)[1]
    let quoted = "\"" + value.replacing("\"", with: "\"\"") + "\""
    #expect(row.contains(",\(quoted),") || row.contains(",\(value),"))
    let list = try text(writer) { try StepList(path: $0).write($1) }
    #expect(list.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
  }

  @Test("A String is written as a literal, and invalid UTF-8 with the replacement character")
  func literals() throws {
    var writer = TraceWriter()
    writer.add(.on, TraceWriter.next, .string("say \"ä\" \\ 5"))
    writer.add(.on, TraceWriter.next, .string("plain"))
    writer.add(.on, TraceWriter.next, .description("xx"))
    var file = writer.file
    file[file.count - 8] = 0xFF
    let values = try withFile(file) { path in
      try jsonObjects(text { try JSONLines(path: path).write($0) }).compactMap { $0["value"] as? String }
    }
    #expect(values == [#""say \"ä\" \\ 5""#, #""plain""#, "\u{FFFD}x"])
  }

  @Test("A String with any character is the same literal as a stream and in memory")
  func literalOfEachCharacter() throws {
    var writer = TraceWriter()
    let texts = (0..<256).map { "a\(Unicode.Scalar($0)!)b" }
    for text in texts { writer.add(.on, TraceWriter.next, .string(text)) }
    let lines = try jsonObjects(text(writer) { try JSONLines(path: $0).write($1) })
    #expect(lines.compactMap { $0["value"] as? String } == texts.map(\.debugDescription))
  }

  @Test("Numbers of every length", arguments: [0, 9, 10, 99, 100, 12345, .max, .min, -1])
  func numbers(number: Int) throws {
    var writer = TraceWriter()
    writer.add(.on, TraceWriter.next, .integer(Int64(number)))
    writer.add(.on, TraceWriter.next, .unsigned(UInt64(bitPattern: Int64(number))))
    let lines = try jsonObjects(text(writer) { try JSONLines(path: $0).write($1) })
    #expect(lines.compactMap { $0["value"] as? String } == ["\(number)", "\(UInt64(bitPattern: Int64(number)))"])
  }

  @Test("Errors of the receiver are rethrown")
  func sinkFails() throws {
    struct Full: Error {}
    try withFile(TraceWriter.hello.file) { path in
      #expect(throws: Full.self) { try CSV(path: path).write { _ in throw Full() } }
      #expect(throws: TraceError.self) { try CSV(path: "/nowhere").write { _ in } }
    }
  }

  // MARK: Chrome

  @Test("Slices of a thread nest and end, and no time runs backwards on it")
  func slices() throws {
    let events = try chromeEvents(.everything)
    var open: [Int: Int] = [:]
    var last: [Int: Double] = [:]
    for event in events where ["B", "E"].contains(event["ph"] as? String) {
      let thread = try #require(event["tid"] as? Int)
      let time = try #require(event["ts"] as? Double)
      #expect(time >= last[thread, default: 0])
      last[thread] = time
      open[thread, default: 0] += event["ph"] as? String == "B" ? 1 : -1
      #expect(open[thread]! >= 0)
    }
    #expect(open.count == 2 && open.values.allSatisfy { $0 == 0 })
    let trace = try withFile(TraceWriter.everything.file) { try Trace(contentsOf: $0) }
    #expect(events.count { $0["ph"] as? String == "B" } == trace.steps.count { $0.kind != .output })
  }

  @Test("An arrow leads from a schedule, while its slice is open, to its action")
  func arrows() throws {
    let events = try chromeEvents(.everything)
    let start = try #require(events.firstIndex { $0["ph"] as? String == "s" })
    let end = try #require(events.firstIndex { $0["ph"] as? String == "f" })
    #expect(events[start - 1]["name"] as? String == "SerialDispatchQueueScheduler#1.schedule")
    #expect(events[end - 1]["name"] as? String == "SerialDispatchQueueScheduler#1.scheduledAction")
    #expect(events[start]["id"] as? Int == events[end]["id"] as? Int)
    #expect(events[end]["bp"] as? String == "e")
    #expect(events[start]["tid"] as? Int == 1 && events[end]["tid"] as? Int == 2)
  }

  @Test("A sink lives from its making to its disposal; processes and threads have names")
  func livesAndNames() throws {
    let events = try chromeEvents(.everything)
    let lives = events.filter { ["b", "e"].contains($0["ph"] as? String) }
    #expect(lives.map { $0["ph"] as? String } == ["b", "e"])
    #expect(lives.allSatisfy { $0["name"] as? String == "MapSink#1" && $0["cat"] as? String == "subscription" })
    #expect(Set(lives.map { $0["id"] as? Int }).count == 1)
    let names = events.filter { $0["ph"] as? String == "M" }.map { ($0["args"] as? [String: String])?["name"] }
    #expect(names == ["traced program", "main", "thread 2"])
  }

  @Test("Times are microseconds, with nanoseconds as fractions")
  func microseconds() throws {
    var writer = TraceWriter()
    for _ in 0..<1001 { writer.add(.dispose) }
    let times = try text(writer) { try ChromeTrace(path: $0).write($1) }.split(separator: "\n")
      .filter { $0.contains("\"B\"") }.compactMap { $0.firstMatch(of: /"ts":([0-9.]+)/)?.1 }
    #expect([0, 1, 12, 123, 1000].map { times[$0] } == ["0", "0.001", "0.012", "0.123", "1"])
  }

  private func chromeEvents(_ writer: TraceWriter) throws -> [[String: Any]] {
    let text = try text(writer) { try ChromeTrace(path: $0).write($1) }
    let whole = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [[String: Any]]]
    return try #require(whole?["traceEvents"])
  }

  private func jsonObjects(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  private func text(
    _ writer: TraceWriter, _ export: (String, @escaping (String) -> Void) throws -> Void
  ) throws -> String {
    try withFile(writer.file) { path in try text { try export(path, $0) } }
  }

  private func text(_ export: (@escaping (String) -> Void) throws -> Void) throws -> String {
    let text = Collected()
    try export { text.text += $0 }
    return text.text
  }
}

private final class Collected {
  var text = ""
}

private let awkwardValues = [
  "", "\"", "\\", "</script>", "a\nb\rc\td", "\u{0}\u{1}\u{1F}\u{7F}", "\u{2028}\u{2029}", "\u{202E}abc\u{2066}",
  "👩‍👩‍👧‍👦 é ä", ",", "\"\"", "=1+1", "end", "%s", String(repeating: "long \" ", count: 100_000),
]

/// The forms that are written step by step.
enum Form: CaseIterable {
  case jsonLines, csv, stepList, chrome, openTelemetry

  func write(path: String, _ write: (String) -> Void) throws {
    switch self {
    case .jsonLines: try JSONLines(path: path).write(write)
    case .csv: try CSV(path: path).write(write)
    case .stepList: try StepList(path: path).write(write)
    case .chrome: try ChromeTrace(path: path).write(write)
    case .openTelemetry: try OpenTelemetry(path: path).write(write)
    }
  }

  func write(_ trace: Trace, _ write: (String) -> Void) throws {
    switch self {
    case .jsonLines: try JSONLines(trace).write(write)
    case .csv: try CSV(trace).write(write)
    case .stepList: try StepList(trace).write(write)
    case .chrome: try ChromeTrace(trace).write(write)
    case .openTelemetry: try OpenTelemetry(trace).write(write)
    }
  }
}

extension TraceWriter {
  /// Two threads, a sink that is disposed of, an arrow, printed text, a link to an object that no step
  /// names, all payloads.
  static var everything: TraceWriter {
    var writer = TraceWriter()
    writer.add(.defineThread, 0, .string("main"))
    writer.add(.defineThread, thread: 2, .string(""))
    writer.add(.defineObject, ObjectRole.observable.rawValue, object: 1, .string("Map<Int, String>"))
    writer.add(.defineObject, ObjectRole.observer.rawValue, object: 2, .string("AnonymousObserver<String>"))
    writer.add(.defineObject, ObjectRole.sink.rawValue, object: 3, site: 2, .string("MapSink<Int, String>"))
    writer.add(.defineObject, ObjectRole.scheduler.rawValue, object: 4, .string("SerialDispatchQueueScheduler"))
    writer.add(.defineObject, ObjectRole.observable.rawValue, object: 5, .string("Just<Int>"))
    writer.add(.defineLink, object: 3, site: 2, .string("observer"))
    writer.add(.defineLink, object: 1, site: 5, .string("source"))
    writer.add(.defineSite, object: 1, .string("Rx/Map.swift:42"))
    writer.add(.defineImage, object: 1, .string("/tmp/hello"))
    writer.add(.defineAssembly, object: 1, .bytes([1, 0, 0, 0, 0, 0, 0, 0, 0x34, 0x12, 0, 0, 0, 0, 0, 0]))
    writer.add(.subscribe, object: 1, site: 1, .reference(2))
    let schedule = writer.add(.schedule, object: 4, depth: 1)
    writer.add(.returned)
    writer.add(.queue, thread: 2, .string("com.example.work"))
    writer.add(.scheduledAction, object: 4, thread: 2, .record(schedule))
    for value in [Value.integer(-5), .unsigned(.max), .double(0.5), .bool(true), .string("a\"b"), .cut("part"), .void] {
      writer.add(.forwardOn, next, object: 3, site: 1, thread: 2, depth: 1, value)
    }
    writer.add(.output, thread: 2, depth: 3, .string("printed\n"))
    writer.add(.forwardOn, completed | TraceFormat.Slot.undelivered, object: 3, thread: 2, depth: 1)
    writer.add(.dispose, object: 3, thread: 2, depth: 1)
    return writer
  }
}
