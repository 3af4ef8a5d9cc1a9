import Foundation
import RxTrace

/// The pages of the public declarations: a list of modules, a page for each module, and one for each type.
struct APIPages {
  let library: APILibrary
  let plan: SitePlan
  let composer: Composer
  let key: String
  let context: SiteContext

  /// The folder of these pages in the site; a section that names it has all of them.
  static let folder = "api/"

  /// The page that lists the modules.
  static func front(in language: String) -> PageName { PageName(base: folder + "index", language: language) }

  /// - Parameter known: The files of the last build. If no source has changed, the list of pages comes from them,
  ///   because making it takes reading all sources.
  func files(known: [String: OutputEntry]) -> [SiteFile] {
    guard !library.modules.isEmpty else { return [] }
    var hash = ContentHash()
    for part in [key, library.key] { hash.add(part) }
    return plan.names.active.flatMap { language -> [SiteFile] in
      guard let words = context.wordings[language], let sections = plan.sections[language] else { return [] }
      let front = Self.front(in: language).htmlPath
      var hash = hash
      let comments = context.hash(of: TranslatedComments.fileName(language))
      let place = sections.place(of: front)?.hash ?? ""
      hash.add([language, sections.barHash, place, comments, "\(plan.fedLanguages)"].joined(separator: "\n"))
      let key = hash.text
      let isKnown = known[front]?.key == key
      let bases = isKnown ? Self.bases(known, key, language) : library.pages.keys.sorted()
      return bases.map { base in
        let name = PageName(base: base, language: language)
        return SiteFile(path: name.htmlPath, origin: "the API of \(base)", key: key) { page(name, words) }
      }
    }
  }

  /// The pages of a language that the last build made.
  private static func bases(_ known: [String: OutputEntry], _ key: String, _ language: String) -> [String] {
    let paths = known.filter { $0.value.key == key && $0.key.hasPrefix(folder) }.keys.sorted()
    let ending = PageName(base: "", language: language).htmlPath
    return paths.map { String($0.dropLast(ending.count)) }
  }

  /// The most types of a module that the list of modules names.
  private static let mostNamed = 12

  // MARK: Pages

  private func page(_ name: PageName, _ words: Wording) -> [UInt8] {
    let path = name.htmlPath
    let front = Self.front(in: name.language).htmlPath
    var frame = plan.frame(ofGenerated: name.base, language: name.language, in: front)
    var title = words(.api)
    var summary = words(.apiSummary)
    var (folder, description): (String?, String?) = (nil, nil)
    var rendered = RenderedPage()
    switch library.pages[name.base] {
    case .module(let module):
      (title, summary) = (module.name, "")
      (folder, description) = (words(.api), words(.apiOfModule, module.name))
      frame.trail = [PageFrame.PageLink(htmlPath: front, title: words(.api))]
      let renderer = renderer(of: module, words, path)
      let (body, headings) = renderer.members(module.globals)
      rendered.body =
        module.list(context.comments(in: name.language)) {
          address(of: APILibrary.base(of: $0, in: module), from: name)
        } + "\n" + body
      rendered.outline.headings = headings
    case .type(let type, let module):
      (title, summary) = (type.name, "")
      (folder, description) = (module.name, self.description(of: type, in: module, words))
      frame.trail = [
        PageFrame.PageLink(htmlPath: front, title: words(.api)),
        PageFrame.PageLink(
          htmlPath: PageName(base: APILibrary.base(of: module), language: name.language).htmlPath, title: module.name),
      ]
      let (body, headings) = renderer(of: module, words, path).type(type)
      rendered.body = body
      rendered.outline.headings = headings
    case .front, nil:
      rendered.body = modules(from: name)
    }
    let page = PlannedPage(
      generated: name, frontMatter: FrontMatter(title: title, summary: summary), frame: frame)
    return composer.page(page, rendered, words: words, folder: folder, description: description)
  }

