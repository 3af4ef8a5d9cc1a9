/// A page and a language, as the path of a Markdown file names them.
///
///     PageName("core-flow/index.zh-Hans.md", languages: ["en", "zh-Hans"])
///     // base "core-flow/index", language "zh-Hans"
struct PageName: Hashable, Sendable {
  /// The part of the path that all languages of a page share: `core-flow/index`.
  var base: String
  var language: String

  init(base: String, language: String) {
    self.base = base
    self.language = language
  }

  /// - Parameter languages: The languages that the theme has words for; any other suffix before `.md` is part of the
  ///   name.
  init(_ path: String, languages: Set<String>) {
    let stem = path.hasSuffix(".md") ? path.dropLast(3) : path[...]
    let name = stem[(stem.utf8.lastIndex(of: UInt8(ascii: "/")).map(stem.utf8.index(after:)) ?? stem.startIndex)...]
    if let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex,
      languages.contains(String(name[name.utf8.index(after: dot)...]))
    {
      self.init(base: String(stem[..<dot]), language: String(name[name.index(after: dot)...]))
    } else {
      self.init(base: String(stem), language: Wording.mainLanguage)
    }
  }

  /// The page's path in the site: `core-flow/index.zh-Hans.html`.
  var htmlPath: String { language == Wording.mainLanguage ? "\(base).html" : "\(base).\(language).html" }

  /// The innermost folder of the page: `beyond/answers`, or empty for a page at the top.
  var folder: String { base.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(base[..<$0]) } ?? "" }

  /// Whether the page heads its outermost folder, as `beyond/index` does.
  var isHead: Bool { base == section + "/index" }

  /// The outermost folder of the page: `beyond`, or empty for a page at the top.
  var section: String { base.utf8.firstIndex(of: UInt8(ascii: "/")).map { String(base[..<$0]) } ?? "" }
}
