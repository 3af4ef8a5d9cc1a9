import Foundation
import TestSupport
import Testing

@testable import RxTrace
@testable import Walkthrough

/// Pages made from data and a template, and the directives that they live by.
@Suite(.oneAtATime) struct DataPageTests {
  private static let template = """
    ---
    title: "{{title}}"
    order: {{order}}
    group: {{family}}
    ---

    {{#symbols}}
    Declared as `{{.}}`.

    {{/symbols}}
    {{note}}

    {{#relatives}}
    - [{{page}}]({{page}}.yml)
    {{/relatives}}
    """

  private func site(_ data: [String: String], template: String = template) throws -> MiniatureSite {
    var files = ["atlas/page.md.mustache": template]
    for (name, text) in data { files["atlas/\(name).yml"] = text }
    return try MiniatureSite(files)
  }

  @Test func `a file of data becomes a page`() throws {
    let site = try site([
      "just": "title: just\norder: 1\nfamily: creating\nsymbols: [Just, JustSink]\nnote: One & *only*.\n"
    ])
    #expect(
      try site.body("atlas/just.html") == """
        <p>Declared as <code>Just</code>.</p>
        <p>Declared as <code>JustSink</code>.</p>
        <p>One &amp; <em>only</em>.</p>
        """)
  }

  @Test func `pages of data link to each other`() throws {
    let page = { "title: \($0)\norder: 1\nfamily: a\nrelatives: [{page: \($1)}]\n" } as (String, String) -> String
    let site = try site(["one": page("one", "two"), "two": page("two", "one")])
    #expect(try site.body("atlas/one.html").contains("<li><a href=\"../atlas/two.html\">two</a></li>"))
  }

  @Test func `a template of a language makes a page in it`() throws {
    let site = try site([
      "just": "title: just\norder: 1\nfamily: a\nnote: {en: Once., zh-Hans: 一次。}\n"
    ])
    try site.write(Self.template, to: "content/atlas/page.zh-Hans.md.mustache")
    #expect(try site.body("atlas/just.html") == "<p>Once.</p>")
    #expect(try site.body("atlas/just.zh-Hans.html") == "<p>一次。</p>")
    #expect(try site.build(.check).missingTranslations.isEmpty)
  }

  @Test func `data without a template beside it is no page`() throws {
    let site = try MiniatureSite(["page.md": "---\ntitle: Page\n---\n", "numbers.yml": "one: 1\n"])
    #expect(try site.build().pages == 1)
  }

  @Test func `the front leaves a folder's pages to the page that heads it`() throws {
    let site = try site(["just": "title: just\norder: 1\nfamily: a\n"])
    #expect(try site.html("index.html").contains("<a href=\"atlas/just.html\">"))
    try site.write("---\ntitle: Atlas\n---\n", to: "content/atlas/index.md")
    let html = try site.html("index.html")
    #expect(html.contains("<a href=\"atlas/index.html\">"))
    #expect(!html.contains("just.html"))
  }

  // MARK: Errors

  @Test func `what the template never mentions is an error`() throws {
    let site = try site(["just": "title: just\norder: 1\nfamily: a\nnotes: Once.\n"])
    #expect(
      try site.errors() == """
        content/atlas/just.yml:4:1: error: `notes` is mentioned nowhere in content/atlas/page.md.mustache; nearest: `note`
        """)
  }

  @Test func `a text by language has languages only`() throws {
    let site = try site(["just": "title: just\norder: 1\nfamily: a\nnote: {en: Once., fr: Une fois.}\n"])
    let message = "4:8: error: beside `en` stand only other languages of the look, which are `en`, `zh-Hans`"
    #expect(try site.errors() == "content/atlas/just.yml:" + message)
  }

  @Test func `data that is not YAML is told with its place`() throws {
    let site = try site(["just": "title: just\nsymbols: [Just\n"])
    #expect(try site.errors().hasPrefix("content/atlas/just.yml:3:1: error: invalid YAML in the data: "))
  }

  @Test func `a list is not the data of a page`() throws {
    let site = try site(["just": "- just\n"])
    #expect(try site.errors() == "content/atlas/just.yml:1:1: error: the data must be a map of `key: value` lines")
  }

  @Test func `a mistake in the page is told at its line of the template`() throws {
    let site = try site(
      ["just": "title: just\nfamily: a\norder: 1\n"],
      template: """
        ---
        title: {{title}}
        order: {{order}}
        group: {{family}}
        ---

        {{#no}}
        No.
        {{/no}}
        [away](gone.md)
        """)
    let errors = try site.errors()
    #expect(errors.hasPrefix("content/atlas/page.md.mustache:10:8: error: the link `gone.md` leads nowhere"))
    #expect(errors.hasSuffix(" (in the page of atlas/just.yml)"))
  }

  @Test func `a short file that means a great deal is refused`() throws {
    let levels = (1...9).map { level in
      "l\(level): &l\(level) [" + Array(repeating: "*l\(level - 1)", count: 9).joined(separator: ", ") + "]"
    }
    let site = try site(["just": "l0: &l0 [a, a]\n" + levels.joined(separator: "\n")])
    #expect(try site.errors() == "content/atlas/just.yml:1:1: error: the data has more than 10000 values")
  }

  @Test func `a damaged template is an error of its own`() throws {
    let site = try site(["just": "title: just\n"], template: "---\ntitle: {{title}}\n---\n{{#open}}\n")
    let errors = try site.errors()
    #expect(errors.hasPrefix("content/atlas/page.md.mustache:"))
    #expect(errors.hasSuffix("invalid Mustache in the template: a section is not closed: end it with `{{/…}}`"))
  }

  @Test func `text cannot put front matter or lines elsewhere`() throws {
    let site = try site([
      "just": "title: 'a \" b'\norder: 1\nfamily: a\n"
    ])
    #expect(try site.errors().contains("content/atlas/page.md.mustache:2:"))
  }

  // MARK: Rebuilds

  @Test func `a page is made again when its data or template changed`() throws {
    let site = try site(["one": "title: one\norder: 1\nfamily: a\n", "two": "title: two\norder: 2\nfamily: a\n"])
    try site.build()
    #expect(try site.build().rendered == 0)
    try site.write("title: one\norder: 1\nfamily: a\nnote: New.\n", to: "content/atlas/one.yml")
    #expect(try site.build().rendered == 1)
    try site.write(Self.template + "\nAt the end.\n", to: "content/atlas/page.md.mustache")
    #expect(try site.build().rendered == 2)
    #expect(try site.written("atlas/two.html").contains("At the end."))
  }

  // MARK: Lists of pages

  @Test func `a group of a folder's pages is listed in order`() throws {
    let site = try site([
      "b": "title: second\norder: 2\nfamily: x\n", "a": "title: first\norder: 1\nfamily: x\n",
      "c": "title: other\norder: 3\nfamily: y\n",
    ])
    try site.write("---\ntitle: All\n---\n```pages group=x\n```\n", to: "content/atlas/index.md")
    #expect(
      try site.body("atlas/index.html") == """
        <ul class="pages">
        <li><a href="../atlas/a.html">first</a> <span></span></li>
        <li><a href="../atlas/b.html">second</a> <span></span></li>
        </ul>
        """)
    try site.write("title: renamed\norder: 1\nfamily: x\n", to: "content/atlas/a.yml")
    #expect(try site.body("atlas/index.html").contains("renamed"))
  }

  @Test func `a group without pages is an error`() throws {
    let site = try site(["a": "title: a\norder: 1\nfamily: creating\n"])
    try site.write("---\ntitle: All\n---\n```pages group=creation\n```\n", to: "content/atlas/index.md")
    #expect(
      try site.errors() == """
        content/atlas/index.md:4:16: error: no page in `atlas` is of group `creation`; nearest: `creating`
        """)
  }
}

