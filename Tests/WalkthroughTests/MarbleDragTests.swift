import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PipelineRunning
@testable import RxTrace
@testable import Walkthrough

/// Pictures whose marbles readers can move: the outcomes on the page, and the builds that need them.
@Suite(.oneAtATime) struct MarbleDragTests {
  /// Counts the requests, and answers each with outcomes that name the program.
  private final class Arranger: Sendable {
    private let list = Mutex<[[String]]>([])

    /// For each request the names of the programs.
    var calls: [[String]] { list.withLock { $0 } }

    func add(_ names: [String]) { list.withLock { $0.append(names) } }

    var arrange: PipelineRecorder.Arrange {
      { requests in
        self.add(requests.map { URL(filePath: $0.path).lastPathComponent })
        return requests.map { request in
          let text = (try? String(contentsOfFile: request.path, encoding: .utf8)) ?? "?"
          return .init(grid: request.grids[0], count: request.grids[0].count, texts: ["a"], packed: "P\(text.count)")
        }
      }
    }
  }

  private static let program = """
    import RxTest
    let given = MarbleArguments("-a|")
    let scheduler = TestScheduler(initialClock: 0)
    let letters = scheduler.createHotObservable(marbles: given[0], from: 0)
    let observer = scheduler.start(subscription: given.subscription, from: 0) { letters.map { $0 } }

    """

  /// A hot sequence that a test scheduler subscribes an observer to, and one element.
  private static let run: Trace = {
    var trace = Trace.recorded(
      """
      TestScheduler.schedule
      TestScheduler.schedule
      TestScheduler.scheduledAction
        HotObservable.subscribe ^RxTestCore/TestScheduler.swift:1
      TestScheduler.scheduledAction
        TestableObserver.on next "a"
      """)
    trace.steps[0].value = TracedValue(text: "0")
    trace.steps[1].value = TracedValue(text: "1")
    trace.steps[2].cause = 0
    trace.steps[4].cause = 1
    trace.steps[3].other = trace.steps[5].object
    return trace
  }()

  private static func page(_ fence: String) -> String { "---\ntitle: P\n---\n```marbles \(fence)\n```\n" }

  private func site(_ arranger: Arranger, _ files: [String: String]) throws -> MiniatureSite {
    var files = files
    files["flow.swift"] = files["flow.swift"] ?? Self.program
    return try MiniatureSite(
      files, runs: ["flow.swift": Self.run, "other.swift": Self.run], arrange: arranger.arrange)
  }

  @Test func `the outcomes are in a file beside the page`() throws {
    let site = try site(Arranger(), ["page.md": Self.page("pipeline=flow.swift drag=yes")])
    let html = try site.body()
    #expect(html.contains(" data-outcomes=\"flow.marbles.js\">"))
    let outcomes = #"{"flow.swift":{"packed":"P\#(Self.program.count)","texts":["a"]}}"#
    #expect(try site.written("flow.marbles.js") == "Object.assign(self.headwaterOutcomes ??= {}, \(outcomes))\n")
    #expect(html.contains(#""program":"flow.swift""#))
    #expect(html.contains(#""origins":[[0,0]]"#))
    #expect(html.contains("class=\"hw-stagename hw-stagehalo\" text-anchor=\"middle\">map { $0 }</text>"))
  }

  @Test func `a picture that stays as it is needs no outcomes`() throws {
    let arranger = Arranger()
    let html = try site(arranger, ["page.md": Self.page("pipeline=flow.swift")]).body()
    #expect(html.contains("hw-scene") && !html.contains("data-outcomes"))
    #expect(arranger.calls.isEmpty)
  }

