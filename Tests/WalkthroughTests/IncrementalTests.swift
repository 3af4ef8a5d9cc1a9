import Foundation
import RxTrace
import TestSupport
import Testing

@testable import Walkthrough

/// A build after changes gives, byte for byte, the same site as a build from nothing, and does no more than it has to.
@Suite(.oneAtATime) struct IncrementalTests {
  private static let chain = """
    ```chain pipeline=flow.swift
    ObservableType.subscribe(onNext:) | a note
      …
    ```
    """

  private static func page(_ title: String, _ text: String) -> String { "---\ntitle: \(title)\n---\n\(text)\n" }

  private func site() throws -> MiniatureSite {
    try MiniatureSite([
      "index.md": Self.page("Front", "Begin with [the first](a.md)."),
      "a.md": Self.page("First", "See [below](b.md#there).\n\n" + Self.chain),
      "b.md": Self.page("Second", "## There\n\nText with `Producer`."),
      "c/index.md": Self.page("Third", "![a picture](picture.svg) and [a program](../flow.swift)"),
      "c/picture.svg": "<svg/>",
    ])
  }

  @Test func `nothing is done again`() throws {
    let site = try site()
    let first = try site.build()
    #expect(first.rendered == 4)
    let before = try site.identities()
    let second = try site.build()
    #expect(second.rendered == 0)
    #expect(second.written == 0)
    #expect(try site.identities() == before)
    #expect(site.recordings.names == ["flow.swift"])
  }

  @Test func `one edited page is written alone`() throws {
    let site = try site()
    try site.build()
    let before = try site.identities()
    try site.write(Self.page("Second", "## There\n\nOther text."), to: "content/b.md")
    #expect(try site.build().rendered == 1)
    let after = try site.identities()
    let changed = Set(after.keys.filter { after[$0] != before[$0] })
    #expect(changed.filter { !$0.hasPrefix("search") }.sorted() == [".headwater-site", "b.html", "b.md"])
  }

  @Test func `a title is written wherever it is shown`() throws {
    let site = try site()
    try site.build()
    try site.write(Self.page("Renamed", "## There"), to: "content/b.md")
    try site.build()
    #expect(try site.written("index.html").contains("Renamed"))
    #expect(try site.written("a.html").contains("Renamed"))
  }

  @Test func `a heading that is gone is missed by the unchanged page`() throws {
    let site = try site()
    try site.build()
    try site.write(Self.page("Second", "## Elsewhere"), to: "content/b.md")
    #expect(try site.errors().hasPrefix("content/a.md:4:13: error: no place `#there` in `b.md`"))
    // The problem is reported again, and the earlier site is left as it was.
    #expect(try site.errors().contains("no place `#there`"))
    #expect(try site.written("b.html").contains("id=\"there\""))
  }

  @Test func `a pipeline is run again only when it changes`() throws {
    let site = try site()
    try site.build()
    try site.write(Self.page("First", "Shorter.\n\n" + Self.chain), to: "content/a.md")
    try site.write(MiniatureSite.pipeline + "// more\n", to: "content/flow.swift")
    try site.build()
    try site.build()
    #expect(site.recordings.names == ["flow.swift", "flow.swift"])
  }

  @Test func `a page that is gone leaves nothing`() throws {
    let site = try site()
    try site.build()
    try FileManager.default.removeItem(at: site.root.appendingPathComponent("content/c"))
    try site.build()
    #expect(!FileManager.default.fileExists(atPath: site.root.appendingPathComponent("dist/c").path))
    #expect(try site.tree("dist") == site.clean())
  }

  @Test func `what is missing or unfinished is made again`() throws {
    let site = try site()
    try site.build()
    let whole = try site.tree("dist")
    try FileManager.default.removeItem(at: site.root.appendingPathComponent("dist/b.html"))
    try site.build()
    #expect(try site.tree("dist") == whole)
    // As a build leaves it that was ended while it put files in place.
    try site.write(Data(), to: "dist/.headwater-site")
    try site.write("half", to: "dist/a.html")
    try site.build()
    #expect(try site.tree("dist") == whole)
  }

  @Test func `the same site comes out anywhere`() throws {
    let (one, other) = (try site(), try site())
    try one.build()
    try other.build()
    #expect(try one.tree("dist") == other.tree("dist"))
  }

  @Test func `two builds at once leave a whole site`() throws {
    let site = try site()
    try site.build()
    let whole = try site.tree("dist")
    DispatchQueue.concurrentPerform(iterations: 4) { _ in _ = try? site.build() }
    #expect(try site.tree("dist") == whole)
  }