/// Directives about runs with arguments, whole runs, and declarations.
@Suite(.oneAtATime) struct WholeRunTests {
  @Test func `a pipeline is run once for each list of arguments`() throws {
    let site = try MiniatureSite(
      page: """
        ```trace pipeline=flow.swift arguments="-1-#"
        ```
        ```marbles pipeline=flow.swift arguments="-1-#"
        ```
        ```trace pipeline=flow.swift
        ```
        """, runs: ["flow.swift": .flow, "flow.swift -1-#": .flow])
    #expect(try site.body().contains("flow.swift -1-#</figcaption>"))
    #expect(site.recordings.names.sorted() == ["flow.swift", "flow.swift -1-#"])
  }

  @Test func `arguments are for what runs a pipeline`() throws {
    let site = try MiniatureSite(page: "```hierarchy of=Sink arguments=\"a\"\n```\n```pages arguments=a\n```\n")
    #expect(try site.errors().contains("page.md:6:10: error: unknown key `arguments` of `pages`"))
  }

  @Test func `a failure names the arguments`() throws {
    let site = try MiniatureSite(page: "```trace pipeline=flow.swift arguments=\"-x\"\n```\n")
    #expect(
      try site.errors()
        == "content/page.md:4:19: error: the pipeline `flow.swift -x` could not be recorded: it does not compile")
  }

  @Test func `a whole run as a stepper has a step for each call`() throws {
    let site = try MiniatureSite(
      page: "```trace pipeline=flow.swift view=stepper\n```\n",
      runs: [
        "flow.swift": .recorded(
          "Just.run\n  JustSink.on next 1\n  JustSink.on next 2\n    output 1\nJustSink.dispose")
      ])
    let body = try site.body()
    #expect(body.components(separatedBy: "<li class=\"step ").count - 1 == 5)
    #expect(body.contains("<code class=\"call\">JustSink<wbr>.on(next:)</code>"))
  }

  @Test func `calls that repeat are one step`() throws {
    let site = try MiniatureSite(
      page: "```trace pipeline=flow.swift view=stepper\n```\n",
      runs: ["flow.swift": .recorded("Just.run\n  JustSink.on next 1\n  JustSink.on next 2\n  JustSink.on next 3")])
    let body = try site.body()
    #expect(body.components(separatedBy: "<li class=\"step ").count - 1 == 2)
    #expect(body.contains("<span class=\"times\">× 3</span>"))
  }

  @Test func `executed lines are lit`() throws {
    let site = try MiniatureSite(
      page: "```source symbol=Just executed=flow.swift\n```\n", runs: ["flow.swift": .recorded("Just.run")])
    let body = try site.body()
    #expect(body.contains("<mark class=\"line lit\" data-line=\"12\">"))
    #expect(!body.contains("<mark class=\"line lit\" data-line=\"11\">"))
  }

  @Test func `what no line was executed of is an error`() throws {
    let site = try MiniatureSite(
      page: "```source symbol=Sink executed=flow.swift\n```\n", runs: ["flow.swift": .recorded("Just.run")])
    #expect(
      try site.errors() == "content/page.md:4:32: error: the run of `flow.swift` goes through no line of `Sink`")
  }

  @Test func `a declaration is shown with its comment`() throws {
    let site = try MiniatureSite(page: "```declaration symbol=documented(_:)\n```\n")
    try site.write(
      """
      /// Does what it says, with `x` & more.
      ///
      ///     documented(1)  // 1
      ///
      /// - Returns: what it was given.
      func documented(_ x: Int) -> Int { x }
      """, to: "Rx/Documented.swift")
    let body = try site.body()
    #expect(body.contains("documented</span>") || body.contains("documented("))
    #expect(body.contains("<p>Does what it says, with <code>x</code> &amp; more.</p>"))
    #expect(body.contains("<li>Returns: what it was given.</li>"))
    #expect(!body.contains("{ x }"))
  }

  // MARK: Virtual time

  @Test func `a run by a virtual clock is drawn by its ticks`() throws {
    var trace = Trace.recorded(
      "S.schedule\nS.schedule\nS.scheduledAction\n  JustSink.on next 1\nS.scheduledAction\n  JustSink.on next 2")
    for (action, schedule, moment) in [(2, 0, "3"), (4, 1, "9")] {
      trace.steps[action].cause = schedule
      trace.steps[schedule].value = TracedValue(text: moment)
    }
    let site = try MiniatureSite(page: "```marbles pipeline=flow.swift\n```\n", runs: ["flow.swift": trace])
    let body = try site.body()
    #expect(body.contains("ticks of the virtual clock"))
    #expect(body.contains(">3</text>") && body.contains(">9</text>"))
    let steps = try MiniatureSite(page: "```marbles pipeline=flow.swift axis=steps\n```\n", runs: ["flow.swift": trace])
    #expect(try steps.body().contains("numbers of steps"))
    let wrong = try MiniatureSite(page: "```marbles pipeline=flow.swift axis=tick\n```\n", runs: ["flow.swift": trace])
    #expect(try wrong.errors() == "content/page.md:4:37: error: unknown axis `tick`; nearest: `ticks`")
  }
}
