import SwiftParser
import TestSupport
import Testing

@testable import RxTrace
@testable import Walkthrough

/// Swift source in, marked lines out: «a part that belongs to a hook», ‹the place of a call›.
@Suite(.oneAtATime) struct HookTests {
  private static let names = HookNames(
    ["Tracing", "Checks", "tracker", "isWatched", "watched", "recorded", "Sink.forward", "TraceFormat"],
    around: ["Tracing.call", "Tracing.deliver"])

  private func lines(_ text: String, _ names: HookNames = names) -> SourceFile {
    let hooks = HookCollector.lines(of: Parser.parse(source: text), text, names)
    return SourceFile(name: "Rx/A.swift", module: "Rx", text: text, hooks: hooks)
  }

  private func marked(_ text: String, _ names: HookNames = names) -> String {
    let file = lines(text, names)
    return file.texts.indices.map { index -> String in
      let line = index + 1
      if file.hooks.isWhole(line) { return "«\(file.texts[index])»" }
      let stretches = file.hooks.stretches(ofLine: line)
      var (text, open) = ("", Int?.none)
      for (piece, stretch) in file.cutPieces(ofLine: line) + [(HighlightedPiece(text: "", style: nil), nil)] {
        if stretch != open {
          if let open { text += stretches[open].kind == .hook ? "»" : "›" }
          if let stretch { text += stretches[stretch].kind == .hook ? "«" : "‹" }
          open = stretch
        }
        text += piece.text
      }
      return text
    }.joined(separator: "\n")
  }

