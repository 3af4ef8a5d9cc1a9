/// A page of the site. It is a class, because copying so many strings at every step would take longer than everything
/// else in a build without changes.
final class PlannedPage: Sendable {
  let name: PageName
  /// The page's path in the site.
  let htmlPath: String
  /// The file with the page's text, which is in another language if there is no translation.
  private let file: PageFile
  let frame: PageFrame

  init(name: PageName, file: PageFile, frame: PageFrame) {
    self.name = name
    htmlPath = name.htmlPath
    self.file = file
    self.frame = frame
  }

  /// A page without a file, which the generator writes by itself.
  convenience init(generated name: PageName, frontMatter: FrontMatter, frame: PageFrame) {
    let file = PageFile(origin: PageOrigin(path: "", name: name), contentHash: "", frontMatter: frontMatter)
    self.init(name: name, file: file, frame: frame)
  }

  var origin: PageOrigin { file.origin }
  var contentHash: String { file.contentHash }
  var frontMatter: FrontMatter { file.frontMatter }
  var failure: PageReader.Failure? { file.failure }
  var path: String { origin.path }
  var isInFeed: Bool { file.isInFeed }
  var isTranslated: Bool { origin.name.language == name.language }
}

/// The file of a page, whose header has been read.
final class PageFile: Sendable {
  let origin: PageOrigin
  let contentHash: String
  let frontMatter: FrontMatter
  /// The reason why the header could not be read. The front matter is then a substitute.
  let failure: PageReader.Failure?

  init(origin: PageOrigin, contentHash: String, frontMatter: FrontMatter, failure: PageReader.Failure? = nil) {
    self.origin = origin
    self.contentHash = contentHash
    self.frontMatter = frontMatter
    self.failure = failure
  }

  var name: PageName { origin.name }
  var isInFeed: Bool { !frontMatter.date.isEmpty }
}

extension PageFile {
  /// Whether two pages are in order: by the number that the author gave, then by title.
  static func areInOrder(_ first: PageFile, _ second: PageFile) -> Bool {
    let (left, right) = (first.frontMatter, second.frontMatter)
    return (left.order ?? .infinity, left.title, first.name.base)
      < (right.order ?? .infinity, right.title, second.name.base)
  }
}
