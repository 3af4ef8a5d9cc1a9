import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import RxTrace
@testable import TraceViews

@Suite("A trace as one page", .oneAtATime)
struct HTMLPageTests {
  @Test("The page names the recording, and is self-contained")
  func frame() throws {
    let page = page(try trace(.hello), title: "hello & <more>.swift")
    #expect(page.hasPrefix("<!DOCTYPE html>\n") && page.hasSuffix("</html>\n"))
    #expect(page.contains("<title>hello &amp; &lt;more&gt;.swift – Headwater</title>"))
    #expect(page.contains("<span>11 steps</span> <span>3 objects</span> <span>1 thread</span>"))
    #expect(!page.contains("https:") && !page.contains(" src=") && !page.contains("<link") && !page.contains("@import"))
    #expect(page.firstMatch(of: /<[^>]* (on[a-z]+|style)=/) == nil)
  }

  @Test("The policy admits only the page's own script and style")
  func policy() throws {
    let page = page(try trace(.hello))
    let style = try #require(page.firstMatch(of: /<style>([^<]*)<\/style>/)).output.1
    let script = try #require(page.firstMatch(of: /<script>((?s:.)*)<\/script>/)).output.1
    let hashes = "script-src 'sha256-\(hash(script))'; style-src 'sha256-\(hash(style))'"
    #expect(page.contains("default-src 'none'; \(hashes); base-uri 'none'; form-action 'none'\""))
  }

  @Test("The hash is SHA-256", arguments: [0, 3, 55, 56, 64, 1000])
  func hashes(count: Int) {
    let known = [
      0: "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", 3: "mDSHbc+wXLFnpcJJU+uljErImxrfV/KPL50JrxB+6PA=",
      55: "n0OQ+NMMLdkuyfCVtl4rmumwqSWlJY4kHJ8ekQ9zQxg=", 56: "s1Q5pKxvCUi21vnjxq8PX1kM4g8b3nCQ73lwaG7Gc4o=",
      64: "/+BU/nrgy23GXDr5th1SCfQ5hR20PQulmXM33xVGaOs=", 1000: "Qe3s5C1j6Nm/UVqbppMuHCDLyfWl0TRkWttdsblzfqM=",
    ]
    #expect(Data(SHA256.hash(of: [UInt8](repeating: 97, count: count))).base64EncodedString() == known[count])
  }

  @Test("Values survive, whatever they hold, and are never markup")
  func hostileValues() throws {
    let values = [
      "</script><script>alert(1)</script>", "<!--<script>", "]]>", "\" ' & \\ \\u003C", "a\nb\r\nc\td",
      "\u{0}\u{7}\u{1B}[31m", "\u{2028}\u{2029}", "\u{202E}abc\u{2066}", "👩‍👩‍👧‍👦 e\u{301} \"\u{301}",
      "</noscript></style></title>", "万物皆序列", "", "\u{E9}", "e\u{301}",
    ]
    let page = page(try trace(printing: values))
    let read = try #require(try facts(of: page)["values"] as? [String])
    #expect(read.map { Array($0.utf8) } == values.map { Array($0.utf8) })
    let plain = page.replacing(/<script(?s:.)*/, with: "")
    #expect(!plain.contains("alert(1)</script>") && !plain.contains("<!--") && !plain.contains("</noscript></style>"))
    #expect(page.count(of: "<script") == 2 && page.count(of: "</script") == 2 && page.count(of: "</noscript") == 1)
    #expect(!page.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" })
    #expect(!page.unicodeScalars.contains { [0x2028...0x202E, 0x2066...0x2069].joined().contains($0.value) })
  }

  @Test("A hostile title, type, thread and file are never markup either")
  func hostileNames() throws {
    let hostile = "</script><img src=x>\u{0}\"'"
    var writer = TraceWriter()
    writer.add(.defineThread, 0, .string(hostile))
    writer.add(.defineThread, thread: 2, .string("other"))
    writer.add(.defineObject, ObjectRole.sink.rawValue, object: 1, .string(hostile))
    writer.add(.defineSite, object: 1, .string("\(hostile):3"))
    writer.add(.queue, 0, .string(hostile))
    writer.add(.dispose, object: 1, site: 1)
    writer.add(.dispose, object: 1, site: 1, thread: 2)
    let page = page(try trace(writer), title: hostile)
    #expect(!page.contains("<img"))
    #expect(page.count(of: "</script") == 2)
    let facts = try facts(of: page)
    #expect(facts["queues"] as? [String] == [hostile] && facts["files"] as? [String] == [hostile])
  }

  @Test("A value of 10 MB is complete, and the plain list says how much it leaves out")
  func largeValue() throws {
    var trace = try trace(printing: ["short", "large"])
    let large = String(repeating: "0123456789万物皆序列", count: 400_000)
    trace.steps[1].value = TracedValue(text: large + "</script>")
    let page = page(trace)
    #expect(page.utf8.count > 10_000_000 && page.utf8.count < 10_200_000)
    #expect(page.contains(large + "\\u003C/script>\"]"))
    #expect(page.contains("… (5998009 more characters)"))
  }

