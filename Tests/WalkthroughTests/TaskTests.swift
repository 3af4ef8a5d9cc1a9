import Foundation
import PipelineRunning
import RxTrace
import TestSupport
import Testing

@testable import Walkthrough

/// Tasks whose answer is a program: Markdown in, HTML out; and the claims that a reader's run is held against.
@Suite(.oneAtATime) struct TaskTests {
  private static let once = run(["1"])
  private static let twice = run(["1", "1"])

  private static func run(_ lines: [String]) -> Trace {
    let events = lines.map { "  JustSink.forwardOn next \($0) ^Rx/Core.swift:14\n    output \($0)" }
    return .recorded("Just.subscribe(onNext:) ^flow.swift:2\n" + events.joined(separator: "\n"))
  }

  private func site(_ body: String, _ keys: String = "pipeline=twice.swift start=flow.swift") throws -> MiniatureSite {
    let page = "---\ntitle: Page\n---\n````task \(keys)\n\(body)````\n"
    let program = "line1\nline2\nline3\n"
    return try MiniatureSite(
      ["page.md": page, "flow.swift": program, "twice.swift": program],
      runs: ["flow.swift": Self.once, "twice.swift": Self.twice])
  }

  private func html(_ body: String) throws -> String { try site(body).body() }

  private func errors(_ body: String, _ keys: String = "pipeline=twice.swift start=flow.swift") throws -> String {
    try site(body, keys).errors().replacing("content/page.md:", with: "")
  }

  private static let body = """
    Print it *twice*.

    ```output
    1
    1
    ```

    `flatMap` does it.

    """

  @Test func `the solution is folded with its run and the remarks`() throws {
    let html = try html(Self.body)
    #expect(html.contains("<div class=\"task\" role=\"group\" id=\"task-1\" aria-labelledby=\"task-1-asked\">"))
    #expect(html.contains("id=\"task-1-asked\"><p>Print it <em>twice</em>.</p></div>"))
    let answer = try #require(html.range(of: "<details class=\"answer\">")).upperBound
    for folded in ["twice.swift", "<samp>1\n1</samp>", "<code>flatMap</code> does it."] {
      #expect(html[answer...].contains(folded))
      #expect(!html[..<answer].contains(folded))
    }
  }

