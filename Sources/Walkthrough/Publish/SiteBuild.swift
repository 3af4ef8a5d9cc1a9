import Foundation
import RxTrace

/// One build, from reading the content to replacing the site.
final class SiteBuild: Sendable {
  let folders: SiteFolders
  let mode: SiteBuilder.Mode
  let context: SiteContext
  private let memory: BuildMemory
  private let content: ContentFolder
  private let reader: PageReader
  private let theme: Theme
  let plan: SitePlan
  private let api: APILibrary
  private let search: SearchFiles
  private let key: String
  private let known: Manifest
  private let reading: [Diagnostic]
  /// The excerpts that the author has accepted; nil if the author never accepted any.
  private let ledger: ExcerptLedger?
  private let progress: MadePages
  /// The tables of terms, by language.
  private let terms: [String: TermTable]

  init(builder: SiteBuilder, mode: SiteBuilder.Mode) throws {
    folders = builder.folders
    memory = builder.memory
    self.mode = mode
    let (input, known) = try Parallel.both { [folders, memory] in
      try SiteInput(folders, memory)
    } and: { [folders, memory] in
      Self.manifest(of: folders, memory)
    }
    (content, reader, theme) = (input.content, input.reader, input.theme)
    let termProblems: [Diagnostic]
    (terms, termProblems) = TermTable.all(content: content, languages: input.names.active)
    key = Self.key(builder, theme, input.settings.hash, mode, terms)
    self.known = known.key == key ? known : Manifest()
    // The last build has checked the same theme.
    if known.key != key { try theme.check() }
    ledger = try ExcerptLedger.read(from: folders.content)
    let inventory = Inventory(origins: input.origins, reader: reader, keepsUnreadable: mode == .preview) {
      [known = self.known] path in
      known.pages[path].map { KnownPage(path: $0.output.key, contentHash: $0.contentHash, frontMatter: $0.frontMatter) }
    }
    var settings = input.settings.settings
    // The pages of every release name those of the newest release as canonical.
    if folders.releases != nil { settings.address = settings.address.map { $0 + SiteReleases.newest + "/" } }
    let root = folders.content
    api = try APILibrary(
      folders: settings.api.map { root.appendingPathComponent($0).standardizedFileURL },
      sources: input.sources)
    let generated = Self.generated(hasSources: !input.sources.names.isEmpty, hasAPI: !settings.api.isEmpty)
    plan = SitePlan(settings: settings, names: input.names, files: inventory.files) { [theme] language in
      generated.mapValues { page in
        let words = theme.wordings[language]
        return PageFrame.PageLink(htmlPath: page.list(language).htmlPath, title: words?(page.title) ?? "")
      }
    }
    let synonyms = Synonyms(content: content, names: input.names)
    let glossary = Glossary(content: content, names: input.names)
    let (comments, commentProblems) = TranslatedComments.all(content: content, languages: input.names.active)
    reading =
      input.settings.problems + inventory.problems + synonyms.problems + glossary.problems + commentProblems
      + termProblems + Self.misusedTerms(in: content, terms)
      + MisnamedFiles(content: content, origins: input.origins, names: input.names).problems
      + plan.deadSectionPaths(generated: [SourcePages.folder, APIPages.folder], in: content)
    context = SiteContext(
      content: content, plan: plan, wordings: theme.wordings,
      pipelines: PipelineLibrary(
        content: content, sources: input.sources, recorder: builder.recorder, remembered: memory.runs,
        outcomes: memory.outcomes),
      sources: input.sources, blocks: memory.blocks, glossary: glossary, comments: comments)
    search = SearchFiles(context: context, reader: reader, synonyms: synonyms, themeHash: theme.hash)
    progress = MadePages(total: plan.pages.count, report: builder.reportsProgress)
  }

  /// The pages that the generator writes by itself, by the folders that name them in sections.
  private static func generated(
    hasSources: Bool, hasAPI: Bool
  ) -> [String: (title: Word, list: @Sendable (String) -> PageName)] {
    var pages: [String: (title: Word, list: @Sendable (String) -> PageName)] = [:]
    if hasSources { pages[SourcePages.folder] = (.sourceCode, { SourcePages.list(in: $0) }) }
    if hasAPI { pages[APIPages.folder] = (.api, { APIPages.front(in: $0) }) }
    return pages
  }

