import TestSupport
import Testing

@testable import RxTrace
@testable import Walkthrough

/// Every line of a chain is a claim: a chain that holds, and the error after each change of a line.
@Suite(.oneAtATime) struct ChainTests {
  static let whole = """
    ObservableType.subscribe(onNext:)   | wraps *closures*
      Producer.subscribe
        Just.run
          Sink.forwardOn(next:) 1 @thread1
            Receiver.on 1
              Receiver.onCore(next:)
                Receiver.closure 1
                  output "1"
          JustSink#1.forwardOnCompleted
            Receiver.onCompleted
    """

  /// The errors without the lines that are offered.
  private func errors(_ chain: String, run: Trace = .flow) throws -> String {
    try errorsWithLines(chain, run: run).replacing(/; to paste: .*/, with: "")
  }

  private func errorsWithLines(_ chain: String, run: Trace = .flow) throws -> String {
    try MiniatureSite(page: "```chain pipeline=flow.swift\n\(chain)\n```", runs: ["flow.swift": run]).errors()
  }

  private func errors(changing line: Int, to text: String) throws -> String {
    var lines = Self.whole.split(separator: "\n").map(String.init)
    lines[line] = text
    return try errors(lines.joined(separator: "\n")).replacing("content/page.md:", with: "")
  }

  @Test func `the whole run`() throws { #expect(try errors(Self.whole).isEmpty) }

  @Test(arguments: [
    "Just.subscribe(onNext:)\n…",
    "…\n            Receiver.onCompleted",
    "…",
    "...\nReceiver.onCore 1\n  …\n…",
    "Just.subscribe(onNext:)\n  …\n      Sink.forwardOn 1\n      …\n      Sink.forwardOnCompleted\n        Receiver.on",
  ])
  func gaps(chain: String) throws { #expect(try errors(chain).isEmpty) }

  @Test(arguments: [
    (
      1, "    Producer.subscribe",
      "6:5: error: claimed Producer.subscribe at depth 2, recorded Just#1.subscribe at depth 1 (step 2), "
        + "which is indented by 2 spaces"
    ),
    (
      2, "    Sink.forwardOn",
      "7:5: error: claimed Sink.forwardOn at depth 2, recorded Just#1.run at depth 2 (step 3); "
        + "nearest match: JustSink#1.forwardOn(next: 1) at depth 3 (step 4)"
    ),
    (
      3, "      Sink.forwardOn(next:) 2",
      "8:29: error: claimed Sink.forwardOn(next:) 2 at depth 3, recorded JustSink#1.forwardOn(next: 1) at depth 3 "
        + "(step 4)"
    ),
    (
      3, "      Sink.forwardOn(next:) 1 @thread2",
      "8:31: error: claimed Sink.forwardOn(next:) 1 @thread2 at depth 3, recorded JustSink#1.forwardOn(next: 1) at "
        + "depth 3 (step 4) on thread 1"
    ),
    (
      3, "      JustSink#2.forwardOn",
      "8:7: error: claimed JustSink#2.forwardOn at depth 3, recorded JustSink#1.forwardOn(next: 1) at depth 3 (step 4)"
    ),
    (
      7, "              output \"2\"",
      "12:22: error: claimed output \"2\" at depth 7, recorded output \"1\" at depth 7 (step 8)"
    ),
    (
      7, "              output \"1\" ×2",
      "12:26: error: claimed output \"1\" ×2 at depth 7, recorded 1 such step in a row that encloses none, "
        + "from output \"1\" at depth 7 (step 8)"
    ),
    (
      8, "      Sink.forwardOn(next:)",
      "13:7: error: claimed Sink.forwardOn(next:) at depth 3, recorded JustSink#1.forwardOn(completed) at depth 3 "
        + "(step 9); nearest match: JustSink#1.forwardOn(next: 1) at depth 3 (step 4)"
    ),
    (
      2, "    Observable.run",
      "7:5: error: no such symbol `Observable.run`; nearest: `Just.run`"
    ),
    (2, "    just.run", "7:5: error: no such symbol `just.run`; nearest: `Just.run`"),
    (2, "    Jst.run", "7:5: error: no such symbol `Jst.run`; nearest: `Just.run`"),
    (2, "    Just.rnu", "7:5: error: no such symbol `Just.rnu`; nearest: `Just.run`"),
    (
      1, "  Observable.subscribe",
      "6:3: error: claimed Observable.subscribe at depth 1, recorded Just#1.subscribe at depth 1 (step 2)"
    ),
    (2, "   Just.run", "7:4: error: indented by 3 spaces; two spaces are one level"),
    (2, "    run", "7:5: error: `run` names no type: write `Type.run`"),
    (2, "    Just.run \"a", "7:14: error: no `\"` ends this text"),
    (2, "    Just.run 1 2", "7:16: error: unexpected `2`; a note follows a `|`"),
  ])
  func changes(line: Int, text: String, message: String) throws {
    #expect(try errors(changing: line, to: text) == message)
  }

  @Test(
    "Lines of the run are offered: the one at that place, then those that are most like the claim",
    arguments: [
      ("    Sink.forwardOn", "`    Just.run`, `      JustSink.forwardOn(next:) 1`"),
      ("    Receiver.on 1", "`    Just.run`, `        Receiver.on(next:) 1`"),
      ("    Just.run 1", "`    Just.run`, `      JustSink.forwardOn(next:) 1`, `        Receiver.on(next:) 1`"),
      (
        "    BehaviorRelay.accept(_:) 1",
        "`      JustSink.forwardOn(next:) 1`, `        Receiver.on(next:) 1`, `          Receiver.onCore(next:) 1`"
      ),
      (
        "    MapSink.on(next:) 1",
        "`      JustSink.forwardOn(next:) 1`, `        Receiver.on(next:) 1`, `          Receiver.onCore(next:) 1`"
      ),
    ])
  func offered(line: String, lines: String) throws {
    let errors = try errorsWithLines("Just.subscribe(onNext:)\n  Just.subscribe\n\(line)\n…")
    #expect(errors.hasSuffix("; to paste: " + lines), "\(errors)")
  }

  @Test(
    "What is offered has the count of the run, and the value that is most like the claimed one"
  ) func offeredCountAndValue() throws {
    let saved = Trace.recorded("Just.run\n  output saved\n  output saved\n  output a\n  output type Dune")
    #expect(
      try errorsWithLines("Just.run\n  output \"saved\" ×3\n…", run: saved).hasSuffix(
        "; to paste: `  output \"saved\" ×2`"))
    #expect(
      try errorsWithLines("…\n  output \"typ Dune\"\n…", run: saved).hasSuffix("; to paste: `  output \"type Dune\"`"))
  }

