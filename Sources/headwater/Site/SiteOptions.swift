import ArgumentParser
import Foundation
import PipelineRunning
import Remedies
import RxTrace
import TraceAnalysis
import Walkthrough

/// The folders of a site.
struct SiteOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The folder of Markdown pages and pipelines.", valueName: "folder"))
  var content = "content"

  @OptionGroup var look: SiteLookOption

  @Option(
    help: ArgumentHelp(
      """
      A folder of sources that excerpts come from, named after its module; may be given more than once (Sources/Rx, or \
      what was installed).
      """, valueName: "folder"))
  var sources: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      A package to explain: pipelines may import its libraries, and excerpts come from the folders in its Sources as \
      well. It depends on Headwater's Rx, or on RxSwift, whose place Headwater's Rx takes.
      """, valueName: "folder"))
  var package: String?

  func builder(
    output: String, release: String? = nil, memory: BuildMemory = BuildMemory()
  ) throws -> SiteBuilder {
    let (content, output) = (URL(fileURLWithPath: content), URL(fileURLWithPath: output))
    let cache = try UserCache.folder("sites")
    let folders =
      if let release {
        SiteFolders(
          content: content, releases: try SiteReleases(release, in: output), look: look.folder,
          sources: sourceFolders(), cache: cache)
      } else {
        SiteFolders(
          content: content, output: output, look: look.folder, sources: sourceFolders(), cache: cache)
      }
    return SiteBuilder(
      folders: folders, recorder: try recorder(), generator: ExecutableIdentity.current, memory: memory)
  }

  /// The requested folder, or this checkout's, or the one beside the sources of the command's engine.
  static func folder(_ asked: String?, or usual: String, holding part: String) -> URL {
    if let asked { return URL(fileURLWithPath: asked) }
    let here = URL(fileURLWithPath: usual)
    let isHere = FileManager.default.fileExists(atPath: here.appendingPathComponent(part).path)
    let beside = (try? EngineSources.current())?.folder.deletingLastPathComponent().appendingPathComponent(usual)
    guard !isHere, let beside, FileManager.default.fileExists(atPath: beside.path) else { return here }
    return beside
  }

  private func sourceFolders() -> [URL] {
    if !sources.isEmpty { return sources.map { URL(fileURLWithPath: $0) } }
    let engine = Self.folder(nil, or: "Sources/Rx", holding: "Core")
    guard let package else { return [engine] }
    let root = URL(fileURLWithPath: package).appendingPathComponent("Sources")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    let own = names.filter { !$0.hasPrefix(".") && !$0.contains(".") }.sorted().map { root.appendingPathComponent($0) }
    // The package's sinks inherit from the engine's, so that their chains name both.
    let isThere = FileManager.default.fileExists(atPath: engine.path) && !names.contains(engine.lastPathComponent)
    return isThere ? own + [engine] : own
  }

  /// The compilation and the run of a pipeline.
  private func recorder() throws -> PipelineRecorder {
    let runner = PipelineRunner(mode: .captured())
    let runs = try RunCache(runner: runner, package: package.map { URL(fileURLWithPath: $0) })
    // A package's own modules are not on the search path of the program that runs all pipelines.
    var arrange: PipelineRecorder.Arrange?
    // The runner is made only if there is something to arrange, because a site without programs needs no compiler.
    if package == nil { arrange = { $0.isEmpty ? [] : try ArrangementRunner(runner: runner).outcomes(of: $0) } }
    return PipelineRecorder(
      key: { try runs.key(of: $0.relativePath, arguments: $1) },
      record: { try runs.run(of: $0.relativePath, arguments: $1) }, arrange: arrange,
      answer: { try QuotedCommand.answer(to: $0, about: $1) }, fix: { try Self.fixed($0, $1, runs) },
      change: { try Self.changed($0, $1, runs) },
      areStandalone: package == nil,
      // SwiftPM builds a package, and the engine with it, for debugging.
      hasDebugEngine: package != nil || (try? EngineInstallation.current())?.isDebug ?? true)
  }
}

extension SiteOptions {
  /// A copy of a program with the edits that make the remedies of its run's findings; nil if there are none.
  private static func fixed(_ program: URL, _ run: AnalysedRun, _ runs: RunCache) throws -> URL? {
    let plan = EditPlan(CheckReport(run, level: .note).findings, in: run)
    guard !plan.files.isEmpty else { return nil }
    let texts = plan.files.map { ($0.path, String(decoding: $0.edited, as: UTF8.self)) }
    return URL(fileURLWithPath: try runs.copy(of: program.path, replacing: Dictionary(texts) { $1 }))
  }

  private static func changed(_ pipeline: URL, _ text: String, _ runs: RunCache) throws -> URL {
    let path = pipeline.standardizedFileURL.path
    return URL(fileURLWithPath: try runs.copy(of: path, replacing: [path: text]))
  }
}

struct SiteLookOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder that holds the site's templates and styles (site, or what was installed).", valueName: "folder"))
  var look: String?

  var folder: URL { SiteOptions.folder(look, or: "site", holding: "templates") }
}

struct SiteOutputOption: ParsableArguments {
  @Option(help: ArgumentHelp("The folder that the finished site replaces.", valueName: "folder"))
  var output = SiteOutputOption.usual

  static let usual = "site/dist"
}
