import ArgumentParser
import Foundation
import PipelineRunning
import RxTrace
import TraceAnalysis

/// `headwater report …`
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Show what each stage of a run did, one line a stage.",
    discussion: """
      A stage is an operator, a source, a subject or an observer at one place of your program, however often it was \
      subscribed. A dot stands for zero; columns that would have no number are left out.

      COLUMNS
        stage    the operator, or the variable of a source
        place    the line that made it, or that subscribed
        now      subscriptions that are open at the end
        peak     the most subscriptions that were open at once
        in       elements that it was given, without those of inner sequences
        out      elements that it handed on, once for each observer
        drop     elements that went no further: filtered, replaced, too late,
                 kept when the sequence ended, or sent while nobody listened
        err      errors that came to it or came up in it
        inner    the most inner sequences that were open at once
        time     the time in its closures, without the calls of Rx that these make
        last value  the element that it sent last, or, of an observer, got

      Examples:
        headwater report run.hwtrace
        headwater report pipeline.swift --sort dropped
        headwater report main.swift model.swift
        headwater report path/to/package --pipeline 'map search.swift:7'
        headwater report run.hwtrace --format csv -o stages.csv

      EXIT STATUS
        0   the stages are shown
        2   trouble: a run that cannot be read or recorded, a stage that it lacks
        64  the command line is wrong

      \(TrustOptions.discussion)

      \(Analysis.environment)
      """)

  @OptionGroup
  var subject: RunArgument

  @Option(help: ArgumentHelp("The order of the lines; counts from the largest on.", valueName: "column"))
  var sort = ReportColumn.place

  @Option(
    help: ArgumentHelp("Only these stages: cart, map, 'map (search.swift:7)' or types: 'Map*'.", valueName: "names"))
  var object: [FilterList] = []

  @Option(help: ArgumentHelp("Only stages of these source files: greet.swift, App/cart.swift:9.", valueName: "files"))
  var source: [FilterList] = []

  @OptionGroup
  var pipelines: PipelineOption

  @Option(help: ArgumentHelp("text, json or csv.", valueName: "form"))
  var format = Form.text

  @OptionGroup
  var output: OutputOptions

  @OptionGroup
  var trust: TrustOptions

  func validate() throws { _ = try filter() }

  func run() throws {
    try Analysis.run {
      let filter = try filter()
      let report =
        subject.isToBeRecorded
        ? try StageReport(subject.analysed(trusting: trust.folders), choosing: filter)
        : try StageReport(path: subject.name, trusting: trust.folders, choosing: filter)
      try output.write(
        text(of: report, width: output.width, isColored: output.isColored), keeping: subject.run)
      return 0
    }
  }
}

extension ReportCommand {
  enum Form: String, CaseIterable, ExpressibleByArgument { case text, json, csv }

  private func filter() throws -> TraceFilter {
    var filter = TraceFilter()
    filter.addNames(objects: object, threads: [], sources: source)
    try pipelines.add(to: &filter)
    return filter
  }

  private func text(
    of report: StageReport, width: Int = TerminalWidth.usual, isColored: Bool = false
  ) throws -> String {
    var report = report
    report.sort(by: sort)
    switch format {
    case .text: return report.text(width: width, isColored: isColored)
    case .json: return try report.jsonText()
    case .csv: return report.csvText
    }
  }
}

extension ReportCommand: QuotableCommand {
  func answer(about run: NamedRuns) throws -> String {
    try text(of: StageReport(run(subject.nameOnPage()), choosing: filter()))
  }
}

extension ReportColumn: ExpressibleByArgument {}
