import Foundation
import RxTrace

/// The files for other programs: the site map, `robots.txt`, which names the site map, the manifest of a web app and,
/// for each language, a feed of the pages that have a date.
struct SiteMaps {
  let plan: SitePlan
  let wordings: [String: Wording]

  /// The files; none for a site without an address, because these formats require absolute addresses.
  func files() -> [SiteFile] {
    guard let address = plan.settings.address else { return [] }
    let feeds = plan.names.active.compactMap { feed(language: $0, address) }
    let robots: HTML = "User-agent: *\nAllow: /\nSitemap: \(Self.address(address, "sitemap.xml"))\n"
    return [
      file("sitemap.xml", siteMap(address)), file("robots.txt", robots), file("site.webmanifest", manifest),
    ] + feeds
  }

  static func feedPath(_ language: String) -> String {
    language == Wording.mainLanguage ? "feed.xml" : "feed.\(language).xml"
  }

  private func file(_ path: String, _ text: HTML) -> SiteFile {
    SiteFile(path: path, origin: "the \(path)", key: text.bytes.contentHash) { text.bytes }
  }

  private var manifest: HTML {
    let title = TextEscaping.json.escape(plan.settings.title)
    let icon = #"{"src":"images/icon.svg","sizes":"any","type":"image/svg+xml"}"#
    let text = "{\"name\":\"\(title)\",\"start_url\":\"./\",\"display\":\"minimal-ui\",\"icons\":[\(icon)]}\n"
    return HTML(bytes: Array(text.utf8))
  }

  private func siteMap(_ address: String) -> HTML {
    let entries = plan.pages.filter(\.isTranslated).map { page -> HTML in
      let alternates = page.frame.languages.filter(\.isTranslated).map { link -> HTML in
        let target = Self.address(address, link.htmlPath)
        return "\n<xhtml:link rel=\"alternate\" hreflang=\"\(link.language)\" href=\"\(target)\"/>"
      }
      return "<url><loc>\(Self.address(address, page.htmlPath))</loc>\(alternates.joined())</url>"
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
      \(entries.joined(separator: "\n"))
      </urlset>

      """
  }

  private func feed(language: String, _ address: String) -> SiteFile? {
    let pages = plan.feed(in: language)
    guard let latest = pages.first else { return nil }
    let path = Self.feedPath(language)
    let entries = pages.prefix(50).map { entry($0, address) }
    return file(
      path,
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="\(language)">
      <title>\(plan.settings.title)</title>
      <subtitle>\(wordings[language]?(.tagline) ?? "")</subtitle>
      <id>\(address)</id>
      <link rel="self" href="\(Self.address(address, path))"/>
      <link href="\(Self.address(address, PageName(base: SitePlan.front, language: language).htmlPath))"/>
      <author><name>\(plan.settings.title)</name></author>
      <updated>\(latest.frontMatter.date)T00:00:00Z</updated>
      \(entries.joined(separator: "\n"))
      </feed>

      """)
  }

  private func entry(_ page: PlannedPage, _ address: String) -> HTML {
    let link = Self.address(address, page.htmlPath)
    return """
      <entry>
      <title>\(page.frontMatter.title)</title>
      <id>\(link)</id>
      <link href="\(link)"/>
      <updated>\(page.frontMatter.date)T00:00:00Z</updated>
      <summary>\(InlineMarkdown(page.frontMatter.summary).plainText)</summary>
      </entry>
      """
  }

  static func address(_ address: String, _ path: String) -> String {
    address + (path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path)
  }
}
