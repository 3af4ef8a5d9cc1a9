import RxTrace
import TestSupport
import Testing
import TraceAnalysis
import TraceFormat

@Suite("The differences between two runs", .oneAtATime)
struct TraceDiffTests {
  @Test("A run and itself")
  func same() throws {
    let trace = try RunScript.pipeline([1, 2, 3])
    let diff = TraceDiff(trace, trace)
    #expect(diff.isSame && diff.places.isEmpty && diff.counts.isEmpty && diff.placeCount == 0)
  }

  @Test("Two runs without a step")
  func empty() throws {
    #expect(TraceDiff(Trace(), Trace()).isSame)
    let diff = TraceDiff(Trace(), try RunScript.pipeline([1]))
    #expect(diff.places[0].left == nil && diff.places[0].right == 0)
  }

  @Test("A missing operator is named, and all of its consequences are one place")
  func operatorMissing() throws {
    let (left, right) = (try RunScript.pipeline([1, 2, 3], filters: 0), try RunScript.pipeline([1, 2, 3]))
    let diff = TraceDiff(left, right)
    #expect(diff.places.map(\.reason) == [.operatorMissing])
    #expect(diff.places[0].message == "the left run has FilterSink#1, which the right one lacks")
    #expect(diff.places[0].count == 3)
    #expect(
      diff.counts.map { "\($0.call) \($0.left) \($0.right)" } == ["FilterSink.forwardOn 3 0", "FilterSink.on 3 0"])
    #expect(TraceDiff(right, left).places.map(\.reason) == [.operatorAdded])
  }

  @Test("What the programs print may be ignored, wherever it stands")
  func output() throws {
    func run(_ texts: [String]) throws -> Trace {
      try RunScript.trace { run in
        run.object("subject", "PublishSubject<Int>", .subject)
        for text in texts {
          run.print("started at \(text)\n")
          run.call(.on, "subject", .next, .integer(1)) { $0.print(text) }
        }
      }
    }
    let (left, right) = (try run(["9:00", "9:01"]), try run(["10:00", "10:01"]))
    #expect(!TraceDiff(left, right).isSame)
    #expect(TraceDiff(left, right, ignoringOutput: true).isSame)
    let fewer = TraceDiff(left, try run(["10:00"]), ignoringOutput: true)
    #expect(fewer.places.map(\.reason) == [.count] && fewer.alikeCount == 1)
  }

  @Test("Another value, reported once with its consequences")
  func value() throws {
    let diff = TraceDiff(try RunScript.pipeline([1, 2]), try RunScript.pipeline([1, 2], factor: 3))
    #expect(diff.places.map(\.reason) == [.value])
    #expect(diff.places[0].message == "MapSink#1.forwardOn has 2 in the left run, 3 in the right one")
    #expect(diff.places[0].left == 3 && diff.places[0].right == 3 && diff.places[0].count == 2)
    #expect(
      TraceDiff(try RunScript.pipeline([1, 2]), try RunScript.pipeline([1, 2], factor: 3), ignoringValues: true).isSame)
  }

  @Test("An element more")
  func count() throws {
    let diff = TraceDiff(try RunScript.pipeline([1, 2, 3]), try RunScript.pipeline([1, 3]))
    #expect(diff.places.map(\.reason) == [.count])
    #expect(diff.places[0].message == "the left run has 5 steps more here: PublishSubject#1.on next 2")
    #expect(diff.places[0].left == 6 && diff.places[0].right == nil)
  }

  @Test("The same elements in another order")
  func order() throws {
    let diff = TraceDiff(try RunScript.pipeline([1, 2, 3, 4]), try RunScript.pipeline([1, 3, 2, 4]))
    #expect(diff.places[0].reason == .order)
    #expect(
      diff.places[0].message
        == "PublishSubject#1.on next 3 comes at another place: step 12 of the left run, 7 of the right one")
  }

  @Test("Numbers of objects that only shifted")
  func shiftedOrdinals() throws {
    let diff = TraceDiff(try RunScript.pipeline([1, 2]), try RunScript.pipeline([1, 2], extraObject: true))
    // The object that takes the first number is the one difference.
    #expect(diff.placeCount == 1 && diff.places[0].right == 0)
    #expect(diff.places[0].message.contains("MapSink#1"))
  }

  @Test("The same call, of another object")
  func otherObject() throws {
    let diff = TraceDiff(try twoSubjects("one", "two", "one"), try twoSubjects("one", "two", "two"))
    #expect(diff.places.map(\.reason) == [.order])
    #expect(diff.places[0].message == "the same call, of another object: PublishSubject#1.on and PublishSubject#2.on")
  }

  private func twoSubjects(_ names: String...) throws -> Trace {
    try RunScript.trace { run in
      for name in ["one", "two"] { run.object(name, "PublishSubject<Int>", .subject) }
      for name in names { run.call(.on, name, .next, .integer(1)) }
    }
  }

  @Test("An error instead of the end, and an event that was not delivered")
  func event() throws {
    let diff = TraceDiff(try ending(.completed), try ending(.error))
    #expect(diff.places.map(\.reason) == [.event])
    #expect(diff.places[0].message == "MapSink#1.forwardOn has completed in the left run, error in the right one")
    let lost = TraceDiff(try ending(.completed), try ending(.completed, isDelivered: false))
    #expect(lost.places[0].message.contains("completed (not delivered) in the right one"))
  }

  private func ending(_ event: EventCode, isDelivered: Bool = true) throws -> Trace {
    try RunScript.trace { run in
      run.object("map", "MapSink<Int>", .sink)
      run.call(.forwardOn, "map", event, isDelivered: isDelivered)
    }
  }

  @Test("The same within another call")
  func nesting() throws {
    let diff = TraceDiff(try closures(isNested: true), try closures(isNested: false))
    #expect(diff.places.map(\.reason) == [.nesting])
  }

  private func closures(isNested: Bool) throws -> Trace {
    try RunScript.trace { run in
      run.object("end", "AnonymousObserver<Int>", .observer)
      run.call(.onCore, "end", .next, .integer(1)) { run in
        if isNested { run.call(.closure, "end", .next, .integer(1)) }
      }
      if !isNested { run.call(.closure, "end", .next, .integer(1)) }
    }
  }

  // MARK: Threads

  @Test("The turns and the numbers of threads do not count")
  func interleaving() throws {
    let diff = TraceDiff(try workers([2, 3, 2, 3]), try workers([3, 3, 2, 2]))
    #expect(diff.isSame)
  }

  /// Two threads that each send two elements of their own to a subject, in the given order of turns.
  private func workers(_ turns: [UInt16], names: [UInt16: Int64] = [2: 10, 3: 20]) throws -> Trace {
    try RunScript.trace { run in
      run.object("subject", "PublishSubject<Int>", .subject)
      run.on(thread: 1, queue: "com.apple.main-thread")
      run.call(.dispose, "subject")
      var sent: [UInt16: Int64] = [:]
      for thread in turns {
        run.on(thread: thread)
        run.call(.on, "subject", .next, .integer(names[thread]! + sent[thread, default: 0]))
        sent[thread, default: 0] += 1
      }
    }
  }

  @Test("Threads are matched by their calls")
  func threadNumbers() throws {
    #expect(TraceDiff(try workers([2, 2, 3, 3]), try workers([2, 2, 3, 3], names: [2: 20, 3: 10])).isSame)
  }

  @Test("The order within a thread counts")
  func orderWithinThread() throws {
    let diff = TraceDiff(try workers([2, 2, 3, 3]), try workers([2, 2, 3], names: [2: 10, 3: 20]))
    #expect(diff.places.map(\.reason) == [.count])
  }

  @Test("Actions of two threads may interleave on one queue; another queue is a difference")
  func queues() throws {
    #expect(TraceDiff(try scheduled([0, 1, 2, 3]), try scheduled([2, 0, 3, 1])).isSame)
    let diff = TraceDiff(try scheduled([0, 1]), try scheduled([0, 1], queue: "other"))
    #expect(diff.places.map(\.reason) == [.thread])
    #expect(
      diff.places[0].message
        == "Scheduler#1.scheduledAction runs on queue work in the left run, on queue other in the right one")
  }

  @Test("The main queue is the main thread, whichever thread serves it")
  func mainQueue() throws {
    let lanes = try [UInt16(1), 2].map { thread in
      try RunScript.trace { run in
        run.object("subject", "PublishSubject<Int>", .subject)
        run.on(thread: 1, queue: "com.apple.main-thread")
        run.call(.on, "subject", .next, .integer(1))
        run.on(thread: thread, queue: "com.apple.main-thread")
        run.call(.subscribe, "subject")
      }
    }
    #expect(TraceDiff(lanes[0], lanes[1]).places.allSatisfy { $0.reason != .thread })
  }

  /// Two threads that each schedule two actions, which a queue runs in the given order.
  private func scheduled(_ order: [Int], queue: String = "work") throws -> Trace {
    try RunScript.trace { run in
      run.object("scheduler", "Scheduler", .scheduler)
      run.object("end", "AnonymousObserver<Int>", .observer)
      let asked = [1, 1, 2, 2].map { (thread: UInt16) -> UInt64 in
        run.on(thread: thread)
        return run.call(.schedule, "scheduler")
      }
      run.on(thread: 3, queue: queue)
      for index in order {
        run.call(.scheduledAction, "scheduler", .none, .record(asked[index])) { run in
          run.call(.on, "end", .next, .integer(Int64(index)))
        }
      }
    }
  }

  @Test("A line is one line even if other threads printed in between")
  func brokenLine() throws {
    #expect(TraceDiff(try printing(isBroken: false), try printing(isBroken: true)).isSame)
  }

  private func printing(isBroken: Bool) throws -> Trace {
    try RunScript.trace { run in
      run.object("end", "AnonymousObserver<Int>", .observer)
      run.on(thread: 2)
      if !isBroken { run.call(.dispose, "end") }
      run.on(thread: 1)
      run.print("hello")
      run.on(thread: 2)
      if isBroken { run.call(.dispose, "end") }
      run.on(thread: 1)
      run.print("\n")
    }
  }

  @Test("The thread that disposed an ended subscription does not count; a missing disposal does")
  func disposal() throws {
    #expect(TraceDiff(try disposing(on: 1), try disposing(on: 2)).isSame)
    #expect(TraceDiff(try disposing(on: 1), try disposing(on: nil)).places.map(\.reason) == [.count])
  }

  private func disposing(on thread: UInt16?) throws -> Trace {
    try RunScript.trace { run in
      run.object("sink", "MapSink<Int>", .sink)
      run.object("end", "AnonymousObserver<Int>", .observer)
      run.on(thread: 1, queue: "com.apple.main-thread")
      run.call(.on, "sink", .completed) { run in if thread == 1 { run.call(.dispose, "sink") } }
      run.on(thread: 2, queue: "work")
      run.call(.on, "end", .completed) { run in if thread == 2 { run.call(.dispose, "sink") } }
    }
  }

  // MARK: Size

  @Test("Sequences that differ in every value, or have nothing in common, come to an end")
  func large() throws {
    let elements = (0..<4000).map { Int64($0) }
    let (left, right) = (try RunScript.pipeline(elements), try RunScript.pipeline(elements, factor: 3))
    #expect(TraceDiff(left, right).places[0].reason == .value)
    let other = try RunScript.trace { run in
      run.object("timer", "TimerSink<Int>", .sink)
      run.on(thread: 1, queue: "com.apple.main-thread")
      for element in elements { run.call(.onCore, "timer", .next, .integer(-element)) }
    }
    let diff = TraceDiff(left, other)
    #expect(!diff.isSame && diff.counts.contains { $0.call == "TimerSink.onCore" && $0.left == 0 && $0.right == 4000 })
    let place = try #require(diff.places.first)
    #expect(place.rows.count < 100 && place.omittedLeft + place.omittedRight > 20_000)
  }

  @Test("A long stretch that one run lacks, and the rest alike")
  func stretch() throws {
    let elements = (0..<1000).map { Int64($0) }
    let diff = TraceDiff(
      try RunScript.pipeline(elements), try RunScript.pipeline(Array(elements[..<100] + elements[700...])))
    #expect(diff.places.map(\.reason) == [.count])
    #expect(diff.places[0].message.hasPrefix("the left run has 3000 steps more here"))
    #expect(diff.places[0].left == 1 + 500)
  }

  // MARK: Reports

  @Test("The report as text")
  func text() throws {
    let left = AnalysedRun(name: "a", trace: try RunScript.pipeline([1, 2]))
    let right = AnalysedRun(name: "b", trace: try RunScript.pipeline([1]))
    #expect(
      DiffReport(left, right, context: 1).text == """
        left:  a (11 steps)
        right: b (6 steps)

        They part at step 7 of the left run: count
          the left run has 5 steps more here: PublishSubject#1.on next 2
           6  6      AnonymousObserver#1.onCore next 2
        -  7     PublishSubject#1.on next 2
        -  8      MapSink#1.on next 2
        -  9       MapSink#1.forwardOn next 4
        - 10        AnonymousObserver#1.on next 4
        - 11         AnonymousObserver#1.onCore next 4

        calls that one run has more of (left, right)
          AnonymousObserver.on      2  1
          AnonymousObserver.onCore  2  1
          MapSink.forwardOn         2  1
          MapSink.on                2  1
          PublishSubject.on         2  1

        1 place

        """)
  }

  @Test("Whatever a value holds, the reports stay whole")
  func strangeValues() throws {
    let strange = "</script><b>\"&\u{0}\u{202E}\n\u{1B}[31m👩‍👩‍👧"
    let traces = try ["a", strange].map { text in
      try RunScript.trace { run in
        run.object("end", "AnonymousObserver<String>", .observer)
        run.call(.on, "end", .next, .string(text))
      }
    }
    let report = DiffReport(AnalysedRun(name: "a", trace: traces[0]), AnalysedRun(name: "<b>", trace: traces[1]))
    #expect(!report.html.contains("<b>") && report.html.contains("&lt;b&gt;") && report.html.contains("👩‍👩‍👧"))
    for text in [report.text, report.html] {
      #expect(!text.unicodeScalars.contains { $0 == "\u{0}" || $0 == "\u{1B}" || $0 == "\u{202E}" })
    }
    #expect(try report.jsonText().contains(#"\\0"#))
  }
}
