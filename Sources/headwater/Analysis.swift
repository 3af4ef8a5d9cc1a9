import ArgumentParser
import Foundation
import PipelineRunning
import RxTrace
import TraceAnalysis

/// The common parts of the commands that analyse runs.
enum Analysis {
  /// The status of a command that could not do its work.
  static let trouble: Int32 = 2

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  /// Ends the command with the status that `body` returns, or reports its error.
  static func run(_ body: () throws -> Int32) throws -> Never {
    let status: Int32
    do {
      status = try ReadingProgress.onTerminal(body)
    } catch PipelineError.doesNotCompile(_, let diagnostics) {
      say(diagnostics, terminator: "")
      status = trouble
    } catch let comments as IgnoreComments.Incomplete {
      say(ShownText.message(comments.description))
      status = trouble
    } catch {
      say("headwater: \(ShownText.message("\(error)"))")
      status = trouble
    }
    throw ExitCode(status)
  }

  static let environment = """
    ENVIRONMENT
      HEADWATER_…      every option: HEADWATER_FORMAT=json is --format json
      SWIFTC           the Swift compiler (the first swiftc in PATH)
      XDG_CACHE_HOME   compiled files are kept in its folder headwater (~/.cache)
    """

  static func say(_ text: String, terminator: String = "\n") {
    try? FileHandle.standardError.write(contentsOf: Data((text + terminator).utf8))
  }
}
