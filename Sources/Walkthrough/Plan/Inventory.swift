import Foundation
import RxTrace

/// Every page of the content, read as far as its front matter.
struct Inventory {
  let files: [PageFile]
  let problems: [Diagnostic]

  init(origins: [PageOrigin], reader: PageReader, known: SiteManifest) {
    let content = reader.content
    let read = Parallel.map(origins) { origin in
      Result { () throws(PageReader.Failure) in try Self.file(origin, reader, known) }
    }
    var files: [PageFile] = []
    var problems: [Diagnostic] = []
    var places: [PageName: String] = [:]
    for (origin, result) in zip(origins, read) {
      switch result {
      case .failure(let failure): problems.append(content.diagnostic(failure.problem, in: failure.path))
      case .success(let file):
        if let other = places.updateValue(origin.path, forKey: origin.name) {
          problems.append(
            content.diagnostic(Problem(line: 1, "is the same page as \(content.displayPath(other))"), in: origin.path))
        } else {
          files.append(file)
        }
      }
    }
    (self.files, self.problems) = (files, problems)
  }

  private static func file(
    _ origin: PageOrigin, _ reader: PageReader, _ known: SiteManifest
  ) throws(PageReader.Failure) -> PageFile {
    let contents = try reader.contents(of: origin)
    if let entry = known.pages[origin.name.htmlPath], entry.output.key == origin.path,
      entry.contentHash == contents.hash
    {
      return PageFile(origin: origin, contentHash: contents.hash, frontMatter: entry.frontMatter)
    }
    return PageFile(
      origin: origin, contentHash: contents.hash, frontMatter: try reader.frontMatter(of: origin, contents))
  }
}

/// The settings of a site, where the content has some.
struct SettingsReader: Sendable {
  private(set) var settings = SiteSettings()
  private(set) var problems: [Diagnostic] = []
  private(set) var hash = ""

  init(content: ContentFolder) {
    let path = SiteSettings.fileName
    guard content.isFile(path) else { return }
    do throws(Problem) {
      guard let text = try? String(contentsOf: content.url(path), encoding: .utf8) else {
        throw Problem(line: 1, "cannot be read as UTF-8")
      }
      settings = try SiteSettings(yaml: text)
      hash = content.hash(of: path) ?? ""
    } catch {
      problems.append(content.diagnostic(error, in: path))
    }
  }
}
