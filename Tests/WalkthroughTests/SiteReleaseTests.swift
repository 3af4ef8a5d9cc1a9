import Foundation
import RxTrace
import TestSupport
import Testing

@testable import Walkthrough

/// Sites of several releases, each in a folder of its own.
@Suite(.oneAtATime) struct SiteReleaseTests {
  private static func page(_ title: String) -> String { "---\ntitle: \(title)\n---\nText.\n" }

  private func site() throws -> MiniatureSite {
    try MiniatureSite(["site.yml": "address: https://example.org/docs\n", "old.md": Self.page("Old")])
  }

  private func build(_ site: MiniatureSite, _ release: String) throws {
    _ = try site.builder(release: release).build()
  }

  private func text(_ site: MiniatureSite, _ path: String) throws -> String {
    try String(contentsOf: site.root.appending(path: "public/\(path)"), encoding: .utf8)
  }

  /// The contents of all files of a folder, with the times of their last change.
  private func state(_ folder: URL) throws -> [String: String] {
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return try Dictionary(
      uniqueKeysWithValues: files.map { file in
        let path = folder.appending(path: file).path
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (file, "\(attributes[.modificationDate]!) \(ContentHash.text(ofFile: path) ?? "")")
      })
  }

  @Test func aReleaseLiesInItsFolderAndLeavesTheOthersAsTheyAre() throws {
    let site = try site()
    try build(site, "1.0")
    let before = try state(site.root.appending(path: "public/1.0"))
    try site.write(Self.page("New"), to: "content/new.md")
    try build(site, "1.1")
    #expect(try state(site.root.appending(path: "public/1.0")) == before)
    #expect(try text(site, "releases.js").hasSuffix("self.headwaterReleases = [\"1.1\",\"1.0\"]\n"))
    #expect(try text(site, "newest/new.html") == text(site, "1.1/new.html"))
    #expect(try text(site, "index.html").contains("url=newest/index.html"))
    #expect(try text(site, "releases.html").contains("<a href=\"1.0/index.html\">1.0</a>"))
    #expect(try text(site, "robots.txt").contains("Sitemap: https://example.org/docs/newest/sitemap.xml"))
    #expect(try text(site, "404.html").contains("href=\"/docs/newest/styles/page.css\""))
    #expect(try text(site, "1.1/pages.js").contains("\"old.html\""))
  }

  @Test func aPageKnowsItsReleaseAndTheTruePage() throws {
    let site = try site()
    try build(site, "1.0")
    try site.write(Self.page("New"), to: "content/new.md")
    try build(site, "1.1")
    try build(site, "1.2")
    let new = try text(site, "1.2/new.html")
    #expect(new.contains("<link rel=\"canonical\" href=\"https://example.org/docs/newest/new.html\">"))
    #expect(new.contains("data-release=\"1.2\" data-page=\"new.html\" data-root=\"../\""))
    #expect(new.contains("since release 1.1"))
    #expect(try !text(site, "1.2/old.html").contains("since release"))
  }

  @Test func anOlderReleaseThatIsBuiltAgainIsStillOlder() throws {
    let site = try site()
    try build(site, "1.10")
    try build(site, "1.9")
    #expect(try text(site, "releases.js").contains("[\"1.10\",\"1.9\"]"))
    let link = site.root.appending(path: "public/newest").path
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "1.10")
  }

  @Test func aBuildThatWasStoppedBeforeTheTableIsGoneOnWith() throws {
    let site = try site()
    try build(site, "1.0")
    let root = site.root.appending(path: "public")
    for name in try FileManager.default.contentsOfDirectory(atPath: root.path) where name != "1.0" {
      try FileManager.default.removeItem(at: root.appending(path: name))
    }
    try build(site, "1.0")
    #expect(try text(site, "newest/old.html") == text(site, "1.0/old.html"))
  }

  @Test(arguments: ["../1.0", "", "newest", "1.0/a", ".1", "1 0"]) func aNameThatMakesNoFolder(name: String) throws {
    #expect(throws: SiteSetupError.self) { try build(site(), name) }
  }

  @Test func aFolderThatHoldsSomethingElseIsLeftAlone() throws {
    let site = try site()
    try site.build(into: "public")
    let before = try state(site.root.appending(path: "public"))
    #expect(throws: SiteSetupError.self) { try build(site, "1.0") }
    #expect(try state(site.root.appending(path: "public")) == before)
  }

  @Test(arguments: [
    ("1.10", "1.9"), ("2.0", "2.0-beta"), ("2.0-beta.2", "2.0-beta.1"), ("1.0.1", "1.0"), ("2.0-rc", "2.0-beta"),
  ])
  func theGreaterNumberIsNewer(newer: String, older: String) {
    #expect(SiteReleases.isNewer(newer, than: older) && !SiteReleases.isNewer(older, than: newer))
    #expect(!SiteReleases.isNewer(newer, than: newer))
  }
}
