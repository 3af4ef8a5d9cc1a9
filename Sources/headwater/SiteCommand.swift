import ArgumentParser
import Foundation
import RxTrace
import Walkthrough

/// `headwater site …`
struct SiteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "site",
    abstract: "Turn Markdown and recorded runs into walkthroughs.",
    subcommands: [SiteBuild.self])
}

/// `headwater site build`
struct SiteBuild: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Build the site.",
    discussion: """
      Every pipeline that a page names is compiled and run with every hook recording, and everything that the pages \
      claim is held against the run and against the engine's sources. Claims that do not hold, misspelt directives and \
      dead links are reported together as FILE:LINE:COLUMN: error: …, and the site that was there before stays as it was.

      Examples:
        headwater site build
        headwater site build --content notes --output public

      EXIT STATUS
        0   the site is built
        1   it is not; standard error says why
        64  the command line is wrong
      """)

  @Option(help: ArgumentHelp("The folder of Markdown pages and pipelines.", valueName: "folder"))
  var content = "content"

  @Option(help: ArgumentHelp("The folder that the finished site replaces.", valueName: "folder"))
  var output = "site/dist"

  @Option(
    help: ArgumentHelp(
      "The folder that holds the site's templates and styles (site, or what was installed).", valueName: "folder"))
  var look: String?

  @Option(
    help: ArgumentHelp(
      "The folder of the engine's sources, named after its module (Sources/Rx, or what was installed).",
      valueName: "folder"))
  var engineSources: String?

  func run() throws {
    do {
      let folders = SiteFolders(
        content: URL(fileURLWithPath: content), output: URL(fileURLWithPath: output),
        look: Self.folder(look, or: "site", holding: "templates"),
        sources: [Self.folder(engineSources, or: "Sources/Rx", holding: "Core")])
      let builder = SiteBuilder(folders: folders, recorder: try Self.recorder())
      let report = try builder.build()
      print("\(output): pages: \(report.pages), recorded pipelines: \(report.pipelines)")
    } catch let error as SiteBuildError {
      try fail(error.description)
    } catch let error as SiteSetupError {
      try fail("error: \(error)")
    } catch let error as PipelineError {
      try fail("\(error)")
    }
  }

  /// The folder that was asked for, or this checkout's, or the one that came with an installed `headwater`.
  private static func folder(_ asked: String?, or usual: String, holding part: String) -> URL {
    if let asked { return URL(fileURLWithPath: asked) }
    let share = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("share/headwater/\(usual)")
    let here = URL(fileURLWithPath: usual)
    let isHere = FileManager.default.fileExists(atPath: here.appendingPathComponent(part).path)
    guard !isHere, let share, FileManager.default.fileExists(atPath: share.path) else { return here }
    return share
  }

  private func fail(_ message: String) throws {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    throw ExitCode.failure
  }

  /// How a pipeline is compiled and run.
  private static func recorder() throws -> PipelineRecorder {
    let runner = PipelineRunner(mode: .captured())
    return PipelineRecorder(key: { $0.relativePath }, record: { try runner.record($0.relativePath) })
  }
}
