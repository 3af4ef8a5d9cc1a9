import Foundation
import Testing

@testable import Walkthrough

/// What the search knows of a site's pages and sources.
@Suite(.oneAtATime) struct SearchFilesTests {
  private let page = """
    ---
    title: A "quoted" page
    summary: In `short`.
    ---
    ## Who calls?
    ## 谁？

    Some *text*.
    """

  /// Reads the files of a site's search as its script does, by their paths.
  private func files(of site: MiniatureSite) throws -> [String: [String: Any]] {
    let folder = site.root.appendingPathComponent("dist/search")
    var files: [String: [String: Any]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let text = try site.written("search/" + name)
      let opening = "(self.headwaterSearch=self.headwaterSearch||[]).push("
      #expect(text.hasPrefix(opening) && text.hasSuffix(")\n"))
      let data = Data(text.dropFirst(opening.count).dropLast(2).utf8)
      files[name] = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    }
    return files
  }

  private func pages(in files: [String: [String: Any]]) -> [String: [String: Any]] {
    let all = files.values.flatMap { $0["pages"] as? [[String: Any]] ?? [] }
    return Dictionary(uniqueKeysWithValues: all.map { ($0["path"] as? String ?? "", $0) })
  }

  @Test func `pages are described`() throws {
    let site = try MiniatureSite(["part/page.md": page, "part/page.zh-Hans.md": page])
    try site.build()
    let pages = pages(in: try files(of: site))
    #expect(pages.keys.sorted() == ["part/page", "part/page.zh-Hans"])
    let found = try #require(pages["part/page"])
    #expect(found["title"] as? String == "A \"quoted\" page")
    #expect(found["summary"] as? String == "In short.")
    #expect(found["headings"] as? [[String]] == [["Who calls?", "who-calls"], ["谁？", "谁"]])
    #expect((found["text"] as? String)?.hasSuffix("Some *text*.") == true)
  }

  @Test func `the head names every other file`() throws {
    let site = try MiniatureSite(["a.md": page + " [Code](src:Sink).", "b.md": page, "a.zh-Hans.md": page])
    try site.build()
    let files = try files(of: site)
    let head = try #require(files["index.js"])
    let names = try #require(head["files"] as? [String])
    #expect(Set(names.map { $0 + ".js" }) == Set(files.keys).subtracting(["index.js"]))
    #expect(names.contains("symbols") && names.contains { $0.hasPrefix("zh-Hans-") })
    #expect((head["words"] as? [String: [String: String]])?["en"]?["search"] == "Search")
  }

  @Test func `an edited page rewrites one file`() throws {
    let names = (0..<40).map { "part/page-\($0).md" }
    let site = try MiniatureSite(Dictionary(uniqueKeysWithValues: names.map { ($0, page) }))
    try site.build()
    let before = try files(of: site)
    #expect(before.keys.filter { $0.hasPrefix("en-") }.count == Int(SearchFiles.parts))
    try site.write(page + " More.", to: "content/part/page-7.md")
    try site.build()
    let after = try files(of: site)
    #expect(before.filter { !NSDictionary(dictionary: $0.value).isEqual(to: after[$0.key] ?? [:]) }.count == 1)
    #expect(try site.tree("dist") == site.clean())
  }

  @Test func `declarations stand under their owners with their lines`() throws {
    let site = try MiniatureSite(["a.md": page + " [Code](src:Sink)."])
    try site.build()
    let sources = try #require(try files(of: site)["symbols.js"]?["sources"] as? [[String: Any]])
    let symbols = sources.flatMap { $0["symbols"] as? [String] ?? [] }
    #expect(symbols.contains { $0.hasPrefix("\tObservable\t") })
    #expect(symbols.allSatisfy { Int($0.split(separator: "\t").last ?? "") != nil })
  }
}
