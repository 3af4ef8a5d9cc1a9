import Foundation
import RxTrace

/// Every Markdown file of the content, read as far as its front matter.
struct Inventory {
  let files: [PageFile]
  let names: PageTable
  let problems: [Diagnostic]

  init(content: ContentFolder, languages: Set<String>, known: SiteManifest) {
    let paths = content.markdownFiles()
    let found = paths.map { (path: $0, name: PageName($0, languages: languages)) }
    names = PageTable(names: found.map(\.name), known: languages)
    let read = Parallel.map(found) { path, name -> Result<PageFile, Problem> in
      Result { () throws(Problem) in
        let (hash, bytes) = try PageReader(content: content).contents(of: path)
        if let entry = known.pages[name.htmlPath], entry.output.key == path, entry.contentHash == hash {
          return PageFile(path: path, name: name, contentHash: hash, frontMatter: entry.frontMatter)
        }
        let split = try SplitPage(try PageText(bytes))
        return PageFile(path: path, name: name, contentHash: hash, frontMatter: try FrontMatter(yaml: split.yaml))
      }
    }
    var files: [PageFile] = []
    var problems: [Diagnostic] = []
    var places: [PageName: String] = [:]
    for (path, result) in zip(paths, read) {
      switch result {
      case .failure(let problem): problems.append(content.diagnostic(problem, in: path))
      case .success(let file):
        if let other = places.updateValue(path, forKey: file.name) {
          problems.append(
            content.diagnostic(Problem(line: 1, "is the same page as \(content.displayPath(other))"), in: path))
        } else {
          files.append(file)
        }
      }
    }
    (self.files, self.problems) = (files, problems)
  }
}

/// Reads pages of the content.
struct PageReader {
  let content: ContentFolder

  func contents(of path: String) throws(Problem) -> (hash: String, bytes: [UInt8]) {
    let place = content.path + "/" + path
    // No folder on the way is a link, because such are not looked into: a file that is none is in the content folder.
    if let bytes = Self.bytes(ofFile: place, O_NOFOLLOW) { return (bytes.contentHash, bytes) }
    guard content.contains(path) else { throw Problem(line: 1, "the page is outside of the content folder") }
    guard let bytes = Self.bytes(ofFile: place) else { throw Problem(line: 1, "cannot be read") }
    return (bytes.contentHash, bytes)
  }

  /// Read without Foundation, which takes several times as long for a small file: a build reads every page.
  private static func bytes(ofFile path: String, _ how: Int32 = 0) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | how)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let size = Int(status.st_size)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let read = Foundation.read(file, buffer.baseAddress! + count, size - count)
        if read < 0 && errno == EINTR { continue }
        guard read > 0 else { break }
        count += read
      }
    }
  }

  func page(_ planned: PlannedPage) throws(Problem) -> Page {
    let text = try PageText(try contents(of: planned.path).bytes)
    let split = try SplitPage(text)
    return Page(
      path: planned.path, name: planned.name, frontMatter: planned.frontMatter, text: text, bodyLine: split.bodyLine)
  }
}

/// The settings of a site, where the content has some.
struct SettingsReader {
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