  @Test("A value of which only the beginning was recorded says so")
  func cutValue() throws {
    var writer = TraceWriter()
    writer.add(.on, TraceWriter.next, object: 1, .integer(1))
    writer.add(.on, TraceWriter.next, object: 1, .cut("part"))
    let page = page(try trace(writer))
    #expect(try facts(of: page)["cut"] as? [Int] == [1])
    #expect(page.contains("(the rest was not recorded)"))
  }

  @Test("An incomplete recording says so")
  func troubles() throws {
    var writer = TraceWriter.hello
    (writer.isClosed, writer.droppedRecords, writer.dropReason) = (false, 12, 28)
    let page = page(try trace(writer))
    #expect(page.contains(">Cut off: the end of the recording is missing</strong>"))
    #expect(page.contains(">12 records dropped: No space left on device</strong>"))
    #expect(!self.page(try trace(.hello)).contains("class=\"trouble\""))
  }

  @Test("A run of nothing is a page as well")
  func empty() throws {
    let page = page(Trace())
    #expect(page.contains("<span>0 steps</span>"))
    #expect(try facts(of: page)["steps"] as? String == "")
  }

  @Test("The steps can be read back")
  func steps() throws {
    let trace = try trace(.hello)
    let facts = try facts(of: page(trace))
    var numbers = StepNumbers(try #require(facts["steps"] as? String))
    let (calls, values) = (try #require(facts["calls"] as? [String]), try #require(facts["values"] as? [String]))
    for step in trace.steps {
      let read = numbers.next()
      #expect(step.kind == .closure || calls[read.call] == step.kind.rawValue)
      #expect((step.kind == .closure) == calls[read.call].hasSuffix(" closure"))
      #expect(read.event == step.event.map { [.next: 1, .error: 2, .completed: 3][$0] } ?? 0)
      #expect(read.isUndelivered == !step.isDelivered)
      #expect(read.object == step.object && read.other == step.other && read.parent == step.parent)
      #expect(read.value.map { values[$0] } == step.value?.text)
      #expect(read.time == Int(step.time) && read.cause == step.cause)
    }
    #expect(numbers.isAtEnd)
  }

  @Test("A part of a run keeps the numbers of its steps")
  func part() throws {
    var trace = try trace(printing: ["a", "b", "c"])
    trace.steps[1].number = 7
    trace.steps[2].number = 8
    var text = ""
    HTMLPage(trace, title: "part", stepsInRun: 20).write { text += $0 }
    #expect(try facts(of: text)["jumps"] as? [Int] == [1, 7])
    #expect(text.contains("<span>3 of 20 steps</span>"))
    #expect(text.contains("<li id=\"step-7\" value=\"7\""))
  }

  @Test("The list for a browser without scripts has the first steps, and says so when there are more")
  func plainList() throws {
    let few = page(try trace(.hello))
    #expect(few.count(of: "<li id=\"step-") == 11 && !few.contains("With scripts allowed"))
    #expect(few.contains("<code>AnonymousObserver#1.onCore</code> <span class=\"event next\">next</span>"))
    let many = page(try trace(ofSteps: 3500))
    #expect(many.count(of: "<li id=\"step-") == 3000)
    #expect(many.contains("the first 3000 of 3500 steps"))
  }

  @Test("A step takes some fifteen bytes, and the page is the same each time")
  func size() throws {
    let (shorter, longer) = (try trace(ofSteps: 4000), try trace(ofSteps: 9000))
    let (first, second) = (page(shorter), page(longer))
    #expect((second.utf8.count - first.utf8.count) / 5000 < 25)
    #expect(page(longer) == second)
  }

  @Test("Source that is there is shown around the lines that steps name")
  func sources() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let module = folder.appending(path: "Rx/Core")
    try FileManager.default.createDirectory(at: module, withIntermediateDirectories: true)
    let text = (1...100).map { "line \($0) </script>" }.joined(separator: "\n")
    try text.write(to: module.appending(path: "Producer.swift"), atomically: true, encoding: .utf8)
    let own = folder.appending(path: "hello.swift").path
    try "import Rx\n".write(toFile: own, atomically: true, encoding: .utf8)
    let sources = SourceTexts(modules: [folder.appending(path: "Rx")], files: [own])
    #expect(sources.text(of: "Rx/Producer.swift") == text)
    #expect(sources.text(of: "hello/hello.swift") == "import Rx\n" && sources.text(of: own) == "import Rx\n")
    #expect(sources.text(of: "Rx/Create.swift") == nil && sources.text(of: "/etc/hostname") == nil)

    var page = ""
    let origins = [0: SourceLine(file: own, line: 1)]
    HTMLPage(try trace(.hello), title: "hello", origins: origins, sources: sources).write { page += $0 }
    let facts = try facts(of: page)
    let excerpts = try #require(facts["excerpts"] as? [String: [Any]])
    let files = try #require(facts["files"] as? [String])
    let engine = try #require(files.firstIndex(of: "Rx/Producer.swift").flatMap { excerpts["\($0)"] })
    #expect(engine[0] as? Int == 19)
    #expect((engine[1] as? String)?.hasPrefix("line 19 </script>\n") == true)
    #expect(files.firstIndex(of: own).flatMap { excerpts["\($0)"]?[1] as? String } == "import Rx")
  }

  @Test("Excerpts hold the lines around those named, once each")
  func excerpts() {
    let text = (1...9).map(String.init).joined(separator: "\n") + "\n"
    let parts = SourceExcerpts(of: text, around: [8, 2, 3, 99, 0], context: 1).parts
    #expect(parts == [.init(firstLine: 1, text: "1\n2\n3\n4"), .init(firstLine: 7, text: "7\n8\n9")])
    #expect(SourceExcerpts(of: text, around: [5]).parts == [.init(firstLine: 1, text: "1\n2\n3\n4\n5\n6\n7\n8\n9")])
    #expect(SourceExcerpts(of: "", around: [1]).parts.isEmpty)
  }

  // MARK: Support

  private func trace(_ writer: TraceWriter) throws -> Trace { try withFile(writer.file) { try Trace(contentsOf: $0) } }

  private func trace(printing texts: [String]) throws -> Trace {
    var writer = TraceWriter()
    for _ in texts { writer.add(.dispose, object: 1) }
    var trace = try trace(writer)
    for (index, text) in texts.enumerated() { trace.steps[index].value = TracedValue(text: text) }
    return trace
  }

  private func trace(ofSteps count: Int) throws -> Trace {
    var writer = TraceWriter()
    for index in 0..<count { writer.add(.onCore, TraceWriter.next, object: 1, depth: 1, .integer(Int64(index))) }
    return try trace(writer)
  }

  private func page(_ trace: Trace, title: String = "run") -> String {
    var page = ""
    HTMLPage(trace, title: title).write { page += $0 }
    return page
  }

  private func facts(of page: String) throws -> [String: Any] {
    let start = try #require(page.range(of: "id=\"recording\">")).upperBound
    let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)).lowerBound
    let object = try JSONSerialization.jsonObject(with: Data(page[start..<end].utf8))
    return try #require(object as? [String: Any])
  }

  private func hash(_ text: some StringProtocol) -> String {
    Data(SHA256.hash(of: Array(text.utf8))).base64EncodedString()
  }

  @Test("A thread has the name of the queue on which it worked, and not the end of a label that the system gave it")
  func threadNames() throws {
    let trace = try RunScript.trace { run in
      run.object("subject", "PublishSubject<Int>", .subject)
      run.on(thread: 1, queue: "com.apple.main-thread")
      run.call(.on, "subject", .next, .integer(1))
      run.thread(2, named: "oot.default-qos")
      run.on(thread: 2, queue: "ticker")
      run.call(.on, "subject", .next, .integer(2))
      run.thread(3, named: "-qos.overcommit")
      run.on(thread: 3)
      run.call(.on, "subject", .next, .integer(3))
      run.thread(4, named: "own")
      run.on(thread: 4)
      run.call(.on, "subject", .next, .integer(4))
    }
    let names = try #require(try facts(of: page(trace))["threads"] as? [String])
    #expect(names == ["main", "ticker", "", "own"])
  }

  @Test("The code in a finding is code on the page")
  func codeInFindings() {
    let finding = PageFinding(
      level: "warning", rule: "never-released", message: "a closure captures `self`",
      details: ["Write `[weak self]` in <it>.", "an odd ` stays"])
    let html = FindingList(findings: [finding], opensEditor: false).html
    #expect(html.contains("a closure captures <code>self</code>"))
    #expect(html.contains("<p>Write <code>[weak self]</code> in &lt;it&gt;.</p>"))
    #expect(html.contains("<p>an odd ` stays</p>"))
  }
}

/// Reads the steps of a page as its script does.
private struct StepNumbers {
  private var numbers: SmallNumbers
  private var (object, value, time, index) = (0, 0, 0, 0)

  struct Read {
    var call, event: Int
    var isUndelivered: Bool
    var object, other, parent, time, value, cause: Int?
  }

  init(_ base64: String) { numbers = SmallNumbers(base64) }

  var isAtEnd: Bool { numbers.isAtEnd }

  mutating func next() -> Read {
    let code = numbers.next()
    _ = numbers.next()
    let object = numbers.next(near: object)
    self.object = object ?? self.object
    let other = numbers.next(near: self.object)
    _ = numbers.next()
    let parent = numbers.next(near: index)
    time = numbers.next(near: time) ?? 0
    let value = numbers.next(near: value)
    self.value = value ?? self.value
    let cause = numbers.next(near: index)
    index += 1
    return Read(
      call: code >> 3, event: code >> 1 & 3, isUndelivered: code & 1 == 1, object: object, other: other, parent: parent,
      time: time, value: value, cause: cause)
  }
}

extension String {
  fileprivate func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}
