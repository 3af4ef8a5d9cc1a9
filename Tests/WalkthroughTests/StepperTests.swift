import Foundation
import RxTrace
import TestSupport
import Testing

@testable import RxTrace
@testable import Walkthrough

/// The parts of a chain besides its list of steps: the objects, the folded steps, the line that leads on.
@Suite(.oneAtATime) struct StepperTests {
  private func html(_ chain: String, run: Trace = .flow) throws -> String {
    try MiniatureSite(page: "```chain pipeline=flow.swift\n\(chain)\n```", runs: ["flow.swift": run]).html()
  }

  @Test func `the line that leads to the next step is lit most`() throws {
    let html = try html(ChainTests.whole)
    #expect(html.contains("<mark class=\"line lit leading\" data-line=\"6\">"))
    #expect(html.components(separatedBy: "data-line=\"6\">").count == 2)
  }

  @Test func `the engine can be folded`() throws {
    func page(_ key: String) -> String { "```chain pipeline=flow.swift \(key)\n\(ChainTests.whole)\n```" }
    let html = try MiniatureSite(page: page("fold=engine"), runs: ["flow.swift": .flow]).html()
    #expect(html.contains(" data-fold=\"engine\">"))
    let errors = try MiniatureSite(page: page("fold=program"), runs: ["flow.swift": .flow]).errors()
    #expect(errors.contains("`fold` is left out or `engine`, not `program`"))
  }

  @Test func `steps that were left out can be opened`() throws {
    let html = try html("Just.subscribe(onNext:)\n  …\n      Sink.forwardOn 1\n      …")
    #expect(html.contains("<summary>2 steps left out</summary>"))
    #expect(html.contains("<li class=\"depth-0\"><code>Just#1.subscribe</code>"))
    #expect(html.contains("<li class=\"depth-1\"><code>Just#1.run</code>"))
  }

  @Test func `repeated steps can be opened`() throws {
    let lines = ["Just.run"] + (1...70).map { "  JustSink.forwardOn next \($0)" }
    let html = try html(
      "Just.run\n  Sink.forwardOn(next:) ×70", run: .recorded(lines.joined(separator: "\n")))
    #expect(html.contains("<summary>all 70 of them</summary>"))
    #expect(html.contains("<code class=\"value\">60</code>") && !html.contains("<code class=\"value\">61</code>"))
    #expect(html.contains("<li>… 10 more</li>"))
  }

  /// A run in which a sink is made by `run` and disposed of in the end.
  private static var growing: Trace {
    var trace = Trace.recorded(
      """
      Just.subscribe
        Just.run
          TapSink.forwardOn next 1
            Receiver.on next 1
          TapSink.dispose
      """)
    for index in trace.steps.indices { trace.steps[index].time = UInt64(index * 10) }
    let (sink, receiver) = (1, 2)
    trace.steps[2].other = receiver
    trace.objects[sink].knownSince = 15
    trace.objects[sink].links = [TracedObject.Link(name: "observer", target: receiver)]
    return trace
  }

  private static let growingChain = """
    Just.subscribe
      Just.run
        TapSink.forwardOn 1
          Receiver.on
        TapSink.dispose
    """

  @Test func `an object is there from the step that made it`() throws {
    let html = try html(Self.growingChain, run: Self.growing)
    #expect(html.contains("<g class=\"node sink\" data-since=\"2\" data-disposed=\"5\">"))
    #expect(html.contains("<g class=\"node other\">"))
    #expect(html.contains("<g class=\"edge\" data-from=\"1\" data-to=\"2\" data-since=\"2\">"))
  }

  @Test func `a step names who acts and who receives`() throws {
    let html = try html(Self.growingChain, run: Self.growing)
    #expect(html.contains("id=\"chain-1-step-3\" data-acts=\"1\" data-to=\"2\" data-in=\"2\">"))
    #expect(html.contains("<code>TapSink#1</code> → <code>Receiver#1</code>"))
  }

