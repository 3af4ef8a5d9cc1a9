import Foundation
import TestSupport
import Testing

@testable import TraceFormat

@Suite("The mark of a recording", .oneAtATime)
struct RecordingOriginTests {
  @Test("The keyed hash is SipHash-2-4")
  func hash() {
    let key = SipHash.Key(Array(0..<16))
    // The vectors of its authors for messages of the bytes 0, 1, 2 …
    #expect(SipHash.hash([], key) == 0x726F_DB47_DD0E_0E31)
    #expect(SipHash.hash(Array(0..<8), key) == 0x93F5_F579_9A93_2462)
    #expect(SipHash.hash(Array(0..<15), key) == 0xA129_CA61_49BE_45E5)
  }

  @Test("It differs with the file, the start, the process, and the image, and is the same for a renamed file")
  func differences() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func origin(_ name: String, _ start: UInt64 = 1, _ process: UInt32 = 2) throws -> RecordingOrigin {
      let file = open(folder.appending(path: name).path, O_RDWR | O_CREAT, 0o600)
      defer { close(file) }
      return try #require(RecordingOrigin(ofFile: file, startWallClock: start, process: process))
    }
    let mark = try origin("a").mark
    let others = [try origin("b").mark, try origin("a", 2).mark, try origin("a", 1, 3).mark]
    #expect(Set(others + [mark, 0]).count == 5)
    let image = try origin("a").mark(ofImage: "/bin/a")
    #expect(try Set([image, origin("a").mark(ofImage: "/bin/b"), origin("b").mark(ofImage: "/bin/a")]).count == 3)
    try FileManager.default.moveItem(at: folder.appending(path: "a"), to: folder.appending(path: "c"))
    #expect(try origin("c").mark == mark && origin("c").mark(ofImage: "/bin/a") == image)
  }

  @Test("A pipe has none")
  func pipe() {
    var ends: [Int32] = [0, 0]
    #expect(Foundation.pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    #expect(RecordingOrigin(ofFile: ends[0], startWallClock: 1, process: 2) == nil)
  }
}
