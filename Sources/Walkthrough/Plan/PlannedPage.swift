/// A page of the site. An object, because to copy so many texts at every turn takes longer than all else in a build
/// that has nothing to do.
final class PlannedPage: Sendable {
  let name: PageName
  /// Its path in the site.
  let htmlPath: String
  /// The file of its text: a file in another language if there is no translation.
  private let file: PageFile
  let frame: PageFrame

  init(name: PageName, file: PageFile, frame: PageFrame) {
    self.name = name
    htmlPath = name.htmlPath
    self.file = file
    self.frame = frame
  }

  /// A page that the generator writes by itself, of no file.
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

/// A page of which the header has been read.
final class PageFile: Sendable {
  let origin: PageOrigin
  let contentHash: String
  let frontMatter: FrontMatter
  /// The reason why the header could not be read. The front matter stands in for it then.
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
  /// By the number that the author gave, then by title.
  static func areInOrder(_ first: PageFile, _ second: PageFile) -> Bool {
    let (left, right) = (first.frontMatter, second.frontMatter)
    return (left.order ?? .infinity, left.title, first.name.base)
      < (right.order ?? .infinity, right.title, second.name.base)
  }
}