  @Test func `a line left out`() throws {
    var lines = Self.whole.split(separator: "\n")
    lines.remove(at: 4)
    let errors = try errors(lines.joined(separator: "\n"))
    #expect(
      errors.hasPrefix(
        "content/page.md:9:11: error: claimed Receiver.onCore(next:) at depth 5, recorded Receiver#1.on("))
  }

  /// Any change of any line makes the chain false.
  @Test(arguments: 0..<10)
  func `every change of every line fails`(number: Int) throws {
    let lines = Self.whole.split(separator: "\n").map(String.init)
    let line = lines[number]
    let body = String(line.drop { $0 == " " })
    let changed = [
      ["  " + line], [line, line], [], [line.replacing(body, with: "Sink.dispose")],
      [(line.split(separator: "|").first.map(String.init) ?? line).trimmingSpaces() + " ×2"].map {
        String(repeating: " ", count: line.count - body.count) + $0
      },
    ]
    for replacement in changed {
      let chain = lines[..<number] + replacement + lines[(number + 1)...]
      #expect(try errors(chain.joined(separator: "\n")).hasPrefix("content/page.md:"), "\(replacement)")
    }
    if number + 1 < lines.count {
      var swapped = lines
      swapped.swapAt(number, number + 1)
      #expect(try !errors(swapped.joined(separator: "\n")).isEmpty)
    }
  }

  @Test func `the run goes on`() throws {
    #expect(
      try errors("Just.subscribe(onNext:)\n  Just.subscribe")
        == "content/page.md:6:3: error: claimed the end of the run after Just.subscribe, recorded 8 more steps, "
        + "next Just#1.run at depth 2 (step 3); a last line `…` leaves them out")
  }

  @Test func `the run is over`() throws {
    #expect(
      try errors(Self.whole + "\nJust.run")
        == "content/page.md:15:1: error: claimed Just.run at depth 0, recorded the end of the run after 10 steps; "
        + "nearest match: Just#1.run at depth 2 (step 3)")
  }

  @Test func `nothing after the gap`() throws {
    #expect(
      try errors("Just.subscribe(onNext:)\n…\n  Just.run\n…")
        == "content/page.md:7:3: error: claimed Just.run at depth 1, recorded Just#1.run at depth 2 (step 3), "
        + "which is indented by 4 spaces")
    #expect(
      try errors("Just.subscribe(onNext:)\n…\n  Just.subscribe(onNext:)\n…")
        == "content/page.md:7:3: error: claimed Just.subscribe(onNext:) at depth 1, recorded no such step from step 2 on, "
        + "only before the lines above: Just#1.subscribe(onNext:) at depth 0 (step 1)")
  }

  @Test func `a step outside of a chain that begins with a gap`() throws {
    let run = Trace.recorded("Just.subscribe\n  Just.run\nReceiver.on next 1")
    #expect(
      try errors("…\nJust.run\n…\nReceiver.on 1", run: run)
        == "content/page.md:8:1: error: claimed Receiver.on 1 at depth 1, recorded Receiver#1.on(next: 1) at depth 0 (step 3); "
        + "indent the lines above by 2 spaces")
    #expect(try errors("…\n  Just.run\n…\nReceiver.on 1", run: run).isEmpty)
  }

  @Test func `a count of a step that calls others`() throws {
    #expect(
      try errors("Just.subscribe(onNext:) ×2\n…")
        == "content/page.md:5:25: error: claimed Just.subscribe(onNext:) ×2 at depth 0, recorded "
        + "Just#1.subscribe(onNext:) at depth 0 (step 1), which calls others; `×` counts calls that call nothing")
  }

  @Test func `quotes tell a string from another value`() throws {
    let run = Trace.recorded("Receiver.on next 1\nReceiver.on next \"a\"\nReceiver.on next (1,2)")
    #expect(try errors("Receiver.on 1\nReceiver.on \"a\"\nReceiver.on \"(1,2)\"", run: run) == "")
    #expect(
      try errors("Receiver.on \"1\"\n…", run: run)
        == "content/page.md:5:13: error: claimed Receiver.on \"1\" at depth 0, recorded Receiver#1.on(next: 1) at depth 0 "
        + "(step 1)")
    #expect(try errors("…\nReceiver.on a\n…", run: run).hasSuffix("; a string stands in quotes"))
  }

  @Test func `an empty chain`() throws {
    #expect(try errors("") == "content/page.md:4:4: error: the chain has no lines")
  }

  @Test func `repeated leaves`() throws {
    let run = Trace.recorded("Just.run\n  output a\n  output a\n  output a")
    #expect(try errors("Just.run\n  output \"a\" ×3", run: run).isEmpty)
    #expect(try errors("Just.run\n  output \"a\" ×2", run: run).contains("recorded 1 more step"))
    for count in [4, Int.max] {
      #expect(
        try errors("…\n  output \"a\" ×\(count)", run: run)
          == "content/page.md:6:14: error: claimed output \"a\" ×\(count) at depth 1, recorded 3 such steps in a row that "
          + "enclose none, from output \"a\" at depth 1 (step 2)")
    }
    #expect(
      try errors("Just.run\n  output \"a\" ×4", run: run).hasPrefix("content/page.md:6:14: error: claimed output"))
  }

  /// The main queue, a queue that the program named, one of the system's, and a thread without a queue.
  static let places = Trace.recorded(
    """
    Just.subscribe @1 ~com.apple.main-thread
    JustSink.forwardOn next 1 @2 ~kitchen
    JustSink.forwardOn next 2 @3 ~com.apple.root.default-qos
    JustSink.forwardOn next 3 @4
    """)

  @Test func `threads by name`() throws {
    let chain = """
      Just.subscribe @main
      Sink.forwardOn(next:) 1 @kitchen
      Sink.forwardOn(next:) 2 @"default QoS"
      Sink.forwardOn(next:) 3 @thread4
      """
    #expect(try errors(chain, run: Self.places).isEmpty)
    #expect(try errors(chain.replacing("default QoS", with: "com.apple.root.default-qos"), run: Self.places).isEmpty)
    #expect(try errors(chain.replacing("@kitchen", with: "@thread2"), run: Self.places).isEmpty)
    #expect(
      try errors(chain.replacing("@kitchen", with: "@kichen"), run: Self.places)
        == "content/page.md:6:25: error: claimed Sink.forwardOn(next:) 1 @kichen at depth 0, recorded "
        + "JustSink#1.forwardOn(next: 1) at depth 0 (step 2) on kitchen (thread 2)")
    #expect(
      try errors(chain.replacing("@kitchen", with: "@"), run: Self.places)
        == "content/page.md:6:26: error: a thread is named as in `@main`, `@\"default QoS\"` or `@thread2`")
  }

  @Test func `a chain is written with the names of threads`() {
    let text = ChainText(TracedRun(Self.places))
    #expect(
      Self.places.steps.map { text.line($0, base: 0) } == [
        "Just.subscribe @main", "JustSink.forwardOn(next:) 1 @kitchen", "JustSink.forwardOn(next:) 2 @thread3",
        "JustSink.forwardOn(next:) 3 @thread4",
      ])
    // A name that two threads have does not tell them apart.
    var run = Self.places
    run.steps[2].queue = "kitchen"
    #expect(ChainText(TracedRun(run)).line(run.steps[1], base: 0) == "JustSink.forwardOn(next:) 1 @thread2")
    // A name that could be read otherwise is in quotes, or stands in none.
    for name in ["the kitchen", "thread7", "12", "a|b", "\"", "(", "é😀"] {
      run = Self.places
      run.steps[1].queue = name
      let line = ChainText(TracedRun(run)).line(run.steps[1], base: 0)
      let place = Place(line: 1, column: 1)
      let parser = ChainParser(ClaimBody(opening: place, lines: [(line, place)]))
      #expect(parser.lines.first?.claim?.thread == .name(name) && parser.problems.isEmpty, "\(line)")
    }
  }

  @Test func `other threads`() throws {
    let run = Trace.recorded("Just.subscribe @1\nJustSink.forwardOn next 1 @2\n  Receiver.on next 1 @2\n  Just.run @1")
    #expect(try errors("Just.subscribe @1\nSink.forwardOn @thread2\n  Receiver.on @2\n  Just.run @1", run: run).isEmpty)
  }
}

