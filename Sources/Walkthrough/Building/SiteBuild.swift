import Foundation
import RxTrace

/// One build, from reading to putting in place.
final class SiteBuild {
  let folders: SiteFolders
  let mode: SiteBuilder.Mode
  let context: SiteContext
  private let content: ContentFolder
  private let reader: PageReader
  private let look: SiteLook
  private let plan: SitePlan
  private let key: String
  private let known: SiteManifest
  private let reading: [Diagnostic]
  /// The excerpts that the author has looked at; nil where nobody ever said so.
  private let ledger: ExcerptLedger?

  init(builder: SiteBuilder, mode: SiteBuilder.Mode) throws {
    folders = builder.folders
    self.mode = mode
    content = ContentFolder(folders.content)
    let look: SiteLook
    let known: SiteManifest
    (look, known) = try Parallel.both { [folders] in
      try SiteLook(folder: folders.look)
    } and: { [folders] in
      Self.manifest(of: folders)
    }
    let settings = SettingsReader(content: content)
    key = Self.key(builder, look, settings.hash, mode)
    self.look = look
    self.known = known.key == key ? known : SiteManifest()
    ledger = try ExcerptLedger.read(from: folders.content)
    reader = PageReader(content: content, languages: Set(look.wordings.keys))
    let inventory = Inventory(reader: reader, known: self.known)
    reading = settings.problems + inventory.problems
    plan = SitePlan(settings: settings.settings, names: inventory.names, files: inventory.files)
    let sources = try SourceLibrary(folders: folders.sources, remembered: builder.memory.rememberedSources)
    context = SiteContext(
      content: content, plan: plan, wordings: look.wordings,
      pipelines: PipelineLibrary(
        content: content, sources: sources, recorder: builder.recorder, remembered: builder.memory.runs),
      sources: sources)
  }

  /// What the last build left; nothing where it is no longer whole.
  private static func manifest(of folders: SiteFolders) -> SiteManifest {
    guard let manifest = SiteManifest(of: folders.output, in: folders.cache) else { return SiteManifest() }
    let output = folders.output.path + "/"
    let isWhole = manifest.paths.allSatisfy { RelativePath.isInside($0) && access(output + $0, F_OK) == 0 }
    return isWhole ? manifest : SiteManifest()
  }

  private static func key(
    _ builder: SiteBuilder, _ look: SiteLook, _ settings: String, _ mode: SiteBuilder.Mode
  ) -> String {
    var hash = ContentHash()
    for part in [builder.generator, look.hash, settings, mode == .preview ? "preview" : "site"] { hash.add(part) }
    // Every page leads to the API where there is one.
    hash.add(builder.folders.api == nil ? "" : "API")
    return hash.text
  }

  func run() throws -> BuildReport {
    // Before anything is staged, where two files of one name could not stand.
    try checkCollisions(plan.pages.map(place))
    let stage = mode == .check ? nil : try SiteStage(output: folders.output)
    defer { stage?.remove() }
    let pages = try renderPages(stage)
    let problems = Diagnostic.sorted(
      reading + pages.flatMap(\.problems) + deadAnchors(in: pages) + pages.flatMap { changedExcerpts(of: $0) })
    guard problems.isEmpty || mode == .preview else { throw SiteBuildError(problems) }
    var report = BuildReport(pages: pages.count, rendered: pages.count { $0.isRendered })
    report.pipelines = context.pipelines.count
    report.problems = problems
    report.warnings = Diagnostic.sorted(pages.flatMap { warnings(of: $0) })
    report.missingTranslations = plan.pages.filter { !$0.isTranslated }.map { missing($0.name) }.sorted()
    if let stage { try finish(pages, stage, &report) }
    return report
  }

  private func missing(_ name: PageName) -> String {
    content.displayPath(name.htmlPath.dropLast(".html".count) + ".md")
  }
}

// MARK: Pages

extension SiteBuild {
  /// A page of this build.
  private struct BuiltPage: Sendable {
    var planned: PlannedPage
    var entry: SiteManifest.PageEntry
    var problems: [Diagnostic] = []
    var isRendered = true
    /// Whether the file differs from the one that is there.
    var isWritten = false
  }

