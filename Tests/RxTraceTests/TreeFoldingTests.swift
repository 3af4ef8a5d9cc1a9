import RxTrace
import TestSupport
import Testing
import TraceFormat
import TraceViews

@Suite("Repeats in the tree of calls", .oneAtATime)
struct TreeFoldingTests {
  @Test("Calls that differ only in their values are one line, with their number and the values' range")
  func range() throws {
    var writer = Self.sinks
    for number in [3, 1, 5, 2] { Self.add(number, to: &writer) }
    #expect(
      try text(writer) == """
         1  MapSink#1.on  next 1 … 5  ×4
         2  └─ AnonymousObserver#1.onCore  next 10 … 50
         3     └─ ▸ 10 … 50

        12 steps · 2 objects · 1 thread · repeats folded (--no-fold shows each)

        """)
  }

  @Test("Values that are not numbers have a first and a last; equal values are one")
  func otherValues() throws {
    var writer = Self.sinks
    for value in ["b", "a", "d", "c"] {
      writer.add(.on, TraceWriter.next, object: 1, .string(value))
      writer.add(.dispose, object: 2, depth: 1, .integer(7))
    }
    #expect(
      try text(writer).hasPrefix("1  MapSink#1.on  next \"b\" … \"c\"  ×4\n2  └─ AnonymousObserver#1.dispose  7\n\n"))
  }

  @Test("A few repeats are not folded, and nothing is if folding is off")
  func few() throws {
    var writer = Self.sinks
    for number in 1...3 { Self.add(number, to: &writer) }
    #expect(try text(writer).contains("MapSink#1.on  next 2\n"))
    Self.add(4, to: &writer)
    #expect(try !text(writer).contains("MapSink#1.on  next 2\n"))
    #expect(try text(writer, foldsRepeats: false).contains("MapSink#1.on  next 2\n"))
  }

  @Test("Calls that take turns")
  func turns() throws {
    var writer = Self.sinks
    for number in 1...5 {
      writer.add(.output, 0, .string("sending \(number)\n"))
      Self.add(number, to: &writer)
    }
    writer.add(.on, TraceWriter.completed, object: 1)
    #expect(
      try text(writer).hasPrefix(
        """
         1  ▸ sending 1 … sending 5  ×5 in turn
         2  MapSink#1.on  next 1 … 5  ×5 in turn
         3  └─ AnonymousObserver#1.onCore  next 10 … 50
         4     └─ ▸ 10 … 50
        21  MapSink#1.on  completed


        """))
  }

  @Test("An error is never folded, nor is the call that it is in")
  func errors() throws {
    var writer = Self.sinks
    for number in 1...10 {
      writer.add(.on, TraceWriter.next, object: 1, .integer(Int64(number)))
      writer.add(.onCore, number == 5 ? EventCode.error.rawValue : TraceWriter.next, object: 2, depth: 1, .string("x"))
    }
    #expect(
      try text(writer).hasPrefix(
        """
         1  MapSink#1.on  next 1 … 4  ×4
         2  └─ AnonymousObserver#1.onCore  next "x"
         9  MapSink#1.on  next 5
        10  └─ AnonymousObserver#1.onCore  error "x"
        11  MapSink#1.on  next 6 … 10  ×5
        12  └─ AnonymousObserver#1.onCore  next "x"

        """))
  }

  @Test("A step that is undelivered, of another object or on another thread is not a repeat")
  func differences() throws {
    var writer = Self.sinks
    let undelivered = TraceWriter.next | TraceFormat.Slot.undelivered
    for _ in 1...3 { writer.add(.forwardOn, undelivered, object: 1) }
    for _ in 1...3 { writer.add(.forwardOn, TraceWriter.completed, object: 1) }
    for _ in 1...3 { writer.add(.forwardOn, undelivered, object: 2) }
    for _ in 1...3 { writer.add(.forwardOn, undelivered, object: 2, thread: 2) }
    for _ in 1...3 { writer.add(.forwardOn, undelivered, object: 2, site: 1, thread: 2) }
    writer.add(.defineSite, object: 1, .string("Rx/Producer.swift:31"))
    #expect(try !text(writer).contains("×"))
    for _ in 1...3 { writer.add(.forwardOn, undelivered, object: 2, site: 1, thread: 2) }
    #expect(try text(writer).contains("not delivered: disposed  ×6  Producer.swift:31\n"))
  }

  @Test("Repeats within repeats count and range over all of them")
  func nested() throws {
    var writer = Self.sinks
    for outer in 0..<5 {
      writer.add(.on, TraceWriter.next, object: 1, .integer(Int64(outer)))
      for inner in 0..<6 {
        writer.add(.onCore, TraceWriter.next, object: 2, depth: 1, .integer(Int64(outer * 6 + inner)))
      }
    }
    #expect(
      try text(writer).hasPrefix(
        " 1  MapSink#1.on  next 0 … 4  ×5\n 2  └─ AnonymousObserver#1.onCore  next 0 … 29  ×6\n\n35 steps"))
  }

  @Test("The last shown line is drawn as the last")
  func guides() throws {
    var writer = Self.sinks
    writer.add(.on, TraceWriter.next, object: 1)
    for number in 1...4 { writer.add(.dispose, object: 2, depth: 1, .integer(Int64(number))) }
    #expect(try text(writer).contains("\n2  └─ AnonymousObserver#1.dispose  1 … 4  ×4\n"))
  }

  @Test("Prints of several lines show the first and the last")
  func printedLines() throws {
    var writer = Self.sinks
    for number in 1...4 { writer.add(.output, 0, .string("line \(number)\nmore\n")) }
    #expect(try text(writer).hasPrefix("1  ▸ line 1\n   ▸ more\n   ▸ …\n   ▸ line 4\n   ▸ more  ×4\n\n"))
  }

  @Test("Objects that differ by their numbers only, and those of one queue on several threads, repeat")
  func objects() throws {
    var writer = TraceWriter()
    for thread in 1...3 as ClosedRange<UInt16> { writer.add(.queue, thread: thread, .string("com.example.db")) }
    for number in 1...6 as ClosedRange<UInt32> {
      writer.add(.defineObject, ObjectRole.observable.rawValue, object: 2 * number, .string("Just<Int>"))
      writer.add(.defineObject, ObjectRole.observer.rawValue, object: 2 * number + 1, .string("InnerObserver<Int>"))
      writer.add(.subscribe, object: 2 * number, thread: UInt16(number % 3 + 1), .reference(2 * number + 1))
    }
    #expect(
      try text(writer).hasPrefix(
        """
        ── com.example.db (several threads)
        1  Just#1…#6.subscribe → InnerObserver#1…#6  ×6

        """))
  }

  @Test("Objects that other lines made, or other types, do not repeat")
  func otherPlaces() throws {
    var writer = TraceWriter()
    for number in 1...8 as ClosedRange<UInt32> {
      writer.add(.defineObject, ObjectRole.observable.rawValue, object: number, .string("Just<Int>"))
      writer.add(.subscribe, object: number)
    }
    let origins = (0..<8).map { ($0, SourceLine(file: "/a/b.swift", line: $0 < 4 ? 1 : 2)) }
    let shown = try withFile(writer.file) {
      TreeText(try Trace(contentsOf: $0), origins: Dictionary(uniqueKeysWithValues: origins)).text
    }
    #expect(shown.hasPrefix("1  Just#1…#4.subscribe  ×4\n5  Just#5…#8.subscribe  ×4\n"))
  }

  @Test("A few shapes in no fixed order, up to an error")
  func mixed() throws {
    var writer = Self.sinks
    let numbers = [1, 2, 4, 1, 3, 7, 5, 2, 9, 11, 4, 6, 1, 13, 8, 2, 10, 3, 5, 12]
    func add(_ number: Int) {
      writer.add(.on, TraceWriter.next, object: 1, .integer(Int64(number)))
      if number % 2 == 0 { writer.add(.onCore, TraceWriter.next, object: 2, depth: 1, .integer(Int64(number))) }
    }
    for number in numbers { add(number) }
    writer.add(.on, EventCode.error.rawValue, object: 1, .string("broken"))
    add(3)
    #expect(
      try text(writer).hasPrefix(
        """
         1  MapSink#1.on  next 1 … 13  ×7 mixed
         2  MapSink#1.on  next 2 … 12  ×9 mixed
         3  └─ AnonymousObserver#1.onCore  next 2 … 12
         6  MapSink#1.on  next 1 … 7  ×4
        30  MapSink#1.on  error "broken"
        31  MapSink#1.on  next 3

        """))
  }

  @Test("Calls that enclose different numbers of repeats repeat themselves")
  func counts() throws {
    var writer = Self.sinks
    for count in 4...9 {
      writer.add(.on, TraceWriter.next, object: 1, .integer(1))
      for _ in 0..<count { writer.add(.onCore, TraceWriter.next, object: 2, depth: 1, .integer(7)) }
    }
    #expect(
      try text(writer).hasPrefix(" 1  MapSink#1.on  next 1  ×6\n 2  └─ AnonymousObserver#1.onCore  next 7  ×4…9\n\n"))
  }

  private static var sinks: TraceWriter {
    var writer = TraceWriter()
    writer.add(.defineObject, ObjectRole.sink.rawValue, object: 1, .string("MapSink<Int, Int>"))
    writer.add(.defineObject, ObjectRole.observer.rawValue, object: 2, .string("AnonymousObserver<Int>"))
    return writer
  }

  private static func add(_ number: Int, to writer: inout TraceWriter) {
    writer.add(.on, TraceWriter.next, object: 1, .integer(Int64(number)))
    writer.add(.onCore, TraceWriter.next, object: 2, depth: 1, .integer(Int64(number * 10)))
    writer.add(.output, depth: 2, .string("\(number * 10)\n"))
  }

  private func text(_ writer: TraceWriter, foldsRepeats: Bool = true) throws -> String {
    try withFile(writer.file) { TreeText(try Trace(contentsOf: $0), foldsRepeats: foldsRepeats).text }
  }
}
