import Foundation
import RxTrace

/// The folder that determines a site's look: templates, the words of each language, styles, scripts.
struct Theme: Sendable {
  let templates: TemplateSet
  let wordings: [String: Wording]
  /// A hash of the templates and the words, on which every page depends.
  let hash: String
  let folder: URL

  /// - Throws: ``SiteSetupError`` if the folder has no words.
  init(folder: URL) throws {
    self.folder = folder
    templates = TemplateSet(folder: folder.appendingPathComponent("templates"))
    wordings = try Wording.all(in: folder.appendingPathComponent("languages"))
    var hash = ContentHash()
    for name in Self.names(in: folder, ["templates", "languages"]) {
      hash.add(name)
      hash.add(folder.appendingPathComponent(name).contentHash ?? "")
    }
    self.hash = hash.text
  }

  func isSame(as other: Theme) -> Bool { hash == other.hash && folder == other.folder }

  /// Reads the templates and the words, which are otherwise read on demand.
  /// - Throws: ``SiteSetupError`` for a missing or damaged file.
  func check() throws {
    try templates.check()
    for (_, wording) in wordings.sorted(by: { $0.key < $1.key }) { try wording.check() }
  }

  /// The files in some folders of the theme, as paths in the folder, sorted in each.
  static func names(in folder: URL, _ parts: [String]) -> [String] {
    parts.flatMap { part in
      FolderEntry.files(below: folder.path + "/" + part).sorted().map { "\(part)/\($0)" }
    }
  }
}
