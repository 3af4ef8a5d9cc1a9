import Foundation
import RxTrace
import Yams

/// The excerpts that a site's author has looked at, by page and by what the page asks for.
///
/// Kept as YAML beside the pages, line by line, so that a change of it reads well in a review:
///
///     core-flow/index.md:
///       "Sink.forwardOn(next:)":
///       - "  final func forwardOn(next element: Element) {"
///
/// There is no hash beside the text: the text is what has to be shown when it differs, and is compared as fast.
struct ExcerptLedger: Equatable, Sendable {
  static let fileName = "accepted.yml"

  private var pages: [String: [String: [String]]] = [:]

  init() {}

  /// What the content folder keeps; nil where it keeps nothing, so that nobody is asked who has never accepted anything.
  /// - Throws: ``SiteSetupError`` for a file that cannot be read.
  static func read(from folder: URL) throws -> ExcerptLedger? {
    let file = folder.appendingPathComponent(fileName)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    do {
      return try ExcerptLedger(yaml: try String(contentsOf: file, encoding: .utf8))
    } catch let error as SiteSetupError {
      throw SiteSetupError("\(file.relativePath): \(error.description)")
    } catch {
      throw SiteSetupError("\(file.relativePath): cannot be read: \(error.localizedDescription)")
    }
  }

  init(yaml: String) throws {
    let loaded: Any?
    do {
      loaded = try Yams.load(yaml: yaml)
    } catch {
      throw SiteSetupError("is no YAML; delete it, or `headwater site accept` anew: \(error)")
    }
    guard let loaded, !(loaded is NSNull) else { return }
    guard let pages = loaded as? [String: [String: [String]]] else {
      throw SiteSetupError("holds something else than excerpts; delete it, or `headwater site accept` anew")
    }
    self.pages = pages
  }

  // MARK: Checking

  /// What has changed since it was accepted, and how many of the excerpts have never been.
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

  /// Takes the excerpts of a page as they are; what the page showed before is forgotten.
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
        if !Array(yaml.utf8).write(to: descriptor) { throw PipelineError.system(systemMessage()) }
      }
    } catch {
      throw SiteSetupError("\(error)")
    }
  }

  /// In alphabetical order, so that accepting one page changes no other.
  var yaml: String {
    var text = "# The excerpts that an author has looked at. Written by `headwater site accept`.\n"
    for (page, excerpts) in pages.sorted(by: { $0.key < $1.key }) {
      text += "\(Self.quoted(page)):\n"
      for (name, lines) in excerpts.sorted(by: { $0.key < $1.key }) {
        text += "  \(Self.quoted(name)):\n" + lines.map { "  - \(Self.quoted($0))\n" }.joined()
      }
    }
    return text
  }

  private static func lines(_ excerpt: ShownExcerpt) -> [String] {
    excerpt.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// A string as YAML has it in double quotes, which is the one form that can hold everything.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