  @Test(arguments: [
    // A statement that calls a hook.
    ("Tracing.made(self)", "«Tracing.made(self)»"),
    ("self.tracker?.enter(self)", "«self.tracker?.enter(self)»"),
    ("let cause = Tracing.schedule(on: self)", "«let cause = Tracing.schedule(on: self)»"),
    ("item.cause = Tracing.schedule(on: self)", "«item.cause = Tracing.schedule(on: self)»"),
    ("defer { tracker.leave() }", "«defer { tracker.leave() }»"),
    ("return watched(next: element, file, line)", "«return watched(next: element, file, line)»"),
    ("import TraceFormat", "«import TraceFormat»"),
    ("import Synchronization", "import Synchronization"),
    ("work(Tracing.now)", "work(Tracing.now)"),
    // Its body is work.
    (
      "Tracing.call(.dispose, on: self) { cancel.dispose() }",
      "«Tracing.call(.dispose, on: self) {» cancel.dispose() «}»"
    ),
    ("let made = Tracing.call(.run) { run(x) }", "let made = «Tracing.call(.run) {» run(x) «}»"),
    ("Tracing.call(.schedule) {\n  start()\n}", "«Tracing.call(.schedule) {»\n  start()\n«}»"),
    ("return Tracing.call(.run) { x in\n  run(x)\n}", "return «Tracing.call(.run) { x in»\n  run(x)\n«}»"),
    ("start { Tracing.call(.action, on: self, action) }", "start { «Tracing.call(.action, on: self,» action«)» }"),
    ("Tracing.call(.dispose, on: self) {}", "«Tracing.call(.dispose, on: self) {}»"),
    // Conditions and early exits.
    ("if _slowPath(isWatched) { return watched(next: 1) }", "«if _slowPath(isWatched) { return watched(next: 1) }»"),
    ("guard Tracing.isOn else { return }", "«guard Tracing.isOn else { return }»"),
    ("if !isDisposed, !isWatched { return on(1) }", "if !isDisposed«, !isWatched» { return on(1) }"),
    ("if !isWatched, !isDisposed { return on(1) }", "if «!isWatched,» !isDisposed { return on(1) }"),
    ("if isReady && !isWatched { on(1) }", "if isReady «&& !isWatched» { on(1) }"),
    ("if isWatched { work() }", "«if isWatched {» work() «}»"),
    ("if isWatched { watched(1) } else { on(1) }", "«if isWatched { watched(1) } else {» on(1) «}»"),
    ("if isDisposed { Tracing.note(1) }", "«if isDisposed { Tracing.note(1) }»"),
    ("if isDisposed { return watched(1) }", "if isDisposed { «return watched(1)» }"),
    ("if role != .scheduler { count() }", "if role != .scheduler { count() }"),
    (
      "guard _slowPath(Tracing.isOn) else {\n  closure?(1)\n  return\n}\n// Recorded.\nrecorded(1)",
      "«guard _slowPath(Tracing.isOn) else {»\n  closure?(1)\n«  return»\n«}»\n«// Recorded.»\n«recorded(1)»"
    ),
    // Branches of a build.
    ("#if DEBUG\n  Checks.will(self)\n#endif", "«#if DEBUG»\n«  Checks.will(self)»\n«#endif»"),
    ("#if DEBUG\n  count(1)\n#endif", "#if DEBUG\n  count(1)\n#endif"),
    (
      "#if DEBUG\n  Checks.will(self)\n  on(1)\n#else\n  on(1)\n#endif",
      "#if DEBUG\n«  Checks.will(self)»\n  on(1)\n#else\n  on(1)\n#endif"
    ),
  ])
  func statements(source: String, expected: String) { #expect(marked(source) == expected) }

  @Test(arguments: [
    (
      "class Sink {\n  /// Also.\n  @inline(never)\n  func watched(next: Int) {\n    on(1)\n  }\n  func on(_ x: Int) {}\n}",
      "class Sink {\n«  /// Also.»\n«  @inline(never)»\n«  func watched(next: Int) {»\n«    on(1)»\n«  }»\n"
        + "  func on(_ x: Int) {}\n}"
    ),
    ("class Sink {\n  func forward() {}\n}", "class Sink {\n«  func forward() {}»\n}"),
    ("class Other {\n  func forward() {}\n}", "class Other {\n  func forward() {}\n}"),
    ("class A {\n  var isWatched: Bool { true }\n}", "class A {\n«  var isWatched: Bool { true }»\n}"),
    (
      "class A {\n  #if DEBUG\n    let tracker = Tracker()\n  #endif\n  let a = 1\n}",
      "class A {\n«  #if DEBUG»\n«    let tracker = Tracker()»\n«  #endif»\n  let a = 1\n}"
    ),
    ("class A {\n  deinit { Checks.forget(self) }\n}", "class A {\n«  deinit { Checks.forget(self) }»\n}"),
    // There the hook is the work.
    ("enum Tracing {\n  func a() { tracker.enter() }\n}", "enum Tracing {\n  func a() { tracker.enter() }\n}"),
  ])
  func declarations(source: String, expected: String) { #expect(marked(source) == expected) }

  @Test(arguments: [
    (
      "func a(b: Int, file: F = #fileID, line: UInt = #line) {}",
      "func a(b: Int‹, file: F = #fileID, line: UInt = #line›) {}"
    ),
    (
      "func a(line: UInt = #line, b: Int) { c(line: line, b) }",
      "func a(‹line: UInt = #line,› b: Int) { c(‹line: line,› b) }"
    ),
    ("func a(line: UInt = #line) { c(line) }", "func a(‹line: UInt = #line›) { c(‹line›) }"),
    ("func a(line: UInt) { c(line: line) }", "func a(line: UInt) { c(line: line) }"),
    ("init(b: Int,\n  line: UInt = #line) {}", "init(b: Int,\n  ‹line: UInt = #line›) {}"),
  ])
  func `places of calls`(source: String, expected: String) { #expect(marked(source) == expected) }

  @Test func `without names nothing is marked`() {
    let text = "func a(line: UInt = #line) { Tracing.made(self) }"
    #expect(marked(text, HookNames()) == text)
  }

  @Test func `a word beside a hook does no work`() {
    let file = lines("return Tracing.call(.run) {\n  run()\n}\nlet x = Tracing.call(.run) {\n  run()\n}")
    #expect((1...6).map { file.hooks.isHook($0) } == [true, false, true, false, false, true])
    #expect(!file.hooks.isWhole(1))
    #expect(file.hooks.work[1] == HookLines.Work(lines: 2...2, calls: ["run"]))
  }

  @Test func `lines are told by their bytes`() {
    #expect(marked("let é = \"ü\"; Tracing.made(é) // 好\nä()") == "let é = \"ü\"; «Tracing.made(é) // 好»\nä()")
  }
}

/// The hooks of a site's sources on its pages: Markdown in, HTML out.
@Suite(.oneAtATime) struct HookPageTests {
  private static let settings = """
    hooks:
      names: [isWatched, watched, Tracing]
      around: [Tracing.call]
    """

  /// The miniature engine, its sink with the recorder's detour before the work.
  private static let detour = MiniatureSite.engine.replacing(
    "  final func forwardOn(next element: Element, line: UInt = #line) { observer.on(next: element) }",
    with: """
        final func forwardOn(next element: Element, line: UInt = #line) {
          if _slowPath(isWatched) { return watched(next: element, line) }
          if !isDisposed { observer.on(next: element) }
        }
        final func watched(next element: Element, _ line: UInt) {
          Tracing.call(.forwardOn, on: self) { observer.on(next: element) }
        }
      """)

  /// The same with the work first.
  private static let beside = detour.replacing(
    """
        if _slowPath(isWatched) { return watched(next: element, line) }
        if !isDisposed { observer.on(next: element) }
    """,
    with: """
          if !isDisposed, !isWatched { return observer.on(next: element) }
          watched(next: element, line)
      """)

  private static let chain = """
    ```chain pipeline=flow.swift
    …
    Sink.forwardOn(next:) 1
      Receiver.on 1
      …
    …
    ```
    """

  private func site(_ engine: String, _ page: String = chain, settings: String = settings) throws -> MiniatureSite {
    let trace = Trace.recorded(
      """
      JustSink.forwardOn next 1
        Receiver.on next 1
          Receiver.onCore next 1 ^Rx/Core.swift:30
      """)
    let site = try MiniatureSite(page: page, runs: ["flow.swift": trace])
    try site.write(engine, to: "Rx/Core.swift")
    if !settings.isEmpty { try site.write(settings, to: "content/site.yml") }
    return site
  }

  private func lit(_ html: String) -> [String] {
    html.matches(of: /<mark class="line lit[^>]*>(.*?)\n<\/mark>/.dotMatchesNewlines()).map {
      String($0.1).replacing(/<[^>]*>/, with: "").trimmingSpaces()
    }
  }

  @Test(arguments: [
    (detour, "if !isDisposed { observer.on(next: element) }"),
    (beside, "if !isDisposed, !isWatched { return observer.on(next: element) }"),
  ])
  func `the line that does the work is lit`(engine: String, expected: String) throws {
    #expect(try lit(site(engine).body()).first == expected)
  }

  @Test func `the line of a declaration behind an attribute is no call`() throws {
    let engine = MiniatureSite.engine.replacing(
      "  final func forwardOn(next element: Element, line: UInt = #line) { observer.on(next: element) }",
      with: """
          @inlinable
          final func forwardOn(next element: Element, line: UInt = #line) {
            next.forwardOn(next: element)
          }
        """)
    let run = Trace.recorded("JustSink.forwardOn next 1\n  JustSink#2.forwardOn next 1")
    let page = "```chain pipeline=flow.swift\nSink.forwardOn(next:) 1\n  …\n```"
    let site = try MiniatureSite(page: page, runs: ["flow.swift": run])
    try site.write(engine, to: "Rx/Core.swift")
    let lit = lit(try site.body())
    #expect(lit == ["next.forwardOn(next: element)"])
  }

  @Test func `hooks are faint under a name`() throws {
    let html = try site(Self.detour, "```source symbol=Sink\n```\n").body()
    let name = "Instrumentation: it watches the work and does none"
    #expect(
      html.contains("<span class=\"hook\" role=\"group\" title=\"\(name)\"><span class=\"line\" data-line=\"26\">"))
    // The whole of the hook's own method is one part.
    #expect(html.components(separatedBy: "class=\"hook\"").count == 3)
    // One control for the whole listing.
    let label = "Show instrumentation and the places of calls"
    let input = "</a> <input type=\"checkbox\" class=\"fold\" aria-label=\"\(label)\""
    #expect(html.components(separatedBy: "class=\"fold\"").count == 2)
    #expect(
      html.contains(input) && html.contains("<span class=\"call-site\">, line: <span class=\"hl-type\">UInt</span>"))
  }

  @Test func `hooks have their name in the page's language`() throws {
    let site = try MiniatureSite(["page.zh-Hans.md": "---\ntitle: 页\n---\n```source symbol=Sink\n```\n"])
    try site.write(Self.detour, to: "Rx/Core.swift")
    try site.write(Self.settings, to: "content/site.yml")
    #expect(try site.html("page.zh-Hans.html").contains("title=\"钩子：只在一旁记录，不做事\""))
  }

  @Test func `what is copied is the true source`() throws {
    let html = try site(Self.detour, "```source symbol=Sink.forwardOn(next:)\n```\n").body()
    let listing = try #require(html.firstMatch(of: /<pre[^>]*>(.*?)<\/pre>/.dotMatchesNewlines())).1
    let text = listing.replacing(/<[^>]*>/, with: "")
    #expect(
      text == """
        final func forwardOn(next element: Element, line: UInt = #line) {
          if _slowPath(isWatched) { return watched(next: element, line) }
          if !isDisposed { observer.on(next: element) }
        }

        """)
  }

