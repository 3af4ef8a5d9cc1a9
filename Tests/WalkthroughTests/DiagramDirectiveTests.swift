import Foundation
import TestSupport
import Testing

@testable import RxTrace
@testable import Walkthrough

/// Pictures drawn from runs and from the sources: what is in them, what they say as text, what keeps them from being
/// drawn.
@Suite(.oneAtATime) struct DiagramDirectiveTests {
  private func html(_ markdown: String, run: Trace = .flow) throws -> String {
    try MiniatureSite(page: markdown, runs: ["flow.swift": run]).body()
  }

  private func errors(_ markdown: String, run: Trace = .flow) throws -> String {
    try MiniatureSite(page: markdown, runs: ["flow.swift": run]).errors().replacing("content/page.md:", with: "")
  }

  static let linked: Trace = {
    var trace = Trace.recorded("Just.run\n  JustSink.on next 1\n    Receiver.on next 1\nJustSink.dispose")
    trace.objects[0].role = .observable
    trace.objects[1].links = [.init(name: "observer", target: 2), .init(name: "parent", target: 0)]
    trace.objects[2].role = .observer
    trace.objects[2].links = [.init(name: "self", target: 2)]
    trace.objects[2].knownSince = 5
    trace.steps[2].time = 5
    trace.steps[3].time = 6
    return trace
  }()

  @Test func `marbles are drawn and written as a table`() throws {
    let html = try html("```marbles pipeline=flow.swift\n```")
    #expect(html.contains("<figure class=\"diagram marbles\" id=\"marbles-1\">\n<figcaption>The events of flow.swift<"))
    #expect(html.contains("role=\"img\" aria-labelledby=\"marbles-1-title marbles-1-desc\" class=\"hw-picture\">"))
    #expect(html.contains("<title id=\"marbles-1-title\">The events of flow.swift</title>"))
    #expect(html.contains("<th scope=\"row\"><code>Receiver#1</code></th><td></td>"))
    #expect(html.contains("next <code class=\"value\">1</code> (step 5) · completed"))
  }

  @Test func `only a run with a virtual clock has ticks`() throws {
    let message = "4:37: error: `flow.swift` has no TestScheduler, so no ticks: leave `axis` out"
    #expect(try errors("```marbles pipeline=flow.swift axis=ticks\n```") == message)
    let choices = "4:37: error: unknown axis `x`; choose from `steps`, `ticks`, `time`"
    #expect(try errors("```marbles pipeline=flow.swift axis=x\n```") == choices)
  }

  @Test func `lanes are drawn and written as a list`() throws {
    let run = Trace.recorded("Just.subscribe @1\nJustSink.forwardOn next 1 @2\n  output done @2")
    let html = try html("```lanes pipeline=flow.swift caption=\"Two *threads*\"\n```", run: run)
    #expect(html.contains("<figcaption>Two <em>threads</em></figcaption>"))
    #expect(html.contains("<li>Step 2, thread 2: <code>JustSink#1.forwardOn</code> <span class=\"event\">next"))
    #expect(html.contains("<li>Step 3, thread 2: prints <samp>done"))
  }

  @Test func `a graph shows who holds whom`() throws {
    let html = try html("```graph pipeline=flow.swift\n```", run: Self.linked)
    #expect(html.contains("<li><code>JustSink#1</code> holds <code>Receiver#1</code> as <code>observer</code></li>"))
    #expect(html.contains("<li><code>JustSink#1</code> holds <code>Just#1</code> as <code>parent</code></li>"))
    #expect(html.contains("<g class=\"box role-sink disposed\"><title>JustSink&lt;Int&gt; #1</title>"))
    #expect(html.contains("<g class=\"box role-observable\">"))
    #expect(!html.contains("as <code>self</code>"))
  }