  /// The manifest of the last build; empty if its site is no longer whole.
  private static func manifest(of folders: SiteFolders, _ memory: BuildMemory) -> Manifest {
    let manifest = Manifest(of: folders.output, in: folders.cache, remembered: memory)
    guard let manifest, manifest.isWhole(in: folders.output) else { return Manifest() }
    return manifest
  }

  private static func key(
    _ builder: SiteBuilder, _ theme: Theme, _ settings: String, _ mode: SiteBuilder.Mode, _ terms: [String: TermTable]
  ) -> String {
    var hash = ContentHash()
    let engine = builder.recorder.hasDebugEngine ? "debug" : "release"
    for language in terms.keys.sorted() { hash.add(terms[language]?.hash ?? "") }
    for part in [
      builder.generator, engine, theme.hash, settings, mode == .preview ? "preview" : "site",
      builder.folders.releases?.key ?? "",
    ] {
      hash.add(part)
    }
    return hash.text
  }

  /// The misused terms in files whose texts appear on many pages.
  private static func misusedTerms(in content: ContentFolder, _ terms: [String: TermTable]) -> [Diagnostic] {
    terms.flatMap { language, table in
      [Glossary.fileName, TranslatedComments.fileName(language)].filter(content.has).flatMap { file in
        table.problems(inData: (try? content.text(of: file)) ?? "").map { content.diagnostic($0, in: file) }
      }
    }
  }

