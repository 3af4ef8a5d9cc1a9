import TestSupport
import Testing
import TraceFormat

@testable import RxTrace
@testable import TraceViews

@Suite("The tree of calls as text", .oneAtATime)
struct TreeTextTests {
  @Test("A whole run")
  func golden() throws {
    let origins = [0: SourceLine(file: "/home/me/hello.swift", line: 3)]
    #expect(
      try text(.hello, origins) == """
         1  AnonymousObservable#1.subscribe(onNext:)                          made at hello.swift:3
         2  └─ AnonymousObservable#1.subscribe → AnonymousObserver#1
         3     └─ AnonymousObservable#1.run → AnonymousObserver#1             Producer.swift:31
         4        └─ AnonymousObservableSink#1 subscribe closure
         5           └─ AnonymousObservableSink#1.on  next "hello"
         6              ├─ AnonymousObservableSink#1.forwardOn  next "hello"  Create.swift:8
         7              │  └─ AnonymousObserver#1.on  next "hello"
         8              │     └─ AnonymousObserver#1.onCore  next "hello"
         9              │        └─ AnonymousObserver#1 onNext closure  "hello"
        10              │           └─ ▸ hello
        11              └─ AnonymousObservableSink#1.forwardOn  completed  not delivered: disposed  Create.swift:8

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
    writer.add(.scheduledAction, object: 1, thread: 2, .record(schedule))
    writer.add(.dispose, object: 2, depth: 1)
    writer.add(.on, TraceWriter.next, object: 2, thread: 2, depth: 1, .integer(1))
    #expect(
      try text(writer) == """
        ── thread 1
        1  Scheduler#1.schedule
        3  └─ MapSink#1.dispose
        ── com.example.work (thread 2)
        2  Scheduler#1.scheduledAction  ← 1 Scheduler#1.schedule on thread 1
        4  └─ MapSink#1.on  next 1

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
        1  Unknown#1.on  next ()
        2  ├─ ▸ one
           │  ▸ two \\u{1B}[31mred
        3  ├─ ▸ 
        4  └─ Unknown#1.dispose

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
        "1 step · 1 object · 1 thread · cut off: the end of the recording is missing "
          + "· 12 records dropped: No space left on device\n"))
    writer.dropReason = 0
    let stopped = "a thread was stopped in the middle of a record while others filled the file"
    #expect(try text(writer).contains("12 records dropped: \(stopped)"))
    writer.dropReason = TraceFormat.tooManyThreads
    #expect(try text(writer).contains("12 records dropped: more than 65535 threads lived at once"))
  }

  @Test("Very deep nesting stays readable")
  func depth() throws {
    var writer = TraceWriter()
    for depth in 0..<100 as Range<UInt16> { writer.add(.subscribe, object: 1, depth: depth) }
    let lines = try text(writer).split(separator: "\n")
    #expect(lines[99].hasPrefix("100  (67 deeper) ") && lines[99].count < 140)
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

  @Test("A chain of disposals is one line, and what else happens in it stays", arguments: [false, true])
  func disposals(showsEach: Bool) throws {
    var writer = TraceWriter()
    writer.add(.defineObject, ObjectRole.sink.rawValue, object: 1, .string("MapSink"))
    writer.add(.defineObject, ObjectRole.disposable.rawValue, object: 2, .string("Disposer"))
    writer.add(.defineObject, ObjectRole.sink.rawValue, object: 3, .string("FilterSink"))
    writer.add(.dispose, object: 1)
    writer.add(.dispose, object: 2, depth: 1)
    writer.add(.dispose, object: 3, depth: 2)
    writer.add(.closure, object: 2, depth: 2)
    writer.add(.dispose, object: 2, depth: 3)
    let look = TreeLook(showsPlumbing: showsEach)
    let shown = try withFile(writer.file) { TreeText(LocatedTrace(trace: try Trace(contentsOf: $0)), look).text }
    #expect(
      shown
        == (showsEach
          ? """
          1  MapSink#1.dispose
          2  └─ Disposer#1.dispose
          3     ├─ FilterSink#1.dispose
          4     └─ Disposer#1 dispose closure
          5        └─ Disposer#1.dispose

          5 steps · 3 objects · 1 thread

          """
          : """
          1  MapSink#1.dispose  of FilterSink#1 too (2 more disposals)
          4  └─ Disposer#1 dispose closure
          5     └─ Disposer#1.dispose

          5 steps · 3 objects · 1 thread · chains of disposals folded (--plumbing shows each)

          """))
  }

  @Test("The lines of objects are listed once each")
  func places() throws {
    var writer = TraceWriter()
    for object in 1...7 as ClosedRange<UInt32> {
      writer.add(.defineObject, ObjectRole.observable.rawValue, object: object, .string(object == 7 ? "Map" : "Just"))
      writer.add(.subscribe, object: object)
    }
    var origins = [6: SourceLine(file: "/a/b.swift", line: 2), 0: SourceLine(file: "/a/b.swift", line: 1)]
    for object in 1...5 { origins[object] = SourceLine(file: "/a/b.swift", line: 2) }
    let lines = try text(writer, origins)
    #expect(lines.contains("\nJust#1                 made at b.swift:1\nJust#2…#6 (×5), Map#1  made at b.swift:2\n"))
  }

  // MARK: A terminal's width

  @Test("Lines keep to the terminal's width", arguments: [40, 60, 80, 100, 200])
  func width(columns: Int) throws {
    for writer in [TraceWriter.hello, Self.long, Hostile.writer()] {
      let text = try fitted(writer, columns)
      for line in text.split(separator: "\n") {
        #expect(ShownText.width(String(line)) <= columns, "\(line)")
      }
    }
  }

  @Test("A wide line shows what a narrow one cuts, and neither repeats a long value under a call with the same")
  func values() throws {
    #expect(
      try fitted(Self.long, 60).hasPrefix(
        """
        1  MapSink#1.on  next State(name: "a long n…  Map.swift:28
        2  └─ AnonymousObserver#1.onCore  next ″
        3     └─ AnonymousObserver#1.on  next 1
        """))
    #expect(
      try fitted(Self.long, 120).hasPrefix(
        """
        1  MapSink#1.on  next State(name: "a long name, Swift.String", pulse: Pulse<Optional<String>>(value: ni…  Map.swift:28
        2  └─ AnonymousObserver#1.onCore  next ″
        """))
    // A file has all of it.
    #expect(try text(Self.long).contains("Swift.Optional<Swift.String>"))
    #expect(try !text(Self.long).contains("″"))
  }

  @Test("Levels beyond those that fit are a number")
  func narrowLevels() throws {
    var writer = TraceWriter()
    for depth in 0..<12 as Range<UInt16> { writer.add(.subscribe, object: 1, depth: depth) }
    let lines = try fitted(writer, 60).split(separator: "\n")
    #expect(lines[7].hasPrefix(" 8                    └─ Unknown#1"))
    #expect(lines[9].hasPrefix("10  +2                   └─ Unknown#1"))
  }

  private static var long: TraceWriter {
    var writer = TraceWriter()
    writer.add(.defineObject, ObjectRole.sink.rawValue, object: 1, .string("MapSink<Int, Int>"))
    writer.add(.defineObject, ObjectRole.observer.rawValue, object: 2, .string("AnonymousObserver<Int>"))
    writer.add(.defineSite, object: 1, .string("Rx/Map.swift:28"))
    let value = "State(name: \"a long name, Swift.String\", pulse: App.Pulse<Swift.Optional<Swift.String>>(value: nil))"
    writer.add(.on, TraceWriter.next, object: 1, site: 1, .description(value))
    writer.add(.onCore, TraceWriter.next, object: 2, depth: 1, .description(value))
    writer.add(.on, TraceWriter.next, object: 2, depth: 2, .integer(1))
    return writer
  }

  private func fitted(_ writer: TraceWriter, _ columns: Int) throws -> String {
    var look = TreeLook()
    look.width = columns
    return try withFile(writer.file) { TreeText(LocatedTrace(trace: try Trace(contentsOf: $0)), look).text }
  }

  private func text(_ writer: TraceWriter, _ origins: [ObjectID: SourceLine] = [:]) throws -> String {
    try withFile(writer.file) { TreeText(try Trace(contentsOf: $0), origins: origins).text }
  }
}
