import RxTrace
import Testing

@Suite struct AssertTests {
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
    "value(Sink.forwardOn) == [1]", "value(output) == \"1\"", "value(dispose) == []",
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
    ("count(forwardOm) == 1", "5:7: error: no such symbol `forwardOm`; nearest: `forwardOn`"),
    ("cuont(on) == 1", "5:1: error: unknown assertion `cuont`; nearest: `count`"),
    ("count(on) = 1", "5:11: error: expected one of == != <= >= < >"),
    ("count(on) == many", "5:14: error: expected a whole number or `count(…)`"),
    ("count on == 1", "5:7: error: expected `(`"),
    ("thread(on) < thread(run)", "5:12: error: threads are compared with `==` or `!=`"),
    ("count(on) == 2 3", "5:16: error: unexpected `3`"),
  ])
  func fail(line: String, message: String) throws { #expect(try errors(line) == message) }

  @Test func threads() throws {
    let run = Trace.recorded("Just.subscribe @1\nJustSink.forwardOn next 1 @2")
    #expect(try errors("thread(forwardOn) != thread(subscribe)", run: run).isEmpty)
    #expect(try errors("thread(forwardOn) == thread(subscribe)", run: run).contains("thread 2 and thread 1"))
  }

  @Test func rendered() throws {
    let html = try MiniatureSite(page: "```assert pipeline=flow.swift\ncount(on) < 3 | *few*\n```").body()
    #expect(html.contains("<li><code>count(on) &lt; 3</code> <span class=\"why\"><em>few</em></span></li>"))
  }
}
