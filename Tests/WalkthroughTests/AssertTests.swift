import RxTrace
import TestSupport
import Testing

@Suite(.oneAtATime) struct AssertTests {
  private func errors(_ line: String, run: Trace = .flow) throws -> String {
    let page = "```assert pipeline=flow.swift\n\(line)\n```"
    return try MiniatureSite(page: page, runs: ["flow.swift": run]).errors()
      .replacing("content/page.md:", with: "")
  }

  @Test(arguments: [
    "count(forwardOn) == 2", "count(Sink.forwardOn(next:)) == 1", "count(dispose) == 0", "count(on) >= 2",
    "count(on) < 3 | with a *note*", "depth(onCore) == 5", "depth(forwardOn) <= 3",
    "thread(onCore) == thread(subscribe)",
    "before(subscribe, onCore)", "before(Sink.forwardOn(next:), Receiver.onCompleted)", "value(onCore) == 1",
    "value(Sink.forwardOn) == [1]", "value(output) == \"1\"", "value(dispose) == []", "value(onCore next) == 1",
    "value(onCore) != [2]", "value(forwardOn) == value(onCore)", "value(output) == value(onCore)",
    "count(forwardOn) > count(onCore)", "count(on) == count(forwardOn)", "depth(onCore) > depth(forwardOn)",
    "subscribe before onCore", "onCore after subscribe", "Receiver.onCompleted after Receiver.onCore next",
    "onCore inside Sink.forwardOn(next:)", "forwardOn completed inside run", "not subscribe inside onCore",
    "not onCore before subscribe", "object(on) == object(onCore)", "object(on) != object(forwardOn)",
  ])
  func hold(line: String) throws { #expect(try errors(line).isEmpty) }

  @Test(arguments: [
    ("count(forwardOn) == 1", "5:1: error: claimed count(forwardOn) == 1, recorded 2 (steps 4, 9)"),
    ("depth(on) == 4 | note", ""),
    ("depth(on) == 5", "5:1: error: claimed depth(on) == 5, recorded 4"),
    ("depth(dispose) == 5", "5:1: error: claimed depth(dispose) == 5, recorded no dispose"),
    (
      "thread(onCore) != thread(run)",
      "5:1: error: claimed thread(onCore) != thread(run), recorded thread 1 and thread 1"
    ),
    (
      "before(forwardOn, onCore)",
      "5:1: error: claimed before(forwardOn, onCore), recorded JustSink#1.forwardOn(completed) as step 9, "
        + "Receiver#1.onCore(next: 1) as step 6"
    ),
    ("value(onCore) == [1, \"b\"]", "5:1: error: claimed value(onCore) == [1, \"b\"], recorded [1]"),
    ("  count(Snk.forwardOn) == 1", "5:9: error: no such symbol `Snk.forwardOn`; nearest: `Sink.forwardOn`"),
    ("count(Snk#2.forwardOn) == 1", "5:7: error: no such symbol `Snk#2.forwardOn`; nearest: `Sink.forwardOn`"),
    ("count(forwardOm) == 1", "5:7: error: no such symbol `forwardOm`; nearest: `forwardOn`"),
    (
      "3 == count(on)",
      "5:1: error: a line is an assertion such as `count(forwardOn) == 3` or `subscribe before onCore`"
    ),
    ("cuont(on) == 1", "5:1: error: unknown assertion `cuont`; nearest: `count`"),
    ("count(on) = 1", "5:11: error: expected one of == != <= >= < >"),
    ("count(on) == many", "5:14: error: expected a whole number or `count(…)`"),
    ("count on == 1", "5:7: error: expected `(`"),
    ("thread(on) < thread(run)", "5:12: error: threads are compared with `==` or `!=`"),
    ("count(on) == 2 3", "5:16: error: unexpected `3`"),
    (
      "count(JustSink#2.forwardOn) == 0",
      "5:7: error: no object `JustSink#2` took part in the run; nearest: `JustSink#1`"
    ),
    (
      "count(on) == count(onCore)",
      "5:1: error: claimed count(on) == count(onCore), recorded 2 (steps 5, 10) and 1 (step 6)"
    ),
    ("depth(on) > depth(onCore)", "5:1: error: claimed depth(on) > depth(onCore), recorded 4 and 5"),
    (
      "subscribe after onCore",
      "5:1: error: claimed subscribe after onCore, recorded Just#1.subscribe as step 2, "
        + "Receiver#1.onCore(next: 1) as step 6"
    ),
    (
      "forwardOn inside onCore",
      "5:1: error: claimed forwardOn inside onCore, recorded JustSink#1.forwardOn(next: 1) (step 4) outside of any "
        + "onCore"
    ),
    ("not onCore inside run", "5:1: error: claimed not onCore inside run, recorded each of them inside"),
    (
      "object(on) == object(forwardOn)",
      "5:1: error: claimed object(on) == object(forwardOn), recorded Receiver#1 and JustSink#1"
    ),
    ("value(onCore) != 1", "5:1: error: claimed value(onCore) != 1, recorded [1]"),
    (
      "value(onCore) != value(output)", "5:1: error: claimed value(onCore) != value(output), recorded [1] and [\"1\"]"
    ),
    ("not count(on) == 1", "5:5: error: `not` stands before `holds`, `before`, `after` and `inside`; here write `!=`"),
    ("onCore befor run", "5:8: error: unknown relation `befor`; nearest: `before`"),
    ("onCore before rnu", "5:15: error: no such symbol `rnu`; nearest: `run`"),
    ("object(on) < object(run)", "5:12: error: objects are compared with `==` or `!=`"),
    ("holds(JustSink, Receivr)", "5:17: error: no object `Receivr` took part in the run; nearest: `Receiver`"),
    ("holds(Nothing, Receiver)", "5:7: error: no object `Nothing` took part in the run"),
    ("holds(JustSink, Rec)", "5:17: error: no object `Rec` took part in the run; nearest: `Receiver`"),
    ("value(output) == [1, 2]", "5:1: error: claimed value(output) == [1, 2], recorded [\"1\"]"),
    ("value(onCore) == [\"1\"]", "5:1: error: claimed value(onCore) == [\"1\"], recorded [1]"),
    ("holds(JustSink, Receiver.a)", "5:17: error: a property belongs to the object that holds, the first one"),
    (
      "holds(JustSink, Receiver)",
      "5:1: error: claimed holds(JustSink, Receiver), recorded JustSink#1 holding nothing by a property"
    ),
  ])
  func fail(line: String, message: String) throws { #expect(try errors(line) == message) }

  @Test func threads() throws {
    let run = Trace.recorded("Just.subscribe @1\nJustSink.forwardOn next 1 @2")
    #expect(try errors("thread(forwardOn) != thread(subscribe)", run: run).isEmpty)
    #expect(try errors("thread(forwardOn) == thread(subscribe)", run: run).contains("thread 2 and thread 1"))
  }

  @Test func `threads by name`() throws {
    let run = ChainTests.places
    for line in [
      "thread(subscribe) == @main", "thread(forwardOn) != @main",
      "thread(subscribe) != @\"default QoS\"", "thread(subscribe) == @thread1",
    ] { #expect(try errors(line, run: run).isEmpty) }
    #expect(
      try errors("thread(forwardOn) == @kitchen", run: run)
        == "5:1: error: claimed thread(forwardOn) == @kitchen, recorded default QoS (thread 3), thread 4 (steps 3, 4)")
    #expect(
      try errors("thread(forwardOn) != @kitchen", run: run)
        == "5:1: error: claimed thread(forwardOn) != @kitchen, recorded kitchen (thread 2) (step 2)")
    #expect(
      try errors("thread(forwardOn) != @kichen", run: run)
        .hasPrefix("5:1: error: no step of this run is on kichen, but on "))
    #expect(try errors("thread(forwardOn) == main").hasSuffix("expected `thread(…)` or a name as in `@main`"))
  }