  /// - Parameter isOneProcess: Whether one process makes all builds, as a server does, and keeps its caches in memory.
  @Test(arguments: [3, 14, 159], [false, true]) func `random edits add up`(seed: UInt64, isOneProcess: Bool) throws {
    let site = try site()
    var chance = Chance(seed: seed)
    let memory = BuildMemory()
    for round in 0..<25 {
      let edit = try chance.edit(site)
      let errors = try site.errors(memory: isOneProcess ? memory : BuildMemory())
      guard errors.isEmpty else {
        #expect(try site.cleanErrors() == errors, "seed \(seed), round \(round): \(edit)")
        continue
      }
      #expect(try site.tree("dist") == site.clean(), "seed \(seed), round \(round): \(edit)")
    }
  }
}

// MARK: Edits of chance

private struct Chance {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  private mutating func number(below bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(bound))
  }

  private static let pages = ["a.md", "b.md", "c/index.md", "d.md", "d.zh-Hans.md", "e/index.md", "index.md"]
  private static let texts = [
    "Text.", "## There\n\nMore.", "[link](b.md)", "[link](d.md)", "`Producer.run`", "[program](flow.swift)",
    "```swift\nlet a = 1\n```", "```chain pipeline=flow.swift\nObservableType.subscribe(onNext:)\n  …\n```",
    "```source symbol=\"Producer\"\n```", "Text[^1]\n\n[^1]: a note",
    "```chain pipeline=flow.swift\nObservableType.subscribe(onNext:) | see [there](b.md#there) and `Producer.nothing`\n  …\n```",
    "```chain pipeline=flow.swift\nObservableType.subscribe(onNext:) | more[^1]\n  …\n```", "## chain 1 step 1",
    "```graph pipeline=flow.swift\n```", "```trace pipeline=flow.swift\n```", "> ```lanes pipeline=flow.swift\n> ```",
  ]

  /// Makes a change, and returns a description of it.
  mutating func edit(_ site: MiniatureSite) throws -> String {
    let page = Self.pages[number(below: Self.pages.count)]
    switch number(below: 10) {
    case 0 where page != "index.md":
      try? FileManager.default.removeItem(at: site.root.appendingPathComponent("content/\(page)"))
      return "\(page) removed"
    case 1:
      try site.write(MiniatureSite.pipeline + "// \(number(below: 3))\n", to: "content/flow.swift")
      return "pipeline changed"
    case 2:
      try site.write(MiniatureSite.engine + "\n// \(number(below: 3))\n", to: "Rx/Core.swift")
      return "engine changed"
    case 3:
      try site.write("title: Site \(number(below: 2))\naddress: https://example.org/\n", to: "content/site.yml")
      return "settings changed"
    default:
      let text = (0...number(below: 3)).map { _ in Self.texts[number(below: Self.texts.count)] }
      let matter =
        "---\ntitle: Page \(number(below: 4))\norder: \(number(below: 5))\ndate: 2026-01-0\(number(below: 8) + 1)\n---\n"
      try site.write(matter + text.joined(separator: "\n\n") + "\n", to: "content/\(page)")
      return "\(page) written"
    }
  }
}

// MARK: Looking at sites

extension MiniatureSite {
  /// Every file of a folder, with its contents.
  func tree(_ folder: String) throws -> [String: Data] {
    let root = root.appendingPathComponent(folder)
    let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    var tree: [String: Data] = [:]
    for name in names { tree[name] = try? Data(contentsOf: root.appendingPathComponent(name)) }
    return tree
  }

  /// The site that a build from nothing gives.
  func clean(_ mode: SiteBuilder.Mode = .write) throws -> [String: Data] {
    let name = "clean-\(UUID().uuidString)"
    try build(into: name, mode)
    defer { try? FileManager.default.removeItem(at: root.appendingPathComponent(name)) }
    return try tree(name)
  }

  func cleanErrors() throws -> String {
    do {
      _ = try clean()
      return ""
    } catch let error as SiteBuildError {
      return error.description
    }
  }

  /// Tells a file from another that replaced it.
  func identities() throws -> [String: Int] {
    let dist = root.appendingPathComponent("dist")
    let names = FileManager.default.enumerator(atPath: dist.path)?.compactMap { $0 as? String } ?? []
    return Dictionary(
      uniqueKeysWithValues: try names.map { name in
        let attributes = try FileManager.default.attributesOfItem(atPath: dist.appendingPathComponent(name).path)
        return (name, attributes[.systemFileNumber] as? Int ?? 0)
      })
  }
}