  func run() throws -> BuildReport {
    // Check for path collisions before staging: the staging folder cannot hold two files of one name.
    try checkCollisions()
    let stage = mode == .check ? nil : try StagedFiles(output: folders.output)
    defer { stage?.remove() }
    // The look is written first, because readers of a first preview see pages before the build ends.
    if let stage, isFirstPreview { try writeLook(into: stage) }
    let pages = try renderPages(stage)
    let problemsOfPages = problems(of: pages)
    let problems = Diagnostic.sorted(reading + problemsOfPages.values.joined())
    let warnings = Diagnostic.sorted(pages.flatMap { self.warnings(of: $0) })
    guard problems.isEmpty || mode == .preview else { throw SiteBuildError(problems + warnings) }
    var report = BuildReport(pages: pages.count, rendered: pages.count { $0.isRendered })
    report.pipelines = context.pipelines.count
    (report.problems, report.problemsOfPages) = (problems, problemsOfPages)
    report.warnings = warnings
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
  private func renderPages(_ stage: StagedFiles?) throws -> [BuiltPage] {
    let kept = Parallel.map(plan.pages) { page in
      known.pages[page.htmlPath].flatMap { $0.isCurrent(page, context) ? $0 : nil }
    }
    let stale = zip(plan.pages, kept).filter { $1 == nil }.map(\.0)
    readSources(for: stale)
    let (work, pages) = (work, Array(zip(plan.pages, kept)))
    let marbles = marbles(of: stale)
    // Only pages with marbles that can be dragged wait for their runs, which start with a single-threaded compilation.
    let (written, _) = try Parallel.both {
      let written = Parallel.map(pages) { page, kept in
        marbles[page.htmlPath] == nil ? Result { try make(page, kept, work, stage) } : nil
      }
      if let stage, isFirstPreview {
        try showWithoutArrangements(stale.filter { marbles[$0.htmlPath] != nil }, stage)
      }
      return written
    } and: {
      self.arrange(Set(marbles.values.joined()))
    }
    let results = Parallel.map(Array(zip(pages, written))) { page, written in
      written ?? Result { try make(page.0, page.1, work, stage) }
    }
    return try results.map { try $0.get() }
  }

  /// Whether readers see pages before the build ends.
  private var isFirstPreview: Bool { mode == .preview && known.key.isEmpty }

  /// Shows the pages that wait for their marbles' runs with pictures that stay as they are.
  private func showWithoutArrangements(_ pages: [PlannedPage], _ stage: StagedFiles) throws {
    let work = work(in: context.withoutArrangements)
    let written = Parallel.map(pages) { page in
      Result { try stage.write(work.make(page).html, to: page.htmlPath) }
    }
    for result in written { try result.get() }
    if !written.isEmpty { progress.showPages(in: stage.folder) }
  }

  private func make(
    _ page: PlannedPage, _ kept: PageEntry?, _ work: PageWork, _ stage: StagedFiles?
  ) throws -> BuiltPage {
    defer { progress.addPage(in: stage?.folder) }
    if let kept { return BuiltPage(planned: page, entry: kept, isRendered: false) }
    let made = work.make(page)
    let isWritten = known.pages[page.htmlPath]?.output.hash != made.entry.output.hash
    if let stage, isWritten { try stage.write(made.html, to: page.htmlPath) }
    return BuiltPage(planned: page, entry: made.entry, problems: made.problems, isWritten: isWritten)
  }

  /// Renders a page to fill the caches in memory, unless an earlier build has done so.
  /// - Returns: the page's file, relative to the content folder.
  func prepare(page htmlPath: String) -> String? {
    _ = context.sources.index
    guard let page = plan.pages.first(where: { $0.htmlPath == htmlPath }) else { return nil }
    if !context.blocks.hold(page: htmlPath) { _ = work.make(page) }
    return page.path
  }

  private var work: PageWork { work(in: context) }

  private func work(in context: SiteContext) -> PageWork {
    PageWork(context: context, reader: reader, composer: composer, showsProblems: mode == .preview, terms: terms)
  }

  /// Reads the sources in advance for pages that are likely to need them, because reading uses all processors, while
  /// rendering a page uses one.
  private func readSources(for pages: [PlannedPage]) {
    let willAsk = pages.contains { page in
      guard let known = known.pages[page.htmlPath] else { return hasCode(page) }
      return known.facts.dependencies.contains { $0.dependency == .sources }
    }
    if willAsk { _ = context.sources.index }
  }

  private func hasCode(_ page: PlannedPage) -> Bool {
    (try? reader.markdown(of: page.origin))?.bytes.contains(UInt8(ascii: "`")) ?? false
  }

  /// Runs pipelines with draggable marbles together, which takes less time than one by one.
  private func arrange(_ marbles: Set<MarbleFile>) {
    if marbles.count > 1 { context.pipelines.prepareOutcomes(of: marbles.sorted()) }
  }

  /// The files of outcomes that pages' pictures need; without the pages that need none.
  private func marbles(of pages: [PlannedPage]) -> [String: [MarbleFile]] {
    let marbles = Parallel.map(pages) { page in
      (try? reader.markdown(of: page.origin)).map { MarblesDirective.dragged(in: $0, of: page.path) } ?? []
    }
    return Dictionary(zip(pages.map(\.htmlPath), marbles), uniquingKeysWith: +).filter { !$0.value.isEmpty }
  }

  private func warnings(of page: BuiltPage) -> [Diagnostic] {
    // An untranslated page would repeat the warnings of the original.
    guard page.planned.isTranslated else { return [] }
    let unaccepted = ledger?.check(page.facts.excerpts, of: page.planned.path).warnings ?? []
    return (page.facts.warnings.map { Problem($0.place, $0.message) } + unaccepted).map {
      content.diagnostic($0, in: page.planned.origin, [], .warning)
    }
  }

  /// The excerpts that differ from the accepted text.
  private func changedExcerpts(of page: BuiltPage) -> [Diagnostic] {
    guard let ledger, page.planned.isTranslated else { return [] }
    return ledger.check(page.facts.excerpts, of: page.planned.path).errors.map {
      content.diagnostic($0, in: page.planned.origin)
    }
  }

  /// The comments of public declarations without a translation into a language.
  /// - Throws: ``SiteSetupError`` for a language that the site does not have.
  func untranslatedComments(in language: String) throws -> [UntranslatedComment] {
    let others = plan.names.active.filter { $0 != Wording.mainLanguage }
    guard others.contains(language) else {
      let known =
        others.isEmpty ? "it has pages only in \(Wording.mainLanguage)" : "it has " + others.joined(separator: ", ")
      throw SiteSetupError("the site has no pages in `\(language)` to translate comments for: \(known)")
    }
    return UntranslatedComment.all(in: api.documented, except: context.comments(in: language))
  }

  /// Accepts the excerpts of some pages, or of all, as they are.
  /// - Returns: the pages, sorted.
  /// - Throws: ``SiteBuildError`` if pages cannot be read or their excerpts are missing; ``SiteSetupError`` for a page
  ///   that does not exist.
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
    for page in chosen { ledger.accept(page.facts.excerpts, of: page.planned.path) }
    ledger.keep(pages: paths)
    try ledger.write(to: folders.content)
    return chosen.map(\.planned.path).sorted()
  }

