import Foundation
import PipelineRunning
import RxTrace
import TraceAnalysis

/// The texts around the program's view of a run: the findings of a check above it, and commands to go on with below it.
struct ProgramViewFrame {
  let run: LocatedTrace
  let request: RunRequest
  /// The file in which the recording is kept; nil if it is not.
  let keptTrace: String?

  let isColored: Bool
  /// The columns that the texts may take.
  let width: Int

  private static let shownFindings = 3

  /// The findings in short, each with its remedy; empty if there are none.
  var heading: String {
    var report = CheckReport(AnalysedRun(name: request.name, run: run))
    if !report.findings.isEmpty { report.silence(by: report.ignoreComments) }
    var lines: [String] = []
    for finding in report.findings.prefix(Self.shownFindings) {
      let level = finding.level.rawValue
      let message = wrapped("\(level): \(finding.message) [\(finding.rule.rawValue)]", indent: "")
      lines.append(level.emphasized(isColored) + message[0].dropFirst(level.count))
      lines += message.dropFirst()
      if !finding.remedy.isEmpty { lines += wrapped("fix: \(finding.remedy)", indent: "  ") }
    }
    let more = report.findings.count - Self.shownFindings
    if more > 0 { lines.append("and \(more) more") }
    return lines.map { $0 + "\n" }.joined() + (lines.isEmpty ? "" : "\n")
  }

  /// The text in lines that fit the terminal, the later ones indented further.
  private func wrapped(_ text: String, indent: String) -> [String] {
    let further = "   "
    return ShownText.wrapped(ShownText.printable(text), columns: width - indent.count - further.count).enumerated()
      .map { place, line in indent + (place == 0 ? "" : further) + line.trimmingSuffix(while: \.isWhitespace) }
  }

  /// Commands to go on with, each followed by what it shows if the width allows that.
  var footer: String {
    guard let name = keptTrace ?? sourceFile else {
      let command = hasPrinted ? "why run.hwtrace --last-output" : "check run.hwtrace"
      return "\nnext: --keep run.hwtrace, then headwater \(command)\n"
    }
    let shown = ShownText.printable(name)
    let again = keptTrace == nil ? "trace" : "show"
    let commands = [
      (
        "headwater why \(shown) --last-output",
        ["how the last line came about; or a step, FILE:LINE", "how the last line came about"]
      ),
      ("headwater check \(shown)", ["what may be wrong, with the lines"]),
      ("headwater \(again) \(shown) --engine", ["the engine's calls"]),
    ]
    .dropFirst(hasPrinted ? 0 : 1)
    let start = "next: "
    let column = (commands.map(\.0.count).max() ?? 0) + 4
    let lines = commands.enumerated().map { place, command in
      let explanation = command.1.first { start.count + column + $0.count <= width }
      return (place == 0 ? start : String(repeating: " ", count: start.count)) + command.0
        + (explanation.map { String(repeating: " ", count: column - command.0.count) + $0 } ?? "")
    }
    return "\n" + lines.joined(separator: "\n") + "\n"
  }

  private var hasPrinted: Bool { run.trace.steps.contains { $0.kind == .output } }

  /// The file, if the program is one that can be given to the other commands as it is.
  private var sourceFile: String? {
    guard case .files(let files) = request.subject, files.count == 1, request.arguments.isEmpty else { return nil }
    return files[0]
  }
}

extension String {
  /// The text in bold and yellow on a terminal that has colours.
  fileprivate func emphasized(_ isColored: Bool) -> String { isColored ? "\u{1B}[1;33m\(self)\u{1B}[0m" : self }

  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
    self[..<(lastIndex { !isTrimmed($0) }.map(index(after:)) ?? startIndex)]
  }
}
