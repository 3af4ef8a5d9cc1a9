import RxTrace

/// Shows the names of an operator in other libraries, from `elsewhere` in a page's data: for the page itself, or for
/// all pages of a folder as one table.
struct CounterpartsDirective: Directive {
  static let name = "counterparts"
  static let keys = DirectiveKeys(optional: ["folder"])

  let block: DirectiveBlock
  let page: DirectivePage

  func render() throws(Problem) -> HTML {
    if let folder = attribute("folder") { return try table(of: folder) }
    guard let names = try Counterparts(page.data(context.page.path, at: block.info.place)) else { return "" }
    let items = Counterparts.Library.allCases.map { library -> HTML in
      "<dt>\(library.title)</dt><dd>\(names.cell(of: library, words))</dd>"
    }
    return "<dl class=\"counterparts\">\n\(items.joined(separator: "\n"))\n</dl>"
  }

  private func table(of folder: FenceInfo.Attribute) throws(Problem) -> HTML {
    let listed = try page.dataPages(in: folder)
    var rows: [HTML] = []
    for (page, path) in listed {
      guard let names = try Counterparts(self.page.data(path, at: folder.valuePlace)) else { continue }
      let link = RelativePath.link(to: page.htmlPath, from: context.page.htmlPath)
      let cells = Counterparts.Library.allCases.map { "<td>\(names.cell(of: $0, words))</td>" as HTML }
      rows.append("<tr><th scope=\"row\"><a href=\"\(link)\"><code>\(page.title)</code></a></th>\(cells.joined())</tr>")
    }
    guard !rows.isEmpty else {
      throw Problem(folder.valuePlace, "no page in `\(folder.value)` has data with `\(Counterparts.key)`")
    }
    let heads = Counterparts.Library.allCases.map { "<th scope=\"col\">\($0.title)</th>" as HTML }
    return """
      <div class="table diagram-scroll counterparts-table" role="group" aria-label="\(words(.counterparts))" tabindex="0">\
      <table class="counterparts">
      <thead><tr><th scope="col">Rx</th>\(heads.joined())</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table></div>
      """
  }
}

/// The names of an operator in other libraries.
struct Counterparts {
  enum Library: String, CaseIterable {
    case combine
    case asyncAlgorithms = "async-algorithms"
    case rxjs
    case rxjava

    var title: String {
      switch self {
      case .combine: "Combine"
      case .asyncAlgorithms: "Swift Async Algorithms"
      case .rxjs: "RxJS"
      case .rxjava: "RxJava"
      }
    }
  }

  static let key = "elsewhere"

  private let names: DataFile

  /// - Returns: Nil for data that does not mention other libraries.
  /// - Throws: ``Problem`` for names that are neither a text nor a `name` with `differs`, and for unknown libraries.
  init?(_ data: DataFile) throws(Problem) {
    guard let names = data[Self.key] else { return nil }
    self.names = names
    let known = Library.allCases.map(\.rawValue)
    for (key, place) in names.keys {
      guard known.contains(key) else {
        throw Problem(place, "unknown library `\(key)`" + Nearest.suggestion(for: key, among: known))
      }
      guard let value = names[key], value.text != nil || value["name"]?.text != nil && value["differs"]?.text != nil
      else { throw Problem(place, "`\(key)` must be a name, `none`, or `{name: …, differs: …}`") }
    }
  }

  func cell(of library: Library, _ words: Wording) -> HTML {
    guard let value = names[library.rawValue] else { return "" }
    guard let differs = value["differs"]?.text else { return Self.name(value.text ?? "", words) }
    let name = Self.name(value["name"]?.text ?? "", words)
    return "\(name) <span class=\"differs\">\(InlineMarkdown(differs).html)</span>"
  }

  private static func name(_ name: String, _ words: Wording) -> HTML {
    name == "none" ? "<span class=\"none\">\(words(.counterpartNone))</span>" : "<code>\(name)</code>"
  }
}