  private func renderPages(_ stage: SiteStage?) throws -> [BuiltPage] {
    let (context, known, plan) = (context, known, plan)
    let work = PageWork(context: context, reader: reader, composer: composer, showsProblems: mode == .preview)
    let results = Parallel.map(plan.pages) { page -> Result<BuiltPage, any Error> in
      Result {
        if let entry = known.pages[page.name.htmlPath], entry.isCurrent(page, context) {
          return BuiltPage(planned: page, entry: entry, isRendered: false)
        }
        let made = work.make(page)
        let before = known.pages[page.name.htmlPath]?.output.hash
        let isWritten = before != made.entry.output.hash
        if let stage, isWritten { try stage.write(made.html, to: page.name.htmlPath) }
        return BuiltPage(planned: page, entry: made.entry, problems: made.problems, isWritten: isWritten)
      }
    }
    return try results.map { try $0.get() }
  }

  private func warnings(of page: BuiltPage) -> [Diagnostic] {
    // A page shown for want of a translation would say everything twice.
    guard page.planned.isTranslated else { return [] }
    let unaccepted = ledger?.check(page.entry.facts.excerpts, of: page.planned.path).warnings ?? []
    return (page.entry.facts.warnings.map { Problem($0.place, $0.message) } + unaccepted).map {
      content.diagnostic($0, in: page.planned.origin, [], .warning)
    }
  }

  /// What is not as its author accepted it.
  private func changedExcerpts(of page: BuiltPage) -> [Diagnostic] {
    guard let ledger, page.planned.isTranslated else { return [] }
    return ledger.check(page.entry.facts.excerpts, of: page.planned.path).errors.map {
      content.diagnostic($0, in: page.planned.origin)
    }
  }

  /// Accepts the excerpts of some pages as they are, or those of all.
  /// - Returns: the pages, sorted.
  /// - Throws: ``SiteBuildError`` where pages cannot be read or their excerpts are not there; ``SiteSetupError`` for a page
  ///   that is none.
  func accept(_ wanted: [String]) throws -> [String] {
    let pages = try renderPages(nil).filter(\.planned.isTranslated)
    let paths = Set(pages.map(\.planned.path))
    if let missing = wanted.first(where: { !paths.contains($0) }) {
      throw SiteSetupError("no page `\(missing)`" + Nearest.suggestion(for: missing, among: paths.sorted()))
    }
    let chosen = pages.filter { wanted.isEmpty || wanted.contains($0.planned.path) }
    let problems = Diagnostic.sorted(reading + chosen.flatMap(\.problems))
    guard problems.isEmpty else { throw SiteBuildError(problems) }
    var ledger = ledger ?? ExcerptLedger()
    for page in chosen { ledger.accept(page.entry.facts.excerpts, of: page.planned.path) }
    ledger.keep(pages: paths)
    try ledger.write(to: folders.content)
    return chosen.map(\.planned.path).sorted()
  }

  /// Checked last, because a page may link to a heading of one that is rendered after it.
  private func deadAnchors(in pages: [BuiltPage]) -> [Diagnostic] {
    var identifiers: [String: Set<String>] = [:]
    let wantedPages = Set(pages.flatMap { $0.entry.facts.wantedAnchors.map(\.htmlPath) })
    guard !wantedPages.isEmpty else { return [] }
    for page in pages where wantedPages.contains(page.planned.name.htmlPath) {
      identifiers[page.planned.name.htmlPath] = Set(page.entry.facts.identifiers)
    }
    let paths = Dictionary(pages.map { ($0.planned.name.htmlPath, $0.planned.path) }) { first, _ in first }
    return pages.flatMap { page in
      page.entry.facts.wantedAnchors.compactMap { wanted -> Diagnostic? in
        guard let known = identifiers[wanted.htmlPath], !known.contains(wanted.anchor) else { return nil }
        let nearest = Nearest.suggestion(for: wanted.anchor, among: known.sorted())
        let target = paths[wanted.htmlPath] ?? wanted.htmlPath
        return content.diagnostic(
          Problem(wanted.place, "no place `#\(wanted.anchor)` in `\(target)`" + nearest), in: page.planned.origin)
      }
    }
  }
}

extension SiteManifest.PageEntry {
  /// Whether rendering the page again would give the same.
  fileprivate func isCurrent(_ page: PlannedPage, _ context: SiteContext) -> Bool {
    contentHash == page.contentHash && output.key == page.path && frameHash == page.frame.hash
      && facts.dependencies.allSatisfy { context.key($0.kind, $0.name) == $0.key }
  }
}

// MARK: Everything else