  @Test func `drag is yes or is left out`() throws {
    #expect(
      try site(Arranger(), ["page.md": Self.page("pipeline=flow.swift drag=no")]).errors()
        == "content/page.md:4:37: error: `drag` is `yes`, or is left out")
  }

  private static let throttled = """
    import RxTest
    let given = MarbleArguments("-a|", subscription: "^--!")
    let scheduler = TestScheduler(initialClock: 0)
    let letters = scheduler.createHotObservable(marbles: given[0], from: 0)
    let late = scheduler.createObserver(String.self)
    var subscription: (any Disposable)?
    scheduler.scheduleAt(2) { subscription = letters.subscribe(late) }
    scheduler.scheduleAt(4) { subscription?.dispose() }
    let observer = scheduler.start(subscription: given.subscription, from: 0) {
      letters.throttle(.seconds(3), latest: true, scheduler: scheduler)
    }

    """

  private func page(handles: String) throws -> MiniatureSite {
    try site(
      Arranger(),
      [
        "flow.swift": Self.throttled,
        "page.md": "---\ntitle: P\n---\n```marbles pipeline=flow.swift drag=yes\n\(handles)\n```\n",
      ])
  }

  @Test func `values of the program are handles`() throws {
    let handles = """
      throttle(.seconds(‹1 3 5›)
      latest: ‹true false›
      scheduleAt(‹0 2›) { subscription = letters
      scheduleAt(‹3 4›) { subscription?.dispose
      ^‹0 1›
      !‹2 3 never›
      """
    let html = try page(handles: handles).body()
    let parts = #"[{"handle":0,"text":"throttle(.seconds("},{"handle":1,"text":"), latest: "},{"text":")"}]"#
    #expect(html.contains("\"stageParts\":" + parts))
    let facts = [
      #"{"place":"box","recorded":1,"values":["1","3","5"]}"#,
      #"{"place":"box","recorded":0,"values":["true","false"]}"#,
      #"{"lane":"late","place":"start","recorded":1,"values":["0","2"]}"#,
      #"{"lane":"late","place":"stop","recorded":1,"values":["3","4"]}"#,
      #"{"lane":"observer","moment":true,"place":"start","recorded":0,"values":["0","1"]}"#,
      #"{"lane":"observer","moment":true,"place":"stop","recorded":1,"values":["2","3","never"]}"#,
    ]
    #expect(html.contains("\"handles\":[" + facts.joined(separator: ",") + "]"))
  }

  @Test(arguments: [
    ("throttle(3", "5:1: error: write a piece of the program, with the values between ‹ and ›: `take(‹1 2 3›)`"),
    ("throttle(.seconds(‹1 2›)", "5:1: error: the program has `throttle(.seconds(3`: give `3` as one of the values"),
    ("debounce(‹0 1›)", "5:1: error: the program has nothing like `debounce(…)` with one of these values"),
    ("‹scheduler Nobody›", "5:1: error: the program has such a value"),
    ("seconds(‹3 1›)", "5:1: error: `‹3 1›`: write 2 to 16 numbers, the smallest first"),
    ("seconds(‹3 never›)", "5:1: error: `‹3 never›`: write 2 to 16 numbers"),
    ("latest: ‹true true›", "5:1: error: `‹true true›`: write 2 to 16 numbers, the smallest first, or words"),
    ("^‹a b›", "5:1: error: `‹a b›`: write 2 to 16 numbers, the smallest first: `‹1 2 3›`"),
    ("!‹4 never›", "5:1: error: the program's own is missing: add `3`"),
    ("initialClock: ‹0 1›", "5:1: error: this value is neither in the operator's box nor in a line that subscribes"),
  ])
  func `a handle that the program does not have`(line: String, message: String) throws {
    #expect(try page(handles: line).errors().contains("content/page.md:" + message))
  }

  @Test func `two pages may name different values of one program`() throws {
    let page = { "---\ntitle: P\n---\n```marbles pipeline=flow.swift drag=yes\n\($0)```\n" } as (String) -> String
    let (short, long) = ("throttle(.seconds(‹1 3›)\n", "throttle(.seconds(‹1 3 5›)\n")
    let site = try site(
      Arranger(), ["flow.swift": Self.throttled, "a.md": page(short), "b.md": page(long), "c.md": page("")])
    try site.build()
    let files = try ["a", "b", "c"].map { name in
      let html = try site.written("\(name).html")
      return try #require(html.firstMatch(of: /data-outcomes="([^"]+)"/)).1
    }
    #expect(Set(files).count == 3 && files[2] == "flow.marbles.js")
    for file in files { #expect(site.exists("dist/\(file)")) }
    // An author who edits both leaves nothing behind.
    for name in ["a", "b"] { try site.write(page(""), to: "content/\(name).md") }
    try site.build()
    #expect(files.map { site.exists("dist/\($0)") } == [false, false, true])
  }

  @Test func `handles need a dragged picture`() throws {
    let page = "---\ntitle: P\n---\n```marbles pipeline=flow.swift\nmap(‹1 2›)\n```\n"
    let errors = try site(Arranger(), ["page.md": page]).errors()
    #expect(errors.contains("error: `map(‹1 2›)` lets readers change a value"))
  }

  @Test func `nothing is run again unless the program changes`() throws {
    let arranger = Arranger()
    let site = try site(arranger, ["page.md": Self.page("pipeline=flow.swift drag=yes")])
    try site.build()
    try site.build()
    #expect(arranger.calls.count == 1)
    try site.write(Self.program + "// more\n", to: "content/flow.swift")
    try site.build()
    #expect(arranger.calls.count == 2)
    let whole = try site.written("flow.marbles.js")
    try site.build(into: "again")
    #expect(try String(contentsOf: site.root.appending(path: "again/flow.marbles.js"), encoding: .utf8) == whole)
    #expect(whole.contains("\"P\(Self.program.count + 8)\""))
  }

  @Test(arguments: ["atlas/one.html", "page.html"])
  func `a first preview shows a page before its arrangements are run`(path: String) throws {
    let staged = Mutex<URL?>(nil)
    let early = Mutex<String?>(nil)
    let template = "---\ntitle: \"{{title}}\"\n---\n```marbles pipeline={{pipeline}} drag=yes\n```\n"
    let site = try MiniatureSite(
      [
        "flow.swift": Self.program, "other.swift": Self.program, "atlas/page.md.mustache": template,
        "page.md": "---\ntitle: P\n---\n```marbles pipeline=flow.swift drag=yes\n```\n",
        "atlas/one.yml": "title: One\npipeline: ../flow.swift\n",
        "atlas/two.yml": "title: Two\npipeline: ../other.swift\n",
      ], runs: ["flow.swift": Self.run, "other.swift": Self.run],
      arrange: { requests in
        // The run lasts until the page is there; without it, until the test's patience ends.
        let end = ContinuousClock.now + .seconds(60)
        repeat {
          let page = staged.withLock { $0?.appending(path: path) }
          if let page, let html = try? String(contentsOf: page, encoding: .utf8), html.contains("</html>") {
            early.withLock { $0 = html }
            break
          }
          usleep(10_000)
        } while ContinuousClock.now < end
        return try Arranger().arrange(requests)
      })
    var builder = site.builder(memory: BuildMemory())
    builder.reportsProgress = { progress in staged.withLock { $0 = progress.folder } }
    _ = try builder.build(.preview)
    let shown = try #require(early.withLock { $0 })
    #expect(shown.contains("hw-scene") && !shown.contains("data-outcomes") && !shown.contains("class=\"problem\""))
    #expect(try site.written(path).contains("flow.marbles.js\""))
    #expect(!FileManager.default.fileExists(atPath: site.root.path + "/dist/\(path).new"))
  }

  @Test func `pages of a template ask together`() throws {
    let arranger = Arranger()
    let template = "---\ntitle: \"{{title}}\"\n---\n```marbles pipeline={{pipeline}} drag=yes\n```\n"
    let site = try site(
      arranger,
      [
        "atlas/page.md.mustache": template, "atlas/one.yml": "title: One\npipeline: flow.swift\n",
        "atlas/two.yml": "title: Two\npipeline: other.swift\n", "atlas/flow.swift": Self.program,
        "atlas/other.swift": Self.program,
      ])
    try site.build()
    #expect(arranger.calls == [["flow.swift", "other.swift"]])
  }

  @Test func `a server runs what the program takes and nothing else`() throws {
    let site = try site(Arranger(), ["page.md": Self.page("pipeline=flow.swift")])
    let asked = Arranger()
    let experiment = MarbleExperiment(content: site.root.appending(path: "content")) { _, arguments in
      asked.add(arguments)
      return PipelineRun(trace: Self.run, output: "", status: 0)
    }
    let lanes = String(decoding: try experiment.lanes(of: "flow.swift", marbles: ["-a-|"]), as: UTF8.self)
    #expect(lanes.hasPrefix("{\"lanes\":[{\"events\":[{\"kind\":\"next\",") && lanes.contains("\"name\":\"letters\""))
    #expect(asked.calls == [["-a-|"]])
    for path in ["../flow.swift", "page.md", "none.swift", "/etc/hosts"] {
      #expect(throws: MarbleExperiment.Refusal.noProgram(path)) { try experiment.lanes(of: path, marbles: []) }
    }
    for marbles in ["-(a", "^--!", String(repeating: "-", count: 201)] {
      #expect(throws: MarbleExperiment.Refusal.noMarbles(marbles)) {
        try experiment.lanes(of: "flow.swift", marbles: [marbles])
      }
    }
    #expect(throws: MarbleExperiment.Refusal.noMarbles("-b|")) {
      try experiment.lanes(of: "flow.swift", marbles: ["-a|", "-b|"])
    }
    #expect(asked.calls.count == 1)
  }
}
