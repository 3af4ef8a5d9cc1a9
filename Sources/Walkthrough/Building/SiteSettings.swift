import Foundation
import RxTrace
import Yams

/// What an author says of the site as a whole, in `site.yml` beside the pages. All of it may be left out.
struct SiteSettings: Equatable, Sendable {
  /// Stands at the top of every page.
  var title = "Headwater"
  /// Where the site will be, with the scheme: feeds and site maps need whole addresses, and are left out without it.
  var address: String?
  /// What an editor's address for a page begins with; the page's path in the content folder follows.
  var edit: String?

  static let fileName = "site.yml"
  private static let keys = ["title", "address", "edit"]

  init() {}

  /// - Throws: ``Problem`` for what is no map of texts, has unknown keys, or an address of another scheme than `https`.
  init(yaml: String) throws(Problem) {
    guard let node = try Node.read(yaml, as: "the file") else { return }
    guard let mapping = node.mapping else { throw Problem(line: 1, "the settings must be a map of `key: value` lines") }
    for (key, value) in mapping { try read(key, value) }
  }

  private mutating func read(_ key: Node, _ value: Node) throws(Problem) {
    let name = key.scalar?.string ?? ""
    let place = Place(line: key.mark?.line ?? 1, column: key.mark?.column ?? 1)
    guard let text = value.scalar?.string, !text.isEmpty else {
      throw Problem(place, "the setting `\(name)` must be one piece of text")
    }
    switch name {
    case "title": title = text
    case "address": address = try Self.address(text, place)
    case "edit": edit = try Self.address(text, place)
    default:
      throw Problem(place, "unknown setting `\(name)`" + Nearest.suggestion(for: name, among: Self.keys))
    }
  }

  /// With one slash at its end.
  private static func address(_ text: String, _ place: Place) throws(Problem) -> String {
    guard ["https://", "http://"].contains(where: text.lowercased().hasPrefix), URL(string: text)?.host != nil else {
      throw Problem(place, "`\(text)` is no address: write `https://…`")
    }
    return text.hasSuffix("/") ? text : text + "/"
  }
}
