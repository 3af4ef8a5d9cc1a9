import Foundation
import RxTrace

/// What all pages of a build share: what they may refer to. Used on several threads at once.
final class SiteContext: Sendable {
  let content: ContentFolder
  let names: PageTable
  let wordings: [String: Wording]
  let pipelines: PipelineLibrary
  let sources: SourceLibrary
  let blocks: KeptBlocks
  private let hashes = Memory<String>()
  private let lists = Memory<String>()
  /// In the order in which readers go through them, language after language.
  let pages: [PlannedPage]

  init(
    content: ContentFolder, plan: SitePlan, wordings: [String: Wording], pipelines: PipelineLibrary,
    sources: SourceLibrary, blocks: KeptBlocks
  ) {
    self.content = content
    names = plan.names
    pages = plan.pages
    self.wordings = wordings
    self.pipelines = pipelines
    self.sources = sources
    self.blocks = blocks
  }

  func wording(of language: String) -> Wording {
    wordings[language] ?? wordings[Wording.mainLanguage] ?? Wording(language: language, words: [:])
  }

  /// Identifies the contents of a file in the content folder; empty for one that cannot be read.
  func hash(of path: String) -> String { hashes.value(path) { content.hash(of: path) ?? "" } }

  /// Whether all of them have the keys that they had.
  func areCurrent(_ dependencies: [Dependency]) -> Bool {
    dependencies.allSatisfy { key($0.kind, $0.name) == $0.key }
  }

  /// What a dependency's key is now.
  func key(_ kind: Dependency.Kind, _ name: String) -> String {
    switch kind {
    case .sources: sources.key
    case .pipeline: pipelines.key(ofKey: name)
    case .target: names.target(name, in: content).key
    case .contents: hash(of: name)
    case .pages: names.key
    case .list: lists.value(name) { list(PageList(key: name)).hash }
    }
  }
}

/// Some pages of a folder, as lists show them.
struct PageList {
  var folder: String
  /// Nil for those of all groups.
  var group: String?
  var language: String

  /// Tells lists apart.
  var key: String { [language, folder, group ?? ""].joined(separator: "\n") }
}

extension PageList {
  /// Reads what ``key`` gave.
  init(key: String) {
    let parts = key.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    self.init(folder: parts[1], group: parts[2].isEmpty ? nil : parts[2], language: parts[0])
  }
}

extension SiteContext {
  fileprivate func list(_ list: PageList) -> PageFrame {
    var frame = PageFrame()
    frame.listed = pages.filter { page in
      page.name.language == list.language && page.name.folder == list.folder
        && list.group.map { $0 == page.frontMatter.group } ?? true
    }.map(PageFrame.PageLink.init)
    return frame
  }
}

/// The pages of a site: which there are, and in which languages.
struct PageTable: Sendable {
  /// Every page's own languages, by its name without one.
  let languages: [String: Set<String>]
  /// Every language that some page is written in: each page can be read in each, if need be untranslated.
  let active: [String]
  /// Every language that there are words for.
  let known: Set<String>
  /// The names without a language of pages made from data.
  private let made: Set<String>
  /// Identifies the set of pages.
  let key: String

  /// - Parameter origins: Sorted.
  init(origins: [PageOrigin], known: Set<String>) {
    self.known = known
    made = Set(origins.lazy.filter { $0.template != nil }.map(\.name.base))
    let names = origins.map(\.name)
    languages = names.reduce(into: [:]) { $0[$1.base, default: []].insert($1.language) }
    let others = Set(names.lazy.map(\.language)).subtracting([Wording.mainLanguage])
    active = [Wording.mainLanguage] + others.sorted()
    var hash = ContentHash()
    for name in names {
      hash.add(name.base)
      hash.add(name.language)
    }
    key = hash.text
  }

  /// What a path in the content folder is.
  enum Target: Equatable {
    case page(PageName)
    case file
    case nothing

    var key: String {
      switch self {
      case .page(let name): "page \(name.base) \(name.language)"
      case .file: "file"
      case .nothing: "nothing"
      }
    }
  }

  func target(_ path: String, in content: ContentFolder) -> Target {
    if let base = PageOrigin.base(ofData: path), made.contains(base) {
      return .page(PageName(base: base, language: Wording.mainLanguage))
    }
    for candidate in [path, path.isEmpty ? "index.md" : path + "/index.md"] where candidate.hasSuffix(".md") {
      let name = PageName(candidate, languages: known)
      // One that is not translated is there as well, untranslated.
      if languages[name.base] != nil, active.contains(name.language) { return .page(name) }
    }
    return content.isFile(path) ? .file : .nothing
  }

