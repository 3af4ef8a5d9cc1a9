import Foundation
import RxTrace

/// Everything that the pages of a build may refer to. Used on several threads at once.
final class SiteContext: Sendable {
  let content: ContentFolder
  let names: PageTable
  let wordings: [String: Wording]
  let pipelines: PipelineLibrary
  let sources: SourceLibrary
  let blocks: KeptBlocks
  private let hashes = SharedCache<String, String>()
  private let lists = SharedCache<PageList, String>()
  /// The folders of programs of several files, by their names, relative to the content folder.
  let programs: [String: String]
  /// The languages whose fenced blocks may be only text, with the reasons; nil if the site does not require reasons.
  let unchecked: [String: String]?
  /// The pages in the order in which readers go through them, language after language.
  let pages: [PlannedPage]
  private let sections: [String: Sections]
  let glossary: Glossary
  /// The translated comments, by language.
  let comments: [String: TranslatedComments]

  init(
    content: ContentFolder, plan: SitePlan, wordings: [String: Wording], pipelines: PipelineLibrary,
    sources: SourceLibrary, blocks: KeptBlocks, glossary: Glossary,
    comments: [String: TranslatedComments]
  ) {
    self.content = content
    names = plan.names
    unchecked = plan.settings.unchecked
    programs = plan.settings.programs
    pages = plan.pages
    sections = plan.sections
    self.glossary = glossary
    self.comments = comments
    self.wordings = wordings
    self.pipelines = pipelines
    self.sources = sources
    self.blocks = blocks
  }

  /// A copy with other runs, which shares no results of rendering with this context.
  private init(_ other: SiteContext, pipelines: PipelineLibrary) {
    (content, names, wordings, sources) = (other.content, other.names, other.wordings, other.sources)
    (programs, unchecked, pages, sections) = (other.programs, other.unchecked, other.pages, other.sections)
    (glossary, comments) = (other.glossary, other.comments)
    self.pipelines = pipelines
    blocks = KeptBlocks()
  }

  /// A copy that runs no pipeline for arrangements, so that pictures stay as they are.
  var withoutArrangements: SiteContext { SiteContext(self, pipelines: pipelines.withoutArrangements) }

  func wording(of language: String) -> Wording {
    wordings[language] ?? wordings[Wording.mainLanguage] ?? Wording(language: language, words: [:])
  }

  /// The translated doc comments of a language; none without a file for it.
  func comments(in language: String) -> TranslatedComments { comments[language] ?? TranslatedComments() }

  /// The hash of a file in the content folder; empty if the file cannot be read.
  func hash(of path: String) -> String { hashes.value(path) { content.hash(of: path) ?? "" } }

  /// Whether each dependency still has the key that was recorded.
  func areCurrent(_ dependencies: some Sequence<ReadDependency>) -> Bool {
    dependencies.allSatisfy { key(of: $0.dependency) == $0.key }
  }

  /// The current key of a dependency.
  func key(of dependency: Dependency) -> String {
    switch dependency {
    case .sources: sources.key
    case .pipeline(let command): pipelines.key(of: command)
    case .target(let path): names.target(path, in: content).key
    case .contents(let path): hash(of: path)
    case .pages: names.key
    case .path(let language): path(in: language).map(\.hash).joined(separator: "\n")
    case .list(let list): lists.value(list) { PageFrame(listed: pages(in: list)).hash }
    }
  }
}

extension SiteContext {
  /// The numbered parts of the site's sections, which readers go through in order.
  func path(in language: String) -> [Sections.Part] {
    (sections[language]?.sections ?? []).flatMap(\.parts).filter(\.isNumbered)
  }

  func pages(in list: PageList) -> [PageFrame.PageLink] {
    pages.filter { page in
      page.name.language == list.language && page.name.folder == list.folder
        && list.group.map { $0 == page.frontMatter.group } ?? true
    }.map(PageFrame.PageLink.init)
  }
}
