import Foundation
import RxTrace

/// The pages of an API that DocC made, which become part of the site as they are, and the page of ours that leads to
/// them.
///
/// DocC's pages fetch their content, which browsers allow only from a web server: so other pages link to ours, which
/// says so.
struct APIPages {
  /// DocC's output, made for the path `/api`.
  let folder: URL
  let plan: SitePlan
  let composer: PageComposer
  let key: String
  let wordings: [String: Wording]

  /// The folder of all these pages in the site.
  static let path = "api"

  /// The page that lists the modules.
  static func front(in language: String) -> PageName { PageName(base: path + "/index", language: language) }

  func files() throws -> [SiteFile] {
    let own = Set(plan.names.active.map { Self.front(in: $0).htmlPath })
    // DocC's own page at this place is an empty one.
    let copied = FolderEntry.files(below: folder.path).filter { !own.contains(Self.path + "/" + $0) }
    return Parallel.map(copied) { SiteFile(copying: folder.appendingPathComponent($0), to: Self.path + "/" + $0) }
      + fronts(try modules())
  }
}

// MARK: The list of modules

extension APIPages {
  /// A module, as DocC describes it on its page.
  private struct Module: Decodable, Sendable {
    var metadata: Metadata
    var abstract: [Piece]?
    /// The name of the module's page, which does not come from DocC.
    var name: String?

    struct Metadata: Decodable { var title: String }
    struct Piece: Decodable {
      var text: String?
      var code: String?
    }

    var summary: String { (abstract ?? []).map { $0.text ?? $0.code ?? "" }.joined() }
  }

  private func modules() throws -> [Module] {
    let names = FolderEntry.all(in: folder.path + "/documentation").filter(\.isFolder).map(\.name)
    return try names.map { name in
      let url = folder.appendingPathComponent("data/documentation/\(name).json")
      do {
        var module = try JSONDecoder().decode(Module.self, from: Data(contentsOf: url))
        module.name = name
        return module
      } catch {
        throw SiteSetupError("\(url.relativePath): is not a page of DocC")
      }
    }
  }

  private func fronts(_ modules: [Module]) -> [SiteFile] {
    plan.names.active.compactMap { language in
      guard let words = wordings[language] else { return nil }
      let name = Self.front(in: language)
      let page = PlannedPage(
        generated: name, frontMatter: FrontMatter(title: words(.api), summary: words(.apiSummary)),
        frame: PageFrame(languages: plan.languages(ofGenerated: name.base)))
      let body = Self.list(modules, words)
      var hash = ContentHash()
      for part in [key, page.frame.hash, body.source] { hash.add(part) }
      return SiteFile(path: page.htmlPath, origin: "the list of modules", key: hash.text) { [composer] in
        composer.page(page, RenderedPage(body: body), words: words)
      }
    }
  }

  private static func list(_ modules: [Module], _ words: Wording) -> HTML {
    let items = modules.map { module -> HTML in
      // DocC's script takes the whole address for the name of the page's symbol, so there is no `index.html` behind it.
      "<li><a href=\"documentation/\(module.name ?? "")/\">\(module.metadata.title)</a><p>\(module.summary)</p></li>"
    }
    return """
      <p class="notice" role="note">\(words(.apiNeedsServer))</p>
      <ul class="walkthroughs">
      \(items.joined(separator: "\n"))
      </ul>
      """
  }
}
