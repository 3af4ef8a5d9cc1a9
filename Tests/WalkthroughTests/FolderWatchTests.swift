import Foundation
import Testing

@testable import SiteServing

@Suite final class FolderWatchTests {
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

  @Test func nothingChangesByItself() {
    let watch = FolderWatch([root])
    #expect(!watch.hasChanged())
    #expect(!watch.hasChanged())
  }

  @Test(arguments: [false, true])
  func aFileThatIsWrittenIsSeenOnce(atomically: Bool) throws {
    let watch = FolderWatch([root])
    try write("other", to: "part/page.md", atomically: atomically)
    #expect(watch.hasChanged())
    #expect(!watch.hasChanged())
  }

  @Test func whatChangedLastIsSeenWithoutALookAtAllElse() throws {
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

  @Test func whatIsExpectedToChangeIsSeenAtOnce() throws {
    let watch = FolderWatch([root])
    // By another name for it as well.
    watch.attend(to: root.appendingPathComponent("part/../part/page.md"))
    #expect(!watch.hasRecentChanged())
    try write("other", to: "part/page.md")
    #expect(watch.hasRecentChanged())
    #expect(watch.hasChanged())
    #expect(!watch.hasRecentChanged())
  }

  @Test func whatIsNewIsSeenAndWatchedFromThenOn() throws {
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
  func whatIsTakenAwayIsSeenOnce(path: String) throws {
    let watch = FolderWatch([root])
    try FileManager.default.removeItem(at: root.appendingPathComponent(path))
    #expect(watch.hasChanged())
    #expect(!watch.hasChanged())
  }

  @Test func aFileThatIsMovedIsSeen() throws {
    let watch = FolderWatch([root])
    try FileManager.default.moveItem(
      at: root.appendingPathComponent("index.md"), to: root.appendingPathComponent("part/index.md"))
    #expect(watch.hasChanged())
    #expect(!watch.hasChanged())
  }

  @Test func whatIsHiddenIsNoNews() throws {
    let watch = FolderWatch([root])
    try write("swap", to: ".index.md.swp")
    #expect(!watch.hasChanged())
  }

  @Test func aFolderThatIsNotThereComesLater() throws {
    let late = root.appendingPathComponent("late")
    let watch = FolderWatch([late])
    #expect(!watch.hasChanged())
    try FileManager.default.createDirectory(at: late, withIntermediateDirectories: true)
    try write("five", to: "late/page.md")
    #expect(watch.hasChanged())
    #expect(!watch.hasChanged())
  }

  @Test func allFoldersAreLookedAtAtOnce() throws {
    let watch = FolderWatch([root.appendingPathComponent("part"), root.appendingPathComponent("part/deep")])
    try write("six", to: "part/page.md")
    try write("seven", to: "part/deep/page.md")
    #expect(watch.hasChanged())
    #expect(!watch.hasChanged())
  }
}