  @Test func `a source page has its hooks faint`() throws {
    let site = try site(Self.beside)
    try site.build()
    let html = try site.written("source/Rx/Core.html")
    #expect(html.contains("<span class=\"hook\" role=\"group\""))
    #expect(html.contains("if !isDisposed<span class=\"hook\"") || html.contains(">, !isWatched</span>"))
  }

  @Test func `without settings no hook is known`() throws {
    #expect(try !site(Self.detour, settings: "").body().contains("class=\"hook\""))
  }

  @Test func `a step whose only line is a hook's is an error`() throws {
    let engine = MiniatureSite.engine.replacing(
      "{ observer.on(next: element) }", with: "{\n    Tracing.sent(next: element) // observer.on(next: element)\n  }")
    let trace = Trace.recorded("JustSink.forwardOn next 1 \n  Receiver.on next 1 ^Rx/Core.swift:26")
    let site = try MiniatureSite(
      page: "```chain pipeline=flow.swift\nSink.forwardOn(next:)\n  Receiver.on\n```", runs: ["flow.swift": trace])
    try site.write(engine, to: "Rx/Core.swift")
    try site.write(Self.settings, to: "content/site.yml")
    #expect(
      try site.errors() == """
        content/page.md:5:1: error: step 1 lights only a hook, `Tracing.sent(next: element) // observer.on(next: element)` \
        at Rx/Core.swift:26: the method must hold the line that does the work; else take the hook's name out of `hooks` \
        in `site.yml`
        """)
  }

  @Test func `a mark of a hook is an error`() throws {
    let site = try site(Self.detour, "```source symbol=Sink.forwardOn(next:) mark=\"watched(\"\n```\n")
    #expect(
      try site.errors() == """
        content/page.md:4:45: error: `watched(` marks only a hook, at Rx/Core.swift:26: mark a line that does the work, or \
        take the hook's name out of `hooks` in `site.yml`
        """)
  }

  @Test func `a change of the names makes the pages anew`() throws {
    let (site, memory) = (try site(Self.detour), BuildMemory())
    try site.build(memory: memory)
    #expect(try site.written("page.html").contains("class=\"hook\""))
    try site.write("hooks: [Nothing]", to: "content/site.yml")
    try site.build(memory: memory)
    #expect(try !site.written("page.html").contains("class=\"hook\""))
  }

  @Test(arguments: [
    ("hooks: Tracing", "1:1: error: the names of hooks must be a list: write `[Tracing, isWatched]`"),
    (
      "hooks:\n  name: [a]",
      "2:3: error: unknown key `name` of `hooks`; nearest: `names`"
    ),
    (
      "hooks: [\"call()\"]",
      "1:9: error: `call()` is not a name of Swift: write `Tracing`, or `Tracing.call` without parentheses"
    ),
  ])
  func `settings that are wrong are errors`(settings: String, message: String) throws {
    #expect(try site(Self.detour, "text", settings: settings).errors() == "content/site.yml:" + message)
  }
}
