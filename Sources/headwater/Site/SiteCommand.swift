import ArgumentParser
import Foundation
import PipelineRunning
import Remedies
import RxTrace
import TraceAnalysis
import Walkthrough

/// `headwater site …`
struct SiteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "site",
    abstract: "Turn Markdown and recorded runs into walkthroughs.",
    subcommands: [
      SiteBuildCommand.self, SiteCheckCommand.self, SiteAcceptCommand.self, SiteCommentsCommand.self,
      SiteInitCommand.self, SiteNewCommand.self, SiteServeCommand.self, SiteSpellCommand.self, SiteTestsCommand.self,
    ])

  static let exitStatus = """
    EXIT STATUS
      0   all is well
      1   it is not; standard error says why
      64  the command line is wrong
    """
}

/// `headwater site build`
struct SiteBuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Build the site.",
    discussion: """
      Every pipeline that a page names is compiled and run with every hook recording, and everything that the pages \
      claim is held against the run and against the sources. Claims that do not hold, misspelt directives and dead \
      links are reported together as FILE:LINE:COLUMN: error: …, and the site that was there before stays as it was. \
      What is the same as at the last build is not made again.

      Examples:
        headwater site build
        headwater site build --content notes --output public
        headwater site build --package ../parser
        headwater site build --release 1.1 --output public

      \(SiteCommand.exitStatus)
      """)

  @OptionGroup var folders: SiteOptions
  @OptionGroup var output: SiteOutputOption

  @Option(
    help: ArgumentHelp(
      "Build the site of a release into a folder of that name in the output folder, beside those of other releases.",
      valueName: "name"))
  var release: String?

  func run() throws {
    try SiteReporting.reporting {
      var builder = try folders.builder(output: output.output, release: release)
      let notice = SlowBuildNotice()
      builder.reportsProgress = { notice.say(made: $0, of: $1) }
      let report = try builder.build()
      SiteReporting.say(report.warnings)
      let pages = "pages: \(report.pages), rendered: \(report.rendered)"
      let output = builder.folders.output.relativePath
      print("\(output): \(pages), pipelines: \(report.pipelines), files written: \(report.written)")
    }
  }
}

/// `headwater site check`
struct SiteCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check everything that the pages claim, and write nothing.",
    discussion: """
      Reports the problems that a build would report. It also lists each page that is not translated into every \
      language of the site. This is not an error: such a page is shown in the language that it was written in.

      Examples:
        headwater site check
        headwater site check --content notes

      \(SiteCommand.exitStatus)
      """)

  @OptionGroup var folders: SiteOptions
  @OptionGroup var output: SiteOutputOption

  func run() throws {
    try SiteReporting.reporting {
      let report = try folders.builder(output: output.output).build(.check)
      SiteReporting.say(report.warnings)
      for page in report.missingTranslations { print("\(page): not translated yet") }
      print("\(folders.content): pages: \(report.pages), pipelines: \(report.pipelines), all claims hold")
    }
  }
}

/// `headwater site accept`
struct SiteAcceptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Note that the excerpts on some pages, or on all, have been looked at.",
    discussion: """
      The excerpts' texts are kept in CONTENT/\(SiteBuilder.ledgerName). When a source changes under a page, a build \
      reports the difference until the page's author has read the text around it again and accepts it.

      Examples:
        headwater site accept
        headwater site accept core-flow/index.md

      \(SiteCommand.exitStatus)
      """)

  @Argument(help: ArgumentHelp("Pages, as paths in the content folder (all).", valueName: "page"))
  var pages: [String] = []

  @OptionGroup var folders: SiteOptions

  func run() throws {
    try SiteReporting.reporting {
      for page in try folders.builder(output: SiteOutputOption.usual).accept(pages) { print(page) }
    }
  }
}

/// `headwater site comments`
struct SiteCommentsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "comments",
    abstract: "List the doc comments that are not translated yet.",
    discussion: """
      Prints an entry for each doc comment of a public declaration that CONTENT/comments.LANGUAGE.yml does not translate, \
      or that has changed since: the symbol, the identifier of the comment, and the comment itself in place of the \
      translation. Append the entries to that file and translate them there.

      Examples:
        headwater site comments zh-Hans
        headwater site comments zh-Hans >> content/comments.zh-Hans.yml

      \(SiteCommand.exitStatus)
      """)

  @Argument(help: ArgumentHelp("The language of the translations, as in the names of pages.", valueName: "language"))
  var language: String

  @OptionGroup var folders: SiteOptions

  func run() throws {
    try SiteReporting.reporting {
      let comments = try folders.builder(output: SiteOutputOption.usual).untranslatedComments(in: language)
      for comment in comments { print(comment.entry, terminator: "") }
    }
  }
}

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

  /// The requested folder, or this checkout's, or the one that came with an installed `headwater`.
  static func folder(_ asked: String?, or usual: String, holding part: String) -> URL {
    if let asked { return URL(fileURLWithPath: asked) }
    let share = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("share/headwater/\(usual)")
    let here = URL(fileURLWithPath: usual)
    let isHere = FileManager.default.fileExists(atPath: here.appendingPathComponent(part).path)
    guard !isHere, let share, FileManager.default.fileExists(atPath: share.path) else { return here }
    return share
  }

  private func sourceFolders() -> [URL] {
    if !sources.isEmpty { return sources.map { URL(fileURLWithPath: $0) } }
    let engine = Self.folder(nil, or: "Sources/Rx", holding: "Core")
    guard let package else { return [engine] }
    let root = URL(fileURLWithPath: package).appendingPathComponent("Sources")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    let own = names.filter { !$0.hasPrefix(".") && !$0.contains(".") }.sorted().map { root.appendingPathComponent($0) }
    // The package's sinks inherit from the engine's, so that chains of theirs name both.
    let isThere = FileManager.default.fileExists(atPath: engine.path) && !names.contains(engine.lastPathComponent)
    return isThere ? own + [engine] : own
  }

  /// The compilation and the run of a pipeline.
  private func recorder() throws -> PipelineRecorder {
    let runner = PipelineRunner(mode: .captured())
    let runs = try RunCache(runner: runner, package: package.map { URL(fileURLWithPath: $0) })
    // A package's own modules are not on the search path of the program that runs all pipelines.
    var arrange: PipelineRecorder.Arrange?
    // Made when there is something to arrange, because a site without programs needs no compiler.
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

/// The reporting of the commands about sites.
enum SiteReporting {
  static func reporting(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as SiteBuildError {
      try fail(error.description)
    } catch let error as SiteSetupError {
      try fail("error: \(error)")
    } catch let error as any ExitingError {
      try fail("\(error)")
    }
  }

  static func say(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics { FileHandle.standardError.write(Data((diagnostic.description + "\n").utf8)) }
  }

  private static func fail(_ message: String) throws {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    throw ExitCode.failure
  }
}
