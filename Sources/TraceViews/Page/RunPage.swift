import RxTrace

/// The first page of a run: what a check found, the program's view, and the pipelines.
///
/// The program's view and the pipelines of a long run take seconds, so links stand in their places. The script puts the
/// linked parts there once the links come into view.
package struct RunPage {
  private let run: LocatedTrace
  private let findings: PageFindings
  private let program: ProgramHTML?
  private let pipelines: [PageStage]?

  /// - Parameters:
  ///   - program: nil for a link to the view's first part.
  ///   - pipelines: nil for a link to their page.
  package init(_ run: LocatedTrace, findings: PageFindings, program: ProgramHTML?, pipelines: [PageStage]?) {
    (self.run, self.findings, self.program, self.pipelines) = (run, findings, program, pipelines)
  }

  /// - Parameters:
  ///   - stepPage: the address of the page of steps.
  ///   - partPage: the address of a part of the program's view, by its number from 1.
  ///   - pipelinePage: the address of the pipelines.
  package func body(stepPage: String, pipelinePage: String, partPage: (Int) -> String) -> String {
    """
    <main class="overview">
    <p class="summary">\(PageSummary(run.trace, stepsInRun: run.stepsInRun).html)</p>
    <section class="checked" aria-labelledby="findings">
    <h2 id="findings">Findings</h2>
    \(findings.html(stepPage: stepPage))</section>
    <section aria-labelledby="program">
    <h2 id="program">The program</h2>
    <div class="program" tabindex="0" role="region" aria-label="What the program did">
    \(program.map { Self.part(1, of: $0, partPage: partPage) } ?? Self.link("What the program did, line by line", partPage(1)))</div>
    </section>
    <section aria-labelledby="pipelines">
    <h2 id="pipelines">Pipelines</h2>
    \(pipelines.map { PipelineList($0).text } ?? Self.link("The pipelines of the program", pipelinePage))</section>
    </main>

    """
  }

  /// A part of the program's view, from 1, and the link to the next one. The script puts that in the link's place once the
  /// link comes into view.
  package static func part(_ number: Int, of program: ProgramHTML, partPage: (Int) -> String) -> String {
    guard number <= program.parts.count else { return "<p class=\"remark\">The program made no use of Rx.</p>\n" }
    let lines = program.parts[number - 1]
    guard number < program.parts.count else { return lines }
    let first = number * ProgramHTML.mostInPart + 1
    let last = min(first + ProgramHTML.mostInPart - 1, program.count)
    return lines + link("Lines \(first) to \(last) of \(program.count)", partPage(number + 1))
  }

  /// A link that the script replaces by what it leads to.
  package static func link(_ title: String, _ address: String) -> String {
    "<p class=\"more\"><a href=\"\(TextEscaping.html.escape(address))\">\(title)</a></p>\n"
  }
}