  @Test func `a graph stands as it did at a step`() throws {
    let html = try html("```graph pipeline=flow.swift at=\"JustSink.on 1\"\n```", run: Self.linked)
    #expect(html.contains("<figcaption>Who holds whom in flow.swift at step 2</figcaption>"))
    #expect(html.contains("<g class=\"box role-sink current\">"))
    #expect(!html.contains("Receiver#1") && !html.contains("disposed"))
    #expect(
      try self.html("```graph pipeline=flow.swift step=3\n```", run: Self.linked).contains("Receiver#1"))
  }

  @Test(arguments: [
    ("graph pipeline=flow.swift", "4:4: error: no object of `flow.swift` is known to hold another"),
    ("graph pipeline=flow.swift step=99", "4:35: error: no step `99`; the run has 10"),
    (
      "graph pipeline=flow.swift at=Sink.dispose",
      "4:33: error: no such symbol `Sink.dispose`"
    ),
    (
      "graph pipeline=flow.swift at=\"Sink.forwardOn 2\"",
      "4:33: error: claimed Sink.forwardOn 2, recorded no such step; nearest match: "
        + "`JustSink.forwardOn(next:) 1` (step 4)"
    ),
    ("graph pipeline=flow.swift at=run step=2", "4:37: error: `step` and `at` both name a step; one is enough"),
    ("hierarchy of=\"Just Jost\"", "4:17: error: no such type `Jost`; nearest: `Just`"),
    ("hierarchy of=Just show=abov", "4:27: error: unknown view `abov`; nearest: `above`"),
  ])
  func `what cannot be drawn is an error`(fence: String, message: String) throws {
    #expect(try errors("```\(fence)\n```") == message)
  }

  @Test func `nothing to draw`() throws {
    let run = Trace.recorded("output a")
    #expect(
      try errors("```marbles pipeline=flow.swift\n```", run: run)
        == "4:4: error: the run of `flow.swift` has no events to draw")
    #expect(
      try errors("```lanes pipeline=flow.swift\n```", run: Trace())
        == "4:4: error: the run of `flow.swift` has no steps to draw")
  }

  @Test func `a hierarchy shows classes and protocols`() throws {
    let html = try html("```hierarchy of=JustSink\n```")
    for name in ["JustSink", "Sink", "Receiver", "ObserverType", "Disposable"] {
      #expect(html.contains("text-anchor=\"middle\">\(name)</text>"))
      #expect(html.contains("<code>\(name)</code>"))
    }
    #expect(html.contains("<g class=\"box type-class current\"><title>class JustSink</title>"))
    #expect(html.contains("class=\"arrow conforms\"") && html.contains("class=\"arrow inherits\""))
    #expect(
      html.contains(
        "<span class=\"type-kind\">class</span> <code>Receiver</code> inherits from <code>ObserverType</code>, "
          + "<code>Disposable</code> <a class=\"declared\" href=\"source/Rx/Core.html#L29\">Rx/Core.swift</a>"))
  }

  @Test func `a hierarchy may lead down`() throws {
    let html = try html("```hierarchy of=Receiver show=below\n```")
    #expect(html.contains("<figcaption>What inherits from Receiver</figcaption>"))
    #expect(html.contains("<code>JustSink</code>") && !html.contains("<code>ObserverType</code>"))
    #expect(try self.html("```hierarchy of=Sink show=both\n```").contains("<code>ObserverType</code>"))
  }

  @Test func `pages in other languages have their words`() throws {
    let site = try MiniatureSite(["page.zh-Hans.md": "---\ntitle: 页\n---\n```marbles pipeline=flow.swift\n```"])
    let html = try site.html("page.zh-Hans.html")
    #expect(html.contains("<summary>文字版</summary>") && html.contains(">订阅</text>"))
    #expect(!html.contains("subscribed"))
  }

  @Test func `nothing inline in pictures`() throws {
    let page = """
      ```marbles pipeline=flow.swift
      ```

      ```lanes pipeline=flow.swift
      ```

      ```graph pipeline=flow.swift
      ```

      ```hierarchy of=Just
      ```
      """
    let html = try html(page, run: Self.linked)
    #expect(html.components(separatedBy: "<svg ").count == 5)
    for forbidden in [" style=", "<style", "<script"] { #expect(!html.contains(forbidden)) }
  }
}

