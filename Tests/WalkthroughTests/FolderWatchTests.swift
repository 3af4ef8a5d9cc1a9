import Foundation
import TestSupport
import Testing
import Walkthrough

@testable import SiteServing

@Suite(.oneAtATime) final class FolderWatchTests {
  private let root = FileManager.default.temporaryDirectory.appendingPathComponent("watch-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(
      at: root.appendingPathComponent("part/deep"), withIntermediateDirectories: true)
    try write("one", to: "index.md")
    try write("two", to: "part/page.md")
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  private func write(_ text: String, to path: String, atomically: Bool = false) throws {
    try Data(text.utf8).write(to: root.appendingPathComponent(path), options: atomically ? .atomic : [])
  }

  @Test func `nothing changes by itself`() {
    let watch = FolderWatch([root])
    #expect(!watch.hasChanged())
    #expect(!watch.hasChanged())
  }

  @Test(arguments: [false, true])
  func `a file that is written is seen once`(atomically: Bool) throws {
    let watch = FolderWatch([root])
    try write("other", to: "part/page.md", atomically: atomically)
    #expect(watch.hasChanged())
    #expect(!watch.hasChanged())
  }

  @Test func `what changed last is seen without a look at all else`() throws {
    let watch = FolderWatch([root])
    try write("other", to: "part/page.md")
    #expect(!watch.hasRecentChanged())
    #expect(watch.hasChanged())
    #expect(!watch.hasRecentChanged())
    try write("and again", to: "part/page.md", atomically: true)
    #expect(watch.hasRecentChanged())
    #expect(watch.hasChanged())
    #expect(!watch.hasRecentChanged() && !watch.hasChanged())
    try FileManager.default.removeItem(at: root.appendingPathComponent("part/page.md"))
    #expect(!watch.hasRecentChanged() && watch.hasChanged())
  }

  @Test func `what is expected to change is seen at once`() throws {
    let watch = FolderWatch([root])
    // By another name for it as well.
    watch.attend(to: root.appendingPathComponent("part/../part/page.md"))
    #expect(!watch.hasRecentChanged())
    try write("other", to: "part/page.md")
    #expect(watch.hasRecentChanged())
    #expect(watch.hasChanged())
    #expect(!watch.hasRecentChanged())
  }

  @Test func `what is new is seen, and watched from then on`() throws {
    let watch = FolderWatch([root])
    try FileManager.default.createDirectory(at: root.appendingPathComponent("new"), withIntermediateDirectories: true)
    _ = watch.hasChanged()
    try write("three", to: "new/page.md")
    #expect(watch.hasChanged())
    try write("four, longer", to: "new/page.md")
    #expect(watch.hasChanged())
    #expect(!watch.hasChanged())
  }

  @Test(arguments: ["index.md", "part/page.md", "part/deep", "part"])
  func `what is taken away is seen once`(path: String) throws {
    let watch = FolderWatch([root])
    try FileManager.default.removeItem(at: root.appendingPathComponent(path))
    #expect(watch.hasChanged())
    #expect(!watch.hasChanged())
  }

  @Test func `a file that is moved is seen`() throws {
    let watch = FolderWatch([root])
    try FileManager.default.moveItem(
      at: root.appendingPathComponent("index.md"), to: root.appendingPathComponent("part/index.md"))
    #expect(watch.hasChanged())
    #expect(!watch.hasChanged())
  }

  @Test func `what is hidden is no news`() throws {
    let watch = FolderWatch([root])
    try write("swap", to: ".index.md.swp")
    #expect(!watch.hasChanged())
  }

  @Test func `a folder that is not there comes later`() throws {
    let late = root.appendingPathComponent("late")
    let watch = FolderWatch([late])
    #expect(!watch.hasChanged())
    try FileManager.default.createDirectory(at: late, withIntermediateDirectories: true)
    try write("five", to: "late/page.md")
    #expect(watch.hasChanged())
    #expect(!watch.hasChanged())
  }

  @Test func `all folders are looked at at once`() throws {
    let watch = FolderWatch([root.appendingPathComponent("part"), root.appendingPathComponent("part/deep")])
    try write("six", to: "part/page.md")
    try write("seven", to: "part/deep/page.md")
    #expect(watch.hasChanged())
    #expect(!watch.hasChanged())
  }

  /// Names that are not UTF-8, and one that is written in two ways.
  @Test(arguments: [
    [Array("bad".utf8) + [0xff], Array("bad".utf8) + [0xfe]], [Array("\u{e9}.md".utf8), Array("e\u{301}.md".utf8)],
  ])
  func `names that are equal as strings are two files`(names: [[UInt8]]) throws {
    let paths = names.map { Array((root.path + "/").utf8) + $0 }
    guard paths.allSatisfy({ Self.write("one", to: $0) }) else { return }  // Some file systems take no such names.
    let watch = FolderWatch([root])
    for path in paths {
      #expect(Self.write("another text", to: path))
      #expect(watch.hasChanged())
      #expect(!watch.hasChanged())
    }
    try write("more", to: "other.md")
    #expect(watch.hasChanged())
    for path in paths { unlink(SystemPath.terminated(path)) }
    #expect(watch.hasChanged())
    #expect(!watch.hasChanged())
  }

  private static func write(_ text: String, to path: [UInt8]) -> Bool {
    let file = open(SystemPath.terminated(path), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(file) }
    return file >= 0 && Foundation.write(file, text, text.utf8.count) == text.utf8.count
  }
}
