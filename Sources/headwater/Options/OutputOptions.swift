import ArgumentParser
import Foundation
import RxTrace
import TraceAnalysis

/// The options for where a report goes, and for the look of its text.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write here instead of to standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("Colours of the text: auto, always or never.", valueName: "when"))
  var color = ColorChoice.auto

  var isColored: Bool { color.isColored(output == nil ? STDOUT_FILENO : nil) }

  /// The width of a text in columns.
  var width: Int { (output == nil ? TerminalWidth.columns(of: STDOUT_FILENO) : nil) ?? TerminalWidth.usual }

  /// - Parameter sources: the files that must stay as they are.
  /// - Throws: ``SystemError``
  func write(_ text: String, keeping sources: [String]) throws {
    try ReportOutput.write(text, to: output, keeping: sources)
  }
}
