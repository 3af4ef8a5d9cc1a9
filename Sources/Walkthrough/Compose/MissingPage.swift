import Foundation
import RxTrace

/// `404.html`, which static servers send for an address that has no page.
///
/// The server may send this page for any address, so its links begin at the root of the site.
struct MissingPage {
  let plan: SitePlan
  let composer: Composer
  let key: String
  let wordings: [String: Wording]

  func files() -> [SiteFile] {
    guard let words = wordings[Wording.mainLanguage] else { return [] }
    var frame = plan.frontFrame(language: Wording.mainLanguage)
    frame.listed = []
    let page = PlannedPage(
      generated: PageName(base: "404", language: Wording.mainLanguage),
      frontMatter: FrontMatter(title: words(.missingPage)), frame: frame)
    var hash = ContentHash()
    for part in [key, frame.hash, root] { hash.add(part) }
    return [
      SiteFile(path: page.htmlPath, origin: "the page for missing ones", key: hash.text) { [self] in
        var rendered = RenderedPage()
        rendered.body = body
        return rooted(composer.page(page, rendered, words: words))
      }
    ]
  }

  /// The path of the site on its server; previews are at the server's root.
  private var root: String {
    guard !composer.isPreview, let address = plan.settings.address else { return "/" }
    return URLComponents(string: address)?.percentEncodedPath ?? "/"
  }

  /// The text in every language of the site, because the server does not know the reader's language.
  private var body: HTML {
    let paragraphs = plan.names.active.compactMap { language -> HTML? in
      guard let words = wordings[language] else { return nil }
      let home = PageName(base: SitePlan.front, language: language).htmlPath
      return """
        <p lang="\(language)">\(words(.missingPageText)) <a href="\(home)">\(plan.settings.title)</a></p>
        """
    }
    return paragraphs.joined(separator: "\n")
  }

  private func rooted(_ page: [UInt8]) -> [UInt8] {
    let relative = /(href|src|data-root)="(?![#\/]|[a-z]+:)/
    return Array(String(decoding: page, as: UTF8.self).replacing(relative) { "\($0.1)=\"\(root)" }.utf8)
  }
}
