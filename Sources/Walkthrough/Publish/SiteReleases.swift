import Foundation
import RxTrace

/// A site whose releases stay side by side, each in a folder of its own:
///
///     public/1.0/            what `headwater site build --release 1.0 --output public` made, and nothing touches any more
///     public/1.1/
///     public/newest          a symbolic link to the newest one
///     public/releases.js     tells the pages of all releases which there are
///
/// The other files beside the folders lead to the newest one.
public struct SiteReleases: Sendable {
  /// The folder of all releases.
  let folder: URL
  /// The release that is built.
  let name: String
  /// The existing releases apart from the one that is built, the newest first.
  private let others: [String]

  static let newest = "newest"
  private static let table = "releases.js"
  private static let heading = "/* Made by headwater; it may be replaced at any time. */\n"
  private static let pageList = "pages.js"

  /// - Throws: ``SiteSetupError`` for a name that makes no folder, and for a folder that holds something else.
  public init(_ name: String, in folder: URL) throws {
    self.folder = folder
    self.name = name
    let isPlain = name.utf8.allSatisfy { byte in
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        || "-.".utf8.contains(byte)
    }
    guard isPlain, name.utf8.first.map({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) ?? false else {
      throw SiteSetupError("`\(name)`: a release begins with a digit, and has letters, digits, dots and hyphens: 1.0")
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let releases = names.filter { release in
      release != Self.newest && access("\(folder.path)/\(release)/\(Manifest.markName)", F_OK) == 0
    }
    let table = try? String(contentsOf: folder.appending(path: Self.table), encoding: .utf8)
    // A build that was stopped before it wrote the table leaves only its release and hidden files.
    let isUnfinished = names.allSatisfy { releases.contains($0) || $0.hasPrefix(".") && $0 != Manifest.markName }
    guard isUnfinished || table?.hasPrefix(Self.heading) ?? false else {
      throw SiteSetupError(
        "\(folder.relativePath): holds something else than releases of a site; choose another output folder")
    }
    others = releases.filter { $0 != name }.sorted(by: Self.isNewer)
  }

  /// The folder of the release.
  public var output: URL { folder.appendingPathComponent(name) }

  /// All releases, the newest first.
  private var all: [String] { (others + [name]).sorted(by: Self.isNewer) }

  private func isThere(_ path: String, in release: String) -> Bool {
    access("\(folder.path)/\(release)/\(path)", F_OK) == 0
  }

  /// A key of everything that the pages of a build use from the other releases.
  var key: String {
    var hash = ContentHash()
    for other in [name] + others {
      hash.add(other)
      let mark = folder.appending(path: "\(other)/\(Manifest.markName)")
      hash.add((try? String(contentsOf: mark, encoding: .utf8)) ?? "")
    }
    return hash.text
  }

  /// The release in which a page appeared; nil for a page of the oldest release.
  func since(_ htmlPath: String) -> String? {
    let older = others.filter { Self.isNewer(name, than: $0) }
    guard let oldest = older.last, !isThere(htmlPath, in: oldest) else { return nil }
    return older.last { isThere(htmlPath, in: $0) } ?? name
  }

  /// Whether the first of two is the newer one: 1.10 is newer than 1.9, and 2.0 is newer than 2.0-beta.
  static func isNewer(_ one: String, than other: String) -> Bool {
    let (first, second) = (parts(of: one), parts(of: other))
    for (left, right) in zip(first, second) where left != right {
      if let left = Int(left), let right = Int(right) { return left > right }
      return Int(left) != nil || Int(right) == nil && left > right
    }
    guard first.count != second.count else { return false }
    // The next part is a number in a later release, or a word in a prerelease.
    let (isLonger, rest) = first.count > second.count ? (true, first[second.count]) : (false, second[first.count])
    return isLonger == (Int(rest) != nil)
  }

  private static func parts(of name: String) -> [Substring] { name.split { ".-".contains($0) } }
}

// MARK: Files

extension SiteReleases {
  /// The list of the release's pages, which tells pages of older releases what they can link to.
  func pageList(_ paths: [String]) -> SiteFile {
    let pages = paths.filter { $0.hasSuffix(".html") }.sorted()
    let bytes = Array("self.headwaterPages = \(Self.json(pages))\n".utf8)
    return SiteFile(path: Self.pageList, origin: "the list of pages", key: bytes.contentHash) { bytes }
  }

  /// Writes the files beside the folders of the releases, for the newest release.
  /// - Parameter address: The address of the newest release.
  func publish(title: String, address: String?) throws {
    let all = all
    try write("self.headwaterReleases = \(Self.json(all))\n", to: Self.table, heading: Self.heading)
    let links = all.map { "<li><a href=\"\($0)/index.html\">\($0)</a></li>" as HTML }
    try write(page(title, "<ul>\n\(links.joined(separator: "\n"))\n</ul>"), to: "releases.html")
    let front = "\(Self.newest)/index.html"
    let refresh: HTML = "<meta http-equiv=\"refresh\" content=\"0; url=\(front)\">\n"
    try write(page(title, "<p><a href=\"\(front)\">\(title)</a></p>", head: refresh), to: "index.html")
    if let address {
      try write("User-agent: *\nAllow: /\nSitemap: \(address)sitemap.xml\n", to: "robots.txt")
    }
    try link(to: all[0])
    // Servers look for `404.html` at the root.
    let missing = folder.appending(path: "\(Self.newest)/404.html")
    if let text = try? String(contentsOf: missing, encoding: .utf8) { try write(text, to: "404.html") }
  }

  private func page(_ title: String, _ body: HTML, head: HTML = "") -> String {
    let html: HTML = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      \(head)<link rel="stylesheet" href="\(Self.newest)/styles/page.css">
      </head>
      <body class="index">
      <main>
      <h1>\(title)</h1>
      \(body)
      </main>
      </body>
      </html>

      """
    return String(decoding: html.bytes, as: UTF8.self)
  }

  private func write(_ text: String, to path: String, heading: String = "") throws {
    try replaceFile(folder.appending(path: path).path) { descriptor in
      if !Array((heading + text).utf8).write(to: descriptor) {
        throw SiteSetupError("\(folder.relativePath): cannot be written")
      }
    }
  }

  /// Replaces the link in one step, so that it always leads to a release.
  private func link(to release: String) throws {
    let (link, next) = ("\(folder.path)/\(Self.newest)", "\(folder.path)/.\(Self.newest).\(getpid())")
    unlink(next)
    guard symlink(release, next) == 0, rename(next, link) == 0 else {
      unlink(next)
      throw SiteSetupError("\(folder.relativePath)/\(Self.newest): cannot be made: \(String(cString: strerror(errno)))")
    }
  }

  private static func json(_ texts: [String]) -> String {
    "[" + texts.map { "\"\(TextEscaping.json.escape($0))\"" }.joined(separator: ",") + "]"
  }
}