/// The HTML of a chain that holds.
@Suite(.oneAtATime) struct ChainPageTests {
  private func html() throws -> String {
    try MiniatureSite(page: "```chain pipeline=flow.swift\n\(ChainTests.whole)\n```").body()
  }

  @Test func `every step has a deep link, a note and its object`() throws {
    let html = try html()
    #expect(html.contains("<li class=\"step depth-0\" id=\"chain-1-step-1\" "))
    #expect(html.contains("<div class=\"step-note\">wraps <em>closures</em></div>"))
    #expect(html.contains("<span class=\"object\"><code>JustSink#1</code></span>"))
    #expect(html.contains("<span class=\"event\">next <code class=\"value\">1</code></span>"))
    // A script makes a link to the step around.
    #expect(html.contains(/id="chain-1-step-4"[^>]* data-in="3">/))
  }

  @Test func `steps can be linked to`() throws {
    let chain = "```chain pipeline=flow.swift\n\(ChainTests.whole)\n```\n\n"
    #expect(try MiniatureSite(page: chain + "[there](#chain-1-step-10)").errors().isEmpty)
    #expect(try MiniatureSite(page: chain + "[there](#chain-1-step-11)").errors().contains("no place"))
  }

  @Test func `the executed line is lit`() throws {
    let html = try html()
    #expect(html.contains("<a href=\"source/Rx/Core.html#L5\">Rx/Core.swift<span class=\"lines\">:5–8</span></a>"))
    let line = "<mark class=\"line lit leading\" data-line=\"6\">  <span class=\"hl-keyword\">let</span> made = "
    #expect(html.contains(line))
  }

