import Foundation
import TestSupport
import Testing

@testable import RxTrace
@testable import Walkthrough

/// The parts of pages for looking things up: values that data must have, tests folded away, names in other libraries, a
/// tree of choices, and relatives on one input.
@Suite(.oneAtATime) struct AtlasDirectiveTests {
  // MARK: Values that a template requires

  private static let template = """
    ---
    title: "{{title}}"
    ---

    {{#error}}
    Fails: {{error.note}}{{note}}.

    {{/error}}
    {{#more}}
    More{{#note}}: {{note}}{{/note}}.

    {{/more}}
    {{note}}
    {{! requires rule error.note }}
    {{! reads rule arguments }}
    {{! own note }}
    """

  private func site(_ data: String) throws -> MiniatureSite {
    try MiniatureSite(["atlas/page.md.mustache": Self.template, "atlas/just.yml": "title: just\n" + data])
  }

  @Test func `a value that a template requires must be there`() throws {
    #expect(
      try site("note: One.\n").errors() == """
        content/atlas/just.yml:1:1: error: the data has no `rule`, which the template requires: add `rule: …`
        """)
    #expect(
      try site("rule: One.\nerror:\n  arguments: x\n").errors() == """
        content/atlas/just.yml:4:3: error: `error` has no `note`, which the template requires: add `note: …`
        """)
    #expect(try site("rule: One.\n").errors() == "")
  }

  @Test func `a map does not take its own values from the map around`() throws {
    let body = try site("rule: A.\nnote: Outer.\nerror: {note: Inner}\nmore: [{arguments: x}, {note: this}]\n")
      .body("atlas/just.html")
    #expect(
      body == "<p>Fails: InnerInner.</p>\n<p>More.</p>\n<p>More: this.</p>\n<p>Outer.</p>")
  }

  // MARK: Tests around pipelines

  private static let program = """
    import RxSwift
    import RxTest

    let given = MarbleArguments("-1-2-|")
    let scheduler = TestScheduler(initialClock: 0)
    let numbers = scheduler.createHotObservable(marbles: given[0], from: 0)
    let shared = numbers.share()

    let observer = scheduler.start(subscription: given.subscription, from: 0) {
      shared
        .map { $0 + "!" }
    }
    print(observer.marbles)
    """

  @Test func `the lines around a pipeline are those that only build its test`() {
    #expect(HarnessLines(Self.program).numbers == [1, 2, 3, 4, 5, 6, 8, 9, 12, 13])
    #expect(HarnessLines("import RxSwift\nprint(1)\n").numbers == [])
  }

  @Test func `the test around a program is folded`() throws {
    let site = try MiniatureSite(page: "```source pipeline=flow.swift harness=folded\n```\n")
    try site.write(Self.program, to: "content/flow.swift")
    let body = try site.body()
    #expect(body.components(separatedBy: "<span class=\"harness\">").count - 1 == 3)
    #expect(body.contains("<input type=\"checkbox\" class=\"unfold-harness\"> whole program"))
    let wrong = try MiniatureSite(page: "```source pipeline=flow.swift harness=yes\n```\n")
    #expect(try wrong.errors() == "content/page.md:4:39: error: `harness` is `folded`, or is left out")
  }

  /// The scheduler is told two things, of which the first makes the pipeline schedule something itself.
  private static var tested: Trace {
    var trace = Trace.recorded(
      """
      TestScheduler.schedule
      TestScheduler.schedule
      TestScheduler.scheduledAction
        Just.subscribe
          TestScheduler.schedule
      TestScheduler.scheduledAction
        JustSink.on next 2
      TestScheduler.scheduledAction
      """)
    for (action, schedule, moment) in [(2, 0, "3"), (5, 4, "5"), (7, 1, "9")] {
      trace.steps[action].cause = schedule
      trace.steps[schedule].value = TracedValue(text: moment)
    }
    return trace
  }

  @Test func `the steps of a test are those that no operator scheduled`() {
    let harness = TestHarness(Self.tested)
    #expect(Self.tested.steps.filter(harness.contains).map(\.index) == [0, 1, 2, 7])
    #expect(Self.tested.steps.map { harness.tick(beginning: $0) } == [nil, nil, nil, 3, nil, nil, nil, nil])
  }

  @Test func `the steps of a test are folded below the others`() throws {
    let runs = ["flow.swift": Self.tested]
    let tree = try MiniatureSite(page: "```trace pipeline=flow.swift harness=folded\n```\n", runs: runs).body()
    let parts = tree.components(separatedBy: "<details class=\"folded\">")
    try #require(parts.count == 2)
    #expect(parts[0].components(separatedBy: "<li>").count - 1 == 4)
    #expect(parts[0].contains("<span class=\"tick\">tick 3</span>"))
    #expect(parts[1].contains("<summary>4 steps of the test around it</summary>"))
    #expect(parts[1].components(separatedBy: "<li>").count - 1 == 4)
    let stepper = try MiniatureSite(
      page: "```trace pipeline=flow.swift view=stepper harness=folded\n```\n", runs: runs
    ).body()
    #expect(stepper.components(separatedBy: "<li class=\"step ").count - 1 == 4)
    #expect(stepper.contains("<span class=\"tick\">tick 3</span>"))
  }

  // MARK: Other libraries

  private func library(_ elsewhere: String, _ page: String = "~~~counterparts\n~~~\n") throws -> MiniatureSite {
    try MiniatureSite([
      "atlas/page.md.mustache": "---\ntitle: '{{title}}'\n---\n{{! reads elsewhere.combine elsewhere.rxjs }}\n"
        + "{{! reads elsewhere.rxjava elsewhere.async-algorithms name differs }}\n" + page,
      "atlas/map.yml": "title: map\nelsewhere: \(elsewhere)\n",
      "atlas/of.yml": "title: of\n",
      "names.md": "---\ntitle: Names\n---\n```counterparts folder=atlas\n```\n",
    ])
  }

  @Test func `a page names its counterparts`() throws {
    let site = try library("{combine: map(_:), rxjs: {name: map, differs: {en: counts, zh-Hans: 计数}}, rxjava: none}")
    let body = try site.body("atlas/map.html")
    #expect(body.contains("<dt>Combine</dt><dd><code>map(_:)</code></dd>"))
    #expect(body.contains("<dt>RxJS</dt><dd><code>map</code> <span class=\"differs\">counts</span></dd>"))
    #expect(body.contains("<dt>RxJava</dt><dd><span class=\"none\">none</span></dd>"))
    #expect(try !site.written("atlas/of.html").contains("counterparts\">"))
    let table = try site.written("names.html")
    #expect(table.contains("<th scope=\"row\"><a href=\"atlas/map.html\"><code>map</code></a></th>"))
    #expect(!table.contains("<a href=\"atlas/of.html\"><code>of</code></a></th>"))
  }

  @Test func `a library that is not known is an error`() throws {
    #expect(try library("{combyne: map}").errors().contains("`combyne`"))
    #expect(try library("{rxjs: [a, b]}").errors().contains("`rxjs` must be a name, `none`, or"))
  }

  // MARK: Choices

  private func choices(_ tree: String) throws -> MiniatureSite {
    try MiniatureSite([
      "atlas/page.md.mustache": "---\ntitle: '{{title}}'\n---\n", "atlas/map.yml": "title: map\n",
      "atlas/of.yml": "title: of\n", "tree/tree.yml": tree,
      "page.md": "---\ntitle: Page\n---\n```choices data=tree/tree.yml folder=atlas\n```\n",
      "page.zh-Hans.md": "---\ntitle: 页\n---\n```choices data=tree/tree.yml folder=atlas\n```\n",
    ])
  }

  @Test func `choices lead to pages`() throws {
    let site = try choices(
      """
      - en: I want to make
        zh-Hans: 我想创建
        of:
          - {en: a few, zh-Hans: 几个, page: of}
          - en: of others
            zh-Hans: 由别的
            of: [{en: each, zh-Hans: 每个, page: map}]
      """)
    let body = try site.body()
    #expect(body.contains("<details class=\"choice\"><summary>I want to make</summary>"))
    #expect(body.contains("<li class=\"leaf\"><span>a few</span> <a href=\"atlas/of.html\"><code>of</code></a></li>"))
    #expect(body.contains("<li class=\"branch\"><span>of others</span>"))
    #expect(try site.written("page.zh-Hans.html").contains("<span>几个</span> <a href=\"atlas/of.zh-Hans.html\">"))
  }

  @Test func `a page that no choice leads to is an error`() throws {
    #expect(
      try choices("- {en: I want, of: [{en: each, page: map}]}\n").errors().contains(
        "content/page.md:4:17: error: no choice of `tree/tree.yml` leads to `of`: add `{en: …, page: of}`"))
    let wrong = try choices("- {en: I want, of: [{en: each, page: mop}, {en: a few, page: of}]}\n").errors()
    #expect(wrong.contains("tree/tree.yml:1:38: no page `mop`; nearest: `map`"))
    #expect(try choices("- {en: I want, page: of}\n").errors().contains("an outermost choice needs choices: add `of:`"))
  }

  // MARK: Relatives

  private func relatives(_ other: String) throws -> MiniatureSite {
    let site = try MiniatureSite(
      [
        "atlas/page.md.mustache": "---\ntitle: '{{title}}'\n---\n{{! reads pipeline }}\n",
        "atlas/take.yml": "title: take\npipeline: other.swift\n", "atlas/flow.swift": Self.program,
        "atlas/other.swift": other,
        "page.md": "---\ntitle: Page\n---\n```against pipeline=atlas/flow.swift page=atlas/take.yml\n```\n",
      ], runs: ["flow.swift": .flow, "other.swift -1-2-|": .flow])
    return site
  }

  @Test func `a relative runs on the marbles of the page`() throws {
    let other = Self.program.replacingOccurrences(of: "-1-2-|", with: "--8--9|")
    let site = try relatives(other)
    try site.build()
    #expect(site.recordings.names.contains("other.swift -1-2-|"))
  }

  @Test func `a relative whose elements stand for others is left out`() throws {
    let site = try relatives(
      Self.program.replacingOccurrences(of: "given[0], from", with: "given[0], values: [\"1\": 1], from"))
    try site.build()
    #expect(!site.recordings.names.contains { $0.hasPrefix("other.swift") })
    #expect(site.recordings.names == ["flow.swift"])
  }

  @Test func `a subject is named as the program makes it`() {
    let program = MarbleProgram(
      """
      let given = MarbleArguments("-1-|")
      let scheduler = TestScheduler(initialClock: 0)
      let numbers = scheduler.createHotObservable(marbles: given[0], from: 0)
      let subject = ReplaySubject<String>.create(bufferSize: 2)
      let feed = numbers.subscribe(subject)
      let observer = scheduler.start(from: 0) { subject }
      """)
    #expect(program.stage == "ReplaySubject.create(bufferSize: 2)")
  }
}
