import Foundation
import RxTrace

/// The tests of a package, built once and recorded one by one. Each runs in a process of its own, so that a recording has
/// one test, and a crash ends one test.
package struct PackageTests {
  /// A target of the package.
  package struct Target {
    package var name: String
    package var isTest: Bool
    /// The target's files, relative to the package's folder.
    package var files: [String]
    /// The target's folder, relative to the package's folder.
    package var folder: String
  }

  package let name: String
  /// The package's folder, without symbolic links.
  package let root: String
  package let targets: [Target]
  /// `AppTests.SearchTests/testLastWins`: first those of XCTest, then those of Swift Testing.
  package let names: [String]
  private let runs: [PackageProgram.Tests]
  private let runner: PipelineRunner

  /// Builds the tests; the build's messages go to standard error.
  /// - Parameter report: is given the remarks before the build.
  /// - Throws: ``PipelineError`` for a folder without a package, for a package without tests, and for tests that cannot be
  ///   built or are not built with this engine; ``SystemError``
  package init(
    of folder: String, _ selection: TestSelection, reporting report: @escaping (String) -> Void
  ) throws {
    runner = PipelineRunner(mode: .captured(), timeLimit: PipelineRunner.interactiveTimeLimit)
    let package = try PackageProgram(folder: folder, cache: runner.knownCache(), reporting: report)
    let (description, tests) = try package.singleTests(selection)
    (name, names, runs) = (description.name, tests.map(\.name), tests.map(\.run))
    root = tests.first?.run.root ?? folder
    targets = description.targets.map { target in
      Target(
        name: target.name, isTest: target.type == "test", files: target.sources.map { "\(target.path)/\($0)" },
        folder: target.path)
    }
  }

  /// Runs a test.
  /// - Parameters:
  ///   - place: its position in ``names``.
  ///   - file: the path of the recording, in a folder of the caller's own.
  package func record(_ place: Int, at file: String) throws -> PipelineRun { try runner.record(runs[place], at: file) }

  /// Looks up the lines of all recordings at once, because that starts a program.
  package static func findLines(of recordings: [String]) throws { try Symbolicator.prepare(for: recordings) }

  /// Reads a recording that ``record(_:at:)`` has made, with its lines.
  /// - Throws: ``TraceError``
  package static func run(recordedAt file: String) throws -> PipelineRun {
    let trace = try Trace(contentsOf: file)
    var symbolicator = Symbolicator(images: Symbolicator.imagesOfProgram(trace).union(Symbolicator.engines(trace)))
    var run = PipelineRun(trace: trace, output: "", status: 0)
    run.frames = symbolicator.frames(of: trace)
    return run
  }
}