/// A program's output, claimed line by line.
@Suite(.oneAtATime) struct OutputDirectiveTests {
  private static let run = Trace.recorded("output one\noutput two\noutput three\noutput four")

  private func errors(_ body: String, run: Trace = run) throws -> String {
    try MiniatureSite(page: "```output pipeline=flow.swift\n\(body)```", runs: ["flow.swift": run]).errors()
      .replacing("content/page.md:", with: "")
  }

  @Test(arguments: [
    "one\ntwo\nthree\nfour\n", "…\n", "one\n…\nfour\n", "...\nthree\n…\n", "one\n…\ntwo\nthree\nfour\n…\n",
  ])
  func holds(body: String) throws { #expect(try errors(body).isEmpty) }

  @Test(arguments: [
    ("one\ntoo\n…\n", "6:1: error: claimed \"too\", recorded \"two\" (line 2 of 4)"),
    (
      "one\ntwo\n",
      "6:1: error: claimed the end of the output, recorded \"three\" (line 3 of 4); "
        + "a last line `…` leaves the rest out"
    ),
    (
      "",
      "4:4: error: claimed the end of the output, recorded \"one\" (line 1 of 4); "
        + "a last line `…` leaves the rest out"
    ),
    (
      "one\n…\nfore\n",
      "7:1: error: claimed \"fore\", recorded no such line from line 2 on; nearest: \"four\" (line 4)"
    ),
    ("two\n…\none\n", "5:1: error: claimed \"two\", recorded \"one\" (line 1 of 4); nearest: \"two\" (line 2)"),
    (
      "one\ntwo\n…\none\n…\n",
      "8:1: error: claimed \"one\", recorded no such line from line 3 on; it is line 1, before the lines above"
    ),
    ("one\ntwo\nthree\nfour\nfive\n", "9:1: error: claimed \"five\", recorded the end of the output after 4 lines"),
    ("two\n…\n", "5:1: error: claimed \"two\", recorded \"one\" (line 1 of 4); nearest: \"two\" (line 2)"),
  ])
  func fails(body: String, message: String) throws { #expect(try errors(body) == message) }

  @Test func `what was printed in pieces is one line`() throws {
    var run = Trace.recorded("output a\noutput b")
    run.steps[0].value = TracedValue(text: "a, ")
    #expect(try errors("a, b\n", run: run).isEmpty)
  }

  @Test func `a carriage return ends a line too`() throws {
    var run = Trace.recorded("output a")
    run.steps[0].value = TracedValue(text: "a\r\nb\r\n")
    #expect(try errors("a\nb\n", run: run).isEmpty)
  }

  @Test func `what was cut short cannot be claimed`() throws {
    var run = Self.run
    run.steps[0].value?.isComplete = false
    #expect(
      try errors("…\n", run: run)
        == "4:4: error: the program printed more at once than was recorded, so no claim can be checked against it")
  }

  @Test func rendered() throws {
    let page = "```output pipeline=flow.swift\none\n…\n```"
    let html = try MiniatureSite(page: page, runs: ["flow.swift": Self.run]).body()
    #expect(html.contains("<figcaption>What flow.swift prints</figcaption>"))
    #expect(html.contains("<samp>one\n<span class=\"gap-line\">…</span></samp>"))
  }
}

/// A program's standard error, claimed line by line.
@Suite(.oneAtATime) struct ErrorOutputTests {
  private static let written = "anomaly: at 0x7f12\n  pipeline: of\n"

  private func site(_ body: String, stream: String = "error") throws -> MiniatureSite {
    try MiniatureSite(
      page: "```output pipeline=flow.swift stream=\(stream)\n\(body)```", errorOutput: Self.written)
  }

  @Test func `lines spelt in part are shown whole`() throws {
    let html = try site("anomaly: at …\n  pipe…: …f\n").body()
    #expect(html.contains("<figcaption>What flow.swift writes to standard error</figcaption>"))
    #expect(html.contains("<samp>anomaly: at 0x7f12\n  pipeline: of</samp>"))
  }

