import ArgumentParser
import RxTrace
import TraceAnalysis

/// Gives the run of a program or a recording that a command line names.
typealias NamedRuns = (_ name: String) throws -> AnalysedRun

/// A command whose answer about recorded runs a page can quote.
protocol QuotableCommand: ParsableCommand {
  /// The text that the command writes to standard output if that is a pipe.
  func answer(about run: NamedRuns) throws -> String
}

/// A command line that a page shows, such as `headwater check flow.swift`.
///
/// The line is read as the shell and the command read it. Environment variables add nothing to it, because a page must
/// say the same wherever it is built.
enum QuotedCommand {
  /// - Throws: what is wrong with the command line, or with the runs.
  static func answer(to line: String, about run: NamedRuns) throws -> String {
    guard let words = shellWords(of: line) else { throw ValidationError("a quotation mark is not closed") }
    guard words.first == "headwater" else { throw ValidationError("a command line begins with `headwater`") }
    guard let command = try parsed(Array(words.dropFirst())) as? any QuotableCommand else {
      throw ValidationError("only trace, show, diff, why, why-not, check and report can be shown with their answers")
    }
    return try command.answer(about: run)
  }

  private static func parsed(_ words: [String]) throws -> any ParsableCommand {
    if let complaint = UnknownCommand.complaint(about: words) { throw ValidationError(complaint) }
    do {
      return try Headwater.parseAsRoot(words)
    } catch {
      throw ValidationError(Headwater.message(for: error))
    }
  }
}
