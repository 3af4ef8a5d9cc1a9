import RxTrace
import Yams

/// What a page says of itself before its text begins.
struct FrontMatter: Equatable, Sendable {
  var title: String
  var summary = ""
  /// Where the page stands in the list of pages; pages without one follow those that have one.
  var order: Double?

  /// Which pages of a folder the page belongs with, for lists of them.
  var group = ""

  /// When the page was published, as `2026-11-21`; only pages with a date are in the feed.
  var date = ""

  static let keys = ["title", "summary", "order", "group", "date"]
}

/// A page's text taken apart.
struct SplitPage: Sendable {
  /// The YAML between the two `---` lines; nil where there is none.
  var yaml: String?
  /// The number of the line that the text begins with, from 1.
  var bodyLine: Int

  /// - Throws: ``Problem`` for front matter that does not end.
  init(_ text: PageText) throws(Problem) {
    guard Self.isFence(text, 1) else {
      bodyLine = 1
      return
    }
    var end = 2
    while end <= text.lineCount, !Self.isFence(text, end) { end += 1 }
    guard end <= text.lineCount else {
      throw Problem(line: 1, "front matter begins here but no line `---` ends it")
    }
    yaml = (2..<end).map(text.line).joined(separator: "\n")
    bodyLine = end + 1
  }

  private static func isFence(_ text: PageText, _ line: Int) -> Bool {
    let line = text.bytes[text.range(ofLine: line)]
    return line.starts(with: "---".utf8) && line.dropFirst(3).allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }
}

extension FrontMatter {
  /// Reads the YAML of a page.
  /// - Throws: ``Problem`` for what is no map, is no YAML, or has unknown or missing keys.
  init(yaml: String?) throws(Problem) {
    guard let yaml else { throw Problem(line: 1, "no front matter: a page begins with `---`, `title: …`, `---`") }
    self.init(title: "")
    for (key, value) in try Self.pairs(in: yaml) { try read(key, value) }
    if title.isEmpty { throw Problem(line: 1, "front matter has no `title`") }
  }

  private static func pairs(in yaml: String) throws(Problem) -> [(Node, Node)] {
    guard let mapping = try Node.read(yaml, as: "front matter", firstLine: 2)?.mapping else {
      throw Problem(line: 2, "front matter must be a map of `key: value` lines")
    }
    return mapping.map { ($0.key, $0.value) }
  }

  private mutating func read(_ key: Node, _ value: Node) throws(Problem) {
    let name = key.scalar?.string ?? ""
    guard let text = value.scalar?.string else {
      throw Problem(Self.place(of: value), "front matter `\(name)` must be one piece of text")
    }
    switch name {
    case "title": title = text
    case "summary": summary = text
    case "group": group = text
    case "order":
      guard let number = Double(text), number.isFinite else {
        throw Problem(Self.place(of: value), "front matter `order` must be a number, not `\(text)`")
      }
      order = number
    case "date":
      guard text.isDate else {
        throw Problem(Self.place(of: value), "front matter `date` must be a day such as 2026-11-21, not `\(text)`")
      }
      date = text
    default:
      throw Problem(
        Self.place(of: key),
        "unknown front matter key `\(name)`" + Nearest.suggestion(for: name, among: Self.keys))
    }
  }

  /// Marks count lines within the YAML, which begins on the file's second line.
  private static func place(of node: Node) -> Place {
    Place(line: (node.mark?.line ?? 1) + 1, column: node.mark?.column ?? 1)
  }
}

extension String {
  /// Whether this is a day as `2026-11-21`.
  fileprivate var isDate: Bool {
    let parts = split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.allSatisfy(\.isNumber) ? Int($0) : nil }
    guard parts.map(\.utf8.count) == [4, 2, 2], numbers.count == 3 else { return false }
    return (1...12).contains(numbers[1]) && (1...31).contains(numbers[2])
  }
}
