import Foundation
import RxTrace

/// Builds a site out of Markdown pages, the pipelines that they explain, and the engine's sources.
///
///     let builder = SiteBuilder(
///       content: URL(filePath: "content"), output: URL(filePath: "site/dist"), look: URL(filePath: "site"),
///       engineSources: URL(filePath: "Sources/Rx"), record: { try PipelineRunner().run($0) })
///     print(try builder.build().pages)
///     // Prints: 1
public struct SiteBuilder {
  private let content: ContentFolder
  private let output: URL
  private let look: URL
  private let engineSources: URL
  private let record: @Sendable (URL) throws -> PipelineRun

  /// - Parameters:
  ///   - content: The folder of pages and pipelines. Messages name files as this URL does.
  ///   - output: The folder that the site replaces once it is complete.
  ///   - look: The folder that holds `templates` and `styles`, and `scripts` where there are any.
  ///   - engineSources: The folder whose `.swift` files excerpts come from; its name is taken for the module's.
  ///   - record: Compiles and runs a pipeline. Called once for each pipeline; what it throws is reported where the
  ///     pipeline is named.
  public init(
    content: URL, output: URL, look: URL, engineSources: URL, record: @escaping @Sendable (URL) throws -> PipelineRun
  ) {
    self.content = ContentFolder(content)
    self.output = output
    self.look = look
    self.engineSources = engineSources
    self.record = record
  }

  /// Reads, checks, renders and writes the whole site.
  /// - Throws: ``SiteBuildError`` with everything that is wrong with the content, ``SiteSetupError`` when there is no
  ///   content or no look; nothing is written then.
  public func build() throws -> BuildReport {
    try checkFolders()
    let templates = try TemplateSet(folder: look.appendingPathComponent("templates"))
    let index = try SourceIndex(folder: engineSources)
    let reading = readPages()
    let pipelines = PipelineLibrary(content: content, index: index, record: record)
    let site = SiteContext(
      content: content, index: index, pipelines: pipelines, pages: Set(content.markdownFiles()),
      wordings: try Wording.all(in: look.appendingPathComponent("languages")))
    for file in index.files { _ = site.use(file) }
    let rendering = render(reading.pages, site)
    let problems = reading.diagnostics + rendering.diagnostics + deadAnchors(in: site)
    guard problems.isEmpty else { throw SiteBuildError(problems) }
    let copies = lookFiles() + assets(of: site)
    try checkCollisions(places(of: reading.pages, site, copies))
    let files = compose(rendering.pages, site, PageComposer(templates: templates, wording: site.wording(of:)))
    try SiteWriter(output: output).write(files, copies: copies)
    return BuildReport(pages: reading.pages.count, pipelines: pipelines.count, files: files.count)
  }
}

/// What came of a build.
public struct BuildReport: Equatable, Sendable {
  /// Markdown pages read.
  public var pages: Int
  /// Pipelines recorded.
  public var pipelines: Int
  /// HTML files written.
  public var files: Int
}

// MARK: Reading

extension SiteBuilder {
  private func checkFolders() throws {
    for (folder, what) in [(content.root, "content"), (look, "look"), (engineSources, "engine sources")] {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue else {
        throw SiteSetupError("\(folder.relativePath): no such folder (\(what))")
      }
      guard !folder.isWithin(output) else {
        throw SiteSetupError(
          "\(output.relativePath): holds \(folder.relativePath), which would be lost; choose another output folder")
      }
    }
  }

  private func readPages() -> (pages: [Page], diagnostics: [Diagnostic]) {
    var pages: [Page] = []
    var diagnostics: [Diagnostic] = []
    for path in content.markdownFiles() {
      do {
        pages.append(try readPage(path))
      } catch {
        diagnostics.append(diagnostic(error, in: path))
      }
    }
    return (pages, diagnostics)
  }

  private func readPage(_ path: String) throws(Problem) -> Page {
    guard content.contains(path) else { throw Problem(line: 1, "the page is outside of the content folder") }
    guard let bytes = try? Data(contentsOf: content.url(path)) else { throw Problem(line: 1, "cannot be read") }
    let split = try SplitPage(lines: try PageText(bytes).lines)
    return Page(path: path, frontMatter: try FrontMatter(yaml: split.yaml), lines: split.bodyLines)
  }

  private func diagnostic(_ problem: Problem, in path: String) -> Diagnostic {
    Diagnostic(
      file: content.displayPath(path), line: problem.place.line, column: problem.place.column,
      message: problem.message)
  }
}

// MARK: Rendering

extension SiteBuilder {
  private func render(
    _ pages: [Page], _ site: SiteContext
  ) -> (pages: [PageComposer.Rendered], diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    let rendered = pages.sorted(by: Page.areInOrder).map { page in
      let renderer = PageRenderer(page: page, site: site)
      let body = renderer.render()
      diagnostics += renderer.problems.map { diagnostic($0, in: page.path) }
      return PageComposer.Rendered(page: page, body: body, headings: renderer.headings, passes: renderer.passes)
    }
    return (rendered, diagnostics)
  }

