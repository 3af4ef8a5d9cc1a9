import RxTrace

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

  /// The kinds of things that a path in the content folder can lead to.
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

  /// The file of a page: a file in another language if there is no translation.
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
