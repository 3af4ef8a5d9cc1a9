import Foundation

/// Puts rendered pages into the theme's templates.
struct Composer: Sendable {
  let theme: Theme
  let settings: SiteSettings
  /// Whether a page lists the source files, each of which has a page.
  let listsSources: Bool
  /// Whether pages load themselves anew after each build.
  let isPreview: Bool
  /// The site's sections, by language.
  let sections: [String: Sections]
  /// Whether a pipeline runs by itself, without being compiled with a package.
  let arePipelinesStandalone: Bool
  /// Whether the pipelines are tests of a package, which readers cannot run one by one.
  let arePipelinesTests: Bool
  /// The release that the pages belong to; nil for a site without releases.
  let release: PageRelease?

  /// A placeholder for the text while the template is filled in, because the engine is slow with long texts.
  private static let bodyMark = "\u{FFFC}body\u{FFFC}"

  /// - Parameters:
  ///   - folder: The name after the title in the browser's tab, for pages whose titles are not unique.
  ///   - description: The page in one sentence, for pages that do not show a summary.
  func page(
    _ page: PlannedPage, _ rendered: RenderedPage, words: Wording, folder: String? = nil, description: String? = nil
  ) -> [UInt8] {
    let path = page.htmlPath
    let isFront = page.name.base == SitePlan.front
    var values = common(title: page.frontMatter.title, path: path, words, place: page.frame.place)
    values["isFront"] = isFront
    values["summary"] = InlineMarkdown(page.frontMatter.summary).html
    values["short"] = page.frontMatter.short.map { ["text": InlineMarkdown($0).html] }
    values["isShort"] = !page.frontMatter.short.isEmpty
    values["description"] = HTML(text: description ?? InlineMarkdown(page.frontMatter.summary).plainText)
    values["folder"] = folder.map { HTML(text: $0) }
    let list = PipelineList(
      facts: rendered.facts, htmlPath: path, words: words, areStandalone: arePipelinesStandalone)
    let pipelines = arePipelinesTests ? [] : list.entries
    values["pipelines"] = pipelines
    values["hasPipelines"] = !pipelines.isEmpty
    values["contents"] = contents(rendered.outline, hasPipelines: !pipelines.isEmpty, words)
    values["hasContents"] = rendered.outline.headings.count > 1
    values["previous"] = page.frame.previous.map { entry($0, from: path) }
    values["next"] = page.frame.next.map { entry($0, from: path) }
    values["pages"] = page.frame.listed.map { entry($0, from: path) }
    values["hasPages"] = !page.frame.listed.isEmpty
    values["trail"] = trail(page.frame, from: path)
    values["tree"] = page.frame.place.map { SectionTree(place: $0, path: path, words: words).html() }
    values["sectionTitle"] = page.frame.place.map { HTML(text: $0.section.title) }
    values["facts"] = isFront ? nil : facts(page, words)
    addLanguages(page.frame.languages, of: page.name, to: &values)
    // A page that the generator wrote by itself cannot be edited.
    if isPreview, !page.path.isEmpty { values["sourceFile"] = HTML(text: page.origin.textPath) }
    values["editLink"] = (page.path.isEmpty ? nil : settings.edit).map { HTML(text: SiteMaps.address($0, page.path)) }
    values["notice"] = page.isTranslated ? nil : HTML(text: words(.notTranslated))
    // An untranslated page shows the text of the main language.
    values["textLanguage"] = page.isTranslated ? nil : HTML(text: Wording.mainLanguage)
    let hasMarkdown = !page.path.isEmpty && page.isTranslated
    if hasMarkdown { values["markdown"] = Self.link(to: MarkdownFiles.path(of: page.name), from: path) }
    if let address = settings.address {
      if page.frame.hasFeed { values["feedLink"] = HTML(text: address + SiteMaps.feedPath(page.name.language)) }
      // Other sites that show a page's picture do not render SVG.
      let picture = rendered.facts.assets.first { path in
        [".png", ".jpg", ".jpeg", ".webp"].contains { path.hasSuffix($0) }
      }
      values["picture"] = picture.map { HTML(text: SiteMaps.address(address, $0)) }
    }
    return render(isFront ? "index" : "page", values, rendered.body)
  }

  /// The page of a source file.
  func source(_ renderer: SourcePageRenderer, name: PageName, frame: PageFrame) -> [UInt8] {
    let path = name.htmlPath
    var values = common(title: renderer.file.name, path: path, renderer.words, place: frame.place)
    values["description"] = HTML(text: renderer.file.name)
    values["outline"] = renderer.outline()
    addLanguages(frame.languages, of: name, to: &values)
    if renderer.file.module == nil { values["download"] = Self.link(to: renderer.file.name, from: path) }
    return render("source", values, renderer.body())
  }

  /// The list of all source files.
  func sourceList(_ body: HTML, name: PageName, frame: PageFrame, words: Wording) -> [UInt8] {
    var values = common(title: words(.sourceCode), path: name.htmlPath, words, place: frame.place)
    values["summary"] = HTML(text: words(.sourceCodeSummary))
    values["description"] = values["summary"]
    addLanguages(frame.languages, of: name, to: &values)
    return render("index", values, body)
  }

  private func render(_ template: String, _ values: [String: Any], _ body: HTML) -> [UInt8] {
    var values = values
    values["uses"] = PageFeature.used(in: body, isPreview: isPreview)
    values["body"] = Self.bodyMark
    let frame = Array(theme.templates.render(template, values).utf8)
    let mark = Array(Self.bodyMark.utf8)
    guard let start = frame[...].position(of: mark) else { return frame }
    return frame[..<start] + body.bytes + frame[(start + mark.count)...]
  }

