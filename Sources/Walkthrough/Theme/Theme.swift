import Foundation
import RxTrace

/// The folder that says what pages look like: templates, the words of each language, styles, scripts.
struct SiteLook: Sendable {
  let templates: TemplateSet
  let wordings: [String: Wording]
  /// Identifies the templates and the words, of which every page is made.
  let hash: String
  private let folder: URL

  /// - Throws: ``SiteSetupError`` where there are no words.
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

  func isSame(as other: SiteLook) -> Bool { hash == other.hash && folder == other.folder }

  /// Reads the templates and the words, which otherwise are read when they are asked for.
  /// - Throws: ``SiteSetupError`` for what is missing or damaged.
  func check() throws {
    try templates.check()
    for (_, wording) in wordings.sorted(by: { $0.key < $1.key }) { try wording.check() }
  }

  /// The files that are copied to the site.
  func files() -> [SiteFile] {
    Self.names(in: folder, ["fonts", "images", "scripts", "styles"]).map {
      SiteFile(copying: folder.appendingPathComponent($0), to: $0)
    }
  }

  private static func names(in folder: URL, _ parts: [String]) -> [String] {
    parts.flatMap { part in
      FolderEntry.files(below: folder.path + "/" + part).sorted().map { "\(part)/\($0)" }
    }
  }
}