  @Test func `who holds whom`() throws {
    let run = DiagramDirectiveTests.linked
    for line in [
      "holds(JustSink, Receiver)", "holds(Sink.observer, Receiver#1)", "not holds(Receiver, JustSink)",
      "not holds(JustSink.parent, Receiver)",
    ] { #expect(try errors(line, run: run).isEmpty) }
    #expect(
      try errors("holds(JustSink.parent, Receiver)", run: run)
        == "5:1: error: claimed holds(JustSink.parent, Receiver), recorded JustSink#1 holding observer Receiver#1, "
        + "parent Just#1")
    #expect(
      try errors("not holds(JustSink, Receiver)", run: run)
        == "5:1: error: claimed not holds(JustSink, Receiver), recorded JustSink#1.observer holding Receiver#1")
  }

  @Test func `threads that are neither the same nor others are an error`() throws {
    let run = Trace.recorded("Just.subscribe @1\nJustSink.forwardOn next 1 @1\nJustSink.forwardOn next 2 @2")
    for sign in ["==", "!="] {
      #expect(
        try errors("thread(subscribe) \(sign) thread(forwardOn)", run: run)
          == "5:1: error: claimed thread(subscribe) \(sign) thread(forwardOn), recorded thread 1 and threads 1, 2")
    }
  }

  @Test func rendered() throws {
    let html = try MiniatureSite(page: "```assert pipeline=flow.swift\ncount(on) < 3 | *few*\n```").body()
    #expect(html.contains("<li><code>count(on) &lt; 3</code> <span class=\"why\"><em>few</em></span></li>"))
  }
}
