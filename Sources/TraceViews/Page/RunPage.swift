import RxTrace

/// The first page of a run: what a check found, the program's view, and the pipelines.
package struct RunPage {
  private let run: LocatedTrace
  private let findings: PageFindings
  private let program: ProgramHTML
  private let pipelines: [PageStage]

  package init(_ run: LocatedTrace, findings: PageFindings, program: ProgramHTML, pipelines: [PageStage]) {
    (self.run, self.findings, self.program, self.pipelines) = (run, findings, program, pipelines)
  }

  /// - Parameters:
  ///   - stepPage: the address of the page of steps.
  ///   - partPage: the address of a further part of the program's view, by its number from 2.
  package func body(stepPage: String, partPage: (Int) -> String) -> String {
    """
    <main class="overview">
    <p class="summary">\(PageSummary(run.trace, stepsInRun: run.stepsInRun).html)</p>
    <section class="checked" aria-labelledby="findings">
    <h2 id="findings">Findings</h2>
    \(findings.html(stepPage: stepPage))</section>
    <section aria-labelledby="program">
    <h2 id="program">The program</h2>
    <div class="program" tabindex="0" role="region" aria-label="What the program did">
    \(Self.part(1, of: program, partPage: partPage))</div>
    </section>
    <section aria-labelledby="pipelines">
    <h2 id="pipelines">Pipelines</h2>
    \(PipelineList(pipelines).text)</section>
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
    return lines + "<p class=\"more\"><a href=\"\(TextEscaping.html.escape(partPage(number + 1)))\">"
      + "Lines \(first) to \(last) of \(program.count)</a></p>\n"
  }
}
