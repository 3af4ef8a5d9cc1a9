import RxTrace
import TestSupport
import Testing

@testable import Walkthrough

/// Variants of a program: Markdown in, HTML out; patches that do not apply, and claims that do not hold.
@Suite(.oneAtATime) struct VariantTests {
  private static func run(_ lines: [String]) -> Trace {
    let events = lines.map { "  JustSink.forwardOn next \($0) ^Rx/Core.swift:14\n    output \($0)" }
    return .recorded("Just.subscribe(onNext:) ^flow.swift:2\n" + events.joined(separator: "\n"))
  }

  private static let program = "import Rx\nstart()\n  .map { $0 }\n  .take(3)\nend()\n"

  func site(_ body: String, _ keys: String = "pipeline=flow.swift", changed: Trace? = nil) throws
    -> MiniatureSite
  {
    let page = "---\ntitle: Page\n---\n````variant \(keys)\n\(body)````\n"
    return try MiniatureSite(
      ["page.md": page, "page.zh-Hans.md": page, "flow.swift": Self.program],
      runs: ["flow.swift": Self.run(["1", "2"]), "changed flow.swift": changed ?? Self.run(["1", "3"])])
  }

  private func html(_ body: String, _ keys: String = "pipeline=flow.swift") throws -> String {
    try site(body, keys).body()
  }

  private func errors(_ body: String, changed: Trace? = nil) throws -> String {
    let errors = try site(body, changed: changed).errors().split(separator: "\n")
    return errors.first { $0.hasPrefix("content/page.md:") }.map { $0.dropFirst("content/page.md:".count) }.map(
      String.init)
      ?? errors.joined(separator: "\n")
  }

  private static let change = "- .take(3)\n+ .take(1)\n"

  @Test func `a variant shows the changed line and what it changes`() throws {
    let html = try html(Self.change + "\nLess comes *through*.\n\n```output\n1\n3\n```\n\nThat is all.\n")
    #expect(
      html.contains("<details class=\"variant\" id=\"variant-1\"><summary>What if <code>.take(1)</code></summary>"))
    for part in [
      "<del class=\"run-output-line\">", "<p>Less comes <em>through</em>.</p>", "<p>That is all.</p>",
      "<span class=\"run-output-line\">1\n</span><del class=\"run-output-line\">2\n</del>"
        + "<ins class=\"run-output-line\">3\n</ins>",
      "The first step at which the two runs part", "<th scope=\"col\">changed</th>", "check found nothing.",
    ] { #expect(html.contains(part), "\(part)") }
  }

  /// As ``run(_:)``, with an observer at the end.
  private static func observed(_ value: Int) -> Trace {
    .recorded(
      """
      Just.subscribe(onNext:)
        Just.subscribe ^Rx/Core.swift:21
          Just.run ^Rx/Core.swift:6
            JustSink.forwardOn next \(value) ^Rx/Core.swift:14
              Receiver.on next \(value)
                Receiver.onCore next \(value) ^Rx/Core.swift:30
                  Receiver.closure next \(value)
                    output \(value)
      """)
  }

  @Test func `the marbles of both runs stand side by side`() throws {
    let site = try MiniatureSite(
      [
        "page.md": "---\ntitle: Page\n---\n````variant pipeline=flow.swift\n\(Self.change)````\n",
        "flow.swift": Self.program,
      ],
      runs: ["flow.swift": Self.observed(1), "changed flow.swift": Self.observed(2)])
    let html = try site.body()
    let pair = try #require(html.range(of: "<div class=\"against-pair\">")).upperBound
    #expect(html[pair...].ranges(of: "<figure class=\"diagram marbles\"").count == 2)
  }

  @Test func `only the first of several places is shown`() throws {
    let html = try site(Self.change, changed: Self.run(["7", "8", "9"])).body()
    #expect(html.ranges(of: "<div class=\"compare-place\">").count == 1)
  }

  @Test func `a title takes the place of the line`() throws {
    let html = try html(Self.change, "pipeline=flow.swift title=\"Take *one*\"")
    #expect(html.contains("<summary>Take <em>one</em></summary>"))
  }

  @Test func `a line may be taken away`() throws {
    #expect(try html("- .take(3)\n").contains("<summary>Without <code>.take(3)</code></summary>"))
  }

  @Test func `a line that stays is neither new nor taken away`() throws {
    let added = try html("- .map { $0 }\n+ .map { $0 }\n+ .take(1)\n")
    #expect(added.contains("<summary>What if <code>.take(1)</code></summary>"))
    #expect(added.contains("<span class=\"run-output-line\">.map"))
    let removed = try html("- .map { $0 }\n- .take(3)\n+ .take(3)\n")
    #expect(removed.contains("<summary>Without <code>.map { $0 }</code></summary>"))
  }

  @Test func `the words are those of the page's language`() throws {
    let html = try MiniatureSite.body(in: site(Self.change).html("page.zh-Hans.html"))
    #expect(html.contains("<summary>换成 <code>.take(1)</code></summary>"))
    #expect(html.contains("两次运行从这一步开始不同") && html.contains("<p>JustSink#1.forwardOn在左边是2，在右边是3</p>"))
  }

