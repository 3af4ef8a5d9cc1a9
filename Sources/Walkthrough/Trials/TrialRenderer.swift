import Foundation
import PipelineRunning
import RxTrace
import TraceAnalysis
import TraceViews

/// Makes the parts of a trial that a page shows, with the same renderers as the page itself.
struct TrialRenderer {
  private let site: SiteContext
  private let run: PipelineRun
  private let trial: ProgramTrial
  private let wanted: Set<String>?
  /// The page that shows the parts.
  private let page: PageName
  private let words: Wording
  private let evidence: Evidence
  /// The run that the page shows; nil if the pipeline could not be recorded, which the page reports itself.
  private let recorded: Evidence?
  private let firstNumber: Int

  /// The most steps of a run that is drawn, because browsers are slow with large pictures.
  private static let mostSteps = 2000
  /// The most steps of a run that readers can go through one by one.
  private static let mostStepped = 400

  init(
    _ site: SiteContext, plan: SitePlan, _ run: PipelineRun, _ trial: ProgramTrial, number: Int, wanted: Set<String>?
  ) {
    self.run = run
    self.trial = trial
    self.wanted = wanted
    let stem = trial.page.hasSuffix(".html") ? String(trial.page.dropLast(5)) : trial.page
    page = PageName(stem + ".md", languages: Set(site.wordings.keys))
    words = site.wording(of: page.language)
    let index = site.sources.index.adding(fileNamed: trial.path, text: trial.text)
    evidence = Evidence(
      trace: run.trace, index: index, pipelineFile: index.files.count - 1, arguments: trial.arguments,
      frames: run.frames)
    let command = PipelineCommand(path: trial.path)
    recorded = try? site.pipelines.run(of: command)
    firstNumber = 1000 * number
    let pipelines = site.pipelines.giving([evidence.command: evidence])
    self.site = SiteContext(
      content: site.content, plan: plan, wordings: site.wordings, pipelines: pipelines, sources: site.sources,
      blocks: KeptBlocks(), glossary: Glossary(), comments: [:])
  }

  func view() -> TrialView {
    let parts: [TrialView.Part?] = [marbles, program, stepper, steps, differences, findings]
    return TrialView(
      output: TrialOutput(run.output, recorded: recorded).lines, parts: parts.compactMap(\.self), ending: ending,
      claims: trial.claims?.map { TaskAnswer($0, evidence, words) })
  }

  private func part(
    _ name: TrialView.Part.Name, count: Int? = nil, _ make: () -> HTML
  ) -> TrialView.Part? {
    guard wanted?.contains(name.rawValue) ?? true else { return nil }
    let html = make()
    return html == "" ? nil : TrialView.Part(name: name, html: html.source, count: count)
  }

  private var ending: String {
    switch run.ending {
    case .exited(0): ""
    case .exited(let status): words(.runExited, status)
    case .signalled(let signal): crash ?? words(.runSignalled, signal)
    case .timeLimit(let seconds): words(.runTooLong, Int(seconds))
    case .outputLimit(let bytes): words(.runPrintsTooMuch, bytes >> 10)
    case .memoryLimit(let bytes): words(.runTooLarge, bytes >> 20)
    case .processLimit(let count): words(.runTooManyProcesses, count)
    case .cancelled: words(.runStopped)
    }
  }

  /// The sentence about a crash, if Swift's runtime gave a reason.
  private var crash: String? {
    let name = String(trial.path.split(separator: "/").last ?? "")
    guard let reason = CrashReason(in: run.errorOutput, fileName: name) else { return nil }
    guard let line = reason.line else { return words(.runCrashed, reason.text) }
    return words(.runCrashedAtLine).replacingOccurrences(of: "{line}", with: "\(line)")
      .replacingOccurrences(of: "{reason}", with: reason.text)
  }

  // MARK: Parts

  private var isShort: Bool { run.trace.steps.count <= Self.mostSteps }

  private var tooLong: HTML { "<p class=\"run-remark\">\(words(.runTooManySteps, run.trace.steps.count))</p>" }

  /// The marbles, made by the directive, so that they look as on the page; empty for a run without events.
  private var marbles: TrialView.Part? {
    part(.marbles) { isShort ? directive("marbles") : run.usesRx ? tooLong : "" }
  }

  private func directive(_ name: String, _ options: String = "") -> HTML {
    let file = RelativePath.link(to: trial.path, from: page.htmlPath)
    let arguments = trial.arguments.isEmpty ? "" : " arguments=\"\(trial.arguments.joined(separator: " "))\""
    guard let page = page(of: "```\(name) pipeline=\"\(file)\"\(arguments)\(options)\n```\n") else { return "" }
    let renderer = PageRenderer(page: page, site: site, firstNumber: firstNumber)
    let body = renderer.render().body
    return renderer.problems.isEmpty ? body : ""
  }

  private func page(of text: String) -> Page? {
    (try? PageText(text.utf8)).map { text in
      Page(
        origin: PageOrigin(path: page.base + ".md", name: page), name: page,
        frontMatter: FrontMatter(title: trial.path), text: text)
    }
  }

  /// The run in the terms of the program's author.
  private var program: TrialView.Part? {
    part(.program) {
      guard run.usesRx else { return "" }
      guard isShort else { return tooLong }
      return StoryRenderer(run: run.located).html()
    }
  }

  /// The steps with their code, if the run is short enough to go through.
  private var stepper: TrialView.Part? {
    guard run.trace.steps.count <= Self.mostStepped else { return nil }
    return part(.stepper) { run.usesRx ? directive("trace", " view=stepper") : "" }
  }

  private var steps: TrialView.Part? {
    part(.steps) {
      guard run.usesRx else { return "" }
      guard isShort else { return tooLong }
      let added = recorded.map { StepDifference($0.trace, run.trace).added } ?? []
      return TraceTreeRenderer(run: evidence, id: "trace-\(firstNumber + 1)", words: words, added: added).render()
    }
  }

  /// The step at which the two runs begin to differ, side by side; empty if they are equal.
  private var differences: TrialView.Part? {
    guard let recorded, isShort, recorded.trace.steps.count <= Self.mostSteps else { return nil }
    guard wanted?.contains("differences") ?? true else { return nil }
    let diff = TraceDiff(recorded.trace, run.trace, context: 3)
    guard !diff.isSame, let page = page(of: "") else { return nil }
    return part(.differences, count: diff.placeCount) {
      let context = PageContext(page: page, site: site, showsProblems: false, firstNumber: firstNumber)
      return CompareRenderer(
        context: context, left: recorded, right: evidence, diff: diff, notes: [],
        givenNames: (words(.runRecorded), words(.runYours))
      ).render(id: "compare-\(firstNumber + 1)", caption: nil)
    }
  }

  private var findings: TrialView.Part? {
    guard run.usesRx, isShort else { return nil }
    let findings = TraceCheck(run.located).findings.map {
      PageFinding($0.told(in: words.findingLanguage), in: run.located)
    }
    return part(.findings, count: findings.count) { FindingRenderer(words: words).render(findings) }
  }
}
