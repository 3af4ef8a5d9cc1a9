import ArgumentParser
import Foundation
import PipelineRunning
import RxTrace
import Walkthrough

/// `headwater site tests`
struct SiteTestsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tests",
    abstract: "Make a site of a package's tests: the package documents itself.",
    discussion: """
      Builds the package as headwater test does, unmodified, and records each of its tests in a process of its own. The \
      site has a page for each test that ran a pipeline, a page for each stage of the product's own code (which tests go \
      through it, what it dropped and why), and pages of its sources. Its first page lists all of them, and the tests \
      without a pipeline with the reason. A test that fails, crashes or takes more than \
      \(Int(PipelineRunner.interactiveTimeLimit)) s is documented all the same, and named on standard error.

      Markdown beside a file of tests, SearchTests.md for SearchTests.swift, begins the page of that file. Its claims are \
      checked as on every page; pipeline=SearchTests.swift arguments=testLastWins names a test's run.

      Examples:
        headwater site tests
        headwater site tests path/to/package --output public
        headwater site tests --filter SearchTests

      EXIT STATUS
        0   the site is written
        1   it is not; standard error says why
        64  the command line is wrong
      """)

  @OptionGroup
  var tests: TestedPackageOptions

  @OptionGroup var output: SiteOutputOption

  @OptionGroup var look: SiteLookOption

  func run() throws {
    try SiteReporting.reporting {
      // Both would otherwise be found only after all tests have run.
      try SiteFolders.require(look.folder, "--look")
      try refuseLoss(to: URL(fileURLWithPath: output.output))
      let built = try PackageTests(of: tests.package, tests.selection) {
        Self.say($0, terminator: "")
      }
      try PrivateFolder.withTemporary { folder in
        let folder = URL(fileURLWithPath: folder)
        let content = try content(of: built, in: folder)
        let report = try build(content)
        SiteReporting.say(report.warnings.map { content.told($0, of: tests.package) })
        sayFailures(content)
        print(
          "\(output.output): pages of tests: \(content.pagesOfTests), of stages: \(content.pagesOfStages), "
            + "files written: \(report.written)")
      }
    }
  }

  // MARK: The recordings

  private func content(of tests: PackageTests, in folder: URL) throws -> PackageContent {
    Self.say("headwater: recording \(tests.names.count) tests, one by one")
    let recorded = try record(tests, in: folder)
    try PackageTests.findLines(of: recorded.compactMap(\.recording))
    let targets = tests.targets.map {
      DocumentedPackage.Target(name: $0.name, isTest: $0.isTest, folder: $0.folder, files: $0.files)
    }
    let package = DocumentedPackage(name: tests.name, root: URL(fileURLWithPath: tests.root), targets: targets)
    return try package.content(of: recorded, in: folder) { try PackageTests.run(recordedAt: $0) }
  }

  private func record(_ tests: PackageTests, in folder: URL) throws -> [RecordedTest] {
    let recordings = folder.appendingPathComponent("recordings")
    try FileManager.default.createDirectory(at: recordings, withIntermediateDirectories: true)
    let notice = SlowBuildNotice("recorded", "tests")
    return try tests.names.enumerated().map { place, name in
      let file = recordings.appendingPathComponent("\(place + 1).hwtrace").path
      defer { notice.say(made: place + 1, of: tests.names.count) }
      return RecordedTest(name: name, try tests.record(place, at: file), recording: file)
    }
  }

  // MARK: The site

  private func build(_ content: PackageContent) throws -> BuildReport {
    let output = URL(fileURLWithPath: output.output)
    // Authors' claims name calls of the engine by the types that declare them.
    let engine = content.hasClaims ? [SiteOptions.folder(nil, or: "Sources/Rx", holding: "Core")] : []
    let folders = SiteFolders(
      content: content.folder, output: output, look: look.folder,
      sources: content.sources + engine.filter { FileManager.default.fileExists(atPath: $0.path) },
      cache: try UserCache.folder("sites"))
    var builder = SiteBuilder(
      folders: folders, recorder: content.recorder, generator: ExecutableIdentity.current)
    let notice = SlowBuildNotice()
    builder.reportsProgress = { notice.say(made: $0.made, of: $0.total) }
    do {
      return try builder.build()
    } catch var error as SiteBuildError {
      error.diagnostics = error.diagnostics.map { content.told($0, of: tests.package) }
      throw error
    }
  }

  /// Refuses an output folder that contains the package, because the site replaces the folder.
  private func refuseLoss(to output: URL) throws {
    let parts = [tests.package, output.path].map {
      URL(fileURLWithPath: $0).resolvingSymlinksInPath().standardizedFileURL.pathComponents
    }
    guard !parts[0].starts(with: parts[1]) else {
      let remedy = "choose another output folder"
      throw SiteSetupError("\(output.relativePath): holds the package, which would be lost; \(remedy)")
    }
  }

  private func sayFailures(_ content: PackageContent) {
    for name in content.failed { Self.say("headwater: \(ShownText.printable(name)): failed; its page says how") }
  }

  private static func say(_ text: String, terminator: String = "\n") {
    FileHandle.standardError.write(Data((text + terminator).utf8))
  }
}