  @Test func `a gap leaves lines out`() throws {
    #expect(try site("…\n  pipeline: of\n").body().contains("<samp><span class=\"gap-line\">…</span>\n  pipeline: of"))
  }

  @Test(arguments: [
    ("anomaly: …\n", "5:1: error: claimed the end of the output, recorded \"  pipeline: of\" (line 2 of 2)"),
    ("…: at 0x…8\n…\n", "5:1: error: claimed \"…: at 0x…8\", recorded \"anomaly: at 0x7f12\" (line 1 of 2)"),
    ("an…an…\n…\n", "5:1: error: claimed \"an…an…\", recorded \"anomaly: at 0x7f12\" (line 1 of 2)"),
  ])
  func fails(body: String, message: String) throws {
    #expect(try site(body).errors().hasPrefix("content/page.md:\(message)"))
  }

  @Test func `another stream`() throws {
    #expect(
      try site("", stream: "eror").errors()
        == "content/page.md:4:38: error: unknown stream `eror`; nearest: `error`")
  }
}

/// Programs that stop with a fatal error, shown on purpose or not.
@Suite(.oneAtATime) struct CrashTests {
  private func site(_ key: String, crashing: Set<String> = ["flow.swift"]) throws -> MiniatureSite {
    let page = "---\ntitle: Page\n---\n```output pipeline=flow.swift stream=error\(key)\nFatal error: …\n```"
    return try MiniatureSite(["page.md": page], errorOutput: "Fatal error: twice", crashing: crashing)
  }

  @Test func `a crash that is declared is shown`() throws {
    #expect(try site(" crashes=yes").body().contains("<samp>Fatal error: twice</samp>"))
  }

  @Test func `any other crash is a mistake`() throws {
    #expect(
      try site("").errors()
        == "content/page.md:4:20: error: the pipeline `flow.swift` was ended by signal \(SIGILL): Fatal error: twice; "
        + "`crashes=yes` shows that")
  }

  @Test func `a declared crash has to come`() throws {
    #expect(
      try site(" crashes=yes", crashing: []).errors()
        == "content/page.md:4:20: error: the pipeline `flow.swift` ended by itself; leave out `crashes`")
  }

  @Test func `the key is yes or left out`() throws {
    #expect(
      try site(" crashes=maybe").errors()
        == "content/page.md:4:52: error: `crashes` is left out or `yes`, not `maybe`")
  }
}

/// Markdown, and what becomes of it.
@Suite(.oneAtATime) struct ExampleDirectiveTests {
  @Test func `both are shown`() throws {
    let page = "````example\nA *word*.\n\n```assert pipeline=flow.swift\ncount(onCore) == 1\n```\n````"
    let html = try MiniatureSite(page: page).body()
    #expect(html.hasPrefix("<pre class=\"code\" tabindex=\"0\"><code>A *word*.\n\n```assert pipeline=flow.swift\n"))
    #expect(html.contains("</pre>\n<p>A <em>word</em>.</p>\n<div class=\"checked\">"))
  }

  @Test func `a step of its chain can be linked to`() throws {
    let page = "````example\n```chain pipeline=flow.swift\n…\nJustSink.forwardOn(next:) 1\n…\n```\n````\n\n"
    let link = "[it](step:flow.swift/JustSink.forwardOn(next:))"
    #expect(try MiniatureSite(page: page + link).body().contains("<a href=\"#chain-1-step-1\">it</a>"))
  }

  @Test func `a mistake is told at its place`() throws {
    let page = "````example\nA word.\n\n```assert pipeline=flow.swift\ncount(onCore) == 2\n```\n````"
    #expect(try MiniatureSite(page: page).errors().hasPrefix("content/page.md:8:1: error: claimed count(onCore) == 2"))
    #expect(
      try MiniatureSite(page: "```example\n```").errors() == "content/page.md:4:4: error: the example has no lines")
  }
}

