import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import RxTrace
@testable import TraceAnalysis
@testable import TraceViews

/// Programs in, the pages out that `open` serves.
@Suite("The pages of a run", .oneAtATime)
struct RunPageTests {
  private static let shop = """
    import RxSwift

    let cart = PublishSubject<Int>()
    let total = cart.map { $0 * 2 }.share()
    let bag = DisposeBag()
    total.filter { $0 > 5 }
      .subscribe(onNext: { print("large \\($0)") })
      .disposed(by: bag)
    total
      .subscribe(onNext: { print("any \\($0)") })
      .disposed(by: bag)
    for price in [1, 5] { cart.onNext(price) }
    """

  // MARK: The program's view

  @Test("the page has the lines of the program's view, each with a link to its step and a button for its line")
  func program() throws {
    let run = try recorded(Self.shop)
    let page = ProgramHTML(run, stepPage: "steps")
    var look = ProgramLook()
    look.width = 10_000
    let text = ProgramText(run, look: look).text
    #expect(page.count == text.split(separator: "\n").count)
    #expect(lines(of: page.parts.joined()) == text.split(separator: "\n").map { words(String($0)) })
    #expect(page.parts[0].contains("<a href=\"steps#step-1\">#1</a>"))
    #expect(page.parts[0].contains("data-line=\"12\""))
  }

  @Test("a long view comes in parts, each with a link to the next one")
  func parts() throws {
    let run = try recorded(
      """
      import RxSwift

      let ticks = PublishSubject<Int>()
      _ = ticks.filter { $0.nonzeroBitCount % 2 == 0 }.subscribe(onNext: { _ in })
      for tick in 1...1200 { ticks.onNext(tick) }
      """)
    let page = ProgramHTML(run, stepPage: "steps")
    try #require(page.parts.count > 1)
    let first = RunPage.part(1, of: page) { "program-\($0)" }
    #expect(first.contains("<a href=\"program-2\">Lines 1001 to "))
    #expect(!RunPage.part(page.parts.count, of: page) { "program-\($0)" }.contains("class=\"more\""))
    #expect(page.parts.flatMap { lines(of: $0) } == lines(of: page.parts.joined()))
    #expect(lines(of: page.parts.joined()).count == page.count)
  }

  // MARK: Pipelines

