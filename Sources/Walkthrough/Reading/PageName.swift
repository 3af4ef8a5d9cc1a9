/// What the place of a Markdown file says: which page it is, and in what language.
///
///     PageName("core-flow/index.zh-Hans.md", languages: ["en", "zh-Hans"])
///     // base "core-flow/index", language "zh-Hans"
struct PageName: Hashable, Sendable {
  /// What all languages of a page have in common: `core-flow/index`.
  var base: String
  var language: String

  init(base: String, language: String) {
    self.base = base
    self.language = language
  }

  /// - Parameter languages: The languages that the look has words for; what else stands before `.md` is part of the name.
  init(_ path: String, languages: Set<String>) {
    let stem = path.hasSuffix(".md") ? path.dropLast(3) : path[...]
    let name = stem[(stem.lastIndex(of: "/").map(stem.index(after:)) ?? stem.startIndex)...]
    if let dot = name.lastIndex(of: "."), dot > name.startIndex,
      languages.contains(String(name[name.index(after: dot)...]))
    {
      self.init(base: String(stem[..<dot]), language: String(name[name.index(after: dot)...]))
    } else {
      self.init(base: String(stem), language: Wording.mainLanguage)
    }
  }

  /// Where the page goes: `core-flow/index.zh-Hans.html`.
  var htmlPath: String { language == Wording.mainLanguage ? "\(base).html" : "\(base).\(language).html" }

  /// The folder that the page is right in: `beyond/answers`, or nothing for one at the top.
  var folder: String { base.lastIndex(of: "/").map { String(base[..<$0]) } ?? "" }

  /// The outermost folder that the page is in: `beyond`, or nothing for one at the top.
  var section: String { base.firstIndex(of: "/").map { String(base[..<$0]) } ?? "" }
}