  @Test func `the drawing is there in words too`() throws {
    let html = try html(Self.growingChain, run: Self.growing)
    #expect(
      html.contains(
        "<li><code>TapSink#1</code>, since step 2, disposed of in step 5: holds <code>Receiver#1</code> "
          + "(<code>observer</code>)</li>"))
    #expect(html.contains("<title id=\"chain-1-objects\">The objects that take part"))
  }

  @Test func `boxes do not overlap and holders stand above`() throws {
    var trace = Self.growing
    trace.objects[2].links = [TracedObject.Link(name: "back", target: 1)]
    for number in 0..<12 {
      trace.objects.append(
        TracedObject(
          id: trace.objects.count, typeName: "QuiteALongName", fullTypeName: "", ordinal: number, role: .disposable))
      trace.objects[1].links.append(TracedObject.Link(name: "held", target: trace.objects.count - 1))
    }
    let objects = ChainObjects(of: trace.steps, in: trace)
    let layout = ObjectGraphRenderer.layout(of: objects)
    let widths = objects.nodes.map(ObjectGraphRenderer.width)
    // A stage shows it at seven tenths of its size at least.
    #expect(layout.width < 1000)
    for (place, box) in layout.nodes.enumerated() {
      let (left, right) = (box.x - widths[place] / 2, box.x + widths[place] / 2)
      #expect(left >= 0 && right <= layout.width && box.y + 20 <= layout.height)
      for (other, beside) in layout.nodes[..<place].enumerated() where beside.y == box.y {
        #expect(left >= beside.x + widths[other] / 2 || beside.x - widths[other] / 2 >= right)
      }
    }
    #expect(layout.nodes[1].y < layout.nodes[3].y)
  }

  @Test func `a long run of objects is bounded`() {
    var trace = Self.growing
    for number in 0..<100 {
      trace.objects.append(
        TracedObject(id: trace.objects.count, typeName: "T", fullTypeName: "T", ordinal: number, role: .other))
      trace.objects[1].links.append(TracedObject.Link(name: "held", target: trace.objects.count - 1))
    }
    #expect(ChainObjects(of: trace.steps, in: trace).nodes.count == 18)
  }

  @Test func `the controls are in one template for all steppers`() throws {
    let chain = "```chain pipeline=flow.swift\n\(ChainTests.whole)\n```\n\n"
    let html = try MiniatureSite(page: chain + chain).html()
    #expect(html.components(separatedBy: "<template id=\"stepper\">").count == 2)
    #expect(html.contains("<div class=\"stage\" data-status=\"Step {step} of {count}: {call}\" data-inside="))
    #expect(try !MiniatureSite(page: "text").html().contains("<template"))
  }

  // MARK: Listings

  @Test func `a listing stands at its first step and is named by the others`() throws {
    let chain = "```chain pipeline=flow.swift\n\(ChainTests.whole)\n```\n\n"
    let html = try MiniatureSite(page: chain + "Text.\n\n" + chain).html()
    let listings = html.matches(of: /<figure class="excerpt" id="(code-\d+)">/).map(\.output.1)
    #expect(listings.count > 4 && Set(listings).count == listings.count)
    let named = html.matches(of: /<a href="#(code-\d+)"(?: data-lit="[^"]*")?>/).map(\.output.1)
    #expect(Set(named) == Set(listings) && named.count >= 2 * listings.count)
    // Both chains run line 6 of the engine; its text stands there once.
    #expect(html.components(separatedBy: "\">Core.swift:6</a>").count == 3)
    #expect(html.components(separatedBy: "data-line=\"6\"").count == 2)
    #expect(!html.contains("<!--"))
  }

  @Test func `a step without code of its own shows the code that called it`() throws {
    let html = try html("…\nReceiver.closure 1\n  output \"1\"\n…")
    let step = html.components(separatedBy: "id=\"chain-1-step-2\"")[1]
    // The closure in the program printed; the receiver's method called it.
    #expect(step.contains("\">flow.swift:2</a> <a href=") && step.contains(">Core.swift"))
  }

  @Test func `a step that runs no code of the engine says so`() throws {
    let run = Trace.recorded("output before\nJust.subscribe(onNext:)\n  Just.run\noutput after")
    let page = "```chain pipeline=flow.swift\noutput \"before\"\nJust.subscribe(onNext:)\n…\noutput \"after\"\n```"
    let html = try MiniatureSite(page: page, runs: ["flow.swift": run]).body()
    let sentence = "<span class=\"no-engine\">This step prints. No code of the engine runs in it.</span>"
    #expect(html.components(separatedBy: sentence).count == 3)
  }

  @Test func `lines are written and read back`() {
    let lit = LitLines([4, 6, 7, 8], leading: 6)
    #expect(lit.text == "*6,4,7,8" && lit.shown == "4, 6–8")
    #expect(LitLines(lit.text) == lit && LitLines("") == LitLines())
  }

  // MARK: The program

  private static let program = """
    import Rx
    let numbers = Observable.just(1)
      .twice()
      .subscribe(onNext: { print($0) })

    """

  /// A run of the program, whose calls are known by their return addresses.
  private static var located: (run: Trace, frames: [ReturnAddress: [SourceFrame]]) {
    var trace = Trace.recorded(
      """
      Twice.subscribe
        Twice.run
          Just.subscribe
            Just.run
              JustSink.forwardOn next 1
                TwiceSink.on next 1
                  TwiceSink.forwardOn next 2
                    Receiver.on next 2
                      Receiver.closure next 2
                        output 2
              JustSink.dispose
              TwiceSink.dispose
      """)
    // As steps name them, if the other objects of the calls are named too.
    trace.objects = ["Twice#1", "Receiver#1", "Just#1", "TwiceSink#1", "JustSink#1"].map { name in
      trace.objects.first { $0.name == name }!
    }
    trace.renumberObjects()
    var frames: [ReturnAddress: [SourceFrame]] = [:]
    func stack(line: Int, callee: String) -> Int {
      let called = ReturnAddress(image: "libHeadwaterEngine.so", offset: UInt64(line))
      let caller = ReturnAddress(image: "flow", offset: UInt64(line))
      let symbol = SwiftSymbol(module: "Rx", context: [], baseName: callee, labels: [], isClosure: false)
      frames[called] = [SourceFrame(symbol: symbol, line: nil, owner: .engine)]
      frames[caller] = [SourceFrame(symbol: nil, line: SourceLine(file: "/x/flow.swift", line: line), owner: .program)]
      trace.callStacks.append([called, caller])
      return trace.callStacks.count - 1
    }
    func place(_ name: String) -> Int { trace.objects.firstIndex { $0.name == name }! }
    let (twice, just) = (place("Twice#1"), place("Just#1"))
    let (justSink, twiceSink, receiver) = (place("JustSink#1"), place("TwiceSink#1"), place("Receiver#1"))
    trace.objects[just].callStack = stack(line: 2, callee: "just")
    trace.objects[twice].callStack = stack(line: 3, callee: "twice")
    trace.steps[0].callStack = stack(line: 4, callee: "subscribe")
    for object in [twice, just] { trace.objects[object].role = .observable }
    trace.objects[receiver].role = .observer
    (trace.objects[justSink].deliversTo, trace.objects[twiceSink].deliversTo) = (twiceSink, receiver)
    for (step, other) in [(0, receiver), (1, receiver), (2, twiceSink), (3, twiceSink), (4, twiceSink), (6, receiver)] {
      trace.steps[step].other = other
    }
    return (trace, frames)
  }

  private func located(_ chain: String) throws -> String {
    let (run, frames) = Self.located
    let site = try MiniatureSite(
      ["page.md": "---\ntitle: Page\n---\n\(chain)"], runs: ["flow.swift": run], frames: frames)
    try site.write(Self.program, to: "content/flow.swift")
    return try site.html()
  }

  private static let wholeRun = "```trace pipeline=flow.swift view=stepper\n```\n"

  @Test(arguments: [
    // The program's own call, the operator's line above the line that led to it, and the closure's line.
    (1, ">flow.swift:4"), (5, " data-lit=\"*2,4\">flow.swift:2, 4"), (6, " data-lit=\"*3,4\">flow.swift:3–4"),
    (9, ">flow.swift:4"), (10, ">flow.swift:4"),
  ])
  func `a step names the lines of the program that it runs for`(step: Int, lines: String) throws {
    let html = try located(Self.wholeRun)
    let body = html.components(separatedBy: "id=\"chain-1-step-\(step)\"")[1].components(separatedBy: "</li>")[0]
    #expect(body.contains("<p class=\"runs\"><a href=\"#code-1\"\(lines)</a>"))
  }

  @Test func `a step has the name of the program before that of the class`() throws {
    let html = try located(Self.wholeRun)
    #expect(html.contains("<b class=\"name\">twice</b> <code class=\"call\">TwiceSink<wbr>.on(next:)</code>"))
    #expect(html.contains("<b class=\"name\">just</b> <code class=\"call\">JustSink<wbr>.forwardOn(next:)</code>"))
  }

  @Test func `the pipeline is drawn and the event passes it`() throws {
    let html = try located(Self.wholeRun)
    #expect(html.contains("aria-label=\"The pipeline: twice, subscribe, just\""))
    let strip = html.components(separatedBy: "<div class=\"strip\"")[1].components(separatedBy: "</div>")[0]
    let boxes = strip.matches(of: /<rect x="([\d.]+)"[^>]*>\s*<text[^>]*>(\w+)</)
    let order = boxes.sorted { Double($0.1)! < Double($1.1)! }.map { String($0.2) }
    #expect(order == ["just", "twice", "subscribe"])
    // On its way from one stage to the next, in the next, and after the ends of both.
    #expect(html.contains("data-at=\"2-0\" data-is=\"next\"") && html.contains("data-at=\"0\" data-is=\"next\""))
    #expect(strip.contains("<g data-gone=\"11\">") && strip.contains("<g data-gone=\"12\">"))
    #expect(!strip.contains("class=\"lane\""))
  }

  @Test func `several threads are lanes`() throws {
    var (run, frames) = Self.located
    run.threads.append(TracedThread(ordinal: 2, name: ""))
    for step in 7...9 { run.steps[step].thread = 1 }
    let site = try MiniatureSite(
      ["page.md": "---\ntitle: Page\n---\n\(Self.wholeRun)"], runs: ["flow.swift": run], frames: frames)
    try site.write(Self.program, to: "content/flow.swift")
    let html = try site.html()
    #expect(html.components(separatedBy: "<g class=\"lane\">").count == 3)
    #expect(html.components(separatedBy: " data-lane=\"1\"").count == 4)
    frames = [:]
  }

  @Test func `a whole run begins with its first subscription`() throws {
    let run = Trace.recorded(
      "Clock.schedule\nClock.schedule\nClock.scheduledAction\n  Just.subscribe\n    Just.run\nJustSink.dispose")
    let html = try MiniatureSite(page: Self.wholeRun, runs: ["flow.swift": run]).html()
    #expect(html.contains("<summary>3 steps left out</summary>"))
    let steps = html.matches(of: /<li class="step depth-(\d+)"/).map { Int($0.1)! }
    #expect(steps == [0, 1, 0])
  }

  @Test func `a chain speaks the page's language`() throws {
    let chain = "```chain pipeline=flow.swift\nJust.subscribe(onNext:)\n…\n```"
    let site = try MiniatureSite(["page.zh-Hans.md": "---\ntitle: 页\n---\n\(chain)"])
    let html = try site.html("page.zh-Hans.html")
    #expect(html.contains("<html lang=\"zh-Hans\">") && html.contains("省略 9 步") && html.contains("第 1 步"))
  }
}

