import RxTrace

/// Renders public declarations with their comments: the members of a type, or a module's global declarations.
struct DocumentedTypeRenderer {
  let module: DocumentedModule
  let words: Wording
  /// The comments in the language of the page.
  let comments: TranslatedComments
  /// The address of a line on its source page, relative to the page; nil for a file without a page.
  let link: (SourceFile, Int) -> String?

  /// The HTML, with the headings for the page's table of contents.
  typealias Rendered = (body: HTML, headings: [PageOutline.Heading])

  func type(_ type: DocumentedType) -> Rendered {
    let (body, headings) = members(type.members)
    guard let declaration = type.declaration else { return (body, headings) }
    return (entry(declaration, id: nil) + "\n" + body, headings)
  }

  /// Declarations by kind, each kind under a heading.
  func members(_ members: [Declaration]) -> Rendered {
    var identifiers = PageIdentifiers()
    var body: HTML = ""
    var headings: [PageOutline.Heading] = []
    for (word, kinds) in Self.groups {
      let group = members.filter { kinds.contains($0.kind) }
      guard !group.isEmpty else { continue }
      let id = identifiers.unique(word.rawValue)
      headings.append(.init(level: 2, id: id, text: words(word)))
      body += "<h2 id=\"\(id)\">\(words(word))</h2>\n"
      for member in group {
        let id = identifiers.unique(Self.identifier(member.name))
        headings.append(.init(level: 3, id: id, text: member.name))
        body += entry(member, id: id) + "\n"
      }
    }
    return (body, headings)
  }

  /// An identifier for a name; operators do not have letters.
  private static func identifier(_ name: String) -> String {
    let words = name.split { !$0.isLetter && !$0.isNumber }
    return words.isEmpty ? "operator" : words.joined(separator: "-")
  }

  private static let groups: [(Word, Set<Declaration.Kind>)] = [
    (.apiCases, [.enumCase]), (.apiInitializers, [.initializer]), (.apiProperties, [.property, .subscript]),
    (.apiMethods, [.function]), (.apiTypes, [.typealias, .associatedType]),
  ]

  private func entry(_ declaration: Declaration, id: String?) -> HTML {
    let file = module.index.files[declaration.file]
    let line = declaration.lines.lowerBound
    let name: HTML = "\(file.name)<span class=\"lines\">:\(line)</span>"
    let place = link(file, line).map { "<a href=\"\($0)\">\(name)</a>" as HTML } ?? name
    let documentation = declaration.documentation.isEmpty ? "" : "\n\(comment(declaration.documentation))" as HTML
    let identifier: HTML = id.map { " id=\"\($0)\"" } ?? ""
    return """
      <figure class="declaration"\(identifier)>
      <figcaption>\(place)</figcaption>
      \(CodeRenderer.swift(head(of: declaration, in: file)))\(documentation)
      </figure>
      """
  }

  /// The comment, in the language of the sources if it has not been translated.
  private func comment(_ original: String) -> HTML {
    let translated = comments.text(of: original)
    let text = translated ?? original
    let html = (try? DocCommentRenderer.html(text)) ?? HTML(text: text)
    let language: HTML = translated == nil ? " lang=\"\(Wording.mainLanguage)\"" : ""
    return "<div class=\"doc\"\(language)>\n\(html)\n</div>"
  }

  private func head(of declaration: Declaration, in file: SourceFile) -> String {
    guard declaration.kind != .enumCase else { return file.texts[declaration.lines.lowerBound - 1].trimmingSpaces() }
    // The head leaves out arguments for call sites and attributes for the compiler, which callers do not write.
    return DeclarationHead.text(of: declaration, in: file)
      .replacing(#/,? ?\w+: \w+ = #\w+/#, with: "")
      .replacing(#/@(inline\(__always\)|inlinable|usableFromInline|_\w+(\(.*?\))?) /#, with: "")
  }
}

extension DocumentedModule {
  /// The types with the first sentences of their comments, each with a link.
  func list(_ comments: TranslatedComments, link: (DocumentedType) -> String) -> HTML {
    let items = types.map { type -> HTML in
      let comment = type.declaration?.documentation ?? ""
      let about = DocComment.summary(of: comments.text(of: comment) ?? comment)
      return "<li><a href=\"\(link(type))\"><code>\(type.name)</code></a><p>\(about)</p></li>"
    }
    return "<ul class=\"files\">\n\(items.joined(separator: "\n"))\n</ul>"
  }
}
