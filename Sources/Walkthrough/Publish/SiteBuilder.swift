import Foundation
import RxTrace

/// Builds a site out of Markdown pages, the pipelines that they explain, and the sources that these run through.
///
///     let runs = RunCache(runner: PipelineRunner(mode: .captured()))
///     let builder = SiteBuilder(
///       folders: SiteFolders(content: URL(filePath: "content"), output: URL(filePath: "site/dist"), …),
///       recorder: PipelineRecorder(
///         key: { try runs.key(of: $0.path, arguments: $1) }, record: { try runs.run(of: $0.path, arguments: $1) }))
///     print(try builder.build().pages)
///     // Prints: 1
///
/// The results of a build are kept, and made again only if an input of theirs has changed: by content, never by
/// time stamps. A build after any changes gives, byte for byte, the same site as a build from nothing.
public struct SiteBuilder: Sendable {
  public let folders: SiteFolders
  let recorder: PipelineRecorder
  let generator: String
  let memory: BuildMemory
  /// Is told how far the build is, whenever a page is made. Called on several threads at once.
  public var reportsProgress: (@Sendable (BuildProgress) -> Void)?

  /// - Parameters:
  ///   - generator: Identifies the program that builds; with another one, everything is made again.
  ///   - memory: Keeps costly results from one build to the next, for a program that builds more than once.
  public init(
    folders: SiteFolders, recorder: PipelineRecorder, generator: String = "", memory: BuildMemory = BuildMemory()
  ) {
    self.folders = folders
    self.recorder = recorder
    self.generator = generator
    self.memory = memory
  }

  /// The use of the rendered pages.
  public enum Mode: Sendable {
    /// The output folder becomes the site; nothing is written when anything is wrong.
    case write
    /// Nothing is written.
    case check
    /// The site is written in spite of problems, and shows them on its pages.
    case preview
  }

  /// Reads, checks, renders and writes the whole site.
  /// - Throws: ``SiteBuildError`` with everything that is wrong with the content, ``SiteSetupError`` when there is no
  ///   content or no look; nothing is written then.
  public func build(_ mode: Mode = .write) throws -> BuildReport {
    try folders.check()
    let build = try SiteBuild(builder: self, mode: mode)
    let report = try build.run()
    memory.forgetUnused(by: build.context)
    return report
  }
}

extension SiteBuilder {
  /// Gets ready for an author who edits a page: the index of the sources, the runs that the page shows, and its fenced
  /// blocks are in memory then. Writes nothing.
  /// - Parameter htmlPath: The page's path in the site: `core-flow/index.html`. For another path, only the sources are
  ///   read.
  /// - Returns: the file that the page is made from; nil for a path without a page.
  /// - Throws: ``SiteSetupError``
  public func prepare(page htmlPath: String) throws -> URL? {
    try folders.check()
    let build = try SiteBuild(builder: self, mode: .preview)
    defer { memory.keepSources(of: build.context) }
    return build.prepare(page: htmlPath).map { folders.content.appendingPathComponent($0) }
  }

  /// A file that contains the text of pages, for an author's editor.
  /// - Parameter path: relative to the content folder.
  /// - Returns: nil for a path that does not lead to a page or a template of pages in the content folder.
  public func pageFile(at path: String) -> URL? {
    let content = ContentFolder(folders.content)
    guard path.hasSuffix(".md") || path.hasSuffix(PageOrigin.templateSuffix), RelativePath.isInside(path),
      content.isFile(path), content.contains(path)
    else { return nil }
    return content.url(path)
  }

  /// The doc comments of the public declarations that have pages, and no translation into a language.
  /// - Throws: ``SiteSetupError``, also for a language that the site does not have.
  public func untranslatedComments(in language: String) throws -> [UntranslatedComment] {
    try folders.check()
    return try SiteBuild(builder: self, mode: .check).untranslatedComments(in: language)
  }

  /// The file in the content folder that keeps the accepted excerpts.
  public static let ledgerName = ExcerptLedger.fileName

  /// Notes that an author has looked at the excerpts of some pages, or of all, as they are now.
  ///
  /// From then on a build reports an excerpt whose text has changed.
  /// - Parameter pages: Paths in the content folder: `core-flow/index.md`. None stands for all.
  /// - Returns: the pages whose excerpts were accepted, sorted.
  /// - Throws: ``SiteBuildError``, ``SiteSetupError``
  @discardableResult
  public func accept(_ pages: [String] = []) throws -> [String] {
    try folders.check()
    return try SiteBuild(builder: self, mode: .check).accept(pages)
  }
}

/// The folders of a site's parts.
public struct SiteFolders: Sendable {
  /// The folder of pages and pipelines. Messages name files as this URL does.
  public var content: URL
  /// The folder that becomes the site once it is complete.
  public var output: URL
  /// The folder that holds `templates`, `styles` and `languages`, and `scripts` if there are any.
  public var look: URL
  /// The folders whose `.swift` files excerpts come from; each is taken to be named after its module.
  public var sources: [URL]
  /// The folder that keeps the manifests of builds.
  public var cache: URL
  /// The releases that stand side by side; nil for a site without releases.
  public let releases: SiteReleases?

  public init(content: URL, output: URL, look: URL, sources: [URL], cache: URL) {
    self.init(content: content, output: output, releases: nil, look: look, sources: sources, cache: cache)
  }

  /// The folders of one release: the output is the release's own folder.
  public init(content: URL, releases: SiteReleases, look: URL, sources: [URL], cache: URL) {
    self.init(
      content: content, output: releases.output, releases: releases, look: look, sources: sources, cache: cache)
  }

  private init(content: URL, output: URL, releases: SiteReleases?, look: URL, sources: [URL], cache: URL) {
    self.content = content
    self.output = output
    self.releases = releases
    self.look = look
    self.sources = sources
    self.cache = cache
  }

  /// Checks that a folder exists.
  /// - Throws: ``SiteSetupError`` if it does not; the error says which option names another folder.
  public static func require(_ folder: URL, _ option: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue else {
      throw SiteSetupError("\(folder.relativePath): no such folder; name it with \(option)")
    }
  }

  func check() throws {
    for (folder, option) in [(content, "--content"), (look, "--look")] + sources.map({ ($0, "--sources") }) {
      try Self.require(folder, option)
      guard !folder.isWithin(releases?.folder ?? output) else {
        throw SiteSetupError(
          "\(output.relativePath): holds \(folder.relativePath), which would be lost; choose another output folder")
      }
    }
  }
}

extension URL {
  /// Whether this is a folder or is inside it, with every symbolic link followed.
  fileprivate func isWithin(_ folder: URL) -> Bool {
    let paths = [self, folder].map { $0.resolvingSymlinksInPath().standardizedFileURL.pathComponents }
    return paths[0].starts(with: paths[1])
  }
}

/// The result of a build.
public struct BuildReport: Equatable, Sendable {
  /// Pages of the site, in all languages.
  public var pages = 0
  /// Pages that were rendered: the others were as the last build left them.
  public var rendered = 0
  /// Pipelines that pages name, as far as this build had to know.
  public var pipelines = 0
  /// Files of the site.
  public var files = 0
  /// Files that were written: the others were the same before.
  public var written = 0
  /// The warnings, sorted by file and place.
  public var warnings: [Diagnostic] = []
  /// The problems; always empty unless the build is a preview.
  public var problems: [Diagnostic] = []
  /// Those of the problems that were found for a page, by its path in the site.
  public var problemsOfPages: [String: [Diagnostic]] = [:]
  /// Pages that lack a translation, as `content/page.zh-Hans.md`, sorted.
  public var missingTranslations: [String] = []
}
