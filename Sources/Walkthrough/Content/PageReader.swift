import Foundation
import RxTrace

/// Reads pages of the content. Used on several threads at once.
final class PageReader: Sendable {
  let content: ContentFolder
  let languages: Set<String>
  /// The templates, by path; each is read once, however many pages it makes.
  private let templates = SharedCache<String, Result<(template: DataTemplate, hash: String), Problem>>()

  init(content: ContentFolder, languages: Set<String>) {
    self.content = content
    self.languages = languages
  }

  /// A problem that keeps a page from being read, and the file that it is in.
  struct Failure: Error {
    var path: String
    var problem: Problem
  }

  struct Contents {
    /// A hash of everything that the page's text is made from.
    var hash: String
    var bytes: [UInt8]
  }

  func contents(of origin: PageOrigin) throws(Failure) -> Contents {
    let bytes = try read(origin.path)
    guard let path = origin.template else { return Contents(hash: bytes.contentHash, bytes: bytes) }
    var hash = ContentHash()
    hash.add(bytes.contentHash)
    hash.add(try template(path).hash)
    return Contents(hash: hash.text, bytes: bytes)
  }

  func frontMatter(of origin: PageOrigin, _ contents: Contents) throws(Failure) -> FrontMatter {
    let (text, split, lines) = try text(of: origin, contents)
    return try blaming(origin, lines) { () throws(Problem) in
      var frontMatter = try FrontMatter(yaml: split.yaml)
      if frontMatter.minutes == 0 {
        frontMatter.minutes = ReadingTime.minutes(of: text.bytes(fromLine: split.bodyLine))
      }
      return frontMatter
    }
  }

  /// - Parameter name: The page that the text becomes; its language differs from the text's if there is no translation.
  func page(named name: PageName, of origin: PageOrigin, _ frontMatter: FrontMatter) throws(Failure) -> Page {
    let (text, split, lines) = try text(of: origin, contents(of: origin))
    return Page(
      origin: origin, name: name, frontMatter: frontMatter, text: text, bodyLine: split.bodyLine, lines: lines)
  }

  /// The Markdown of a page, also of one that is made from data.
  func markdown(of origin: PageOrigin) throws(Failure) -> PageText { try text(of: origin, contents(of: origin)).text }

  /// The page's text taken apart, and for a page made from data the lines of the template that its lines came from.
  private func text(
    of origin: PageOrigin, _ contents: Contents
  ) throws(Failure) -> (text: PageText, split: SplitPage, lines: [Int]) {
    var (bytes, lines) = (contents.bytes, [Int]())
    if let path = origin.template {
      let template = try template(path).template
      let filled = try blaming(origin.path) { () throws(Problem) in
        let data = try PageText(bytes)
        return try template.filled(
          with: String(decoding: data.bytes, as: UTF8.self), language: origin.name.language, languages: languages)
      }
      (bytes, lines) = (Array(filled.text.utf8), filled.lines)
    }
    return try blaming(origin, lines) { () throws(Problem) in
      let text = try PageText(bytes)
      return (text, try SplitPage(text), lines)
    }
  }

  private func blaming<Value>(
    _ origin: PageOrigin, _ lines: [Int], _ body: () throws(Problem) -> Value
  ) throws(Failure) -> Value {
    do {
      return try body()
    } catch {
      throw Failure(path: origin.textPath, problem: origin.problem(error, lines))
    }
  }

  private func blaming<Value>(_ path: String, _ body: () throws(Problem) -> Value) throws(Failure) -> Value {
    do {
      return try body()
    } catch {
      throw Failure(path: path, problem: error)
    }
  }

  private func template(_ path: String) throws(Failure) -> (template: DataTemplate, hash: String) {
    let result = templates.value(path) {
      Result { () throws(Problem) in
        let bytes = try Result { () throws(Failure) in try read(path) }.mapError(\.problem).get()
        let text = try PageText(bytes)
        let template = try DataTemplate(String(decoding: text.bytes, as: UTF8.self), path: content.displayPath(path))
        return (template, bytes.contentHash)
      }
    }
    return try blaming(path) { () throws(Problem) in try result.get() }
  }

  private func read(_ path: String) throws(Failure) -> [UInt8] {
    let place = content.path + "/" + path
    // Discovery does not enter symlinked folders, so a file that opens with O_NOFOLLOW lies inside the content folder.
    if let bytes = [UInt8](contentsOfFile: place, options: O_NOFOLLOW) { return bytes }
    guard content.contains(path) else {
      throw Failure(path: path, problem: Problem(line: 1, "the page is outside of the content folder"))
    }
    guard let bytes = [UInt8](contentsOfFile: place) else {
      throw Failure(path: path, problem: Problem(line: 1, content.whyUnreadable(path)))
    }
    return bytes
  }
}

extension PageOrigin {
  /// Moves a problem's place from the page's text to the file that contains the text.
  /// - Parameter lines: For a page made from data, the lines of the template that its lines came from.
  func problem(_ problem: Problem, _ lines: [Int]) -> Problem {
    guard template != nil else { return problem }
    return Problem(place(problem.place, lines), problem.message + " (in the page of \(path))")
  }

  /// The place in the file that contains the text, for a place in the page's text.
  func place(_ place: Place, _ lines: [Int]) -> Place {
    guard template != nil, lines.indices.contains(place.line - 1) else { return place }
    return Place(line: lines[place.line - 1], column: place.column)
  }
}

extension ContentFolder {
  /// A problem of a page's text.
  /// - Parameter lines: For a page made from data, the lines of the template that its lines came from; none if the
  ///   place is already in the template.
  func diagnostic(
    _ problem: Problem, in origin: PageOrigin, _ lines: [Int] = [], _ severity: Diagnostic.Severity = .error
  ) -> Diagnostic {
    diagnostic(origin.problem(problem, lines), in: origin.textPath, severity)
  }
}