  /// Checked last, because a page may link to a heading of one that is rendered after it.
  private func deadAnchors(in site: SiteContext) -> [Diagnostic] {
    site.wantedAnchors.compactMap { wanted in
      guard let known = site.identifiers[wanted.page], !known.contains(wanted.anchor) else { return nil }
      let nearest = Nearest.suggestion(for: wanted.anchor, among: known.sorted())
      let message = "no place `#\(wanted.anchor)` in `\(wanted.page)`" + nearest
      return diagnostic(Problem(wanted.place, message), in: wanted.from)
    }
  }
}

// MARK: Writing

extension SiteBuilder {
  private func compose(
    _ rendered: [PageComposer.Rendered], _ site: SiteContext, _ composer: PageComposer
  ) -> [String: String] {
    let walkthroughs = rendered.filter { $0.page.path != "index.md" }
    let pages = walkthroughs.map(\.page)
    var files: [String: String] = [:]
    for (position, page) in walkthroughs.enumerated() {
      files[page.page.htmlPath] = composer.page(
        page, previous: position > 0 ? pages[position - 1] : nil,
        next: position + 1 < pages.count ? pages[position + 1] : nil)
    }
    files["index.html"] = composer.index(of: pages, introduction: rendered.first { $0.page.path == "index.md" })
    for (path, file) in site.sources {
      files[path] = composer.source(sourcePage(of: file, path: path, rendered, site), path: path)
    }
    let listPath = "source/index.html"
    let list = SourceListRenderer(index: site.index).body { RelativePath.link(to: site.use($0), from: listPath) }
    files[listPath] = composer.sourceList(list, path: listPath)
    return files
  }

  private func sourcePage(
    of file: SourceFile, path: String, _ rendered: [PageComposer.Rendered], _ site: SiteContext
  ) -> SourcePageRenderer {
    let words = site.wording(of: Wording.mainLanguage)
    let passes = rendered.flatMap { page in
      page.passes.filter { $0.file == file.name }.flatMap { pass in
        pass.lines.map { line -> SourcePageRenderer.Pass in
          let link = RelativePath.link(to: page.page.htmlPath, from: path) + "#" + pass.anchor
          let step = words(.step, String(pass.anchor.reversed().prefix(while: \.isNumber).reversed()))
          return (line, "\(page.page.frontMatter.title), \(step)", link)
        }
      }
    }
    guard let place = site.index.files.firstIndex(where: { $0.name == file.name }) else {
      return SourcePageRenderer(file: file, passes: passes, words: words)
    }
    return SourcePageRenderer(index: site.index, place: place, passes: passes, words: words) { target, line in
      RelativePath.link(to: site.use(target), from: path) + "#L\(line)"
    }
  }

  private func lookFiles() -> [(from: URL, to: String)] {
    ["styles", "scripts"].flatMap { folder -> [(from: URL, to: String)] in
      let root = look.appendingPathComponent(folder)
      let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
      return names.sorted().map { (root.appendingPathComponent($0), "\(folder)/\($0)") }
        .filter { !FileManager.default.isFolder($0.0) }
    }
  }

  private func assets(of site: SiteContext) -> [(from: URL, to: String)] {
    site.assets.sorted().map { (content.url($0), $0) }
  }
}

// MARK: Collisions

extension SiteBuilder {
  /// Where everything goes, and what it is made from.
  private func places(
    of pages: [Page], _ site: SiteContext, _ copies: [(from: URL, to: String)]
  ) -> [(path: String, origin: String)] {
    pages.map { ($0.htmlPath, content.displayPath($0.path)) }
      + site.sources.sorted { $0.key < $1.key }.map { ($0.key, "the source file \($0.value.name)") }
      + copies.map { ($0.to, $0.from.relativePath) }
  }

  /// - Throws: ``SiteSetupError`` where one thing would be written over another, or into one that is a file.
  private func checkCollisions(_ places: [(path: String, origin: String)]) throws {
    var origins: [String: String] = [:]
    for (path, origin) in places {
      guard let other = origins.updateValue(origin, forKey: path) else { continue }
      throw SiteSetupError("\(origin): would be written to \(path), where \(other) goes")
    }
    for (path, origin) in places {
      for slash in path.indices where path[slash] == "/" {
        guard let other = origins[String(path[..<slash])] else { continue }
        throw SiteSetupError("\(origin): would be written to \(path), but \(other) goes to \(path[..<slash])")
      }
    }
  }
}

extension URL {
  /// True for a folder, or something in it, with every symbolic link followed.
  fileprivate func isWithin(_ folder: URL) -> Bool {
    let paths = [self, folder].map { $0.resolvingSymlinksInPath().standardizedFileURL.pathComponents }
    return paths[0].starts(with: paths[1])
  }
}

extension FileManager {
  fileprivate func isFolder(_ url: URL) -> Bool {
    var isFolder: ObjCBool = false
    return fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
  }
}