  /// The file of a page: one in another language where there is no translation.
  func path(of name: PageName) -> String {
    if made.contains(name.base) { return name.base + PageOrigin.dataSuffix }
    let own = languages[name.base] ?? []
    let language =
      own.contains(name.language)
      ? name.language
      : own.contains(Wording.mainLanguage) ? Wording.mainLanguage : own.min() ?? name.language
    return language == Wording.mainLanguage ? "\(name.base).md" : "\(name.base).\(language).md"
  }

  /// The paths that a link may have meant.
  var paths: [String] { languages.keys.sorted().map { $0 + (made.contains($0) ? PageOrigin.dataSuffix : ".md") } }
}

/// The sources that excerpts are taken from, read when the first page asks for them.
final class SourceLibrary: Sendable {
  /// Identifies the contents of all files, and what is known of them.
  let key: String
  private let files: [SourceIndex.File]
  private let made: Once<SourceIndex>

  /// - Parameter remembered: An index made before, of the sources with that key.
  init(folders: [URL], hooks: HookNames, remembered: (key: String, index: SourceIndex)? = nil) throws {
    let files = SourceIndex.files(in: folders)
    let key = try Self.key(of: files, hooks)
    (self.files, self.key) = (files, key)
    made = Once(known: remembered?.key == key ? remembered?.index : nil) {
      SourceIndex(files: files, hooks: hooks)
    }
  }

  /// Whether the index has been made.
  var isRead: Bool { made.isMade }

  var index: SourceIndex { made.value }

  /// The files' names as readers see them, sorted: `Rx/Core/Observable.swift`.
  var names: [String] { files.map(\.name).sorted() }

  private static func key(of files: [SourceIndex.File], _ hooks: HookNames) throws -> String {
    var hash = ContentHash()
    hash.add(hooks.key)
    for file in files {
      hash.add(file.name)
      guard let contents = file.url.contentHash else {
        throw SiteSetupError("\(file.url.relativePath): cannot be read")
      }
      hash.add(contents)
    }
    return hash.text
  }
}

/// The site as one page sees it: whatever the page looks at is noted, for the page depends on it.
final class SiteAccess {
  let shared: SiteContext
  /// What the page, or the part of it that is being rendered, depends on.
  var noted: Set<Dependency> = []
  /// Pipelines whose failure this page has reported.
  fileprivate(set) var failed: Set<String> = []

  init(_ shared: SiteContext) { self.shared = shared }

  var content: ContentFolder { shared.content }

  var index: SourceIndex {
    note(.sources, "")
    return shared.sources.index
  }

  var pipelines: Pipelines { Pipelines(site: self) }

  func target(_ path: String) -> PageTable.Target {
    note(.target, path)
    return shared.names.target(path, in: content)
  }

  /// Every page in the language, in alphabetical order.
  func pageNames(in language: String) -> [PageName] {
    note(.pages, "")
    return shared.names.languages.keys.sorted().map { PageName(base: $0, language: language) }
  }

  /// The pages right in a folder, of one group or of all.
  func pages(in folder: String, group: String?, language: String) -> [PageFrame.PageLink] {
    let list = PageList(folder: folder, group: group, language: language)
    note(.list, list.key)
    return shared.list(list).listed
  }

  /// The groups of a folder's pages, sorted.
  func groups(in folder: String) -> [String] {
    Set(shared.pages.lazy.filter { $0.name.folder == folder }.map(\.frontMatter.group)).subtracting([""]).sorted()
  }

  /// The file of a page: one in another language where there is no translation.
  func path(of name: PageName) -> String { shared.names.path(of: name) }

  /// The contents of a file in the content folder; nil where it cannot be read as UTF-8.
  func text(of path: String) -> String? {
    note(.contents, path)
    return try? String(contentsOf: content.url(path), encoding: .utf8)
  }

  fileprivate func note(_ kind: Dependency.Kind, _ name: String) {
    noted.insert(Dependency(kind: kind, name: name, key: shared.key(kind, name)))
  }

  /// The recorded runs, by the paths that a page names them by.
  struct Pipelines {
    fileprivate let site: SiteAccess

    /// The run of the pipeline that a page names by a path relative to itself.
    /// - Returns: nil for a pipeline whose failure the page has reported before.
    func run(
      of path: String, arguments: [String] = [], from page: String, at place: Place
    ) throws(Problem) -> RecordedRun? {
      let content = site.content
      guard let relative = RelativePath.resolve(path, from: page), content.contains(relative) else {
        throw Problem(place, "the pipeline `\(path)` is outside of the content folder")
      }
      guard site.target(relative) == .file else { throw Problem(place, "no such pipeline `\(path)`") }
      let command = PipelineCommand(path: relative, arguments: arguments)
      site.note(.pipeline, command.key)
      // Excerpts come from the sources, and so do the names of methods.
      site.note(.sources, "")
      do {
        return try site.shared.pipelines.run(of: command)
      } catch {
        guard site.failed.insert(command.key).inserted else { return nil }
        throw Problem(place, "the pipeline `\(command.name)` \(error.reason)")
      }
    }
  }
}
