import RxTrace

/// The terms that a site explains, in `glossary.yml` beside the pages, and the words in pages that stand for them.
///
///     page: glossary.md
///     terms:
///       - name: {en: Subject, zh-Hans: Subject}
///         forms: {en: [subject, subjects]}
///         text: {en: An observer and a sequence in one., zh-Hans: 既是观察者，也是序列。}
struct Glossary: Sendable {
  /// The page that explains the terms; nil for a site without a glossary.
  private(set) var page: PageName?
  private(set) var terms: [Term] = []
  private(set) var problems: [Diagnostic] = []
  private var forms: [String: TermForms] = [:]

  struct Term: Sendable {
    /// The anchor of the term on the page.
    var id: String
    var name: TranslatedText
    var text: TranslatedText
    /// The place of the term in the file.
    var place: Place
    /// The spellings that are linked, by language.
    var forms: [String: [String]] = [:]

    fileprivate var quoted: String { "`\(name(Wording.mainLanguage))`" }

    fileprivate var languages: [String] { name.languages + text.languages + forms.keys.sorted() }
  }

  static let fileName = "glossary.yml"
  private static let keys = ["page", "terms"]

  /// An empty glossary, as for a site without the file.
  init() {}

  /// The glossary of a content folder, if it has the file.
  init(content: ContentFolder, names: PageTable) {
    guard content.has(Self.fileName) else { return }
    do throws(Problem) {
      guard let map = try YAML.read(content.text(of: Self.fileName), as: "the file")?.map else {
        throw Problem(line: 1, "the glossary must be a map with `page` and `terms`")
      }
      for (key, value) in map { try read(key, value, content, names) }
      guard page != nil else { throw Problem(line: 1, "the glossary has no `page`: write `page: glossary.md`") }
      for language in names.active { forms[language] = TermForms(terms, language: language) }
    } catch {
      problems.append(content.diagnostic(error, in: Self.fileName))
      (page, terms) = (nil, [])
    }
  }

  private mutating func read(
    _ key: YAML, _ value: YAML, _ content: ContentFolder, _ names: PageTable
  ) throws(Problem) {
    switch key.text ?? "" {
    case "page":
      let path = value.text ?? ""
      guard !path.isEmpty, case .page(let name) = names.target(path, in: content) else {
        throw Problem(value.place, "no page `\(path)`" + Nearest.suggestion(for: path, among: names.paths))
      }
      // A page out of data has its blocks in a template.
      let text = path.hasSuffix(".md") ? try content.text(of: path) : nil
      guard text?.contains(/(?:```|~~~)\s*glossary/) ?? true else {
        throw Problem(value.place, "`\(path)` has no block `glossary`, which shows the terms that pages link to")
      }
      page = name
    case "terms":
      guard let list = value.list else {
        throw Problem(value.place, "`terms` must be a list: write `- name: …` for each term")
      }
      for entry in list { terms.append(try Term(entry)) }
      try checkTerms(list, names)
    case let name:
      let nearest = Nearest.suggestion(for: name, among: Self.keys)
      throw Problem(key.place, "unknown key `\(name)` of the glossary" + nearest)
    }
  }

  /// - Throws: ``Problem`` for a term, or a form of one, that stands there twice, and for an unknown language.
  private func checkTerms(_ entries: [YAML], _ names: PageTable) throws(Problem) {
    var known: Set<String> = []
    var forms: [String: Term] = [:]
    for (term, entry) in zip(terms, entries) {
      if !known.insert(term.id).inserted { throw Problem(entry.place, "the glossary explains \(term.quoted) twice") }
      if let language = term.languages.first(where: { !names.known.contains($0) }) {
        throw Problem(entry.place, "the look has no language `\(language)`, only \(names.knownList)")
      }
      for (language, spellings) in term.forms.sorted(by: { $0.key < $1.key }) {
        for form in spellings {
          let other = forms.updateValue(term, forKey: "\(language) \(form.lowercased())")
          if let other { throw Problem(entry.place, "`\(form)` is a form of \(other.quoted) as well") }
        }
      }
    }
  }

  /// The spellings to look for in texts of a language; nil if there are none.
  func forms(in language: String) -> TermForms? { forms[language] }
}

extension Glossary.Term {
  fileprivate init(_ entry: YAML) throws(Problem) {
    guard let map = entry.map else { throw Problem(entry.place, "a term must be a map with `name` and `text`") }
    var name: TranslatedText?
    var text: TranslatedText?
    var forms: [String: [String]] = [:]
    for (key, value) in map {
      switch key.text ?? "" {
      case "name": name = try TranslatedText(value, of: "name")
      case "text": text = try TranslatedText(value, of: "text")
      case "forms": forms = try Self.forms(value)
      case let other:
        let nearest = Nearest.suggestion(for: other, among: ["name", "forms", "text"])
        throw Problem(key.place, "unknown key `\(other)` of a term" + nearest)
      }
    }
    guard let name, let text else { throw Problem(entry.place, "a term needs a `name` and a `text`") }
    let words = name(Wording.mainLanguage).lowercased().split { !$0.isLetter && !$0.isNumber }
    self.init(id: "term-" + words.joined(separator: "-"), name: name, text: text, place: entry.place, forms: forms)
  }

  private static func forms(_ value: YAML) throws(Problem) -> [String: [String]] {
    var forms: [String: [String]] = [:]
    for (language, list) in value.map ?? [] {
      let texts = (list.list ?? []).compactMap(\.text).filter { !$0.isEmpty }
      guard let language = language.text, let entries = list.list, entries.count == texts.count else {
        throw Problem(list.place, "the forms of a term must be lists of words: write `{en: [one, two]}`")
      }
      forms[language] = texts
    }
    guard value.map != nil else {
      throw Problem(value.place, "the forms of a term must be a map from languages to lists: write `{en: [one, two]}`")
    }
    return forms
  }
}
