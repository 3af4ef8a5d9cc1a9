import PipelineRunning
import RxTrace
import TestSupport
import Testing

@testable import Walkthrough

/// The parts of a page that show the run of a changed program.
@Suite(.oneAtATime, .serialized) struct ProgramTrialTests {
  private func view(
    _ trace: Trace, output: String = "1\n", page: String = "page.html", arguments: [String] = [],
    wanted: Set<String>? = nil, change: (inout PipelineRun) -> Void = { _ in }
  ) throws -> TrialView {
    let site = try MiniatureSite(page: "Text.")
    var run = PipelineRun(trace: trace, output: output, status: 0)
    run.usesRx = true
    change(&run)
    let trial = ProgramTrial(path: "flow.swift", text: "import Rx\n\n", arguments: arguments, page: page)
    return try site.builder(memory: BuildMemory()).view(of: run, trial, number: 7, wanted: wanted)
  }

  private func html(_ name: TrialView.Part.Name, of view: TrialView) -> String {
    view.parts.first { $0.name == name }?.html ?? ""
  }

  @Test func `the same run has no differences`() throws {
    let view = try view(.flow)
    #expect(view.parts.map(\.name) == [.marbles, .program, .stepper, .steps, .findings])
    #expect(view.output == [.init(text: "1", change: .same)])
    #expect(view.ending == "")
    #expect(!html(.steps, of: view).contains("is-added"))
  }

  @Test func `steps and lines that the recorded run lacks are marked`() throws {
    var text = ""
    for line in ["Just.subscribe(onNext:)", "  Just.subscribe", "    Filter.run"] { text += line + "\n" }
    let view = try view(.recorded(text), output: "0\n1\n")
    #expect(view.output == [.init(text: "0", change: .added), .init(text: "1", change: .same)])
    #expect(
      html(.steps, of: view).contains(
        "<ins class=\"call is-added\" title=\"Not in the recorded run\"><code>Filter#1.run"))
    #expect(html(.steps, of: view).contains("<span class=\"call\"><code>Just#1.subscribe</code>"))
    #expect(view.parts.contains { $0.name == .differences && $0.count ?? 0 > 0 })
    #expect(html(.differences, of: view).contains("<th scope=\"col\">recorded</th><th scope=\"col\">yours</th>"))
  }

  @Test func `a line that is not printed any more is marked`() throws {
    #expect(try view(.flow, output: "").output == [.init(text: "1", change: .removed)])
  }

  @Test func `identifiers are those of no other part of the page`() throws {
    let view = try view(.flow)
    #expect(html(.marbles, of: view).contains("id=\"marbles-7001\""))
    #expect(html(.steps, of: view).contains("id=\"trace-7001\""))
    #expect(html(.stepper, of: view).contains("id=\"chain-7001\""))
    #expect(html(.stepper, of: view).contains("id=\"code-7001\""))
    #expect(html(.stepper, of: view).contains("href=\"#code-7001\""))
  }

  @Test func `only the wanted parts are made`() throws {
    #expect(try view(.flow, wanted: ["marbles"]).parts.map(\.name) == [.marbles])
    #expect(try html(.marbles, of: view(.flow, arguments: ["-1-|"], wanted: ["marbles"])).contains("<svg"))
  }

  @Test func `parts are in the language of the page`() throws {
    let view = try view(.flow, page: "a/page.zh-Hans.html") { $0.ending = .timeLimit(10) }
    #expect(view.ending == "运行 10 秒后已停止。")
    #expect(html(.marbles, of: view).contains("flow.swift 的事件"))
  }

  @Test func `an ending is told in words`() throws {
    func ending(_ ending: ProgramEnding) throws -> String { try view(.flow) { $0.ending = ending }.ending }
    #expect(try ending(.exited(3)) == "It ended with status 3.")
    #expect(try ending(.memoryLimit(512 << 20)) == "It was stopped: it used more than 512 MiB of memory.")
    #expect(try ending(.outputLimit(1 << 20)) == "It was stopped: it had printed 1024 KiB.")
  }

  @Test(arguments: [
    ("main/flow.swift:3: Fatal error: boom\n", "Fatal error: boom. The program crashed at line 3."),
    ("noise\nmain/flow.swift:9: Precondition failed\n💣\n", "Precondition failed. The program crashed at line 9."),
    ("Swift/Array.swift:5: Fatal error: Index 7\n", "Fatal error: Index 7. The program crashed."),
    ("Fatal error: it ended.\n", "Fatal error: it ended. The program crashed."),
    ("I saw no Fatal error: really\n", "It was ended by signal 4."), ("", "It was ended by signal 4."),
  ])
  func `a crash is told by its reason`(errorOutput: String, sentence: String) throws {
    let view = try view(.flow) {
      $0.ending = .signalled(4)
      $0.errorOutput = errorOutput
    }
    #expect(view.ending == sentence)
  }

  @Test func `too many lines are not compared`() throws {
    let lines = try view(.flow, output: String(repeating: "1\n", count: 1001)).output
    #expect(lines.count == 1001 && lines.last?.text == "…")
    #expect(lines.allSatisfy { $0.change == .uncompared })
  }

  @Test func `a program without the engine has only output`() throws {
    let view = try view(Trace(), output: "<b>\n") { $0.usesRx = false }
    #expect(view.parts.map(\.name) == [.differences])
    #expect(view.output.last == .init(text: "<b>", change: .added))
  }

  @Test func `only Swift files of the content folder are its programs`() throws {
    let site = try MiniatureSite(page: "Text.")
    let builder = site.builder(memory: BuildMemory())
    try site.write("print(1)\n", to: "outside.swift")
    #expect(builder.program(at: "flow.swift") == MiniatureSite.pipeline)
    for path in ["../outside.swift", "/etc/passwd", "page.md", "none.swift", ""] {
      #expect(builder.program(at: path) == nil)
    }
  }
}
