import Foundation
import RxTrace

/// The excerpts that a site's author has looked at, by page and by the page's request.
///
/// The ledger is YAML beside the pages, line by line, so that a change of it reads well in a review:
///
///     core-flow/index.md:
///       "Sink.forwardOn(next:)":
///       - "  final func forwardOn(next element: Element) {"
///
/// There is no hash beside the text, because a difference has to show the text, and comparing texts is as fast.
struct ExcerptLedger: Equatable, Sendable {
  static let fileName = "accepted.yml"

  private var pages: [String: [String: [String]]] = [:]

  init() {}

  /// The ledger of a content folder; nil if there is none, so that authors who never accepted anything are not asked
  /// to.
  /// - Throws: ``SiteSetupError`` for a file that cannot be read.
  static func read(from folder: URL) throws -> ExcerptLedger? {
    let content = ContentFolder(folder)
    guard content.has(fileName) else { return nil }
    do {
      return try ExcerptLedger(yaml: try content.text(of: fileName))
    } catch let error as Problem {
      throw SiteSetupError("\(content.displayPath(fileName)): \(error.message)")
    } catch let error as SiteSetupError {
      throw SiteSetupError("\(content.displayPath(fileName)): \(error.description)")
    }
  }

  init(yaml: String) throws {
    let file: YAML?
    do throws(Problem) {
      file = try YAML.read(yaml, as: "the file")
    } catch {
      throw SiteSetupError("\(error.message), in line \(error.place.line); \(Self.remedy)")
    }
    guard let file else { return }
    guard let pages = Self.pages(file) else {
      throw SiteSetupError("contains something other than excerpts; \(Self.remedy)")
    }
    self.pages = pages
  }

  private static let remedy = "delete it, or run `headwater site accept` again"

  private static func pages(_ file: YAML) -> [String: [String: [String]]]? {
    guard let map = file.map else { return nil }
    var pages: [String: [String: [String]]] = [:]
    for (page, excerpts) in map {
      guard let page = page.text, let excerpts = excerpts.map else { return nil }
      for (name, lines) in excerpts {
        guard let name = name.text, let lines = lines.list else { return nil }
        let texts = lines.compactMap(\.text)
        guard texts.count == lines.count else { return nil }
        pages[page, default: [:]][name] = texts
      }
    }
    return pages
  }

  // MARK: Checking

  /// Errors for excerpts that have changed since they were accepted, and a warning with the number never accepted.
  func check(_ excerpts: [ShownExcerpt], of page: String) -> (errors: [Problem], warnings: [Problem]) {
    let accepted = pages[page] ?? [:]
    let errors = excerpts.compactMap { excerpt -> Problem? in
      let lines = Self.lines(excerpt)
      guard let before = accepted[excerpt.name], before != lines else { return nil }
      let difference = LineDifference(before, lines).text
      return Problem(
        excerpt.place,
        "the excerpt `\(excerpt.name)` is not as it was accepted; read the text around it again, then "
          + "`headwater site accept \(page)`:\n\(difference)")
    }
    let unknown = excerpts.filter { accepted[$0.name] == nil }
    guard let first = unknown.first else { return (errors, []) }
    let count = Set(unknown.map(\.name)).count
    let what = count == 1 ? "1 excerpt has" : "\(count) excerpts have"
    return (
      errors, [Problem(first.place, "\(what) not been accepted yet: `headwater site accept \(page)`")]
    )
  }

  // MARK: Accepting

  /// Accepts the excerpts of a page as they are; earlier excerpts of the page are forgotten.
  mutating func accept(_ excerpts: [ShownExcerpt], of page: String) {
    let lines = Dictionary(excerpts.map { ($0.name, Self.lines($0)) }, uniquingKeysWith: { first, _ in first })
    pages[page] = lines.isEmpty ? nil : lines
  }

  /// Forgets pages that are not there any more.
  mutating func keep(pages known: Set<String>) { pages = pages.filter { known.contains($0.key) } }

  func write(to folder: URL) throws {
    let file = folder.appendingPathComponent(Self.fileName)
    do {
      try replaceFile(file.path) { descriptor in
        if !Array(yaml.utf8).write(to: descriptor) { throw SystemError.failed(systemMessage()) }
      }
    } catch {
      throw SiteSetupError("\(error)")
    }
  }

  /// The ledger in alphabetical order, so that accepting one page changes no other.
  var yaml: String {
    var text = "# The excerpts that an author has looked at. Written by `headwater site accept`.\n"
    for (page, excerpts) in pages.sorted(by: { $0.key < $1.key }) {
      text += "\(YAML.quoted(page)):\n"
      for (name, lines) in excerpts.sorted(by: { $0.key < $1.key }) {
        text += "  \(YAML.quoted(name)):\n" + lines.map { "  - \(YAML.quoted($0))\n" }.joined()
      }
    }
    return text
  }

  private static func lines(_ excerpt: ShownExcerpt) -> [String] {
    excerpt.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