  @Test func `a call without a place lights the line that spells it`() throws {
    #expect(try html().contains("<mark class=\"line lit leading\" data-line=\"25\">"))
  }

  @Test func `a call through an unrecorded method lights the call of that method`() throws {
    let run = Trace.recorded("Just.run\n  JustSink.closure ^Rx/Core.swift:29")
    let page = "```chain pipeline=flow.swift\nJust.run\n…\n```"
    let site = try MiniatureSite(page: page, runs: ["flow.swift": run])
    try site.write(
      """
      final class Just: Producer {
        func run(_ observer: Receiver, cancel: Cancelable) {
          let sink = JustSink(observer)
          sink.start(work)
        }
      }
      class Producer {}
      final class JustSink {
        func start(_ work: Work) {
          prepare()
          enter(work)
        }
      }
      """, to: "Rx/Core.swift")
    #expect(try !site.body().contains("<mark"))
    let placed = Trace.recorded("Just.run\n  JustSink.closure ^Rx/Core.swift:11")
    let other = try MiniatureSite(page: page, runs: ["flow.swift": placed])
    try other.write(
      try String(contentsOf: site.root.appendingPathComponent("Rx/Core.swift"), encoding: .utf8), to: "Rx/Core.swift")
    #expect(try other.body().contains("<mark class=\"line lit\" data-line=\"4\">"))
  }

