import Foundation
import RxTrace

/// The settings of a whole site, in `site.yml` beside the pages. Each may be left out.
struct SiteSettings: Equatable, Sendable {
  /// The site's title, at the top of every page.
  var title = "Headwater"
  /// The site's address, with the scheme: feeds and site maps need whole addresses, and are left out without it.
  var address: String?
  /// The beginning of an editor's address for a page; the page's path in the content folder follows.
  var edit: String?
  /// The address of the repository, which pages link to.
  var repository: String?
  /// The entries of the bar at the top, each with its pages; if there are none, the bar leads to the list of all pages.
  var sections: [SectionSettings] = []
  /// The folders of modules whose public declarations get pages of their own, relative to the content folder.
  var api: [String] = []
  /// The folders of programs of several files whose runs pages show, by their names, relative to the content folder.
  var programs: [String: String] = [:]
  /// The folders of ``api`` and ``programs``, with their places in the file.
  private(set) var folders: [SectionSettings.Path] = []
  /// The names of the sources' own instrumentation: printed faint in every excerpt, and never lit.
  var hooks = HookNames()

  /// The languages whose fenced blocks may be only text, with the reasons. Nil for a site that does not require reasons
  /// for unchecked blocks.
  var unchecked: [String: String]?

  static let fileName = "site.yml"
  static let keys = [
    "title", "address", "edit", "repository", "sections", "api", "programs", "hooks", "unchecked",
  ]

  init() {}

  /// - Throws: ``Problem`` for anything other than a map of texts, for unknown keys, and for an address that is not of
  ///   the web.
  init(yaml: String) throws(Problem) {
    guard let file = try YAML.read(yaml, as: "the file") else { return }
    guard let map = file.map else { throw Problem(line: 1, "the settings must be a map of `key: value` lines") }
    for (key, value) in map { try read(key, value) }
  }

  private mutating func read(_ key: YAML, _ value: YAML) throws(Problem) {
    let name = key.text ?? ""
    let place = key.place
    switch name {
    case "hooks": hooks = try Self.hooks(value, place)
    case "sections": sections = try SectionSettings.all(value, place)
    case "unchecked": unchecked = try Self.reasons(value, place)
    case "api": api = try readFolders(value, place, "api", "../Sources/MyModule")
    case "programs":
      let folders = try readFolders(value, place, "programs", "../Examples/MyApp")
      programs = Dictionary(folders.map { ($0.split(separator: "/").last.map(String.init) ?? $0, $0) }) { $1 }
    default: try read(name, place, value)
    }
  }

  private mutating func read(_ name: String, _ place: Place, _ value: YAML) throws(Problem) {
    guard Self.keys.contains(name) else {
      throw Problem(place, "unknown setting `\(name)`" + Nearest.suggestion(for: name, among: Self.keys))
    }
    guard let text = value.text, !text.isEmpty else {
      throw Problem(place, "the setting `\(name)` must be one piece of text")
    }
    switch name {
    case "title": title = text
    case "address": address = try Self.address(text, place)
    case "edit": edit = try Self.address(text, place)
    default: repository = try Self.address(text, place, endsWithSlash: false)
    }
  }

  /// `names: […]` and, for hooks that call their argument, `around: […]`; or the names by themselves.
  private static func hooks(_ value: YAML, _ place: Place) throws(Problem) -> HookNames {
    guard let map = value.map else { return HookNames(try names(value, place)) }
    var lists: [String: [String]] = [:]
    for (key, value) in map {
      let name = key.text ?? ""
      guard ["names", "around"].contains(name) else {
        throw Problem(
          key.place, "unknown key `\(name)` of `hooks`" + Nearest.suggestion(for: name, among: ["names", "around"]))
      }
      lists[name] = try names(value, place)
    }
    return HookNames(lists["names"] ?? [], around: lists["around"] ?? [])
  }

  private static func names(_ value: YAML, _ place: Place) throws(Problem) -> [String] {
    guard let list = value.list else {
      throw Problem(place, "the names of hooks must be a list: write `[Tracing, isWatched]`")
    }
    var names: [String] = []
    for entry in list {
      let name = entry.text ?? ""
      guard HookNames.isName(name) else {
        throw Problem(
          entry.place, "`\(name)` is not a name of Swift: write `Tracing`, or `Tracing.call` without parentheses")
      }
      names.append(name)
    }
    return names
  }

  private static func reasons(_ value: YAML, _ place: Place) throws(Problem) -> [String: String] {
    guard let map = value.map else {
      throw Problem(place, "the setting `unchecked` must be a map of languages to reasons: write `sh: commands to try`")
    }
    var reasons: [String: String] = [:]
    for (language, reason) in map {
      guard let text = reason.text, !text.isEmpty else {
        throw Problem(language.place, "`\(language.text ?? "")` has no reason why nothing checks such blocks")
      }
      reasons[language.text ?? ""] = text
    }
    return reasons
  }

  /// Leaves out a folder that cannot be read.
  mutating func forget(_ folder: String) {
    api.removeAll { $0 == folder }
    programs = programs.filter { $0.value != folder }
  }

  private mutating func readFolders(
    _ value: YAML, _ place: Place, _ name: String, _ example: String
  ) throws(Problem) -> [String] {
    guard let list = value.list, list.allSatisfy({ !($0.text ?? "").isEmpty }) else {
      throw Problem(place, "the setting `\(name)` must be a list of folders: write `[\(example)]`")
    }
    folders += list.map { SectionSettings.Path(text: $0.text ?? "", place: $0.place) }
    return list.compactMap(\.text)
  }

  private static func address(_ text: String, _ place: Place, endsWithSlash: Bool = true) throws(Problem) -> String {
    guard ["https://", "http://"].contains(where: text.lowercased().hasPrefix), URL(string: text)?.host != nil else {
      throw Problem(place, "`\(text)` is not a web address: write `https://…`")
    }
    return text.hasSuffix("/") || !endsWithSlash ? text : text + "/"
  }
}