  @Test("a shared sequence is in its pipeline once, and its observers are below it")
  func share() throws {
    let stages = StagePipelines(try recorded(Self.shop)).stages
    let links = stages.map { stage in "\(stage.name): \(stage.receivers.map { stages[$0].name })" }
    #expect(
      links.sorted() == [
        "cart: [\"map\"]", "filter: [\"subscribe\"]", "map: [\"share\"]", "share: [\"filter\", \"subscribe\"]",
        "subscribe: []", "subscribe: []",
      ])
    let share = try #require(stages.first { $0.name == "share" })
    #expect(share.counts[.in] == 2 && share.counts[.out] == 4)
  }

  @Test("a pipeline begins with its sources, and a stage with several inputs stands below the last one")
  func list() {
    let stages = [
      stage("a", [2]), stage("b", [2]), stage("combineLatest", [3, 4]), stage("first", []), stage("second", []),
      stage("alone", []),
    ]
    let html = PipelineList(stages).text
    #expect(html.count(of: "<section class=\"pipeline\">") == 2)
    let order = html.matches(of: /<b>(\w+)<\/b>|→ <a href="#stage-(\d)">/).map { $0.1 ?? $0.2! }
    #expect(order == ["a", "2", "b", "combineLatest", "first", "second", "alone"])
  }

  @Test("a pipeline that feeds itself is written once")
  func circle() {
    let html = PipelineList([stage("relay", [1]), stage("map", [2]), stage("subscribe", [0])]).text
    #expect(html.count(of: "class=\"stage\"") == 3 && html.contains("→ <a href=\"#stage-0\">relay</a>"))
    #expect(html.count(of: "<ol>") == html.count(of: "</ol>"))
  }

  private func stage(_ name: String, _ receivers: [Int]) -> PageStage {
    PageStage(name: name, place: nil, facts: [], errors: 0, receivers: receivers)
  }

  // MARK: Marbles

  @Test("the data of the marbles has every event with its step, its time and its value")
  func marbles() throws {
    let run = try recorded(Self.shop)
    let chart = MarbleChart(run, names: run.programNames, foldsRepeats: true, isWhole: true)
    let read = try ReadMarbles(MarblePage(run).body(picture: "marbles.svg", remark: nil))
    #expect(read.rows.count == chart.rows.count)
    for (row, original) in zip(read.rows, chart.rows) {
      #expect(row.steps == original.marbles.map { run.trace.steps[$0.step].number })
      #expect(row.values == original.marbles.map { $0.value?.text })
      #expect(row.columns == original.marbles.map(\.column))
    }
    let times = read.rows.flatMap { row in zip(row.steps, row.times) }
    for (step, time) in times { #expect(time >= Int(run.trace.steps[step - 1].time)) }
  }

  // MARK: Whatever a recording holds

  @Test("values, names and places of a hostile recording are never markup")
  func hostile() throws {
    let run = LocatedTrace(trace: try Hostile.writer(Hostile.texts + [String(repeating: "<b>", count: 50_000)]).trace)
    let finding = PageFinding(level: "warning", rule: "stale", message: "</li><script>", details: ["<img src=x>"])
    let findings = PageFindings(
      problems: [finding], notes: [finding], silenced: [(finding, "<script>")], remarks: ["<b>"], summary: "</p>")
    let stages = StagePipelines(run).stages.map {
      PageStage(name: $0.name, place: $0.place, facts: ["<i>"], errors: 1, receivers: $0.receivers)
    }
    let bodies = [
      RunPage(run, findings: findings, program: ProgramHTML(run, stepPage: "steps"), pipelines: stages)
        .body(stepPage: "steps", pipelinePage: "pipelines") { "program-\($0)" },
      MarblePage(run).body(picture: "marbles.svg", remark: nil),
    ]
    for body in bodies {
      let page = ViewPage(title: "</title><script>", body: body, neighbours: PageNeighbours.none, script: .marbles).html
      #expect(page.count(of: "<script") == (body.contains("id=\"marbles\"") ? 2 : 1))
      #expect(!page.contains("<img src=x") && !page.contains("<b><b>") && !page.contains("-->"))
      #expect(!page.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" })
      #expect(page.utf8.count < 400_000)
    }
  }

  // MARK: Reading pages

  /// The words of each line of a list, as `trace` would print them.
  private func lines(of html: String) -> [[String]] {
    html.components(separatedBy: "</li>").dropLast().map { item in
      words(
        item.replacing(/<\/span><span class="told">/, with: " ").replacing(/<[^>]+>/, with: "")
          .replacing("&quot;", with: "\"").replacing("&gt;", with: ">").replacing("&lt;", with: "<"))
    }
  }

  private func words(_ line: String) -> [String] { line.split(whereSeparator: \.isWhitespace).map { String($0) } }
}

extension PageNeighbours {
  fileprivate static var none: PageNeighbours { PageNeighbours(links: [], current: "", editor: "_editor") }
}

/// The data of a page of marbles, read as its script reads them.
private struct ReadMarbles {
  struct Row {
    var columns: [Int] = []
    var steps: [Int] = []
    var times: [Int] = []
    var values: [String?] = []
  }

  private(set) var rows: [Row] = []
  private var numbers: SmallNumbers

  init(_ page: String) throws {
    let start = try #require(page.range(of: "id=\"marbles\">")).upperBound
    let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)).lowerBound
    let object = try JSONSerialization.jsonObject(with: Data(page[start..<end].utf8))
    let facts = try #require(object as? [String: Any])
    let values = try #require(facts["values"] as? [String])
    numbers = SmallNumbers(try #require(facts["numbers"] as? String))
    var (columns, step, time) = ([(step: Int, time: Int)](), 0, 0)
    for _ in 0..<next() {
      (step, time) = (near(step), near(time))
      columns.append((step, time))
    }
    for _ in 0..<next() { rows.append(row(columns, values)) }
    #expect(numbers.isAtEnd)
  }

  private mutating func row(_ columns: [(step: Int, time: Int)], _ values: [String]) -> Row {
    var (row, column) = (Row(), 0)
    for _ in 0..<2 { _ = next() }
    for _ in 0..<3 { _ = near(0) }
    for _ in 0..<next() {
      column += next()
      let flags = next()
      _ = next()
      row.columns.append(column)
      row.steps.append(near(columns[column].step))
      row.times.append(near(columns[column].time))
      row.values.append(flags & 8 != 0 ? values[next()] : nil)
      if flags & 16 != 0 { _ = (next(), next()) }
    }
    return row
  }

  private mutating func next() -> Int { numbers.next() }

  private mutating func near(_ other: Int) -> Int { numbers.next(near: other) ?? -1 }
}

extension String {
  fileprivate func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}
