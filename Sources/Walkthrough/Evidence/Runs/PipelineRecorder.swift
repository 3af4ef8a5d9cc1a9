import Foundation
import PipelineRunning
import RxTrace
import TraceAnalysis

/// How pipelines are compiled and run. Called on several threads at once, for different pipelines.
public struct PipelineRecorder: Sendable {
  /// The key of everything that a run depends on: runs with the same key are the same.
  let key: @Sendable (URL, [String]) throws -> String
  let record: @Sendable (URL, [String]) throws -> PipelineRun
  /// Runs pipelines for every arrangement of their inputs' marbles; nil for a site without such runs.
  var arrange: Arrange?
  /// Answers a command about recorded runs; nil for a site whose pages do not quote commands.
  let answer: Answer?
  /// Makes the edits of `headwater check --level note --fix`; nil for a site that cannot make them.
  let fix: Fix?
  /// Makes copies of pipelines with other lines; nil for a site without such copies.
  let change: Change?
  /// Whether a pipeline needs only the engine.
  let areStandalone: Bool
  /// Whether the engine makes the checks of debug builds.
  let hasDebugEngine: Bool
  /// Whether the pipelines are the files of a package's tests, and the arguments name a test.
  let areTests: Bool

  /// Takes pipelines with the grids to try, and returns their outcomes in order: nil for a pipeline that has none.
  public typealias Arrange =
    @Sendable ([ArrangementRunner.Request]) throws -> [ArrangementRunner.Outcomes?]

  /// Takes a command line, such as `headwater check flow.swift`, with a function that gives the run of a name in it, and
  /// returns the text that the command prints.
  public typealias Answer =
    @Sendable (_ commandLine: String, _ run: (_ name: String) throws -> AnalysedRun) throws -> String

  /// Takes a program, a file or a folder of several, and its run.
  ///
  /// Returns a copy of the program with the edits that make the remedies of the run's findings; nil if there are none.
  public typealias Fix = @Sendable (URL, AnalysedRun) throws -> URL?

  /// Takes a pipeline's file and another text for it.
  ///
  /// Returns a file of the same name with that text, at the same place each time.
  public typealias Change = @Sendable (URL, String) throws -> URL

  /// - Parameters:
  ///   - key: Identifies a pipeline's text, everything that it is compiled with, and the arguments that it is started
  ///     with; pages are built again when it changes.
  ///   - record: Compiles a pipeline and runs it with arguments; its errors are reported at the places that name the
  ///     pipeline.
  ///   - arrange: Runs pipelines for every arrangement of their inputs' marbles, which readers may then drag. Must give
  ///     the same for the same key.
  ///   - answer: Answers the commands that pages quote. Its errors are reported at the command.
  ///   - fix: Makes the edits that make the remedies of a run's findings.
  ///   - change: Makes a copy of a pipeline with another text, which is recorded like the pipeline itself.
  ///   - areStandalone: Whether `headwater trace FILE` runs each of them; false if they are compiled with a package.
  ///   - hasDebugEngine: Whether the engine makes the checks of debug builds. With another engine, claims that say that
  ///     they need one are shown and not checked.
  ///   - areTests: Whether the pipelines are the files of a package's tests, and the arguments name a test. Such runs are
  ///     recorded already: they are read again for each block of a page instead of being kept, and no page offers the file
  ///     as a program.
  public init(
    key: @escaping @Sendable (URL, [String]) throws -> String,
    record: @escaping @Sendable (URL, [String]) throws -> PipelineRun, arrange: Arrange? = nil,
    answer: Answer? = nil, fix: Fix? = nil, change: Change? = nil, areStandalone: Bool = true,
    hasDebugEngine: Bool = true, areTests: Bool = false
  ) {
    self.areTests = areTests
    self.hasDebugEngine = hasDebugEngine
    self.arrange = arrange
    self.answer = answer
    self.fix = fix
    self.change = change
    self.key = key
    self.record = record
    self.areStandalone = areStandalone
  }
}
