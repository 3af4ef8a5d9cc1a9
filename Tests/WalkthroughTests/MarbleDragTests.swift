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

  @Test func theOutcomesAreInThePage() throws {
    let site = try site(Arranger(), ["page.md": Self.page("pipeline=flow.swift drag=yes")])
    let html = try site.body()
    #expect(html.contains(" data-outcomes=\"P\(Self.program.count)\">"))
    #expect(html.contains("&quot;program&quot;:&quot;flow.swift&quot;"))
    #expect(html.contains("&quot;origins&quot;:[[0,0]]"))
    #expect(html.contains("class=\"hw-stagename hw-stagehalo\" text-anchor=\"middle\">map { $0 }</text>"))
  }

  @Test func aPictureThatStaysAsItIsNeedsNoOutcomes() throws {
    let arranger = Arranger()
    let html = try site(arranger, ["page.md": Self.page("pipeline=flow.swift")]).body()
    #expect(html.contains("hw-scene") && !html.contains("data-outcomes"))
    #expect(arranger.calls.isEmpty)
  }

  @Test func dragIsYesOrIsLeftOut() throws {
    #expect(
      try site(Arranger(), ["page.md": Self.page("pipeline=flow.swift drag=no")]).errors()
        == "content/page.md:4:37: error: `drag` is `yes`, or is left out")
  }

  @Test func nothingIsRunAgainUnlessTheProgramChanges() throws {
    let arranger = Arranger()
    let site = try site(arranger, ["page.md": Self.page("pipeline=flow.swift drag=yes")])
    try site.build()
    try site.build()
    #expect(arranger.calls.count == 1)
    try site.write(Self.program + "// more\n", to: "content/flow.swift")
    try site.build()
    #expect(arranger.calls.count == 2)
    let whole = try site.written("page.html")
    try site.build(into: "again")
    #expect(try String(contentsOf: site.root.appending(path: "again/page.html"), encoding: .utf8) == whole)
    #expect(whole.contains("data-outcomes=\"P\(Self.program.count + 8)\""))
  }

  @Test func pagesOfATemplateAskTogether() throws {
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

  @Test func aServerRunsWhatTheProgramTakesAndNothingElse() throws {
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