/// Blocks that nothing checks, in a site that asks why.
@Suite(.oneAtATime) struct UncheckedCodeTests {
  private func errors(_ markdown: String, settings: String? = "unchecked:\n  sh: commands to try\n") throws -> String {
    var files = ["page.md": "---\ntitle: Page\n---\n" + markdown]
    files["site.yml"] = settings
    return try MiniatureSite(files).errors().replacing("content/", with: "")
  }

  private static let swift =
    "error: nothing checks this `swift` block: show a file with `source`, what is printed with `output` or `console`, or "
    + "say why not: `unchecked=\"…\"`"

  @Test(arguments: [
    ("```swift\nlet a = 1\n```", "page.md:4:4: \(swift)"),
    ("1. > ~~~swift\n   > let a = 1\n   > ~~~", "page.md:4:9: \(swift)"),
    ("```swift\n```\n\n```text\n```", "page.md:4:4: \(swift)\npage.md:7:4: error: nothing checks this `text` block"),
    ("A\n\n    let a = 1\n", "page.md:6:5: error: nothing checks this block"),
    ("```\nlet a = 1\n```", "page.md:4:1: error: nothing checks this block"),
    ("```console\n$ ls\n```", "page.md:4:4: error: nothing checks this `console` block"),
    (
      "```swift unchecked=\" \"\n```",
      "page.md:4:20: error: `unchecked` says why nothing checks the block: `unchecked=\"the reader's own app\"`"
    ),
  ])
  func `is an error`(markdown: String, message: String) throws { #expect(try errors(markdown).hasPrefix(message)) }

  @Test(arguments: [
    "```sh\nls\n```", "```swift unchecked=\"your own app\"\n```", "```console unchecked=\"a whole screen\"\n$ top\n```",
    "```output pipeline=flow.swift\n1\n```", "```test unchecked=\"like trace\"\n```",
  ])
  func holds(markdown: String) throws { #expect(try errors(markdown).isEmpty) }

  @Test func `a site that does not ask is not told`() throws {
    #expect(try errors("```swift\n```\n\n    a\n", settings: nil).isEmpty)
    let empty = "```swift unchecked=\"\"\n```"
    #expect(try errors(empty, settings: nil).hasPrefix("page.md:4:20: error: `unchecked` says"))
  }

  @Test func `a language is not a short name misspelt`() throws {
    #expect(try errors("```bash\nls\n```\n\n```math\n1\n```", settings: nil).isEmpty)
  }

  @Test func `a key of an unknown directive is still an error`() throws {
    let markdown = "```rust unchecked=\"a\" pipeline=b\n```"
    #expect(try errors(markdown).hasPrefix("page.md:4:4: error: unknown directive `rust`"))
  }

  @Test(arguments: [
    ("unchecked: [sh]", "the setting `unchecked` must be a map of languages to reasons: write `sh: commands to try`"),
    ("unchecked:\n  sh:\n", "`sh` has no reason why nothing checks such blocks"),
  ])
  func settings(text: String, message: String) throws { #expect(try errors("", settings: text).hasSuffix(message)) }
}

/// Commands about a run, and their answers.
@Suite(.oneAtATime) struct ConsoleDirectiveTests {
  /// A subject that nobody subscribes to.
  private static let run = Trace.recorded("PublishSubject.on next 1\nPublishSubject.on next 2")

  private func site(_ body: String, pipelines: String = "pipeline=flow.swift") throws -> MiniatureSite {
    try MiniatureSite(page: "```console \(pipelines)\n\(body)```", runs: ["flow.swift": Self.run])
  }

  private func errors(_ body: String) throws -> String {
    try site(body).errors().replacing("content/page.md:", with: "")
  }

  @Test func `the answer is that of the run`() throws {
    let html = try site("$ headwater check flow.swift\n…\nflow.swift: clean\n").body()
    #expect(html.contains("<figure class=\"output console\" id=\"console-1\">\n<pre class=\"code\""))
    #expect(
      html.contains(
        "<samp><kbd>headwater check flow.swift</kbd>\n<span class=\"gap-line\">…</span>\nflow.swift: clean</samp>"))
  }

  @Test func `a recording has the name that it is given`() throws {
    let html = try site(
      "$ headwater check before.hwtrace\n…\nbefore.hwtrace: …\n\n$ headwater check flow.hwtrace\n…\n"
    ).body()
    #expect(html.contains("\nbefore.hwtrace: clean\n\n<kbd>headwater check flow.hwtrace</kbd>\n<span"))
  }

  @Test func `it is ordinary code without keys`() throws {
    let html = try site("$ make\n$ headwater check flow.swift\n", pipelines: "").body()
    let code = "<code>$ make\n$ headwater check flow.swift\n</code>"
    #expect(html == "<pre class=\"code\" tabindex=\"0\">\(code)</pre>")
  }

  @Test(arguments: [
    ("", "4:4: error: a console begins with a command: `$ headwater check …`"),
    ("flow.swift: clean\n", "5:1: error: a console begins with a command: `$ headwater check …`"),
    ("$ headwater check\n", "5:1: error: `headwater check`: no answer"),
    (
      "$ headwater check other.swift\n",
      "5:1: error: `headwater check other.swift`: other.swift is not a pipeline of this block; write flow.swift, or a "
        + "recording of it, or add `pipeline=other.swift`"
    ),
    (
      "$ headwater check flow.swift | head\n",
      "5:1: error: no shell runs the command, so `|` means nothing: write the command alone"
    ),
    (
      "$ headwater check flow.swift\n…\nflow.swift: 1 error\n",
      "7:1: error: claimed \"flow.swift: 1 error\", recorded no"
    ),
  ])
  func fails(body: String, message: String) throws { #expect(try errors(body).hasPrefix(message)) }

  @Test func `a run has to be named if there are several`() throws {
    let site = try site("$ headwater check before.hwtrace\n…\n", pipelines: "pipeline=flow.swift pipeline=flow.swift")
    #expect(
      try site.errors().hasSuffix(
        "before.hwtrace is not a pipeline of this block; write flow.swift or flow.swift, or a recording of it"))
  }
}

/// Programs of several files, which lie outside of the content folder.
@Suite(.oneAtATime) struct ProgramDirectiveTests {
  private static func run(_ text: String) -> Trace {
    Trace.recorded("PublishSubject.on next 1\n  output \(text)")
  }

  private func site(_ page: String, settings: String? = "programs: [../Apps/app]\n") throws -> MiniatureSite {
    var files = ["page.md": "---\ntitle: Page\n---\n" + page]
    files["site.yml"] = settings
    let site = try MiniatureSite(files, runs: ["app": Self.run("before"), "fixed-app": Self.run("after")])
    for folder in ["app", "fixed-app"] { try site.write("import Rx\n", to: "Apps/\(folder)/Sources/main.swift") }
    return site
  }

  private func errors(_ page: String, settings: String? = "programs: [../Apps/app]\n") throws -> String {
    try site(page, settings: settings).errors().replacing("content/page.md:", with: "")
  }

  @Test func `a command names the folder`() throws {
    let html = try site("```console program=app\n$ headwater check Apps/app\n…\nApps/app: clean\n```").body()
    #expect(html.contains("<kbd>headwater check Apps/app</kbd>"))
    #expect(html.contains("Apps/app: clean"))
  }

  @Test func `it is shown as it is and with the edits`() throws {
    #expect(try errors("```output program=app\nbefore\n```\n\n```output program=app fixed=yes\nafter\n```").isEmpty)
  }

  @Test func `it is not a pipeline to download`() throws {
    #expect(try !site("```output program=app\nbefore\n```").html("page.html").contains("page-pipelines"))
  }

  @Test(arguments: [
    (
      "output program=ap",
      "4:19: error: no such program `ap`: `site.yml` lists their folders as `programs`; nearest: `app`"
    ),
    ("output", "4:4: error: `output` needs a key `pipeline` or `program`"),
    ("output program=app pipeline=flow.swift", "4:23: error: a block is about a `pipeline` or about a `program`"),
    ("output pipeline=flow.swift fixed=yes", "4:31: error: `fixed` is for a `program`"),
    ("output program=app fixed=no", "4:29: error: `fixed` is left out or `yes`, not `no`"),
    (
      "trace program=app",
      "4:10: error: unknown key `program` of `trace`; "
        + "choose from `arguments`, `crashes`, `engine`, `harness`, `pipeline`, `view`"
    ),
  ])
  func `mistakes are named`(fence: String, message: String) throws {
    let errors = try errors("```\(fence)\nbefore\n```")
    #expect(errors.hasPrefix(message), "\(errors)")
  }

  @Test func `folders that are not a list are an error`() throws {
    #expect(
      try errors("", settings: "programs: ../app\n")
        == "content/site.yml:1:1: error: the setting `programs` must be a list of folders: write `[../Examples/MyApp]`")
  }
}

/// Two runs side by side.
@Suite(.oneAtATime) struct CompareDirectiveTests {
  private static let left = Trace.recorded("Just.run\n  JustSink.forwardOn next 1\n    Receiver.on next 1")
  private static let right = Trace.recorded("Just.run\n  JustSink.forwardOn next 2\n    Receiver.on next 2")

