import Foundation
import Testing

/// The pipelines that pages explain, each run as a reader would run it.
@Suite("The pipelines under content/", .serialized)
struct ContentPipelinesTests {
  static let content = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "content")

  static let pipelines: [String] =
    (FileManager.default.enumerator(atPath: content.path)?.compactMap { $0 as? String } ?? [])
    .filter { $0.hasSuffix(".swift") }.sorted()

  @Test("run to their end and leave a whole trace", arguments: pipelines)
  func run(pipeline: String) throws {
    let result = try trace(pipeline)
    #expect(result.status == 0)
    #expect(result.output.contains(" steps · ") && !result.output.contains("cut off"))
  }

  @Test(
    "print what they are there to show",
    arguments: [
      ("operators/sample.swift", "1\n2\n"),
      ("operators/with-latest-from.swift", "2A\n3A\n"),
      ("operators/sample-with-from.swift", "B2\ndone\n"),
      ("resources/sign-in.swift", "idle\nsigning in…\nrefused\nidle\nsigning in…\nsigned in\n"),
      (
        "threads/observe-then-subscribe.swift",
        "ordered\ncooking\nkitchen cleaned\neating soup\nfull\n"
      ),
      (
        "threads/subscribe-then-observe.swift",
        "ordered\ncooking\nkitchen cleaned\neating soup\nfull\n"
      ),
    ])
  func output(pipeline: String, expected: String) throws {
    #expect(try trace(pipeline).output.hasPrefix(expected + "\n"))
  }

  private func trace(_ pipeline: String) throws -> Result {
    try headwater(["trace", Self.content.appending(path: pipeline).path], in: Folder())
  }
}
