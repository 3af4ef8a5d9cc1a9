import ArgumentParser
import Foundation
import PipelineRunning
import RxTrace
import TraceAnalysis

/// `headwater profile …`
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Show where the time of a run went, one line a stage.",
    discussion: """
      A closure's own time is from its entry to its return, on one thread, without the calls of Rx that it makes. Times are \
      elapsed times: a closure that waits takes time too. Code of your program outside of the closures that it gives to \
      operators and observers is not timed. A dot stands for zero. Columns for which the terminal has no room are left out; \
      json and csv have all of them.

      COLUMNS
        share   the part of all closures' own time
        own     the own time of its closures
        calls   how often its closures were called
        p50, p90, p99, max
                the own time of one call: of half, nine tenths and 99 of 100 calls not more, and of the longest
        total   the time of its closures with all that these called
        wait    the median time between schedule and the beginning of the action, with the delay that was asked for
        held    the median time that it held an element that it handed on later, as debounce and buffer do
        subs, in, out
                all subscriptions, and the elements that came and went, as `headwater report` counts them

      The last lines tell the time in all closures, and what the recorder cost. That is estimated from the times between \
      records with no code of the program between them.

      Examples:
        headwater profile run.hwtrace
        headwater profile pipeline.swift --by closure
        headwater profile path/to/package --sort wait
        headwater profile after.hwtrace --compare before.hwtrace
        headwater profile run.hwtrace --format html -o run.html
        headwater profile run.hwtrace --format folded -o run.folded
        headwater profile run.hwtrace --format speedscope -o run.speedscope.json

      EXIT STATUS
        0   the profile is shown
        2   trouble: a run that cannot be read or recorded
        64  the command line is wrong

      \(TrustOptions.discussion)

      \(Analysis.environment)
      """)

  @OptionGroup
  var subject: RunArgument

  @Option(help: ArgumentHelp("A line for each stage, operator, closure, thread or object.", valueName: "what"))
  var by = ProfileGrouping.stage

  @Option(help: ArgumentHelp("The order of the lines; figures from the largest on.", valueName: "column"))
  var sort = ProfileColumn.own

  @Option(
    help: ArgumentHelp("Compare with this run: its figures are in the columns named other.", valueName: "other"),
    completion: .file())
  var compare: String?

  @Option(
    help: ArgumentHelp(
      "text, json or csv; html for a page with a flame graph; folded for tools that draw one; speedscope for speedscope.app.",
      valueName: "form"))
  var format = Form.text

  @OptionGroup
  var output: OutputOptions

  @OptionGroup
  var trust: TrustOptions

  func validate() throws {
    guard format.hasStacks else { return }
    if compare != nil { throw ValidationError("--compare takes the forms text, json and csv") }
    if by != .stage {
      throw ValidationError("--format \(format.rawValue) has the stages of each stack; leave out --by")
    }
  }

  func run() throws {
    try Analysis.run {
      let profile =
        subject.isToBeRecorded
        ? try Profile(subject.analysed(trusting: trust.folders), by: by, hasStacks: format.hasStacks)
        : try Profile(path: subject.name, trusting: trust.folders, by: by, hasStacks: format.hasStacks)
      let text = try text(of: profile, comparedWith: compare.map { try other($0) })
      try output.write(text, keeping: subject.run + [compare].compactMap(\.self))
      return 0
    }
  }
}

extension ProfileCommand {
  enum Form: String, CaseIterable, ExpressibleByArgument {
    case text, json, csv, html, folded, speedscope

    var hasStacks: Bool { [.html, .folded, .speedscope].contains(self) }
  }

  private func other(_ path: String) throws -> Profile {
    isProgram(path)
      ? try Profile(AnalysedRun(of: path, product: subject.product, trusting: trust.folders), by: by)
      : try Profile(path: path, trusting: trust.folders, by: by)
  }

  private func text(of profile: Profile, comparedWith other: Profile?) throws -> String {
    if let other {
      let comparison = ProfileComparison(profile, other)
      switch format {
      case .json: return try comparison.jsonText()
      case .csv: return comparison.csvText
      default: return comparison.text(width: output.width, isColored: output.isColored)
      }
    }
    var profile = profile
    profile.sort(by: sort)
    switch format {
    case .text: return profile.text(width: output.width, isColored: output.isColored)
    case .json: return try profile.jsonText()
    case .csv: return profile.csvText
    case .html: return profile.htmlText
    case .folded: return profile.foldedText
    case .speedscope: return try profile.speedscopeText()
    }
  }
}

extension ProfileGrouping: ExpressibleByArgument {}
extension ProfileColumn: ExpressibleByArgument {}
