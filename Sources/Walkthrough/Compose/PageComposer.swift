import Foundation

/// Puts rendered pages into the theme's templates.
struct PageComposer: Sendable {
  let theme: Theme
  let settings: SiteSettings
  /// Whether there are pages of source files.
  let hasSources: Bool
  /// Whether pages load themselves anew after each build.
  let isPreview: Bool
  /// Whether there are pages of the API.
  let hasAPI: Bool
  /// Whether a pipeline runs by itself, without a package that it is compiled with.
  let arePipelinesStandalone: Bool

  /// Stands for the text while the template is filled in: the template engine takes time with long texts.
  private static let bodyMark = "\u{FFFC}body\u{FFFC}"

  func page(_ page: PlannedPage, _ rendered: RenderedPage, words: Wording) -> [UInt8] {
    let path = page.htmlPath
    var values = common(title: page.frontMatter.title, path: path, words)
    values["isFront"] = page.name.base == SitePlan.front
    values["summary"] = HTML(text: page.frontMatter.summary)
    values["description"] = values["summary"]
    let pipelines = PipelineList(
      facts: rendered.facts, htmlPath: path, words: words, areStandalone: arePipelinesStandalone
    ).entries
    values["pipelines"] = pipelines
    values["hasPipelines"] = !pipelines.isEmpty
    values["contents"] = contents(rendered.outline, hasPipelines: !pipelines.isEmpty, words)
    values["hasContents"] = rendered.outline.headings.count > 1
    values["previous"] = page.frame.previous.map { entry($0, from: path) }
    values["next"] = page.frame.next.map { entry($0, from: path) }
    values["pages"] = page.frame.listed.map { entry($0, from: path) }
    values["trail"] = page.frame.section.map { [entry($0, from: path)] }
    values["languages"] = page.frame.languages.map { language($0, of: page) }
    // A page that the generator wrote by itself cannot be edited.
    values["editLink"] = (page.path.isEmpty ? nil : settings.edit).map { HTML(text: SiteMaps.address($0, page.path)) }
    values["notice"] = page.isTranslated ? nil : HTML(text: words(.notTranslated))
    // A page without a translation is in the language that it was written in.
    values["textLanguage"] = page.isTranslated ? nil : HTML(text: Wording.mainLanguage)
    values["feedLink"] = settings.address.map { HTML(text: $0 + SiteMaps.feedPath(page.name.language)) }
    return render(page.name.base == SitePlan.front ? "index" : "page", values, rendered.body)
  }

  /// The page of a source file.
  func source(_ renderer: SourcePageRenderer, path: String) -> [UInt8] {
    var values = common(title: renderer.file.name, path: path, renderer.words)
    values["description"] = HTML(text: renderer.file.name)
    values["outline"] = renderer.outline()
    if renderer.file.module == nil { values["download"] = Self.link(to: renderer.file.name, from: path) }
    return render("source", values, renderer.body())
  }

  /// The list of all source files.
  func sourceList(_ body: HTML, path: String, words: Wording) -> [UInt8] {
    var values = common(title: words(.sourceCode), path: path, words)
    values["summary"] = HTML(text: words(.sourceCodeSummary))
    values["description"] = values["summary"]
    return render("index", values, body)
  }

  private func render(_ template: String, _ values: [String: Any], _ body: HTML) -> [UInt8] {
    var values = values
    values["body"] = Self.bodyMark
    let frame = Array(theme.templates.render(template, values).utf8)
    guard let mark = Self.bodyMark(in: frame) else { return frame }
    return frame[..<mark.lowerBound] + body.bytes + frame[mark.upperBound...]
  }

  /// Looked for by hand: the standard library takes longer for that than the template engine for the page.
  private static func bodyMark(in frame: [UInt8]) -> Range<Int>? {
    let mark = Array(bodyMark.utf8)
    let start = frame.indices.first { frame[$0] == mark[0] && frame[$0...].starts(with: mark) }
    return start.map { $0..<($0 + mark.count) }
  }

  private func common(title: String, path: String, _ words: Wording) -> [String: Any] {
    let home = PageName(base: SitePlan.front, language: words.language).htmlPath
    return [
      "title": HTML(text: title), "site": HTML(text: settings.title), "language": HTML(text: words.language),
      "root": HTML(text: RelativePath.link(to: "", from: path)), "home": Self.link(to: home, from: path),
      "words": words.forTemplates, "hasSources": hasSources, "isPreview": isPreview,
      "sections": sections(from: path, home: home, words),
    ]
  }

  private func sections(from path: String, home: String, _ words: Wording) -> [[String: Any]] {
    let (isSource, isAPI) = (path.hasPrefix("source/"), path.hasPrefix(APIPages.path + "/"))
    var all = [(Word.walkthroughs, home, !isSource && !isAPI)]
    if hasSources { all.append((.sourceCode, SourcePages.listPath, isSource)) }
    if hasAPI { all.append((.api, APIPages.front(in: words.language).htmlPath, isAPI)) }
    return all.map { ["title": HTML(text: words($0)), "link": Self.link(to: $1, from: path), "isCurrent": $2] }
  }

  private func entry(_ page: PageFrame.PageLink, from path: String) -> [String: Any] {
    [
      "title": HTML(text: page.title), "summary": HTML(text: page.summary),
      "link": Self.link(to: page.htmlPath, from: path), "isCurrent": page.htmlPath == path,
    ]
  }

  private func language(_ link: PageFrame.LanguageLink, of page: PlannedPage) -> [String: Any] {
    [
      "tag": HTML(text: link.language),
      "name": HTML(text: theme.wordings[link.language]?(.languageName) ?? link.language),
      "link": Self.link(to: link.htmlPath, from: page.htmlPath), "isCurrent": link.language == page.name.language,
    ]
  }

  /// A link from one file of the site to another, whose name may hold anything.
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
