import Foundation
import RxTrace
import TestSupport
import Testing

/// One function writes every file that may replace another.
@Suite("Replacing a file", .oneAtATime)
final class FileReplacingTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  @Test("The new file has the mode of the old one; a file that was not there has the usual mode")
  func mode() throws {
    try write("old", to: "private")
    #expect(chmod(path("private"), 0o600) == 0)
    try replace("private")
    #expect(try status("private").st_mode & 0o777 == 0o600 && text("private") == "new")
    try write("usual", to: "usual")
    try replace("fresh")
    #expect(try status("fresh").st_mode == status("usual").st_mode)
  }

  @Test("The owner stays the same if the system allows it", .enabled(if: geteuid() == 0))
  func owner() throws {
    try write("old", to: "theirs")
    #expect(chown(path("theirs"), 65534, 65534) == 0 && chmod(path("theirs"), 0o640) == 0)
    try replace("theirs")
    let status = try status("theirs")
    #expect(status.st_uid == 65534 && status.st_gid == 65534 && status.st_mode & 0o777 == 0o640)
  }

  @Test("A failed write leaves the old file, and nothing beside it")
  func failure() throws {
    struct NoSpace: Error {}
    try write("old", to: "file")
    #expect(throws: NoSpace.self) {
      try replaceFile(self.path("file")) { descriptor in
        _ = Array("half".utf8).write(to: descriptor)
        throw NoSpace()
      }
    }
    #expect(throws: NoSpace.self) {
      try replaceFile(self.path("file")) { (beside: String) in
        _ = Array("half".utf8).write(toFile: beside)
        throw NoSpace()
      }
    }
    #expect(try text("file") == "old" && names() == ["file"])
  }

  @Test("A writer that writes nothing leaves the old file")
  func nothing() throws {
    try write("old", to: "file")
    try replaceFile(path("file")) { (_: String) in }
    #expect(try text("file") == "old" && names() == ["file"])
  }

  @Test("A link's target is replaced, even if it does not exist yet; other names keep the old contents")
  func links() throws {
    try write("old", to: "target")
    #expect(link(path("target"), path("other")) == 0)
    #expect(symlink("target", path("link")) == 0 && symlink("fresh", path("dangling")) == 0)
    try replace("link")
    try replace("dangling")
    #expect(try text("target") == "new" && text("fresh") == "new" && text("other") == "old")
    #expect(try ["link", "dangling"].allSatisfy { try status($0).st_mode & S_IFMT == S_IFLNK })
  }

  @Test("Another user's link in a folder that everyone can write to is not followed", .enabled(if: geteuid() == 0))
  func linkOfSomebodyElse() throws {
    try write("precious", to: "precious")
    try FileManager.default.createDirectory(at: folder.appending(path: "shared"), withIntermediateDirectories: true)
    #expect(chmod(path("shared"), 0o1777) == 0 && symlink("../precious", path("shared/out")) == 0)
    #expect(lchown(path("shared/out"), 65534, 65534) == 0)
    #expect {
      try replace("shared/out")
    } throws: {
      "\($0)".hasSuffix("shared/out: cannot be written: it is a symbolic link of another user (65534); name its target")
    }
    #expect(try text("precious") == "precious")
  }

  @Test("A link in the expected place of the side file is not followed")
  func expectedName() throws {
    try write("precious", to: "precious")
    #expect(symlink("precious", path("out.\(getpid())")) == 0)
    try replace("out")
    #expect(try text("precious") == "precious" && text("out") == "new")
    #expect(try status("out").st_mode & S_IFMT == S_IFREG)
  }

  @Test("A pipe is written to, a folder is not replaced, and a file that may not be written stays")
  func otherKinds() throws {
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    let reader = open(path("pipe"), O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try replace("pipe")
    var bytes = [UInt8](repeating: 0, count: 3)
    #expect(read(reader, &bytes, 3) == 3 && bytes == Array("new".utf8))
    #expect(throws: SystemError.failed("\(folder.path): cannot be written: it is a folder")) {
      try replaceFile(self.folder.path) { (_: Int32) in }
    }
    guard geteuid() != 0 else { return }
    try write("old", to: "readable")
    #expect(chmod(path("readable"), 0o444) == 0)
    #expect(throws: SystemError.self) { try self.replace("readable") }
    #expect(try text("readable") == "old")
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }
  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  private func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }
  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

  private func status(_ name: String) throws -> stat {
    var status = stat()
    try #require(lstat(path(name), &status) == 0)
    return status
  }

  private func replace(_ name: String) throws {
    try replaceFile(path(name)) { descriptor in #expect(Array("new".utf8).write(to: descriptor)) }
  }
}
