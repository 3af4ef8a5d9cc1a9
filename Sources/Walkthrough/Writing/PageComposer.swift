/// Puts rendered pages into the look's templates.
struct PageComposer {
  let templates: TemplateSet
  /// What the generator itself says in a language.
  let wording: (String) -> Wording

  /// A page that has been rendered.
  struct Rendered {
    var page: Page
    var body: HTML
    var headings: [PageRenderer.Heading]
    var passes: [SourcePass] = []
  }

  func page(_ rendered: Rendered, previous: Page?, next: Page?) -> String {
    let page = rendered.page
    var values = common(title: page.frontMatter.title, path: page.htmlPath, language: page.language)
    values["description"] = HTML(text: page.frontMatter.summary)
    values["summary"] = HTML(text: page.frontMatter.summary)
    values["body"] = rendered.body
    values["contents"] = contents(rendered.headings)
    values["hasContents"] = rendered.headings.count > 1
    values["previous"] = previous.map { entry($0, from: page.htmlPath) }
    values["next"] = next.map { entry($0, from: page.htmlPath) }
    return templates.render("page", values)
  }

  /// The list of pages, with what the content's own index page says before it.
  func index(of pages: [Page], introduction: Rendered?) -> String {
    var values = common(title: introduction?.page.frontMatter.title ?? "Walkthroughs", path: "index.html")
    values["description"] = HTML(text: introduction?.page.frontMatter.summary ?? "")
    values["summary"] = HTML(text: introduction?.page.frontMatter.summary ?? "")
    values["body"] = introduction?.body ?? ""
    values["pages"] = pages.map { entry($0, from: "index.html") }
    return templates.render("index", values)
  }

  func source(_ renderer: SourcePageRenderer, path: String) -> String {
    var values = common(title: renderer.file.name, path: path)
    values["description"] = HTML(text: renderer.file.name)
    values["body"] = renderer.body()
    values["outline"] = renderer.outline()
    return templates.render("source", values)
  }

  /// The list of all source files.
  func sourceList(_ body: HTML, path: String) -> String {
    let words = wording(Wording.mainLanguage)
    var values = common(title: words(.sourceCode), path: path)
    values["summary"] = HTML(text: words(.sourceCodeSummary))
    values["description"] = HTML(text: words(.sourceCodeSummary))
    values["body"] = body
    return templates.render("index", values)
  }

  private func common(
    title: String, path: String, language: String = Wording.mainLanguage
  ) -> [String: Any] {
    let words = wording(language)
    return [
      "title": HTML(text: title), "root": HTML(text: RelativePath.link(to: "", from: path)),
      "language": HTML(text: language), "words": words.forTemplates, "sections": sections(from: path, words),
    ]
  }

  private func sections(from path: String, _ words: Wording) -> [[String: Any]] {
    let isSource = path.hasPrefix("source/")
    return [(Word.walkthroughs, "index.html", !isSource), (.sourceCode, "source/index.html", isSource)].map {
      [
        "title": HTML(text: words($0)), "link": HTML(text: RelativePath.link(to: $1, from: path)), "isCurrent": $2,
      ]
    }
  }

  private func entry(_ page: Page, from path: String) -> [String: Any] {
    [
      "title": HTML(text: page.frontMatter.title), "summary": HTML(text: page.frontMatter.summary),
      "link": HTML(text: RelativePath.link(to: page.htmlPath, from: path)),
    ]
  }

  private func contents(_ headings: [PageRenderer.Heading]) -> [[String: Any]] {
    headings.filter { $0.level <= 3 }.map {
      ["id": HTML(text: $0.id), "text": HTML(text: $0.text), "level": "\($0.level)"]
    }
  }
}
