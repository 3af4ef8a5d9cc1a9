import RxTrace
import Testing
import TraceFormat

@Suite("The tree of calls as text")
struct TreeTextTests {
  @Test("A whole run")
  func golden() throws {
    let origins = [0: SourceLine(file: "/home/me/hello.swift", line: 3)]
    #expect(
      try text(.hello, origins) == """
        AnonymousObservable#1.subscribe(onNext:)                          made at hello.swift:3
        └─ AnonymousObservable#1.subscribe → AnonymousObserver#1
           └─ AnonymousObservable#1.run → AnonymousObserver#1             Producer.swift:31
              └─ AnonymousObservableSink#1 subscribe closure
                 └─ AnonymousObservableSink#1.on  next "hello"
                    ├─ AnonymousObservableSink#1.forwardOn  next "hello"  Create.swift:8
                    │  └─ AnonymousObserver#1.on  next "hello"
                    │     └─ AnonymousObserver#1.onCore  next "hello"
                    │        └─ AnonymousObserver#1 onNext closure  "hello"
                    │           └─ ▸ hello
                    └─ AnonymousObservableSink#1.forwardOn  completed  not delivered: disposed  Create.swift:8

        AnonymousObservable#1  made at hello.swift:3

        11 steps · 3 objects · 1 thread

        """)
  }

  @Test("Threads keep their calls together, and a scheduled action names its schedule")
  func threads() throws {
    var writer = TraceWriter()
    writer.add(.defineObject, ObjectRole.scheduler.rawValue, object: 1, .string("Scheduler"))
    writer.add(.defineObject, ObjectRole.sink.rawValue, object: 2, .string("MapSink"))
    writer.add(.defineThread, thread: 1, .string(""))
    writer.add(.defineThread, thread: 2, .string("worker"))
    let schedule = writer.add(.schedule, object: 1)
    writer.add(.queue, thread: 2, .string("com.example.work"))
    writer.add(.scheduledAction, object: 1, thread: 2, .reference(schedule))
    writer.add(.dispose, object: 2, depth: 1)
    writer.add(.on, TraceWriter.next, object: 2, thread: 2, depth: 1, .integer(1))
    #expect(
      try text(writer) == """
        ── thread 1
        Scheduler#1.schedule
        └─ MapSink#1.dispose
        ── thread 2 "worker", queue com.example.work
        Scheduler#1.scheduledAction  ← Scheduler#1.schedule on thread 1
        └─ MapSink#1.on  next 1

        4 steps · 2 objects · 2 threads

        """)
  }

  @Test("Output of several lines stays in its place")
  func output() throws {
    var writer = TraceWriter()
    writer.add(.on, TraceWriter.next, object: 1, .void)
    writer.add(.output, depth: 1, .string("one\ntwo \u{1B}[31mred\n"))
    writer.add(.output, depth: 1, .string("\n"))
    writer.add(.dispose, object: 1, depth: 1)
    #expect(
      try text(writer).hasPrefix(
        """
        Unknown#1.on  next ()
        ├─ ▸ one
        │  ▸ two \\u{1B}[31mred
        ├─ ▸ 
        └─ Unknown#1.dispose

        """))
  }

  @Test("A value that is not shown whole says so")
  func longValues() throws {
    var writer = TraceWriter()
    writer.add(.on, TraceWriter.next, object: 1, .description(String(repeating: "x", count: 250)))
    writer.add(.on, TraceWriter.next, object: 1, .cut("part"))
    let text = try text(writer)
    #expect(text.contains("xxx… (10 more characters)\n"))
    #expect(text.contains("\"part\"… (the rest was not recorded)\n"))
  }

  @Test("An incomplete recording says so")
  func summary() throws {
    var writer = TraceWriter()
    writer.add(.dispose, object: 1)
    (writer.isClosed, writer.droppedRecords, writer.dropReason) = (false, 12, 28)
    #expect(
      try text(writer).contains(
        "1 step · 1 object · 1 thread · cut off: the program did not end its recording "
          + "· 12 records dropped: No space left on device\n"))
    writer.dropReason = 0
    #expect(try text(writer).contains("12 records dropped: the size limit was reached"))
  }

  @Test("Very deep nesting stays readable")
  func depth() throws {
    var writer = TraceWriter()
    for depth in 0..<100 as Range<UInt16> { writer.add(.dispose, object: 1, depth: depth) }
    let lines = try text(writer).split(separator: "\n")
    #expect(lines[99].hasPrefix("(67 deeper) ") && lines[99].count < 140)
  }

  @Test("Colours only if they are wanted")
  func colors() throws {
    let trace = try withFile(TraceWriter.hello.file) { try Trace(contentsOf: $0) }
    #expect(TreeText(trace, isColored: true).text.contains("\u{1B}[1m"))
    #expect(!TreeText(trace).text.contains("\u{1B}"))
    #expect(ColorChoice.auto.isColored(isTerminal: true, environment: [:]))
    #expect(!ColorChoice.auto.isColored(isTerminal: false, environment: [:]))
    #expect(!ColorChoice.auto.isColored(isTerminal: true, environment: ["NO_COLOR": "1"]))
    #expect(!ColorChoice.auto.isColored(isTerminal: true, environment: ["TERM": "dumb"]))
    #expect(ColorChoice.always.isColored(isTerminal: false, environment: ["NO_COLOR": "1"]))
    #expect(!ColorChoice.never.isColored(isTerminal: true, environment: [:]))
  }

  private func text(_ writer: TraceWriter, _ origins: [ObjectID: SourceLine] = [:]) throws -> String {
    try withFile(writer.file) { TreeText(try Trace(contentsOf: $0), origins: origins).text }
  }
}
