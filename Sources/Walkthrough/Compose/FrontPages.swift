import RxTrace

/// The page that lists all others, for content that has none of its own.
struct FrontPages {
  let plan: SitePlan
  let composer: Composer
  let key: String
  let wordings: [String: Wording]

  func files() -> [SiteFile] {
    guard plan.names.languages[SitePlan.front] == nil else { return [] }
    return plan.names.active.compactMap { language in
      guard let words = wordings[language] else { return nil }
      let page = PlannedPage(
        generated: PageName(base: SitePlan.front, language: language),
        frontMatter: FrontMatter(title: plan.settings.title), frame: plan.frontFrame(language: language))
      var hash = ContentHash()
      hash.add(key)
      hash.add(page.frame.hash)
      return SiteFile(path: page.htmlPath, origin: "the list of pages", key: hash.text) {
        composer.page(page, RenderedPage(), words: words)
      }
    }
  }
}
