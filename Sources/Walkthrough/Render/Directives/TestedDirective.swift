import RxTrace
import TraceAnalysis
import TraceViews

/// Shows a recorded test: its lines beside its marbles, the story of each event, what a check finds, and, folded, the calls
/// as a chain. A site of `headwater site tests` has one on the page of each test; the pipeline is the file of the tests there,
/// and the arguments name one.
///
///     ```tested pipeline=SearchTests.swift arguments=testLastWins lines=12-24
///     ```
struct TestedDirective: Directive {
  static let name = "tested"
  static let keys = DirectiveKeys(required: ["pipeline"], optional: ["lines"])

  let block: DirectiveBlock
  let page: DirectivePage

  /// The most steps of a run that is drawn, because browsers are slow with large pictures.
  private static let mostPictured = 2000
  private static let mostLines = 300
  private static let mostCalls = 600

  func render() throws(Problem) -> HTML {
    let lines = try lines()
    guard let run = try run() else { return "" }
    return """
      <div class="tested-run">
      \(try excerpt(lines, of: run))
      \(marbles(of: run))
      </div>
      \(heading(.testedStory))
      <div class="tested-story">
      \(story(of: run))
      </div>
      \(heading(.testedFindings))
      \(findings(in: run))
      \(chain(of: run))
      """
  }

  private func heading(_ word: Word) -> HTML {
    let id = context.addHeading(level: 2, text: words(word))
    return "<h2 id=\"\(id)\">\(words(word))</h2>"
  }

  // MARK: The lines

  private func lines() throws(Problem) -> ClosedRange<Int>? {
    guard let lines = attribute("lines") else { return nil }
    let ends = lines.value.split(separator: "-").compactMap { Int($0) }
    guard ends.count == 2, 1 <= ends[0], ends[0] <= ends[1] else {
      throw Problem(lines.valuePlace, "`\(lines.value)` is not two numbers of lines: write `12-24`")
    }
    return ends[0]...ends[1]
  }

  private func excerpt(_ lines: ClosedRange<Int>?, of run: Evidence) throws(Problem) -> HTML {
    guard let lines else { return "" }
    let file = run.index.files[run.code.pipelineFile]
    guard lines.upperBound <= file.texts.count else {
      throw Problem(attribute("lines")!.valuePlace, "`\(run.fileName)` has only \(file.texts.count) lines")
    }
    return CodeRenderer.excerpt(
      Excerpt(file: run.code.pipelineFile, lines: lines), of: file,
      link: context.link(to: file, line: lines.lowerBound), symbols: context.symbols(in: run.index))
  }

  // MARK: The run

  private func marbles(of run: Evidence) -> HTML {
    guard run.trace.steps.count <= Self.mostPictured else { return remark(.runTooManySteps, run.trace.steps.count) }
    let chart = MarbleChart(run.located, names: run.program.value)
    var marbles = RunMarbles(run: run, words: words, axis: chart.hasTicks ? .ticks : .steps)
    // With long pauses between the ticks, the picture would have many lines with only one or two marbles each.
    if chart.hasTicks, !marbles.isComparable { marbles = RunMarbles(run: run, words: words, axis: .steps) }
    return marbles.isEmpty ? "" : marbles.render(figure(title: words(.marblesOf, title(of: run)), style: "marbles"))
  }

  private func story(of run: Evidence) -> HTML {
    let files = Dictionary(grouping: run.index.files, by: \.fileName)
    let renderer = StoryRenderer(run: run.located) { name, line in
      // If two files share a name, it is not known which one is meant.
      guard let found = files[name], found.count == 1 else { return nil }
      return context.link(to: found[0], line: line)
    }
    return renderer.html(most: Self.mostLines) { words(.testedMoreLines, $0) }
  }

  private func remark(_ word: Word, _ number: Int) -> HTML { "<p>\(words(word, number))</p>" }

  /// The name of the test, without its suite.
  private func title(of run: Evidence) -> String {
    run.command.arguments.last?.split(separator: "/").last.map(String.init) ?? run.fileName
  }

  private func findings(in run: Evidence) -> HTML {
    let report = CheckReport(run.analysed(as: run.name), level: .note)
    guard !report.findings.isEmpty else { return "<p>\(words(.checkFoundNothing))</p>" }
    return FindingBox(words: words).figure(
      report.findings.map { $0.told(in: words.findingLanguage) }, id: context.numbered("findings"),
      caption: "<code>headwater check</code>")
  }

  /// The chain in the form in which an author pastes it as a claim.
  private func chain(of run: Evidence) -> HTML {
    let lines = ChainList(run.located).lines
    let rest = lines.count > Self.mostCalls ? "\n\n" + words(.testedMoreLines, lines.count - Self.mostCalls) : ""
    let text = ShownText.message(lines.prefix(Self.mostCalls).joined(separator: "\n") + rest)
    return """
      <details class="tested-chain"><summary>\(words(.testedChain))</summary>
      \(CodeRenderer.plain(text))
      </details>
      """
  }
}
