import Testing
import TraceFormat

@testable import RxTrace

@Suite("Marble diagrams as text")
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
    #expect(lines[0].hasPrefix("PublishSubject#1  ^1--2----"))
    #expect(lines[2].split(separator: " ").joined(separator: " ") == "1 ms 31 ms")
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