  /// The problems by the page's path in the site, sorted; pages without problems are left out.
  private func problems(of pages: [BuiltPage]) -> [String: [Diagnostic]] {
    let dead = deadAnchors(in: pages)
    let all = zip(pages, dead).map { page, dead in
      (page.planned.htmlPath, Diagnostic.sorted(page.problems + dead + changedExcerpts(of: page)))
    }
    return Dictionary(uniqueKeysWithValues: all).filter { !$0.value.isEmpty }
  }

  /// The links to headings that do not exist. They are checked last, because a page may link to a page rendered later.
  /// - Returns: The problems of each page.
  private func deadAnchors(in pages: [BuiltPage]) -> [[Diagnostic]] {
    var identifiers: [String: Set<String>] = [:]
    let wantedPages = Set(pages.flatMap { $0.facts.wantedAnchors.map(\.htmlPath) })
    // The headings of a page that could not be read are unknown.
    for page in pages where page.planned.failure == nil && wantedPages.contains(page.planned.htmlPath) {
      identifiers[page.planned.htmlPath] = Set(page.entry.outline.identifiers)
    }
    let paths = Dictionary(pages.map { ($0.planned.htmlPath, $0.planned.path) }) { first, _ in first }
    // A chain with an error is left out, and its steps with it.
    let incomplete = Set(pages.filter { !$0.problems.isEmpty }.map(\.planned.htmlPath))
    return pages.map { page in
      page.facts.wantedAnchors.compactMap { wanted -> Diagnostic? in
        guard let known = identifiers[wanted.htmlPath], !known.contains(wanted.anchor),
          !wanted.anchor.contains("-step-") || !incomplete.contains(wanted.htmlPath)
        else { return nil }
        let nearest = Nearest.similarSuggestion(for: wanted.anchor, among: known.sorted())
        let target = paths[wanted.htmlPath] ?? wanted.htmlPath
        return content.diagnostic(
          Problem(wanted.place, "no place `#\(wanted.anchor)` in `\(target)`" + nearest), in: page.planned.origin)
      }
    }
  }
}

extension PageEntry {
  /// Whether rendering the page again would give the same result.
  fileprivate func isCurrent(_ page: PlannedPage, _ context: SiteContext) -> Bool {
    page.failure == nil && contentHash == page.contentHash && output.key == page.path && frameHash == page.frame.hash
      && context.areCurrent(facts.dependencies)
  }
}

// MARK: Everything else

