import Foundation
import RxTrace

/// The texts around the program's view of a run: the findings of a check above it, and commands to go on with below it.
struct ProgramViewFrame {
  let run: LocatedTrace
  let request: RunRequest
  /// The file in which the recording is kept; nil if it is not.
  let keptTrace: String?

  private static let shownFindings = 3

  /// The findings in short, each with its remedy; empty if there are none.
  var heading: String {
    let report = CheckReport(AnalysedRun(name: request.name, run: run))
    var lines: [String] = []
    for finding in report.findings.prefix(Self.shownFindings) {
      lines += wrapped("\(finding.level.rawValue): \(finding.message) [\(finding.rule.rawValue)]")
      if !finding.remedy.isEmpty { lines += wrapped("  fix: \(finding.remedy)") }
    }
    let more = report.findings.count - Self.shownFindings
    if more > 0 { lines.append("and \(more) more") }
    return lines.map { ShownText.printable($0) + "\n" }.joined() + (lines.isEmpty ? "" : "\n")
  }

  /// The text in lines that fit the terminal, the later ones indented.
  private func wrapped(_ text: String) -> [String] {
    let width = TerminalWidth.columns(of: STDOUT_FILENO) ?? TerminalWidth.usual
    let indent = text.prefix { $0 == " " }
    var lines: [String] = []
    var line = String(indent)
    for word in text.split(separator: " ") {
      if line.count + word.count + 1 > width, line.contains(where: { $0 != " " }) {
        lines.append(line)
        line = indent + "   "
      }
      line += (line.allSatisfy { $0 == " " } ? "" : " ") + word
    }
    return lines + [line]
  }

  /// Commands that go on from here.
  var footer: String {
    guard let name = keptTrace ?? sourceFile else {
      return "\nnext: --keep run.hwtrace, then headwater why run.hwtrace --last-output\n"
    }
    let shown = ShownText.printable(name)
    let again = keptTrace == nil ? "trace" : "show"
    return """

      next: headwater why \(shown) --last-output    how the last line came about; also a step's number, or FILE:LINE
            headwater check \(shown)                what may be wrong, with the lines
            headwater \(again) \(shown) --engine       the engine's calls

      """
  }

  /// The file, if the program is one that can be given to the other commands as it is.
  private var sourceFile: String? {
    guard case .files(let files) = request.subject, files.count == 1, request.arguments.isEmpty else { return nil }
    return files[0]
  }
}