/// The pages of source files.
@Suite(.oneAtATime) struct SourcePageTests {
  private func page(_ passes: [SourcePageRenderer.Pass]) throws -> String {
    let file = SourceFile(name: "Rx/A.swift", module: "Rx", text: "/// Does.\nfunc a() {}\nfunc b() {}\n")
    let words = Wording(language: "en", words: ["permalink": "Line %", "passesOfFile": "Walkthroughs"])
    return SourcePageRenderer(file: file, passes: passes, words: words).body().source
  }

  @Test func `one step is led to at once`() throws {
    let html = try page([(2, "Title, Step 1", "../x.html#chain-1-step-1")])
    #expect(html.contains("<a class=\"passes\" href=\"../x.html#chain-1-step-1\""))
    #expect(html.contains("<dd id=\"passes-L2\"><ul><li><a href=\"../x.html#chain-1-step-1\">Title, Step 1</a></li>"))
  }

  @Test func `several steps are led to by way of their list`() throws {
    let html = try page([(2, "T <1>", "a"), (2, "T 2", "b"), (3, "T 3", "c")])
    #expect(html.contains("<a class=\"passes\" href=\"#passes-L2\"") && html.contains(">2</a>"))
    #expect(html.contains("T &lt;1&gt;"))
    #expect(html.range(of: "passes-L2\"><ul>")!.lowerBound < html.range(of: "passes-L3\"><ul>")!.lowerBound)
  }

