import Foundation
import RxTrace

/// The header of a page: the YAML before its text.
struct FrontMatter: Codable, Equatable, Sendable {
  var title: String
  var summary = ""
  /// The page's rank in the list of pages; pages without a rank follow the others.
  var order: Double?

  /// The group that the page belongs to within its folder, for lists of pages.
  var group = ""

  /// When the page was published, as `2026-11-21`; only pages with a date are in the feed.
  var date = ""

  /// A few lines of Markdown that sum up the page, for readers who read nothing else of it.
  var short: [String] = []

  /// The minutes that a reader needs; 0 for a page that is not read from beginning to end. Computed from the words of the
  /// text, unless its author says otherwise, and kept here because lists of other pages show it.
  var minutes = 0

  static let keys = ["title", "summary", "order", "group", "date", "short", "minutes"]
}

/// A page's text taken apart.
struct SplitPage: Sendable {
  /// The YAML between the two `---` lines; nil if there is none.
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
  /// - Throws: ``Problem`` for invalid YAML, for anything other than a map, and for unknown or missing keys.
  init(yaml: String?) throws(Problem) {
    guard let yaml else { throw Problem(line: 1, "no front matter: a page begins with `---`, `title: …`, `---`") }
    self.init(title: "")
    for (key, value) in try Self.pairs(in: yaml) { try read(key, value) }
    if title.isEmpty { throw Problem(line: 1, "front matter has no `title`") }
  }

  private static func pairs(in yaml: String) throws(Problem) -> [(key: YAML, value: YAML)] {
    guard let mapping = try YAML.read(yaml, as: "the front matter", firstLine: 2)?.map else {
      throw Problem(line: 2, "front matter must be a map of `key: value` lines")
    }
    return mapping
  }

  private mutating func read(_ key: YAML, _ value: YAML) throws(Problem) {
    let name = key.text ?? ""
    if name == "short" {
      short = try Self.lines(value)
      return
    }
    guard let text = value.text else {
      throw Problem(value.place, "front matter `\(name)` must be one piece of text")
    }
    switch name {
    case "title": title = text
    case "summary": summary = try Self.withoutClaims(text, value.place)
    case "group": group = text
    case "order":
      guard let number = Double(text), number.isFinite else {
        throw Problem(value.place, "front matter `order` must be a number, not `\(text)`")
      }
      order = number
    case "date":
      guard text.isDate else {
        throw Problem(value.place, "front matter `date` must be a day such as 2026-11-21, not `\(text)`")
      }
      date = text
    case "minutes":
      guard let number = Int(text), (1...600).contains(number) else {
        throw Problem(value.place, "front matter `minutes` must be a whole number from 1 to 600, not `\(text)`")
      }
      minutes = number
    default:
      throw Problem(
        key.place,
        "unknown front matter key `\(name)`" + Nearest.suggestion(for: name, among: Self.keys))
    }
  }

  private static func lines(_ value: YAML) throws(Problem) -> [String] {
    guard let items = value.list else {
      throw Problem(value.place, "front matter `short` must be a list of lines: `- One sentence.`")
    }
    return try items.map { item throws(Problem) in
      guard let text = item.text, !text.isEmpty else {
        throw Problem(item.place, "a line of `short` must be a text; put it in quotes if it has a colon and a space")
      }
      return try withoutClaims(text, item.place)
    }
  }

  /// - Throws: ``Problem`` for a link that claims something, because only its words are shown, and nothing checks it.
  private static func withoutClaims(_ text: String, _ place: Place) throws(Problem) -> String {
    guard let claim = text.firstMatch(of: /\]\(((?:count|step):)/) else { return text }
    throw Problem(place, "here a link is only its words, and nothing checks `\(claim.1)…`: claim it in the page")
  }
}

extension String {
  /// Whether this is a day as `2026-11-21`.
  fileprivate var isDate: Bool {
    let parts = split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.allSatisfy(\.isNumber) ? Int($0) : nil }
    guard parts.map(\.utf8.count) == [4, 2, 2], numbers.count == 3 else { return false }
    let calendar = Calendar(identifier: .gregorian)
    return DateComponents(calendar: calendar, year: numbers[0], month: numbers[1], day: numbers[2]).isValidDate
  }
}