  /// The first sentence of the type's comment, or its name and module for a type without one.
  private func description(of type: DocumentedType, in module: DocumentedModule, _ words: Wording) -> String {
    let comment = type.declaration?.documentation ?? ""
    let sentence = DocComment.firstSentence(of: context.comments(in: words.language).text(of: comment) ?? comment)
    guard sentence.isEmpty else { return sentence }
    return words(.apiOfType).replacingOccurrences(of: "{type}", with: type.name)
      .replacingOccurrences(of: "{module}", with: module.name)
  }

  private func renderer(of module: DocumentedModule, _ words: Wording, _ path: String) -> DocumentedTypeRenderer {
    DocumentedTypeRenderer(module: module, words: words, comments: context.comments(in: words.language)) { file, line in
      guard library.hasPage(file) else { return nil }
      return RelativePath.link(to: file.htmlPath(in: words.language), from: path) + "#L\(line)"
    }
  }

  private func modules(from page: PageName) -> HTML {
    let items = library.documented.map { module -> HTML in
      let own = module.types.filter { $0.declaration.map { $0.owner == nil } ?? false }
      let names = own.prefix(Self.mostNamed)
      let about = names.map { "<code>\($0.name)</code>" as HTML }.joined(separator: ", ")
      let more: HTML = own.count > names.count ? ", …" : ""
      let link = address(of: APILibrary.base(of: module), from: page)
      return "<li><a href=\"\(link)\">\(module.name)</a><p>\(about)\(more)</p></li>"
    }
    return "<ul class=\"walkthroughs\">\n\(items.joined(separator: "\n"))\n</ul>"
  }

  private func address(of base: String, from page: PageName) -> String {
    let target = PageName(base: base, language: page.language).htmlPath
    return RelativePath.link(to: target, from: page.htmlPath)
  }
}

/// The modules whose public declarations get pages, read when one of the pages is made.
final class APILibrary: Sendable {
  /// The names of the modules, in the order of the settings.
  let modules: [String]
  /// A key that changes when the sources do.
  let key: String
  private let made: LazyValue<(documented: [DocumentedModule], pages: [String: Page])>
  private let paged: Set<String>

  enum Page: Sendable {
    case front
    case module(DocumentedModule)
    case type(DocumentedType, in: DocumentedModule)
  }

  /// - Parameters:
  ///   - folders: The modules' folders.
  ///   - sources: The sources that have pages; a module among them is not read again.
  /// - Throws: ``SiteSetupError`` for a folder that cannot be read.
  init(folders: [URL], sources: SourceLibrary) throws {
    let names = folders.map { $0.standardizedFileURL.lastPathComponent }
    let known = Set(sources.names.compactMap { $0.split(separator: "/").first.map(String.init) })
    let others = try SourceLibrary(
      folders: zip(names, folders).filter { !known.contains($0.0) }.map(\.1), hooks: HookNames())
    modules = names
    paged = known
    key = sources.key + others.key
    made = LazyValue {
      let documented = names.map { name in
        DocumentedModule(name, in: known.contains(name) ? sources.index : others.index)
      }
      var pages: [String: Page] = [APIPages.folder + "index": .front]
      for module in documented {
        pages[Self.base(of: module)] = .module(module)
        for type in module.types { pages[Self.base(of: type, in: module)] = .type(type, in: module) }
      }
      return (documented, pages)
    }
  }

  var documented: [DocumentedModule] { made.value.documented }

  /// The pages, by their names without a language.
  var pages: [String: Page] { made.value.pages }

  /// Whether a source file has a page.
  func hasPage(_ file: SourceFile) -> Bool { file.module.map(paged.contains) ?? false }

  static func base(of module: DocumentedModule) -> String { "\(APIPages.folder)\(module.name)/index" }

  static func base(of type: DocumentedType, in module: DocumentedModule) -> String {
    "\(APIPages.folder)\(module.name)/\(type.name)"
  }
}
