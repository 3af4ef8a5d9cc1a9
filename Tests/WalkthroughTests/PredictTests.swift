import Foundation
import RxTrace
import TestSupport
import Testing

@testable import Walkthrough

/// Questions whose answers are the recording's, and answers that are folded: Markdown in, HTML out.
@Suite(.oneAtATime) struct PredictTests {
  private static let run = Trace.recorded(
    """
    Just.subscribe(onNext:) ^flow.swift:2
      Just.run ^Rx/Core.swift:6
        JustSink.forwardOn next 1 ^Rx/Core.swift:14
          Receiver.on next 1
            Receiver.closure next 1 ^flow.swift:3
              output first
        JustSink.forwardOn completed @2
          Receiver.closure completed @2 ^flow.swift:4
            output second
    Receiver.dispose ^flow.swift:5
      output third
    """)

  private func site(_ markdown: String, _ run: Trace = run) throws -> MiniatureSite {
    let site = try MiniatureSite(page: markdown, runs: ["flow.swift": run])
    let text = (1...6).map { "line\($0)\n" }.joined()
    try site.write(text, to: "content/flow.swift")
    return site
  }

  private func html(_ markdown: String) throws -> String { try site(markdown).body() }

  private func error(_ markdown: String, _ run: Trace = run) throws -> String {
    try site(markdown, run).errors().replacing("content/page.md:", with: "")
  }

