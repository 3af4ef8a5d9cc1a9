import RxTrace

/// Leads from a reader's wish to the page that fulfils it: a tree of choices, read from data, whose leaves are pages of
/// a folder. Every page of the folder that is made from data must be a leaf.
///
///     - en: I want to make a sequence
///       of:
///         - {en: of one value, page: just}
struct ChoicesDirective: Directive {
  static let name = "choices"
  static let keys = DirectiveKeys(required: ["data", "folder"])

  let block: DirectiveBlock
  let page: DirectivePage

  func render() throws(Problem) -> HTML {
    let data = attribute("data")!
    let listed = try page.dataPages(in: attribute("folder")!)
    let pages = Dictionary(listed.map { (Self.base($0.path), $0.page) }) { first, _ in first }
    let tree = try tree(data)
    var reached: Set<String> = []
    let branches = try blaming(data) { () throws(Problem) in
      try tree.map { branch throws(Problem) in try top(branch, pages, &reached) }
    }
    let missing = listed.map { Self.base($0.path) }.filter { !reached.contains($0) }
    guard missing.isEmpty else {
      let names = missing.map { "`\($0)`" }.joined(separator: ", ")
      throw Problem(
        data.valuePlace, "no choice of `\(data.value)` leads to \(names): add `{en: …, page: \(missing[0])}`")
    }
    return """
      <div class="choices" data-filter="\(words(.choicesFilter))" data-found="\(words(.choicesFound))" \
      data-nothing="\(words(.choicesNothing))">
      \(branches.joined(separator: "\n"))
      </div>
      """
  }

  private func tree(_ data: FenceInfo.Attribute) throws(Problem) -> [DataFile] {
    guard let path = RelativePath.resolve(data.value, from: context.page.path),
      let text = context.site.text(of: path)
    else { throw Problem(data.valuePlace, "no such file `\(data.value)`") }
    return try blaming(data) { () throws(Problem) in
      guard let list = try YAML.read(text, as: "the choices")?.list else {
        throw Problem(line: 1, "the choices must be a list of `- en: …` with `of:` or `page:`")
      }
      return list.map { DataFile($0, language: context.page.language) }
    }
  }

  /// Reports a mistake in the data at the key that names the data.
  private func blaming<Value>(
    _ data: FenceInfo.Attribute, _ body: () throws(Problem) -> Value
  ) throws(Problem) -> Value {
    do {
      return try body()
    } catch {
      throw error.ofData(data.value, at: data.valuePlace)
    }
  }

  private func top(
    _ branch: DataFile, _ pages: [String: PageFrame.PageLink], _ reached: inout Set<String>
  ) throws(Problem) -> HTML {
    let (text, inner) = try checked(branch)
    guard let inner else { throw Problem(branch.place, "an outermost choice needs choices: add `of:`") }
    return """
      <details class="choice"><summary>\(text)</summary>
      \(try list(inner, pages, &reached))
      </details>
      """
  }

  private func list(
    _ branches: [DataFile], _ pages: [String: PageFrame.PageLink], _ reached: inout Set<String>
  ) throws(Problem) -> HTML {
    var items: [HTML] = []
    for branch in branches {
      let (text, inner) = try checked(branch)
      if let inner {
        items.append("<li class=\"branch\"><span>\(text)</span>\n\(try list(inner, pages, &reached))</li>")
        continue
      }
      let name = branch["page"]?.text ?? ""
      guard let page = pages[name] else {
        let nearest = Nearest.suggestion(for: name, among: pages.keys.sorted())
        throw Problem(branch["page"]?.place ?? branch.place, "no page `\(name)`" + nearest)
      }
      reached.insert(name)
      let link = RelativePath.link(to: page.htmlPath, from: context.page.htmlPath)
      items.append(
        """
        <li class="leaf"><span>\(text)</span> <a href="\(link)"><code>\(page.title)</code></a></li>
        """)
    }
    return "<ul>\n\(items.joined(separator: "\n"))\n</ul>"
  }

  /// The words of a choice, and the choices within it; nil for a choice that leads to a page.
  private func checked(_ branch: DataFile) throws(Problem) -> (text: HTML, inner: [DataFile]?) {
    let known = context.site.shared.wordings.keys.sorted() + ["of", "page"]
    if let (key, place) = branch.keys.first(where: { !known.contains($0.name) }) {
      throw Problem(place, "unknown key `\(key)` of a choice" + Nearest.suggestion(for: key, among: known))
    }
    guard let text = branch.text else { throw Problem(branch.place, "a choice needs its words: add `en: …`") }
    guard (branch["of"] == nil) != (branch["page"] == nil) else {
      throw Problem(branch.place, "a choice has either `of`, with choices, or `page`")
    }
    return (InlineMarkdown(text).html, branch["of"]?.list)
  }

  private static func base(_ path: String) -> String {
    String((path.split(separator: "/").last ?? "").dropLast(PageOrigin.dataSuffix.count))
  }
}
