import TestSupport
import Testing

@testable import RxTrace
@testable import Walkthrough

/// Calls of a run as numbered arrows: whose they are, and what keeps a line from being true.
@Suite(.oneAtATime) struct JourneyTests {
  /// A sink that is made by `run`, calls a closure of the program, and is told something by it.
  private static let run: Trace = {
    var trace = Trace.recorded(
      """
      Just.run
        JustSink.closure
          JustSink.on next 1
            JustSink.forwardOn next 1
              Receiver.on next 1
        JustSink.dispose
      """)
    for index in trace.steps.indices { trace.steps[index].time = UInt64(index * 10 + 10) }
    trace.steps[0].endTime = 100
    trace.objects[0].role = .observable
    trace.objects[1].knownSince = 15
    trace.objects[2].knownSince = 5
    return trace
  }()

  /// The sink of the miniature engine has nothing to dispose.
  private static let engine = MiniatureSite.engine.replacing(
    "class JustSink<Element>: Sink<Element> {}", with: "class JustSink<Element>: Sink<Element> { func dispose() {} }")

  private func site(_ body: String) throws -> MiniatureSite {
    let site = try MiniatureSite(
      page: "```journey pipeline=flow.swift\n\(body)\n```", runs: ["flow.swift": Self.run])
    try site.write(Self.engine, to: "Rx/Core.swift")
    return site
  }

  private func html(_ body: String) throws -> String { try site(body).body() }

  private func errors(_ body: String) throws -> String {
    try site(body).errors().replacing("content/page.md:", with: "")
  }

  @Test func `arrows lead from the recorded caller`() throws {
    let html = try html(
      """
      # The *way* up
      Just.run → JustSink | makes the `sink`
      JustSink.closure → "your closure"
      # The way down
      JustSink.on(next:) 1
      Receiver.on(next:) 1
      """)
    #expect(html.contains("<p class=\"journey-way\">The <em>way</em> up</p>"))
    let calls = [
      "<code>Just</code> → <code>JustSink</code></span> <code>run</code></p>\n<p>makes the <code>sink</code></p>",
      "<code>JustSink</code> → your closure</span></p>",
      "your closure → <code>JustSink</code></span> <code>on(next:)</code> <code class=\"value\">1</code></p>",
      "<code>JustSink</code> → <code>Receiver</code></span> <code>on(next:)</code>",
    ]
    for call in calls { #expect(html.contains(call)) }
    #expect(html.contains("<ol class=\"journey-steps\" start=\"3\">\n<li id=\"journey-1-step-3\">"))
    #expect(html.contains("<g class=\"box role-observable\">") && html.contains("<g class=\"box role-program\">"))
    #expect(html.contains("class=\"arrow way-0\"") && html.contains("class=\"arrow way-1\""))
    #expect(html.contains("aria-labelledby=\"journey-1-title journey-1-desc\""))
  }

  @Test func `the outermost call is the program's own`() throws {
    #expect(try html("Just.run").contains("your program → <code>Just</code>"))
  }

  @Test func `a call may belong to the one above it`() throws {
    let html = try html("JustSink.closure\nJustSink.on(next:)\n+ Receiver.on(next:)")
    #expect(html.contains("<code>JustSink</code> → <code>Receiver</code></span> <code>on(next:)</code>"))
    #expect(html.contains("journey-1-step-2") && !html.contains("journey-1-step-3"))
  }

  @Test(arguments: [
    ("JustSink.dispose\nJust.run", "6:1: error: claimed Just.run, recorded no such step from step 7 on"),
    ("JustSink.on(next:) 2", "5:1: error: claimed JustSink.on(next:) 2, recorded no such step from step 1 on"),
    ("Just.run → Receiver", "5:12: error: claimed that an object `Receiver` is made during Just#1.run (step 1)"),
    ("Just.run → Reciever", "5:12: error: no object `Reciever` in the run; nearest: `Receiver`"),
    ("JustSink → Just.run", "5:1: error: a line begins with a call of an object"),
    ("JustSink.closure → Receiver", "5:20: error: the name that you give a closure stands in quotes"),
    ("Just.run ×2", "5:10: error: `×` counts the steps of a chain's line"),
    ("output \"1\"", "5:1: error: a line begins with a call of an object"),
    ("Just.run → ", "5:12: error: an arrow stands between a step and an object"),
    ("Just.run → JustSink → Receiver", "5:1: error: too many arrows"),
    ("Just → JustSink", "5:1: error: a line begins with a call of an object"),
    ("Just.runs", "5:1: error: no such symbol `Just.runs`; nearest: `Just.run`"),
    ("…", "5:1: error: a line begins with a call of an object"),
    ("# Up\nJust.run\n# Down", "7:1: error: no call follows this title"),
    ("+ Just.run", "5:1: error: `+` continues the call above it"),
    ("", "4:4: error: the journey has no calls"),
  ])
  func `what the run does not bear out`(body: String, message: String) throws {
    #expect(try errors(body).hasPrefix(message))
  }
}
