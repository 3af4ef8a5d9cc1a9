import ArgumentParser
import Foundation
import PipelineRunning
import RxTrace
import TraceAnalysis
import TraceFormat

/// `headwater list …`
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Show which running programs can be attached to.",
    discussion: """
      A line has the number of a process, for attach, watch and snapshot; since when it can be recorded; its program; and what \
      it is recorded into.

      Examples:
        export HEADWATER_CONTROL=/run/user/1000/headwater
        ./my-server &
        headwater list

      EXIT STATUS
        0   the programs are shown, if there are any
      \(ControlOptions.exitStatus)

      \(ControlOptions.discussion)
      """)

  @OptionGroup
  var control: ControlOptions

  func run() throws {
    let folder = try control.folder()
    let status = reportingFailures {
      let programs = try ControlledProgram.all(in: folder)
      if programs.isEmpty {
        Analysis.say("headwater: \(ShownText.printable(folder)): no program can be attached to")
      } else {
        try ReportOutput.write(Self.table(programs.map { Self.row($0, $1) }), to: nil)
      }
      return 0
    }
    throw ExitCode(status)
  }

  private static func row(_ program: ControlledProgram, _ state: ControlledState?) -> [String] {
    guard let state else { return ["\(program.process)", "", "", "does not answer"] }
    let recording = state.recording.map(ShownText.printable) ?? "not recorded"
    return ["\(program.process)", time(state.since), ShownText.printable(state.name), recording]
  }

  private static func time(_ seconds: Int) -> String {
    let format = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .current)
    return Date(timeIntervalSince1970: Double(seconds)).formatted(
      format.year().month().day().time(includingFractionalSeconds: false))
  }

  private static func table(_ rows: [[String]]) -> String {
    let all = [["pid", "since", "program", "recording"]] + rows
    let widths = (0..<3).map { column in all.map { ShownText.width($0[column]) }.max()! }
    return all.map { row in
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - ShownText.width($0)) }
      return (cells + [row[3]]).joined(separator: "  ") + "\n"
    }.joined()
  }
}