extension SiteBuild {
  private func finish(_ pages: [BuiltPage], _ stage: StagedFiles, _ report: inout BuildReport) throws {
    let files = try otherFiles(pages)
    try checkCollisions(with: files)
    var manifest = Manifest()
    manifest.key = key
    for page in pages { manifest.pages[page.planned.htmlPath] = page.entry }
    let made = Parallel.map(files) { file in
      Result { () throws -> (entry: OutputEntry, isWritten: Bool) in
        let before = known.outputs[file.path]
        if let before, before.key == file.key { return (before, false) }
        let bytes = try file.make()
        let entry = OutputEntry(key: file.key, hash: bytes.contentHash)
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
    if !isSame {
      manifest.finish()
      try put(manifest, stage)
    }
    memory.keep(isSame ? known : manifest)
    try folders.releases?.publish(title: plan.settings.title, address: plan.settings.address)
  }

  private func writeLook(into stage: StagedFiles) throws {
    for file in try theme.files() { try stage.write(file.make(), to: file.path) }
  }

  /// Whether every source file has a page, and not only those that pages link to: a section names their folder, or there
  /// are pages of their public declarations.
  private var listsSources: Bool {
    let paths = plan.settings.sections.flatMap { $0.parts.flatMap(\.pages) }.map(\.text)
    return !context.sources.names.isEmpty && (!plan.settings.api.isEmpty || paths.contains(SourcePages.folder))
  }

  private var composer: Composer {
    Composer(
      theme: theme, settings: plan.settings, listsSources: listsSources, isPreview: mode == .preview,
      sections: plan.sections, arePipelinesStandalone: context.pipelines.areStandalone,
      arePipelinesTests: context.pipelines.areTests,
      release: folders.releases.map { PageRelease(name: $0.name, since: $0.since) })
  }

  private func otherFiles(_ pages: [BuiltPage]) throws -> [SiteFile] {
    let programs = Set(pages.flatMap(\.entry.derived.downloads))
    let assets = assets(programs.union(pages.flatMap(\.facts.assets)))
    let outcomes = Set(pages.flatMap(\.facts.marbles)).sorted().map {
      OutcomeFile(marbles: $0, pipelines: context.pipelines).file()
    }
    let linked = Set(pages.flatMap(\.facts.sources))
    let shown = context.sources.names.filter { listsSources || linked.contains($0) }
    let sources = SourcePages(
      context: context, plan: plan, key: key, composer: composer, sources: shown, programs: programs.sorted())
    var files =
      try theme.files() + assets + outcomes + sources.files(pages)
      + FrontPages(plan: plan, composer: composer, key: key, wordings: theme.wordings).files()
      + APIPages(library: api, plan: plan, composer: composer, key: key, context: context).files(known: known.outputs)
      + MissingPage(plan: plan, composer: composer, key: key, wordings: theme.wordings).files()
      + MarkdownFiles(plan: plan, reader: reader, wordings: theme.wordings).files(pages)
      + search.files(pages, sources: shown)
      + SiteMaps(plan: plan, wordings: theme.wordings).files()
    if let releases = folders.releases {
      files.append(releases.pageList(plan.pages.map(\.htmlPath) + files.map(\.path)))
    }
    return files
  }

  private func assets(_ paths: Set<String>) -> [SiteFile] {
    Parallel.map(paths.sorted()) { [content, context] path in
      SiteFile(copying: content.url(path), to: path, key: context.hash(of: path))
    }
  }

  /// - Throws: ``SiteSetupError`` if two files have the same path, or if a folder has the path of a file.
  private func checkCollisions(with files: [SiteFile] = []) throws {
    let paths = plan.pages.map(\.htmlPath) + files.map(\.path)
    var seen = Set<String>(minimumCapacity: paths.count)
    for path in paths where !seen.insert(path).inserted {
      let origins = origins(of: path, files)
      throw SiteSetupError("\(origins[1]): would be written to \(path), where \(origins[0]) goes")
    }
    var folders: Set<Substring> = []
    for path in paths {
      var rest = path[...]
      // The folders around a known folder are known as well.
      while let slash = rest.utf8.lastIndex(of: UInt8(ascii: "/")), folders.insert(rest[..<slash]).inserted {
        rest = rest[..<slash]
        guard seen.contains(String(rest)) else { continue }
        let (one, other) = (origins(of: path, files)[0], origins(of: String(rest), files)[0])
        throw SiteSetupError("\(one): would be written to \(path), but \(other) goes to \(rest)")
      }
    }
  }

  /// The origins of the files that have the same path in the site.
  private func origins(of path: String, _ files: [SiteFile]) -> [String] {
    plan.pages.filter { $0.htmlPath == path }.map { content.displayPath($0.path) }
      + files.filter { $0.path == path }.map(\.origin)
  }

  private func put(_ manifest: Manifest, _ stage: StagedFiles) throws {
    // Neither has to come first, because the next build rebuilds a site whose manifest was not kept.
    _ = try Parallel.both { [folders] in
      manifest.keep(in: folders.cache)
    } and: { [known] in
      guard manifest.keptAs != known.keptAs else { return }
      try stage.write(Manifest.mark(manifest.keptAs), to: Manifest.markName)
      guard !known.key.isEmpty else { return try stage.replace() }
      try stage.update(removing: known.paths.subtracting(manifest.paths).sorted())
    }
  }
}