  private func site(_ body: String, keys: String = "", right: Trace = right) throws -> MiniatureSite {
    let site = try MiniatureSite(
      page: "```compare left=a.swift right=b.swift\(keys)\n\(body)```", runs: ["a.swift": Self.left, "b.swift": right])
    for name in ["a", "b"] { try site.write("let a = 1\n", to: "content/\(name).swift") }
    return site
  }

  private func errors(_ body: String, keys: String = "") throws -> String {
    try site(body, keys: keys).errors().replacing("content/page.md:", with: "")
  }

  @Test func `what differs stands side by side`() throws {
    let html = try site("").body()
    #expect(html.contains("<figcaption>a.swift and b.swift side by side</figcaption>"))
    #expect(html.contains("<p class=\"compare-summary\">1 step is alike; they part at one place</p>"))
    #expect(html.contains("<p class=\"compare-reason\">Another value</p>"))
    #expect(html.contains("<tr class=\"changed\"><td class=\"depth-1\"><mark><code>JustSink#1.forwardOn</code>"))
    #expect(html.contains("<tr class=\"alike\"><td class=\"depth-0\"><code>Just#1.run</code></td>"))
  }

  @Test func `what is the same is said`() throws {
    let html = try site("same | but for the *values*\n", keys: " values=ignored").body()
    #expect(html.contains("3 steps are alike; both runs make the same calls"))
    #expect(html.contains("<p>but for the <em>values</em></p>"))
  }

  @Test func `calls that one run has more of are counted`() throws {
    let html = try site("", right: .recorded("Just.run")).body()
    #expect(
      html.contains(
        "<th scope=\"row\"><code>JustSink.forwardOn</code></th><td class=\"align-right\">1</td>"
          + "<td class=\"align-right\">0</td>"))
  }

  @Test func `differences may be claimed with a note`() throws {
    let html = try site("value | one more\n").body()
    #expect(html.contains("<div class=\"step-note\">one more</div>"))
  }

  @Test(arguments: [
    ("thread\n", "", "5:1: error: claimed thread, recorded value"),
    ("same\n", "", "5:1: error: claimed same, recorded value"),
    ("valeu\n", "", "5:1: error: unknown difference `valeu`; nearest: `value`"),
    ("value\norder\n", "", "6:1: error: claimed order, recorded value"),
    ("value\n", " values=ignored", "5:1: error: claimed value, recorded two runs that are the same"),
    ("", " values=other", "4:46: error: `values` is left out or `ignored`, not `other`"),
  ])
  func fails(body: String, keys: String, message: String) throws {
    #expect(try errors(body, keys: keys) == message)
  }
}
