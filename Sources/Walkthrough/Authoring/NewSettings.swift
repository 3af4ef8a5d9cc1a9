import Foundation
import RxTrace

/// A `site.yml` that says what can be set, with every setting commented out.
public struct NewSettings {
  public init() {}

  /// Writes the file.
  /// - Returns: its path.
  /// - Throws: ``SiteSetupError`` if it exists already, or cannot be written.
  public func write(into content: URL) throws -> String {
    let file = content.appendingPathComponent(SiteSettings.fileName)
    let place = content.relativePath + "/" + SiteSettings.fileName
    guard !FileManager.default.fileExists(atPath: file.path) else { throw SiteSetupError("\(place): is there already") }
    do {
      try FileManager.default.createDirectory(at: content, withIntermediateDirectories: true)
      try Data(Self.text.utf8).write(to: file, options: .atomic)
    } catch {
      throw SiteSetupError("\(place): cannot be written: \(systemReason(error))")
    }
    return place
  }

  static let text = """
    # The settings of the site. Each may be left out: take away the # before the lines that you want.

    # Stands at the top of every page.
    #title: Notes on our pipelines

    # The site's address. Feeds and site maps need it.
    #address: https://example.org/notes

    # The beginning of an editor's address for a page. The page's path in this folder follows.
    #edit: https://example.org/our/notes/edit/main/content

    # The repository, to which pages link.
    #repository: https://example.org/our/notes

    # The bar at the top, and the tree at the side of each of its entries. Pages are paths in this folder; a folder stands for
    # all its pages, and source/ for a page of each source file. A site in several languages gives a title for each:
    # {en: Learn, zh-Hans: 学习}.
    #sections:
    #  - title: Learn
    #    parts:
    #      - pages: [debounce/index.md]
    #      - title: In depth
    #        pages: [details/]

    # Modules whose public declarations get pages of their own.
    #api: [../Sources/MyModule]

    # Programs of several files, whose runs pages show by the folders' names.
    #programs: [../Examples/MyApp]

    # Names of the sources' own instrumentation. Excerpts print it faint, and no step lights it.
    #hooks:
    #  names: [Log, isLogging]
    #  around: [Log.measured]

    # Blocks that nothing checks are errors, but for these languages, each with the reason.
    #unchecked:
    #  sh: commands for the reader to try

    """
}
