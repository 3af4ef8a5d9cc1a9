import Foundation
import RxTrace

/// The folder that gives a site its look: templates, the words of each language, styles, scripts.
struct Theme: Sendable {
  let templates: TemplateSet
  let wordings: [String: Wording]
  /// Identifies the templates and the words, of which every page is made.
  let hash: String
  let folder: URL

  /// - Throws: ``SiteSetupError`` if there are no words.
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

  /// Reads the templates and the words, which otherwise are read when they are asked for.
  /// - Throws: ``SiteSetupError`` for a missing or damaged file.
  func check() throws {
    try templates.check()
    for (_, wording) in wordings.sorted(by: { $0.key < $1.key }) { try wording.check() }
  }

  /// The files of some of its parts, as paths in the folder, sorted in each part.
  static func names(in folder: URL, _ parts: [String]) -> [String] {
    parts.flatMap { part in
      FolderEntry.files(below: folder.path + "/" + part).sorted().map { "\(part)/\($0)" }
    }
  }
}
