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
  /// The names of what the sources observe themselves with: printed faint in every excerpt, and never lit.
  var hooks = HookNames()

  static let fileName = "site.yml"
  private static let keys = ["title", "address", "edit", "hooks"]

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
    if name == "hooks" {
      hooks = try Self.hooks(value, place)
      return
    }
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

  /// `names: […]` and, for hooks that call what they are given, `around: […]`; or the names by themselves.
  private static func hooks(_ value: Node, _ place: Place) throws(Problem) -> HookNames {
    guard let mapping = value.mapping else { return HookNames(try names(value, place)) }
    var lists: [String: [String]] = [:]
    for (key, value) in mapping {
      let name = key.scalar?.string ?? ""
      let place = key.mark.map { Place(line: $0.line, column: $0.column) } ?? place
      guard ["names", "around"].contains(name) else {
        throw Problem(
          place, "unknown key `\(name)` of `hooks`" + Nearest.suggestion(for: name, among: ["names", "around"]))
      }
      lists[name] = try names(value, place)
    }
    return HookNames(lists["names"] ?? [], around: lists["around"] ?? [])
  }

  private static func names(_ value: Node, _ place: Place) throws(Problem) -> [String] {
    guard let sequence = value.sequence else {
      throw Problem(place, "the names of hooks must be a list: write `[Tracing, isWatched]`")
    }
    var names: [String] = []
    for node in sequence {
      let name = node.scalar?.string ?? ""
      let place = node.mark.map { Place(line: $0.line, column: $0.column) } ?? place
      guard HookNames.isName(name) else {
        throw Problem(place, "`\(name)` is not a name of Swift: write `Tracing`, or `Tracing.call` without parentheses")
      }
      names.append(name)
    }
    return names
  }

  /// With one slash at its end.
  private static func address(_ text: String, _ place: Place) throws(Problem) -> String {
    guard ["https://", "http://"].contains(where: text.lowercased().hasPrefix), URL(string: text)?.host != nil else {
      throw Problem(place, "`\(text)` is no address: write `https://…`")
    }
    return text.hasSuffix("/") ? text : text + "/"
  }
}
