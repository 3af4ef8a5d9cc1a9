import RxTrace

/// What the pages of a build share: what they may refer to, and what they turned out to refer to.
final class SiteContext {
  let content: ContentFolder
  let index: SourceIndex
  let pipelines: PipelineLibrary
  /// The paths of all pages.
  let pages: Set<String>
  /// What the generator itself says, by language.
  let wordings: [String: Wording]
  /// Source files that some page shows, by the path of the page made for each.
  private(set) var sources: [String: SourceFile] = [:]
  /// Files beside the pages that some page links to.
  private(set) var assets: Set<String> = []
  /// Identifiers that pages ended up with, to check links between pages against.
  var identifiers: [String: Set<String>] = [:]
  /// Links to a heading of another page.
  var wantedAnchors: [WantedAnchor] = []

  struct WantedAnchor {
    var page: String
    var anchor: String
    var from: String
    var place: Place
  }

  init(
    content: ContentFolder, index: SourceIndex, pipelines: PipelineLibrary, pages: Set<String>,
    wordings: [String: Wording]
  ) {
    self.content = content
    self.index = index
    self.pipelines = pipelines
    self.pages = pages
    self.wordings = wordings
  }

  /// Notes that a page shows a file, and says where the file's own page will be.
  func use(_ file: SourceFile) -> String {
    let path = "source/" + (file.name.hasSuffix(".swift") ? String(file.name.dropLast(6)) : file.name) + ".html"
    sources[path] = file
    return path
  }

  func wording(of language: String) -> Wording {
    wordings[language] ?? wordings[Wording.mainLanguage] ?? Wording(language: language, words: [:])
  }

  func useAsset(_ path: String) { assets.insert(path) }
}