  private func common(title: String, path: String, _ words: Wording, place: PagePlace?) -> [String: Any] {
    let home = PageName(base: SitePlan.front, language: words.language).htmlPath
    let sourceList = SourcePages.list(in: words.language).htmlPath
    let values: [String: Any?] = [
      "title": HTML(text: title), "site": HTML(text: settings.title), "language": HTML(text: words.language),
      "root": HTML(text: RelativePath.link(to: "", from: path)), "home": Self.link(to: home, from: path),
      "words": words.forTemplates, "isPreview": isPreview,
      "sections": bar(from: path, home: home, words, place),
      // The end of links to source pages, for scripts that make such links.
      "suffix": HTML(text: String(PageName(base: "", language: words.language).htmlPath.dropLast(".html".count))),
      "sourceList": listsSources ? Self.link(to: sourceList, from: path) : nil,
      "repository": settings.repository.map { HTML(text: $0) },
      "release": release.map { ["name": HTML(text: $0.name), "page": HTML(text: path)] },
      "canonical": settings.address.map { HTML(text: SiteMaps.address($0, path)) },
    ]
    return values.compactMapValues(\.self)
  }

  /// The entries of the bar at the top: the sections, or all pages and the source code for a site that declares none.
  private func bar(from path: String, home: String, _ words: Wording, _ place: PagePlace?) -> [[String: Any]] {
    var all = (sections[words.language]?.sections ?? []).enumerated().map { number, section in
      (section.title, section.pages[0].htmlPath, number == place?.index)
    }
    if all.isEmpty {
      let isSource = path.hasPrefix(SourcePages.folder)
      let isAPI = path.hasPrefix(APIPages.folder)
      all = [(words(.walkthroughs), home, !isSource && !isAPI)]
      if listsSources { all.append((words(.sourceCode), SourcePages.list(in: words.language).htmlPath, isSource)) }
      if !settings.api.isEmpty { all.append((words(.api), APIPages.front(in: words.language).htmlPath, isAPI)) }
    }
    return all.map { ["title": HTML(text: $0), "link": Self.link(to: $1, from: path), "isCurrent": $2] }
  }

  /// The pages above a page: its section and its part, or the page of its folder if there are no sections.
  private func trail(_ frame: PageFrame, from path: String) -> [[String: Any]] {
    var links = frame.trail
    if let place = frame.place {
      var above = [PageFrame.PageLink(htmlPath: place.section.pages[0].htmlPath, title: place.section.title)]
      let part = place.siblings
      if !part.title.isEmpty {
        above.append(PageFrame.PageLink(htmlPath: part.pages[0].htmlPath, title: part.title))
      }
      links = above + links
    } else if let section = frame.section {
      links.insert(section, at: 0)
    }
    return links.map { entry($0, from: path) }
  }

  /// `Part 2 of 6 · 8 min · since 1.1`
  private func facts(_ page: PlannedPage, _ words: Wording) -> HTML? {
    var facts: [String] = []
    let minutes = page.frontMatter.minutes
    if let place = page.frame.place, place.siblings.isNumbered {
      facts.append(
        words(.partOf).replacingOccurrences(of: "{part}", with: "\(place.position + 1)")
          .replacingOccurrences(of: "{count}", with: "\(place.siblings.pages.count)"))
    }
    // The reading time of a page that takes a minute is shown only beside other facts.
    if minutes > 1 || minutes == 1 && !facts.isEmpty { facts.append(words(.readingTime, minutes)) }
    if let release = release?.since(page.htmlPath) { facts.append(words(.sinceRelease, release)) }
    return facts.isEmpty ? nil : HTML(text: facts.joined(separator: " · "))
  }

  private func entry(_ page: PageFrame.PageLink, from path: String) -> [String: Any] {
    [
      "title": HTML(text: page.title), "summary": InlineMarkdown(page.summary).html,
      "link": Self.link(to: page.htmlPath, from: path), "isCurrent": page.htmlPath == path,
    ]
  }

  /// Adds the page in each language. Readers of other languages get the main one, which comes first.
  private func addLanguages(_ links: [PageFrame.LanguageLink], of page: PageName, to values: inout [String: Any]) {
    values["otherLanguages"] = links.first.map { Self.link(to: $0.htmlPath, from: page.htmlPath) }
    values["languages"] = links.map { link in
      [
        "tag": HTML(text: link.language),
        "name": HTML(text: theme.wordings[link.language]?(.languageName) ?? link.language),
        "link": Self.link(to: link.htmlPath, from: page.htmlPath), "isCurrent": link.language == page.language,
      ]
    }
  }

  /// A link from one file of the site to another, whose name may contain any character.
  static func link(to target: String, from path: String) -> HTML {
    let link = RelativePath.link(to: target, from: path)
    return HTML(text: link.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? link)
  }

  private func contents(_ outline: PageOutline, hasPipelines: Bool, _ words: Wording) -> [[String: Any]] {
    var headings = outline.headings.filter { $0.level <= 3 }
    if hasPipelines {
      headings.append(.init(level: 2, id: PageIdentifiers.pipelines, text: words(.pipelinesOfPage)))
    }
    return headings.map { ["id": HTML(text: $0.id), "text": HTML(text: $0.text), "level": "\($0.level)"] }
  }
}
