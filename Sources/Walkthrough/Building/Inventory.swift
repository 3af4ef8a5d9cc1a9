import Foundation
import RxTrace

/// Every Markdown file of the content, read as far as its front matter.
struct Inventory {
  let files: [PageFile]
  let names: PageTable
  let problems: [Diagnostic]

  init(content: ContentFolder, languages: Set<String>, known: SiteManifest) {
    let paths = content.markdownFiles()
    names = PageTable(paths: paths, known: languages)
    let knownMatter = Dictionary(
      known.pages.values.map { ($0.output.key + $0.contentHash, $0.frontMatter) },
      uniquingKeysWith: { first, _ in first })
    let read = Parallel.map(paths) { path -> Result<PageFile, Problem> in
      Result { () throws(Problem) in
        let (hash, data) = try PageReader(content: content).contents(of: path)
        let name = PageName(path, languages: languages)
        if let matter = knownMatter[path + hash] {
          return PageFile(path: path, name: name, contentHash: hash, frontMatter: matter)
        }
        let split = try SplitPage(try PageText(data))
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

  func contents(of path: String) throws(Problem) -> (hash: String, data: Data) {
    guard content.isDirectFile(path) || content.contains(path) else {
      throw Problem(line: 1, "the page is outside of the content folder")
    }
    guard let data = try? Data(contentsOf: content.url(path)) else { throw Problem(line: 1, "cannot be read") }
    var hash = ContentHash()
    data.withUnsafeBytes { hash.add($0) }
    return (hash.text, data)
  }

  func page(_ planned: PlannedPage) throws(Problem) -> Page {
    let text = try PageText(try contents(of: planned.path).data)
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
