import ArgumentParser
import RxTrace
import TraceAnalysis

/// The run that a command is about: a recording, or a program that is recorded first.
struct RunArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A recording; or a package's folder, or the Swift files of one program, to record.", valueName: "run"),
    completion: .file())
  var run: [String]

  @Option(help: ArgumentHelp("Which of the package's executables.", valueName: "name"))
  var product: String?

  /// The name of the run in messages.
  var name: String { run[0] }

  var isToBeRecorded: Bool { isProgram(name) }

  func validate() throws {
    guard run.count > 1, let other = run.first(where: { !$0.hasSuffix(".swift") }) else { return }
    guard !run.allSatisfy({ $0.hasSuffix(".hwtrace") }) else {
      throw ValidationError("several recordings go with check if they are in a folder, which is named instead")
    }
    throw ValidationError("several files are the Swift files of one program; \(other) goes alone")
  }

  /// Reads the recording, or records the program.
  func analysed(trusting folders: TrustedFolders, opensSources: Bool = false) throws -> AnalysedRun {
    try AnalysedRun(of: run, product: product, trusting: folders, opensSources: opensSources)
  }

  /// The run's name on a page. A page can show only one file's run.
  func nameOnPage() throws -> String {
    guard run.count == 1 else { throw ValidationError("only one file's run can be shown on a page") }
    return name
  }
}
