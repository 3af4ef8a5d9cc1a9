import Foundation
import RxTrace

/// Every page of the content, read as far as its front matter.
struct Inventory {
  let files: [PageFile]
  let problems: [Diagnostic]

  /// - Parameters:
  ///   - keepsUnreadable: Whether to keep a page even if its header cannot be read, as may happen while an editor
  ///     writes the file.
  ///   - known: The page that an earlier build read, by the page's path in the site. It is used if the file's contents
  ///     are the same.
  init(
    origins: [PageOrigin], reader: PageReader, keepsUnreadable: Bool,
    known: @Sendable (_ htmlPath: String) -> KnownPage?
  ) {
    let content = reader.content
    let read = Parallel.map(origins) { origin in
      Result { () throws(PageReader.Failure) in try Self.file(origin, reader, known) }
    }
    var files: [PageFile] = []
    var problems: [Diagnostic] = []
    var places: [PageName: String] = [:]
    for (origin, result) in zip(origins, read) {
      let file: PageFile
      switch result {
      case .success(let read): file = read
      case .failure(let failure):
        problems.append(content.diagnostic(failure.problem, in: failure.path))
        guard keepsUnreadable else { continue }
        file = Self.standIn(for: origin, failure, known)
      }
      if let other = places.updateValue(origin.path, forKey: origin.name) {
        problems.append(
          content.diagnostic(Problem(line: 1, "is the same page as \(content.displayPath(other))"), in: origin.path))
      } else {
        files.append(file)
      }
    }
    (self.files, self.problems) = (files, problems)
  }

  private static func file(
    _ origin: PageOrigin, _ reader: PageReader, _ known: (String) -> KnownPage?
  ) throws(PageReader.Failure) -> PageFile {
    let contents = try reader.contents(of: origin)
    if let known = known(origin.name.htmlPath), known.path == origin.path, known.contentHash == contents.hash {
      return PageFile(origin: origin, contentHash: contents.hash, frontMatter: known.frontMatter)
    }
    return PageFile(
      origin: origin, contentHash: contents.hash, frontMatter: try reader.frontMatter(of: origin, contents))
  }

  /// A substitute for an unreadable page, with its earlier header, so that the pages that list it do not change.
  private static func standIn(
    for origin: PageOrigin, _ failure: PageReader.Failure, _ known: (String) -> KnownPage?
  ) -> PageFile {
    let before = known(origin.name.htmlPath).flatMap { $0.path == origin.path ? $0.frontMatter : nil }
    return PageFile(
      origin: origin, contentHash: "", frontMatter: before ?? FrontMatter(title: origin.name.base), failure: failure)
  }
}

/// A page as an earlier build read it.
struct KnownPage {
  /// The page's file, relative to the content folder.
  var path: String
  var contentHash: String
  var frontMatter: FrontMatter
}