extension SiteBuild {
  private func finish(_ pages: [BuiltPage], _ stage: SiteStage, _ report: inout BuildReport) throws {
    let files = try otherFiles(pages.map { ($0.planned, $0.entry.facts) })
    try checkCollisions(pages.map { place(of: $0.planned) } + files.map { ($0.path, $0.origin) })
    var manifest = SiteManifest()
    manifest.key = key
    for page in pages {
      manifest.pages[page.planned.name.htmlPath] = page.entry
      // What is wrong with it is said again by the next build.
      if !page.problems.isEmpty { manifest.pages[page.planned.name.htmlPath]?.contentHash = "" }
    }
    let known = known
    let made = Parallel.map(files) { file in
      Result { () throws -> (entry: SiteManifest.OutputEntry, isWritten: Bool) in
        let before = known.outputs[file.path]
        if let before, before.key == file.key { return (before, false) }
        let bytes = try file.make()
        let entry = SiteManifest.OutputEntry(key: file.key, hash: bytes.contentHash)
        if entry.hash != before?.hash { try stage.write(bytes, to: file.path) }
        return (entry, entry.hash != before?.hash)
      }
    }
    var written = pages.count { $0.isWritten }
    for (file, result) in zip(files, made) {
      let result = try result.get()
      manifest.outputs[file.path] = result.entry
      written += result.isWritten ? 1 : 0
    }
    report.files = pages.count + files.count
    report.written = written
    let isSame =
      written == 0 && report.rendered == 0 && manifest.paths == known.paths
      && files.allSatisfy { known.outputs[$0.path]?.key == $0.key }
    if !isSame { try put(manifest, stage) }
  }

  private var composer: PageComposer {
    PageComposer(
      look: look, settings: plan.settings, hasSources: !folders.sources.isEmpty, isPreview: mode == .preview,
      hasAPI: folders.api != nil, arePipelinesStandalone: context.pipelines.areStandalone)
  }

  private func otherFiles(_ pages: [(page: PlannedPage, facts: PageFacts)]) throws -> [SiteFile] {
    let sources = SourcePages(context: context, key: key, composer: composer)
    return try look.files() + assets(of: pages) + sources.files(pages)
      + FrontPages(plan: plan, composer: composer, key: key, wordings: look.wordings).files()
      + apiPages()
      + SearchFiles(context: context).files(pages)
      + SiteMaps(plan: plan, wordings: look.wordings).files()
  }

  private func apiPages() throws -> [SiteFile] {
    guard let folder = folders.api else { return [] }
    return try APIPages(folder: folder, plan: plan, composer: composer, key: key, wordings: look.wordings).files()
  }

  private func assets(of pages: [(page: PlannedPage, facts: PageFacts)]) -> [SiteFile] {
    Set(pages.flatMap { $0.facts.assets + $0.facts.downloads }).sorted().map {
      SiteFile(copying: content.url($0), to: $0)
    }
  }

  private func place(of page: PlannedPage) -> (path: String, origin: String) {
    (page.name.htmlPath, content.displayPath(page.path))
  }

  /// - Throws: ``SiteSetupError`` where one thing would be written over another, or into one that is a file.
  private func checkCollisions(_ places: [(path: String, origin: String)]) throws {
    var origins: [String: String] = [:]
    for (path, origin) in places {
      guard let other = origins.updateValue(origin, forKey: path) else { continue }
      throw SiteSetupError("\(origin): would be written to \(path), where \(other) goes")
    }
    for (path, origin) in places {
      for slash in path.utf8.indices where path.utf8[slash] == UInt8(ascii: "/") {
        guard let other = origins[String(path[..<slash])] else { continue }
        throw SiteSetupError("\(origin): would be written to \(path), but \(other) goes to \(path[..<slash])")
      }
    }
  }

  private func put(_ manifest: SiteManifest, _ stage: SiteStage) throws {
    let digest = manifest.digest
    // A site whose manifest is not kept is made anew by the next build, so that neither has to come first.
    _ = try Parallel.both { [folders] in
      manifest.keep(in: folders.cache, as: digest)
    } and: { [known] in
      try Self.put(manifest.paths, as: digest, stage, known)
    }
  }

  private static func put(_ paths: Set<String>, as digest: String, _ stage: SiteStage, _ known: SiteManifest) throws {
    guard !known.key.isEmpty else {
      try stage.write(SiteManifest.mark(digest), to: SiteManifest.markName)
      return try stage.replace()
    }
    guard digest != known.readDigest else { return }
    try stage.write(SiteManifest.mark(digest), to: SiteManifest.markName)
    try stage.update(removing: known.paths.subtracting(paths).sorted())
  }
}