  @Test func `documentation is told`() throws {
    #expect(try page([]).contains("<span class=\"line doc\" id=\"L1\" data-line=\"1\">"))
    #expect(try !page([]).contains("class=\"passing\""))
  }

  /// A site whose bar leads to the sources.
  private func listingSite(_ text: String) throws -> MiniatureSite {
    let settings = "sections:\n  - title: Code\n    parts:\n      - pages: [page.md, source/]\n"
    return try MiniatureSite(["page.md": "---\ntitle: Page\n---\n\(text)", "site.yml": settings])
  }

  @Test func `every file of the engine has a page and is listed if a section names them`() throws {
    let site = try listingSite("text")
    try site.write("/// Second.\n///\n/// More.\nstruct Other {}\n", to: "Rx/More/Other.swift")
    let list = try site.html("source/index.html")
    let link = "<a href=\"../source/Rx/More/Other.html\">Other.swift</a>"
    #expect(list.contains(link + "<p><code>Other</code> – Second.</p>"))
    #expect(site.exists("dist/source/Rx/Core.html") && site.exists("dist/source/Rx/More/Other.html"))
  }

  @Test func `without a section that names them, only files that pages link to have pages`() throws {
    let site = try MiniatureSite(page: "text")
    try site.write("/// Holds a `Just`.\nstruct Other { let just: Just<Int> }\n", to: "Rx/More/Other.swift")
    try site.build()
    #expect(!site.exists("dist/source") && !site.exists("dist/search/symbols.js"))
    #expect(try !site.written("page.html").contains("source/"))

    try site.write("---\ntitle: Page\n---\n[Other](src:Other)", to: "content/page.md")
    try site.build()
    #expect(!site.exists("dist/source/Rx/Core.html") && !site.exists("dist/source/index.html"))
    let other = try site.written("source/Rx/More/Other.html")
    #expect(other.contains("<span class=\"hl-type\">Just</span>") && !other.contains("Core.html"))
    let symbols = try site.written("search/symbols.js")
    #expect(symbols.contains("Other\\t") && !symbols.contains("Core"))
    #expect(site.exists("dist/source/Rx/More/Other.cards.js") && !site.exists("dist/source/Rx/Core.cards.js"))

    // The link appears with the page that it leads to.
    try site.write("---\ntitle: Page\n---\n[Other](src:Other), [Just](src:Just)", to: "content/page.md")
    try site.build()
    #expect(try site.written("source/Rx/More/Other.html").contains("href=\"../../../source/Rx/Core.html#L"))
    #expect(try site.tree("dist") == site.clean())
  }

  @Test func `a file is outlined`() throws {
    let site = try MiniatureSite(page: "[a link](src:Sink)")
    try site.build()
    let html = try site.written("source/Rx/Core.html")
    #expect(html.contains("<li class=\"level-2\"><a href=\"#L4\">Producer</a></li>"))
    #expect(html.contains("<li class=\"level-3\"><a href=\"#L9\">run(_:cancel:)</a></li>"))
  }

  @Test func `a step is found on the lines that it runs`() throws {
    let site = try MiniatureSite(page: "```chain pipeline=flow.swift\n\(ChainTests.whole)\n```")
    try site.build()
    let html = try site.written("source/Rx/Core.html")
    #expect(html.contains("<a href=\"../../page.html#chain-1-step-2\">Page, Step 2</a>"))
  }
}
