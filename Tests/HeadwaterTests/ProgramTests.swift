import Foundation
import TestSupport
import Testing

/// Programs as people write them in articles and playgrounds about RxSwift, and the output of each.
@Suite("Programs from articles", .oneAtATime)
struct ProgramTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Programs")

  static let programs = try! FileManager.default.contentsOfDirectory(atPath: folder.path)
    .filter { $0.hasSuffix(".swift") }.sorted()

  @Test("run unedited, print what they would print, and leave a whole trace", arguments: programs)
  func program(name: String) throws {
    let source = Self.folder.appending(path: name)
    let expected = try String(contentsOf: source.deletingPathExtension().appendingPathExtension("txt"), encoding: .utf8)
    let result = try headwater(["trace", "--engine", source.path], in: Folder())
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix(expected + "\n"))
    #expect(result.output.contains(" steps · ") && !result.output.contains("cut off"))
  }
}