  @Test func `the page has what its script needs`() throws {
    let html = try html(Self.body)
    #expect(
      html.contains("<div class=\"program is-task\" data-program=\"flow.swift\" data-part data-begin=\"Write it here\"")
    )
    #expect(
      html.contains("data-claims=\"[{&quot;kind&quot;:&quot;output&quot;,&quot;text&quot;:&quot;1\\n1\\n&quot;}]\""))
  }

  @Test func `a solution that does not show what is asked is an error at its line`() throws {
    let output = "Print it.\n\n```output\n1\n2\n```\n"
    #expect(try errors(output).hasPrefix("9:1: error: claimed \"2\", recorded \"1\" (line 2 of 2)"))
    let count = "Print it.\n\n```assert\ncount(output) == 3\n```\n"
    #expect(try errors(count).hasPrefix("8:1: error: claimed count(output) == 3, recorded 2"))
    let chain = "Print it.\n\n```chain\n…\n    output \"7\"\n…\n```\n"
    #expect(try errors(chain).hasPrefix("9:"))
  }

  @Test func `a task that the starting program solves is an error`() throws {
    let body = "Print it.\n\n```assert\ncount(output) >= 1\n```\n"
    #expect(
      try errors(body).hasPrefix(
        "4:37: error: `flow.swift` shows already what the task asks for: claim what only the solution shows"))
  }

  @Test func `a task whose programs are swapped is not a task`() throws {
    let errors = try errors(Self.body, "pipeline=flow.swift start=twice.swift")
    #expect(errors.contains("`twice.swift` shows already what the task asks for: `flow.swift` does not: `pipeline` is"))
  }

  @Test func `a claim has no keys but engine`() throws {
    let message = "7:1: error: a claim of the task is about its program, and has no key but `engine`: take"
    #expect(try errors("Print it.\n\n```output twice\n1\n```\n").contains(message))
    #expect(try errors("Print it.\n\n```output stream=error\n1\n```\n").contains(message))
    let other = "Print it.\n\n```output pipeline=twice.swift\n1\n1\n```\n"
    #expect(try errors(other).contains("without keys, also without `pipeline`"))
  }

  @Test func `a task needs a text and a claim`() throws {
    #expect(try errors("Print it.\n").hasPrefix("4:5: error: the task claims nothing: it needs a block `output`,"))
    #expect(try errors("```output\n1\n1\n```\n").hasPrefix("4:5: error: the task asks nothing:"))
    #expect(
      try errors("Print it.\n\n```output\n1\n").hasPrefix("7:1: error: the block `output` of the task has no end"))
    #expect(try errors(Self.body, "pipeline=twice.swift").hasPrefix("4:5: error: `task` needs a key `start`"))
  }

  // MARK: A reader's run

  private func answer(_ kind: TaskClaim.Kind, _ text: String, _ trace: Trace = twice, page: String = "page.html") throws
    -> TaskAnswer
  {
    let site = try MiniatureSite(page: "Text.")
    var run = PipelineRun(trace: trace, output: "", status: 0)
    run.usesRx = true
    let trial = ProgramTrial(path: "flow.swift", text: "line\n", page: page, claims: [TaskClaim(kind, text)])
    let view = try site.builder(memory: BuildMemory()).view(of: run, trial, number: 7)
    return try #require(view.claims?.first)
  }

  @Test func `a run that shows what is asked has no hint`() throws {
    #expect(try answer(.output, "1\n1\n").hint == nil)
    #expect(try answer(.output, "1\n…\n").hint == nil)
    #expect(try answer(.assert, "count(JustSink.forwardOn) == 2\n").hint == nil)
    #expect(try answer(.chain, "…\nJustSink.forwardOn(next:) 1\n  output \"1\"\n…\n").hint == nil)
  }

  @Test func `the hint is made of the first difference`() throws {
    #expect(try answer(.output, "1\n2\n").hint == "Line 2 should be “2”. Yours is “1”.")
    #expect(try answer(.output, "1\n1\n2\n").hint == "Line 3 should be “2”. Your program printed nothing more.")
    #expect(try answer(.output, "1\n").hint == "Line 2, “1”, is one too many.")
    #expect(try answer(.output, "{asked}\n").hint == "Line 1 should be “{asked}”. Yours is “1”.")
    let count = try answer(.assert, "count(output) == 3\n")
    #expect(count.hint == "Not so in your run: count(output) == 3")
    #expect(count.detail?.hasPrefix("claimed count(output) == 3, recorded 2") == true)
    #expect(try answer(.chain, "…\nMapSink.on(next:) 1\n…\n").hint == "Not so in your run: MapSink.on(next:) 1")
    #expect(try answer(.marbles, "-1-|\n").hint == "Asked for: -1-| Yours: ")
  }

  @Test func `the hint is in the language of the page`() throws {
    #expect(try answer(.output, "1\n2\n", page: "page.zh-Hans.html").hint == "第 2 行应是“2”，你的输出是“1”。")
  }

  @Test func `a claim that cannot be read says so`() throws {
    #expect(try answer(.assert, "cout(output) == 3\n").hint?.isEmpty == false)
    #expect(try answer(.chain, "\n").hint == "the chain has no lines")
  }

  @Test func `marks of a lane are written as a program takes them`() {
    typealias Event = MarbleScene.Event
    let events: [Event] = [
      Event(tick: 1, event: .next, text: "a"), Event(tick: 3, event: .next, text: "b"),
      Event(tick: 3, event: .next, text: "it's"), Event(tick: 5, event: .completed),
    ]
    #expect(MarbleText.of(.init(role: .result, name: "observer", start: 0, events: events)) == "-a-(b'it''s')-|")
    #expect(MarbleText.of(.init(role: .result, name: "observer", start: 0)) == "")
  }
}
