import Foundation
import RxTrace

/// The folder that says what pages look like: templates, the words of each language, styles, scripts.
struct SiteLook: Sendable {
  let templates: TemplateSet
  let wordings: [String: Wording]
  /// Identifies the templates and the words, of which every page is made.
  let hash: String
  private let folder: URL

  /// - Throws: ``SiteSetupError`` for what is missing or damaged.
  init(folder: URL) throws {
    self.folder = folder
    templates = try TemplateSet(folder: folder.appendingPathComponent("templates"))
    wordings = try Wording.all(in: folder.appendingPathComponent("languages"))
    var hash = ContentHash()
    for name in Self.names(in: folder, ["templates", "languages"]) {
      hash.add(name)
      hash.add(folder.appendingPathComponent(name).contentHash ?? "")
    }
    self.hash = hash.text
  }

  /// The files that are copied to the site.
  func files() -> [SiteFile] {
    Self.names(in: folder, ["fonts", "images", "scripts", "styles"]).map {
      SiteFile(copying: folder.appendingPathComponent($0), to: $0)
    }
  }

  private static func names(in folder: URL, _ parts: [String]) -> [String] {
    parts.flatMap { part -> [String] in
      let root = folder.appendingPathComponent(part)
      let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
      return names.sorted().map { "\(part)/\($0)" }.filter {
        var isFolder: ObjCBool = false
        let path = folder.appendingPathComponent($0).path
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
      }
    }
  }
}