  @Test func `the order of what is printed`() throws {
    let html = try html("```predict pipeline=flow.swift ask=order\n```")
    #expect(html.contains("<div class=\"predict\" role=\"group\" id=\"predict-1\" data-ask=\"order\" aria-labelledby="))
    #expect(html.contains("<p>What is printed, and in which order?</p>"))
    let question = html.prefix(upTo: html.range(of: "<details class=\"answer\">")!.lowerBound)
    let places = try ["first", "second", "third"].map {
      try #require(question.range(of: "<li><samp>\($0)</samp></li>")).lowerBound
    }
    #expect(places != places.sorted())
    #expect(
      html.contains(
        "<ol class=\"predict-right\"><li><samp>first</samp></li><li><samp>second</samp></li><li><samp>third</samp></li></ol>"
      ))
    // The same in each build.
    #expect(try self.html("```predict pipeline=flow.swift ask=order\n```") == html)
  }

  @Test func `the line that runs next`() throws {
    let html = try html(
      "```predict pipeline=flow.swift ask=line at=\"JustSink.forwardOn(next:) 1\"\nWhich *line*?\n```")
    #expect(html.contains("id=\"predict-1-question\">Which <em>line</em>?</div>"))
    #expect(html.contains("<ul class=\"predict-choices\" data-answer=\"1\">"))
    #expect(html.contains("<li><span class=\"predict-number\">Line 3</span> <code>line3</code></li>"))
    #expect(html.contains("<code>Receiver#1 onNext closure</code>"))
  }

  @Test func `the step that comes next`() throws {
    let html = try html("```predict pipeline=flow.swift ask=step at=\"JustSink.forwardOn(next:)\"\n```")
    let choices = try #require(html.firstMatch(of: /data-answer="(\d)">\n((?:<li>.*\n)+)/))
    let items = choices.2.split(separator: "\n")
    #expect(items.count == 4 && Set(items).count == 4)
    #expect(items[Int(choices.1)!].contains("<code>Receiver#1.on</code>"))
  }

  @Test func `a step that happens again with another answer needs a question that tells which is meant`() throws {
    let fence = "```predict pipeline=flow.swift ask=step at=\"Receiver.closure\"\n"
    #expect(
      try error(fence + "```").hasPrefix("4:44: error: this is about step 5, and step 8, which has the same name,"))
    #expect(try error(fence + "Which step follows the *first* call?\n```") == "")
  }

  @Test func `the thread`() throws {
    let html = try html("```predict pipeline=flow.swift ask=thread at=\"Receiver.on(next:)\"\n```")
    #expect(html.contains("data-answer=\"0\">\n<li><span class=\"thread\">thread 1</span></li>"))
    #expect(html.contains("<li><span class=\"thread\">thread 2</span></li>"))
  }

  @Test func `the thread by its name`() throws {
    let page = "```predict pipeline=flow.swift ask=thread at=\"Sink.forwardOn(next:) 1 @kitchen\"\n```"
    let html = try MiniatureSite(page: page, runs: ["flow.swift": ChainTests.places]).body()
    #expect(html.contains("<li><span class=\"thread\">main queue (thread 1)</span></li>"))
    #expect(html.contains("<li><span class=\"thread\">kitchen (thread 2)</span></li>"))
    #expect(html.contains("<li><span class=\"thread\">thread 4</span></li>"))
  }

  @Test func `a queue that two threads serve is one choice`() throws {
    let run = Trace.recorded(
      """
      Just.subscribe @1 ~com.apple.main-thread
      JustSink.forwardOn next 1 @2 ~kitchen
      JustSink.forwardOn next 2 @3 ~com.apple.main-thread
      """)
    let page = "```predict pipeline=flow.swift ask=thread at=\"Sink.forwardOn(next:) 2\"\n```"
    let html = try MiniatureSite(page: page, runs: ["flow.swift": run]).body()
    #expect(html.contains("data-answer=\"0\">\n<li><span class=\"thread\">main queue</span></li>"))
    #expect(html.contains("<li><span class=\"thread\">kitchen (thread 2)</span></li>\n</ul>"))
  }

  @Test func `how many times`() throws {
    let html = try html("```predict pipeline=flow.swift ask=count of=\"JustSink.forwardOn\"\n```")
    #expect(html.contains("How many times does <code>JustSink.forwardOn</code> happen?"))
    #expect(html.contains("data-answer=\"2\""))
    #expect(html.contains("<p>2 times (step 3, step 7)</p>"))
  }

  @Test func `wrong uses are errors at their place`() throws {
    #expect(try error("```predict pipeline=flow.swift\n```").contains("4:4: error: `predict` needs a key `ask`"))
    #expect(
      try error("```predict pipeline=flow.swift ask=ordre\n```").contains(
        "4:36: error: unknown question `ordre`; `ask` is one of order, line, step, thread, count"))
    #expect(
      try error("```predict pipeline=flow.swift ask=line\n```").contains(
        "4:32: error: `ask=line` needs a key `at` that names a step"))
    #expect(
      try error("```predict pipeline=flow.swift ask=order at=\"Receiver.on(next:)\"\n```").contains(
        "4:42: error: `ask=order` has no key `at`; leave it out"))
    #expect(
      try error("```predict pipeline=flow.swift ask=count at=\"Receiver.on(next:)\"\n```").contains(
        "4:42: error: `ask=count` has no key `at`; it takes `of`"))
    #expect(
      try error("```predict pipeline=flow.swift ask=step at=\"Receiver.on(next:) 9\"\n```").contains(
        "4:44: error: claimed Receiver.on(next:) 9, recorded no such step; nearest match"))
    #expect(
      try error("```predict pipeline=flow.swift ask=count of=\"Nobody.on(next:)\"\n```").contains(
        "4:45: error: no such symbol `Nobody.on(next:)`"))
    #expect(
      try error(
        "```predict pipeline=flow.swift ask=line at=\"Receiver.on(next:)\"\n```", .recorded("Receiver.on next 1")
      )
      .contains("4:44: error: no line of `flow.swift` runs after step 1"))
  }

  @Test func `a question without an alternative is an error`() throws {
    let short = Trace.recorded("Just.run\n  output only")
    #expect(
      try error("```predict pipeline=flow.swift ask=order\n```", short).contains(
        "4:4: error: `flow.swift` prints nothing but \"only\", so that there is nothing to put in order"))
    #expect(
      try error("```predict pipeline=flow.swift ask=thread at=\"Just.run\"\n```", short).contains(
        "all steps of `flow.swift` happen on one thread"))
    let main = Trace.recorded("Just.run @1 ~com.apple.main-thread\nJust.dispose @2 ~com.apple.main-thread")
    #expect(
      try error("```predict pipeline=flow.swift ask=thread at=\"Just.run\"\n```", main).contains(
        "all steps of `flow.swift` happen at one place"))
    let long = Trace.recorded("Just.run\n" + (1...13).map { "  output line\($0)\n" }.joined())
    #expect(
      try error("```predict pipeline=flow.swift ask=order\n```", long).contains(
        "prints 13 lines; at most 12 can be put in order"))
  }

  @Test func `a line that nobody knows is not asked for`() throws {
    // A closure of a long program, of which the text does not tell which one it is.
    let run = Trace.recorded("Just.run ^flow.swift:1\n  Receiver.closure next 1\nReceiver.dispose ^flow.swift:2")
    #expect(
      try error("```predict pipeline=flow.swift ask=line at=\"Just.run\"\n```", run).contains(
        "the recording does not tell which line of `flow.swift` runs next, at step 2"))
  }

  // MARK: Folded answers

  @Test func `an answer is folded`() throws {
    let html = try html("> [!ANSWER]\n> It is *two*.\n")
    #expect(html == "<details class=\"answer\"><summary>Answer</summary>\n<p>It is <em>two</em>.</p>\n</details>")
  }

  @Test func `an answer in a list holds whatever a page holds`() throws {
    let html = try html(
      """
      1. > [!ANSWER]
         > One.
         >
         > ```output pipeline=flow.swift
         > first
         > second
         > third
         > ```
      2. > [!answer]
         > Two.
      """)
    #expect(
      html.contains(
        "<ol>\n<li><details class=\"answer\"><summary>Answer</summary>\n<p>One.</p>\n<figure class=\"output\""))
    #expect(html.contains("<p>Two.</p>\n</details></li>\n</ol>"))
  }

  @Test func `a false claim in an answer is reported at its place`() throws {
    let wrong = "1. > [!ANSWER]\n   > ```output pipeline=flow.swift\n   > fifth\n   > ```\n"
    #expect(try error(wrong).hasPrefix("6:6: error: claimed \"fifth\", recorded \"first\""))
  }

  // MARK: Programs

  @Test func `a program can be edited`() throws {
    let whole = try html("```source pipeline=flow.swift\n```")
    #expect(whole.hasPrefix("<div class=\"program\" data-program=\"flow.swift\">\n<figure class=\"excerpt\">"))
    let part = try html("```source pipeline=flow.swift from=\"line2\"\n```")
    #expect(part.hasPrefix("<div class=\"program\" data-program=\"flow.swift\" data-part>\n"))
    #expect(try !html("```source symbol=JustSink\n```").contains("data-program"))
  }
}
