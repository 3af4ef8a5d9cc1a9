import RxTrace

/// Shows the types, methods and files of RxSwift that do what a walkthrough explains, beside the symbols that do it
/// here. The data is in `rxswift/steps.yml`; its symbols are checked against the sources.
///
///     ```rxswift part=threads
///     ```
struct RxSwiftDirective: Directive {
  static let name = "rxswift"
  static let keys = DirectiveKeys(required: ["part"], optional: ["show", "caption"])

  let block: DirectiveBlock
  let page: DirectivePage

  private enum View: String, CaseIterable { case steps, stack }

  func render() throws(Problem) -> HTML {
    let facts = try facts()
    let wanted = attribute("part")!
    guard let part = facts.part(named: wanted.value) else {
      let nearest = Nearest.suggestion(for: wanted.value, among: facts.parts.map(\.name))
      throw Problem(wanted.valuePlace, "no part `\(wanted.value)` in \(RxSwiftFacts.path)" + nearest)
    }
    let isStack = try view() == .stack
    guard !isStack || !part.stack.isEmpty else {
      throw Problem(wanted.valuePlace, "the part `\(part.name)` has no `stack` in \(RxSwiftFacts.path)")
    }
    return """
      <figure class="rxswift" id="\(context.numbered(Self.name))">
      \(caption.map { "<figcaption>\($0)</figcaption>\n" } ?? "")<div class="table\(isStack ? " stack" : "")"><table>
      \(isStack ? stack(part, facts.version) : steps(part, facts.version))
      </table></div>
      </figure>\(linkToAll)
      """
  }

  private func facts() throws(Problem) -> RxSwiftFacts {
    let path = RxSwiftFacts.path
    guard context.site.target(path) == .file, let text = context.site.text(of: path) else {
      throw Problem(block.info.place, "`\(Self.name)` needs the file \(path) in the content folder, in UTF-8")
    }
    do {
      return try RxSwiftFacts(yaml: text)
    } catch {
      throw error.ofData(path, at: block.info.place)
    }
  }

  private func view() throws(Problem) -> View {
    guard let attribute = attribute("show") else { return .steps }
    guard let view = View(rawValue: attribute.value) else {
      let nearest = Nearest.suggestion(for: attribute.value, among: View.allCases.map(\.rawValue))
      throw Problem(attribute.valuePlace, "unknown view `\(attribute.value)`: write `steps` or `stack`" + nearest)
    }
    return view
  }

  // MARK: Tables

  private func steps(_ part: RxSwiftFacts.Part, _ version: String) -> HTML {
    let heads: [HTML] = ["\(words(.rxSwiftStep))", "\(words(.rxSwiftHere))", "\(words(.rxSwiftThere, version))"]
    let rows = part.steps.map { step -> HTML in
      let file: HTML = step.file.isEmpty ? "" : "<br><span class=\"rxswift-file\">\(Self.breakable(step.file))</span>"
      return row(
        [
          page.markdown.note(step.text(context.page.language), line: block.info.place.line) + difference(step),
          lines(step.here.map(symbol)), lines(step.there.map(Self.code)) + file,
        ], "td")
    }
    return "<thead>\(row(heads, "th"))</thead>\n<tbody>\n\(rows.joined(separator: "\n"))\n</tbody>"
  }

  private func difference(_ step: RxSwiftFacts.Step) -> HTML {
    guard let difference = step.difference else { return "" }
    return "<p class=\"rxswift-differs\"><b>\(words(.rxSwiftDifference))</b> \(names(in: difference))</p>"
  }

  private func stack(_ part: RxSwiftFacts.Part, _ version: String) -> HTML {
    let heads: [HTML] = ["#", "\(words(.rxSwiftThere, version))", "\(words(.rxSwiftHere))"]
    let rows = part.stack.enumerated().map { number, frame in
      row(["\(number)", names(in: frame.there), frame.here.map(symbol) ?? ""], "td")
    }
    return "<thead>\(row(heads, "th"))</thead>\n<tbody>\n\(rows.joined(separator: "\n"))\n</tbody>"
  }

  private func row(_ cells: [HTML], _ tag: HTML) -> HTML {
    let scope: HTML = tag == "th" ? " scope=\"col\"" : ""
    return "<tr>\(cells.map { "<\(tag)\(scope)>\($0)</\(tag)>" as HTML }.joined())</tr>"
  }

  /// The parts on lines of their own; a dash if there are none, which screen readers read out.
  private func lines(_ parts: [HTML]) -> HTML { parts.isEmpty ? "–" : parts.joined(separator: "<br>") }

  /// A text whose code spans may be names of RxSwift, so no warning is given if the sources lack the member.
  private func names(in text: TranslatedText) -> HTML { InlineMarkdown(text(context.page.language)).html }

  /// A link to a symbol of the sources; a symbol that does not exist is reported, with its place in the data.
  private func symbol(_ name: RxSwiftFacts.Name) -> HTML {
    context.reporting { () throws(Problem) in
      let index = context.site.index
      do throws(SymbolError) {
        let declaration = try index.declaration(named: name.text)
        let link = context.link(to: index.files[declaration.file], line: declaration.lines.lowerBound)
        return "<a href=\"\(link)\">\(Self.code(name.text))</a>"
      } catch {
        let problem = Problem(name.place, error.message(for: name.text))
        throw problem.ofData(RxSwiftFacts.path, at: block.info.place)
      }
    }
  }

  private static func code(_ name: String) -> HTML { "<code>\(breakable(name))</code>" }

  /// A long name that may break across lines after a dot, a slash or a colon, and before a capital letter.
  private static func breakable(_ name: String) -> HTML {
    var html: HTML = ""
    var last: Character = " "
    for character in name {
      if "./:".contains(last) || (character.isUppercase && last.isLowercase) { html += "<wbr>" }
      html += "\(String(character))"
      last = character
    }
    return html
  }

  /// A link to the page that shows every part, unless there is none or it is this page.
  private var linkToAll: HTML {
    guard case .page(let name) = context.site.target(RxSwiftFacts.page), name.base != context.page.name.base else {
      return ""
    }
    let shown = PageName(base: name.base, language: context.page.language)
    let link = RelativePath.link(to: shown.htmlPath, from: context.page.htmlPath)
    return "\n<p class=\"rxswift-more\"><a href=\"\(link)\">\(words(.rxSwiftAll))</a></p>"
  }
}
