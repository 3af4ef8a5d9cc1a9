import RxTrace

/// The names of a site's pages, and the languages of each page.
struct PageTable: Sendable {
  /// Each page's own languages, by its name without a language.
  let languages: [String: Set<String>]
  /// Every language that some page is written in: each page exists in each of them, untranslated if necessary.
  let active: [String]
  /// Every language that the theme has words for.
  let known: Set<String>
  /// The names without a language of pages made from data.
  private let made: Set<String>
  /// A key of the set of pages.
  let key: String

  /// - Parameter origins: The origins of all pages, sorted.
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
      // An untranslated page exists as well.
      if languages[name.base] != nil, active.contains(name.language) { return .page(name) }
    }
    return content.isFile(path) ? .file : .nothing
  }

  /// The file of a page, which is in another language if there is no translation.
  func path(of name: PageName) -> String {
    if made.contains(name.base) { return name.base + PageOrigin.dataSuffix }
    let own = languages[name.base] ?? []
    let language =
      own.contains(name.language)
      ? name.language
      : own.contains(Wording.mainLanguage) ? Wording.mainLanguage : own.min() ?? name.language
    return language == Wording.mainLanguage ? "\(name.base).md" : "\(name.base).\(language).md"
  }

  /// The languages of the look for messages: `` `en`, `zh-Hans` ``.
  var knownList: String { known.sorted().map { "`\($0)`" }.joined(separator: ", ") }

  /// The paths that a link can name.
  var paths: [String] { languages.keys.sorted().map { $0 + (made.contains($0) ? PageOrigin.dataSuffix : ".md") } }
}
