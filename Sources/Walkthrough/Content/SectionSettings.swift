import RxTrace

/// A section of the site, as `site.yml` declares it: an entry of the bar at the top, and a tree of pages.
struct SectionSettings: Equatable, Sendable {
  var title: TranslatedText
  var parts: [Part] = []

  /// Pages that the tree shows under one heading.
  struct Part: Equatable, Sendable {
    /// The heading; nil for pages without one.
    var title: TranslatedText?
    /// Whether its pages are numbered, because each builds on the one before.
    var isNumbered = false
    /// The group of pages that the part lists from its folders; nil for all pages.
    var group: String?
    var pages: [Path] = []
  }

  /// A page's file, or a folder with `/` at its end.
  struct Path: Equatable, Sendable {
    var text: String
    var place: Place

    var isFolder: Bool { text.hasSuffix("/") }

    /// The name of the page, without a language: `guide/index` for `guide/index.md`.
    var base: String { PageOrigin.base(ofData: text) ?? (text.hasSuffix(".md") ? String(text.dropLast(3)) : text) }
  }
}

/// A text in several languages, or one for all of them.
struct TranslatedText: Equatable, Sendable {
  private let texts: [String: String]

  init(_ texts: [String: String]) { self.texts = texts }

  var languages: [String] { texts.keys.sorted() }

  /// The text in a language, or in the main language if there is no translation.
  func callAsFunction(_ language: String) -> String {
    texts[language] ?? texts[Wording.mainLanguage] ?? texts.min { $0.key < $1.key }?.value ?? ""
  }
}

// MARK: Reading

extension SectionSettings {
  private static let keys = ["title", "parts"]
  private static let partKeys = ["title", "pages", "group", "numbered"]

  /// - Throws: ``Problem`` for anything other than a list of sections, and for unknown or missing keys.
  static func all(_ value: YAML, _ place: Place) throws(Problem) -> [SectionSettings] {
    guard let list = value.list else {
      throw Problem(place, "the setting `sections` must be a list: write `- title: …` for each section")
    }
    var sections: [SectionSettings] = []
    for entry in list { sections.append(try SectionSettings(entry)) }
    return sections
  }

  private init(_ entry: YAML) throws(Problem) {
    guard let map = entry.map else {
      throw Problem(entry.place, "a section must be a map with `title` and `parts`")
    }
    title = TranslatedText([:])
    for (key, value) in map {
      switch key.text ?? "" {
      case "title": title = try TranslatedText(value, of: "title")
      case "parts":
        guard let list = value.list else {
          throw Problem(value.place, "the parts of a section must be a list: write `- pages: […]` for each part")
        }
        for part in list { parts.append(try Part(part)) }
      case let name: throw Self.unknown(name, key.place, of: "a section", Self.keys)
      }
    }
    if title == TranslatedText([:]) { throw Problem(entry.place, "a section needs a `title`") }
    if parts.isEmpty { throw Problem(entry.place, "a section needs `parts` with at least one page") }
  }

  fileprivate static func unknown(_ name: String, _ place: Place, of what: String, _ keys: [String]) -> Problem {
    Problem(place, "unknown key `\(name)` of \(what)" + Nearest.suggestion(for: name, among: keys))
  }

  fileprivate static func path(_ entry: YAML) throws(Problem) -> Path {
    guard let text = entry.text, !text.isEmpty else {
      throw Problem(entry.place, "a page of a section must be a path such as `guide/index.md` or `guide/`")
    }
    return Path(text: text, place: entry.place)
  }
}

extension SectionSettings.Part {
  fileprivate init(_ entry: YAML) throws(Problem) {
    guard let map = entry.map else { throw Problem(entry.place, "a part must be a map with `pages`") }
    for (key, value) in map {
      switch key.text ?? "" {
      case "title": title = try TranslatedText(value, of: "title")
      case "numbered":
        guard let isNumbered = value.truth else { throw Problem(value.place, "`numbered` must be `true` or `false`") }
        self.isNumbered = isNumbered
      case "group":
        guard let text = value.text else { throw Problem(value.place, "`group` must be one piece of text") }
        group = text
      case "pages":
        for page in value.list ?? [value] { pages.append(try SectionSettings.path(page)) }
      case let name: throw SectionSettings.unknown(name, key.place, of: "a part", SectionSettings.partKeys)
      }
    }
    if pages.isEmpty { throw Problem(entry.place, "a part needs `pages` with at least one page") }
  }
}

extension TranslatedText {
  /// One text, or a map from languages to texts.
  /// - Throws: ``Problem`` for anything else.
  init(_ value: YAML, of name: String) throws(Problem) {
    if let text = value.text, !text.isEmpty {
      self.init([Wording.mainLanguage: text])
      return
    }
    var texts: [String: String] = [:]
    for (language, text) in value.map ?? [] {
      guard let language = language.text, let text = text.text, !text.isEmpty else { continue }
      texts[language] = text
    }
    guard !texts.isEmpty else {
      throw Problem(value.place, "`\(name)` must be a text, or a map from languages to texts")
    }
    self.init(texts)
  }
}
