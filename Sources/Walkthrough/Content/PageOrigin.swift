/// The source of a page's text: a Markdown file, or data that a template makes a page of.
///
/// A folder with a `page.md.mustache` makes a page of each `.yml` file in it, in the main language; each
/// `page.LANGUAGE.md.mustache` makes one in that language, from the same data.
struct PageOrigin: Hashable, Sendable {
  /// The file that the page is known by, relative to the content folder: Markdown or data.
  var path: String
  var name: PageName
  /// The template, for a page made from data.
  var template: String?

  /// The file that contains the text.
  var textPath: String { template ?? path }

  static let templateName = "page"
  static let templateSuffix = ".md.mustache"
  static let dataSuffix = ".yml"

  /// The name of the page that a file of data makes, without a language; nil for another file.
  static func base(ofData path: String) -> String? {
    path.hasSuffix(dataSuffix) ? String(path.dropLast(dataSuffix.count)) : nil
  }
}

extension ContentFolder {
  /// The origins of all pages, sorted. Links to folders are not followed.
  func pages(languages: Set<String>) -> [PageOrigin] {
    var origins: [PageOrigin] = []
    add(pagesIn: "", languages, to: &origins)
    return origins.sorted { ($0.path, $0.name.language) < ($1.path, $1.name.language) }
  }

  private func add(pagesIn folder: String, _ languages: Set<String>, to origins: inout [PageOrigin]) {
    let entries = FolderEntry.all(in: path + "/" + folder)
    let templates = entries.map(\.name).filter { $0.hasSuffix(PageOrigin.templateSuffix) }.compactMap { file in
      PageName.ofTemplate(file, languages: languages).map { (file, $0) }
    }
    for entry in entries {
      let path = folder + entry.name
      if entry.name.hasSuffix(".md") {
        origins.append(PageOrigin(path: path, name: PageName(path, languages: languages)))
      }
      if let base = PageOrigin.base(ofData: path) {
        origins += templates.map { file, language in
          PageOrigin(path: path, name: PageName(base: base, language: language), template: folder + file)
        }
      }
      if entry.isFolder { add(pagesIn: path + "/", languages, to: &origins) }
    }
  }
}

extension PageName {
  /// The language of a template's pages; nil for a file that is not a template of pages.
  fileprivate static func ofTemplate(_ file: String, languages: Set<String>) -> String? {
    let name = PageName(String(file.dropLast(".mustache".count)), languages: languages)
    return name.base == PageOrigin.templateName ? name.language : nil
  }
}
