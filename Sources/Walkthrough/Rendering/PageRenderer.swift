import RxTrace

/// Lines of a source file that a step shown on a page executes.
struct SourcePass: Codable, Equatable, Sendable {
  /// The file's name in the index: `Rx/Core/Observable.swift`.
  var file: String
  /// From 1, ascending.
  var lines: [Int]
  /// The identifier of the step on its page.
  var anchor: String
}

/// Renders one page and gathers everything that is wrong with it.
final class PageRenderer {
  let page: Page
  let site: SiteContext
  private(set) var problems: [Problem] = []
  /// What is worth a remark, but no reason not to build the site.
  private(set) var warnings: [Problem] = []
  /// The source lines that the page's steps pass through.
  private(set) var passes: [SourcePass] = []
  /// The excerpts that the page asked for by name.
  private(set) var excerpts: [ShownExcerpt] = []
  private(set) var headings: [Heading] = []
  private var identifiers: Set<String> = ["content", "contents"]
  private var counters: [String: Int] = [:]

  struct Heading {
    var level: Int
    var id: String
    var text: String
  }

  init(page: Page, site: SiteContext) {
    self.page = page
    self.site = site
  }

  /// The page's own HTML, without what surrounds it.
  func render() -> HTML {
    let body: HTML
    do {
      let text = FootnoteText(lines: page.lines)
      let tree = try CommonMark.parse(text.lines.joined(separator: "\n"))
      let markdown = MarkdownRenderer(context: self, footnotes: text.definitions)
      body = markdown.blocks(withoutTitle(tree.children)) + markdown.notesAtEnd()
    } catch {
      report(error)
      body = ""
    }
    site.identifiers[page.path] = identifiers
    return body
  }

  func report(_ problem: Problem) { problems.append(problem) }

  func warn(_ warning: Problem) { warnings.append(warning) }

  /// Notes an excerpt, to be held against what the author has accepted.
  func shows(_ excerpt: ShownExcerpt) { excerpts.append(excerpt) }

  /// The words of the page's language.
  var words: Wording { site.wording(of: page.language) }

  /// Notes that a place of the page shows lines of a source file being executed.
  func pass(through file: SourceFile, lines: some Sequence<Int>, at anchor: String) {
    passes.append(SourcePass(file: file.name, lines: Array(Set(lines)).sorted(), anchor: anchor))
  }

  /// Runs a part of the rendering; what it throws is reported, and nothing is shown in its place.
  func reporting(_ body: () throws(Problem) -> HTML) -> HTML {
    do {
      return try body()
    } catch {
      report(error)
      return ""
    }
  }

  /// An identifier that no other element of the page has.
  func uniqueIdentifier(_ wish: String) -> String {
    var identifier = wish
    var number = 2
    while !identifiers.insert(identifier).inserted {
      identifier = "\(wish)-\(number)"
      number += 1
    }
    return identifier
  }

  /// `chain-1`, `chain-2`, … in the order of the page.
  func numbered(_ kind: String) -> String {
    counters[kind, default: 0] += 1
    return uniqueIdentifier("\(kind)-\(counters[kind]!)")
  }

  func addHeading(level: Int, text: String) -> String {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    let id = uniqueIdentifier(words.isEmpty ? "section" : words.joined(separator: "-"))
    headings.append(Heading(level: level, id: id, text: text))
    return id
  }

  /// Where a link to a line of a source file leads.
  func link(to file: SourceFile, line: Int) -> String {
    RelativePath.link(to: site.use(file), from: page.path) + "#L\(line)"
  }

  /// The title stands above the page already; code hosts, which do not know front matter, need it in the text as well.
  private func withoutTitle(_ blocks: [MarkdownNode]) -> [MarkdownNode] {
    guard let first = blocks.first, first.kind == .heading(level: 1), first.plainText == page.frontMatter.title else {
      return blocks
    }
    return Array(blocks.dropFirst())
  }
}