  @Test func `a sink that is recorded lights the line that does the work`() throws {
    let run = Trace.recorded("JustSink.forwardOn next 1\n  Receiver.on next 1")
    let page = "```chain pipeline=flow.swift\nSink.forwardOn(next:)\n…\n```"
    let site = try MiniatureSite(page: page, runs: ["flow.swift": run])
    try site.write(
      """
      class Sink: Receiver {
        func forwardOn(next element: Int) {
          if isWatched { return watched(next: element) }
          observer.on(next: element)
        }
      }
      final class JustSink: Sink {}
      class Receiver {
        func on(next element: Int) {}
      }
      """, to: "Rx/Core.swift")
    let html = try site.body()
    #expect(html.contains("<mark class=\"line lit\" data-line=\"4\">"))
    #expect(html.contains("<span class=\"line\" data-line=\"3\">"))
  }

  @Test func `a create closure lights the lines that send`() throws {
    let run = Trace.recorded("JustSink.closure\n  JustSink.on next 1\n  JustSink.on completed")
    let page = "```chain pipeline=create.swift\nJustSink.closure\n…\n```"
    let site = try MiniatureSite(page: page, runs: ["create.swift": run])
    try site.write(
      """
      let source = Observable<Int>.create { observer in
        observer.onNext(1)
        observer.onCompleted()
        return Disposables.create()
      }
      """, to: "content/create.swift")
    let html = try site.body()
    #expect([2, 3].allSatisfy { html.contains("<mark class=\"line lit\" data-line=\"\($0)\">") })
    #expect([1, 4, 5].allSatisfy { html.contains("<span class=\"line\" data-line=\"\($0)\">") })
  }

  @Test func `of several closures the one that printed is lit`() throws {
    let run = Trace.recorded("DisposableThing.closure\n  output freed")
    var disposables = run
    disposables.objects[0].role = .disposable
    let page = "```chain pipeline=dispose.swift\nDisposableThing.closure\n…\n```"
    let site = try MiniatureSite(page: page, runs: ["dispose.swift": disposables])
    try site.write(
      "let a = Disposables.create { print(\"kept\") }\nlet b = Disposables.create { print(\"freed\") }\n",
      to: "content/dispose.swift")
    let html = try site.body()
    #expect(html.contains("<mark class=\"line lit\" data-line=\"2\">"))
    #expect(html.contains("<span class=\"line\" data-line=\"1\">"))
  }

  @Test func `a closure shows the pipeline`() throws {
    let html = try html()
    #expect(html.contains("<a href=\"source/flow.html#L1\">flow.swift<span class=\"lines\">:1–2</span></a>"))
    #expect(html.contains("<mark class=\"line lit\" data-line=\"2\">"))
  }
}
