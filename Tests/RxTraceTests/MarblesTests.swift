import TestSupport
import Testing
import TraceFormat

@testable import RxTrace
@testable import TraceViews

@Suite("Marble diagrams as text", .oneAtATime)
struct MarblesTests {
  @Test("The events that one event causes stand in its column")
  func columns() throws {
    #expect(
      try text(.mapped) == """
        PublishSubject#1  ^1--2--|
        Map#1             ^10-20-|
                           5  9  13

        below: the step's number   ^ subscribed   | completed

        """)
  }

  @Test("An event that came too late is marked as such")
  func late() throws {
    #expect(
      try text(.hello) == """
        AnonymousObservable#1  ^"hello"-(|)->
                                7       11

        below: the step's number   ^ subscribed   | completed   ( ) too late, not delivered

        """)
  }

  @Test("A subject to which nobody listens has a row of its own, and so have the replays of one")
  func subjects() throws {
    var writer = TraceWriter()
    writer.add(.defineObject, ObjectRole.subject.rawValue, object: 1, .string("ReplaySubject<Int>"))
    writer.add(.defineObject, ObjectRole.observer.rawValue, object: 2, .string("AnonymousObserver<Int>"))
    writer.add(.on, TraceWriter.next, object: 1, .integer(7))
    writer.add(.subscribe, object: 1, .reference(2))
    writer.add(.on, TraceWriter.next, object: 2, depth: 1, .integer(7))
    #expect(
      try text(writer).hasPrefix(
        """
        ReplaySubject#1                        ^7--->
        ReplaySubject#1 → AnonymousObserver#1    ^7->
        """))
  }

  @Test("The disposal of a sink ends its row")
  func disposal() throws {
    var writer = TraceWriter()
    writer.add(.defineObject, ObjectRole.observable.rawValue, object: 1, .string("Timer"))
    writer.add(.defineObject, ObjectRole.observer.rawValue, object: 2, .string("AnonymousObserver"))
    writer.add(.defineObject, ObjectRole.sink.rawValue, object: 3, site: 2, .string("TimerSink"))
    writer.add(.defineLink, object: 3, site: 2, .string("observer"))
    writer.add(.subscribe, object: 1, .reference(2))
    writer.add(.forwardOn, TraceWriter.next, object: 3, .integer(0))
    writer.add(.dispose, object: 3)
    #expect(try text(writer).hasPrefix("Timer#1  ^0!\n"))
  }

  @Test("A long diagram goes on below, each strip as wide as the line allows")
  func strips() throws {
    var writer = TraceWriter.mapped
    for number in 0..<40 as Range<Int64> { writer.add(.on, TraceWriter.next, object: 1, .integer(1_000_000 + number)) }
    let lines = try text(writer, width: 60).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.dropLast(2).allSatisfy { $0.count <= 60 })
    #expect(lines.filter { $0.hasPrefix("PublishSubject#1") }.count > 5)
    #expect(lines.contains { $0.hasPrefix("PublishSubject#1") && $0.contains("1000039") })
  }

  @Test("By time columns are further apart the more time passed")
  func time() throws {
    var trace = try TraceWriter.mapped.trace
    for index in trace.steps.indices {
      trace.steps[index].time = index < 8 ? 1_000_000 : index < 12 ? 2_000_000 : 31_000_000
    }
    let lines = try written(Marbles(trace, axis: .time).write).split(separator: "\n")
    // A thirtieth of the way to the second event, and then the rest of the line.
    let events = lines[0].drop { $0 != "^" }
    let first = try #require(events.firstIndex(of: "1"))
    let second = try #require(events.firstIndex(of: "2"))
    let last = try #require(events.firstIndex(of: "|"))
    let gaps = [(first, second), (second, last)].map { lines[0].distance(from: $0, to: $1) }
    #expect(gaps[1] > 15 * gaps[0] && lines[0].count <= 100, "\(lines[0])")
    let times = lines[2].split(separator: " ").joined(separator: " ")
    #expect(times.hasPrefix("1 ms ") && times.hasSuffix(" 31 ms"), "\(times)")
  }

  @Test("Values of any kind keep to their lines, and none is lost")
  func hostile() throws {
    let text = try text(Hostile.writer())
    #expect(!text.contains("\0") && !text.contains("\u{202E}") && !text.contains("\r"))
    for shown in ["</script>", "中文字符", "😀👨‍👩‍👧", #"\u{202E}abc\u{2066}"#, #"\u{2028}"#] {
      #expect(text.contains(shown))
    }
    #expect(text.split(separator: "\n").filter { $0.hasPrefix("@") }.count >= 4)
  }

  @Test("A value of ten megabytes stands below, whole")
  func large() throws {
    let (trace, value) = try traceWithLargeValue()
    let text = try written(Marbles(trace).write)
    #expect(text.contains("@1  \(value)\n"))
    #expect(text.hasPrefix("PublishSubject#1  ^@1-@1-|\n"))
  }

  // MARK: Folding, and threads

  @Test("Observables of one place share a row, and repeated columns are left out")
  func folding() throws {
    let run = LocatedTrace(trace: try Self.inner(count: 200).trace)
    let text = try folded(run)
    #expect(text.contains("Just ×200"))
    #expect(text.split(separator: "\n").count < 25, "\(text)")
    for value in ["^0-", "-199-"] { #expect(text.contains(value)) }
    #expect(text.contains("⋯ (n) n more alike"))
    var whole = MarbleLook()
    whole.foldsRepeats = false
    #expect(try written(Marbles(run, whole).write).contains("Just#200"))
  }

  @Test("An error in a long stretch is not left out")
  func foldedError() throws {
    var writer = TraceWriter.mapped
    for number in 0..<500 as Range<Int64> { writer.add(.on, TraceWriter.next, object: 1, .integer(number)) }
    writer.add(.on, EventCode.error.rawValue, object: 1, .string("broken"))
    for number in 0..<500 as Range<Int64> { writer.add(.on, TraceWriter.next, object: 1, .integer(number)) }
    let text = try folded(LocatedTrace(trace: writer.trace))
    #expect(text.contains("#\"broken\"") && text.split(separator: "\n").count < 12, "\(text)")
  }

  @Test("A letter says on which thread a column is, where that changes")
  func threads() throws {
    var writer = TraceWriter.mapped
    writer.add(.queue, thread: 2, .string("com.example.db"))
    for thread in [2, 2, 1] as [UInt16] { writer.add(.on, TraceWriter.next, object: 1, thread: thread, .integer(3)) }
    let lines = try text(writer).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[3].split(separator: " ") == ["A", "B", "A"])
    #expect(lines.contains { $0.hasSuffix("A thread 1   B com.example.db") }, "\(lines)")
  }

  @Test("Names and values are cut to the terminal's width", arguments: [60, 80, 200])
  func narrow(width: Int) throws {
    var look = MarbleLook()
    (look.width, look.isFitted) = (width, true)
    let text = try written(Marbles(LocatedTrace(trace: Hostile.writer().trace), look).write)
    for line in text.split(separator: "\n") where !line.hasPrefix("@") {
      #expect(ShownText.width(String(line)) <= width, "\(line)")
    }
  }

  /// A subject whose elements each make a sequence of one element.
  private static func inner(count: UInt32) -> TraceWriter {
    var writer = TraceWriter()
    writer.add(.defineObject, ObjectRole.subject.rawValue, object: 1, .string("PublishSubject<Int>"))
    writer.add(.defineObject, ObjectRole.sink.rawValue, object: 2, .string("FlatMapSink<Int>"))
    writer.add(.subscribe, object: 1, .reference(2))
    for number in 0..<count {
      let (just, observer) = (10 + 2 * number, 11 + 2 * number)
      writer.add(.defineObject, ObjectRole.observable.rawValue, object: just, .string("Just<Int>"))
      writer.add(.defineObject, ObjectRole.observer.rawValue, object: observer, .string("InnerObserver<Int>"))
      writer.add(.on, TraceWriter.next, object: 1, .integer(Int64(number)))
      writer.add(.on, TraceWriter.next, object: 2, depth: 1, .integer(Int64(number)))
      writer.add(.subscribe, object: just, depth: 2, .reference(observer))
      writer.add(.on, TraceWriter.next, object: observer, depth: 3, .integer(Int64(number)))
      writer.add(.on, TraceWriter.completed, object: observer, depth: 3)
    }
    return writer
  }

  private func folded(_ run: LocatedTrace) throws -> String { try written(Marbles(run, MarbleLook()).write) }

  @Test("A run without events is a text without a diagram")
  func empty() throws {
    #expect(try written(Marbles(Trace()).write).contains("subscribed"))
  }

  @Test(
    "The width of text as terminals count it",
    arguments: [("abc", 3), ("中文", 4), ("😀", 2), ("e\u{301}", 1), ("❤️", 2)])
  func width(text: String, columns: Int) {
    #expect(ShownText.width(text) == columns)
  }

  @Test("Times in units that suit them")
  func durations() {
    let times: [UInt64] = [0, 999, 12_300, 3_450_000, 144_000_000, 2_000_000_000, 15_250_000_000]
    #expect(times.map(ShownText.duration) == ["0 ns", "999 ns", "12.3 µs", "3.4 ms", "144 ms", "2 s", "15.2 s"])
  }

  private func text(_ writer: TraceWriter, width: Int = 100) throws -> String {
    try written(Marbles(writer.trace, width: width).write)
  }
}