  @Test func `claims are held against the changed run`() throws {
    #expect(try errors(Self.change + "\n```output\n1\n3\n```\n") == "")
    #expect(
      try errors(Self.change + "\n```output\n1\n2\n```\n").hasPrefix("10:1: error: claimed \"2\", recorded \"3\""))
    #expect(
      try errors(Self.change + "\n```assert\ncount(output) == 3\n```\n").hasPrefix(
        "9:1: error: claimed count(output) == 3"))
    #expect(try errors(Self.change + "\n```chain\n…\n    output \"3\"\n…\n```\n") == "")
    #expect(try errors(Self.change + "\n```chain\n…\n    output \"2\"\n…\n```\n").hasPrefix("10:"))
    #expect(
      try errors(Self.change + "\n```findings\nstale\n```\n").hasPrefix("9:1: error: claimed stale, found nothing"))
    #expect(try errors(Self.change + "\n```findings\n```\n") == "")
    #expect(
      try errors(Self.change + "\n```marbles\n-1-|\n```\n")
        .hasPrefix("9:1: error: claimed `-1-|`, recorded none: only"))
  }

  @Test func `a count in its text is that of the changed run`() throws {
    let more = Self.run(["1", "2", "3"])
    #expect(try errors(Self.change + "\nNow [three](count:flow.swift/output).\n", changed: more) == "")
    #expect(
      try errors(Self.change + "\nNow [two](count:flow.swift/output).\n", changed: more)
        == "8:11: error: claimed output two, recorded 3 in the changed program")
  }

  @Test func `every claim that does not hold is told`() throws {
    let claims =
      "\n```output\n1\n2\n```\n\n```assert\ncount(output) == 3\ncount(output) == 4\n```\n\n"
      + "```marbles\n-1-|\n```\n"
    let errors = try site(Self.change + claims).errors().split(separator: "\n")
    #expect(errors.count { $0.hasPrefix("content/page.md:") } == 4)
  }

  @Test func `a patch that does not apply is an error at its line`() throws {
    #expect(
      try errors("- .tak(3)\n+ .take(1)\n")
        .hasPrefix("5:2: error: no line of `flow.swift` is `.tak(3)`; nearest: `.take(3)`"))
    let longer = ".share(replay: 1, scope: .whileConnected)"
    #expect(Nearest.line(to: ".share(replay: 1)", among: [".map { $0 }", longer]) == "; nearest: `\(longer)`")
    #expect(
      try errors("- .take(3)\n- .map { $0 }\n").hasPrefix("5:2: error: the lines of this change do not stand one below")
    )
    #expect(try errors("+ .take(1)\n").hasPrefix("5:1: error: write the line that this one replaces above it"))
    #expect(try errors("Less.\n").hasPrefix("4:5: error: the variant changes nothing: it begins with lines"))
    #expect(
      try errors("- .take(3)\n+ .take(1)\n- .take(3)\n+ .take(2)\n")
        .hasPrefix("7:2: error: the variant changes this line twice"))
  }

  @Test func `a patch that does not compile is an error at its own line`() throws {
    #expect(
      try errors("- .take(3)\n+ misspelt(1)\n")
        .hasPrefix("6:3: error: with this change, `flow.swift` does not compile: cannot find 'misspelt' in scope"))
  }

  @Test func `a change without an effect is an error`() throws {
    #expect(
      try errors(Self.change, changed: Self.run(["1", "2"]))
        .hasPrefix("4:5: error: this change changes nothing: both runs take the same steps"))
  }

  @Test func `new lines get the indentation of those they replace`() throws {
    let place = Place(line: 1, column: 1)
    let lines = ["- .map { $0 }", "- .take(3)", "+ .filter { number in", "+   number > 1", "+ }"]
    let patch = try ProgramPatch(lines.map { ($0, place) }, at: place)
    let changed = try patch.applied(to: Self.program, named: "flow.swift")
    #expect(changed.text == "import Rx\nstart()\n  .filter { number in\n    number > 1\n  }\nend()\n")
  }

  @Test func `a line that stands twice needs its neighbour`() throws {
    let place = Place(line: 1, column: 1)
    let patch = try ProgramPatch([("- a", place), ("+ b", place)], at: place)
    #expect(throws: Problem.self) { try patch.applied(to: "a\na\n", named: "flow.swift") }
    let longer = try ProgramPatch([("- c", place), ("- a", place), ("+ c", place), ("+ b", place)], at: place)
    #expect(try longer.applied(to: "a\nc\na\n", named: "flow.swift").text == "a\nc\nb\n")
  }

  @Test func `a page is made again when its program changes`() throws {
    let site = try site("- .take(3)\n+ .take(1)\n")
    let memory = BuildMemory()
    #expect(try site.errors(memory: memory) == "")
    try site.write(Self.program.replacing(".take(3)", with: ".take(4)"), to: "content/flow.swift")
    #expect(try site.errors(memory: memory).contains("no line of `flow.swift` is `.take(3)`; nearest: `.take(4)`"))
  }
}
