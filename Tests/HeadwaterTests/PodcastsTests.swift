import Foundation
import TestSupport
import Testing

/// `Examples/podcasts`, an app with two bugs, which a page leads through.
@Suite("The bugs of the podcast player", .oneAtATime)
struct PodcastsTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Examples/podcasts")

  private struct Report: Decodable {
    struct Finding: Decodable {
      let rule: String
      let source: String?
      let message: String

      /// `swallowed ViewModels.swift:83`
      var place: String { "\(rule) \(source?.split(separator: "/").last ?? "")" }
    }

    let findings: [Finding]
  }

  private let folder: Folder

  init() throws {
    folder = try Folder()
    try FileManager.default.copyItem(at: Self.package, to: folder.url.appending(path: "podcasts"))
  }

  @Test("are found with their lines, and gone after the edits that the check makes")
  func foundAndMended() throws {
    let before = try run("before.hwtrace")
    #expect(before.output.contains("[lock screen] Mud\n"), "\(before.errors)")
    #expect(!before.output.contains("[mini player]") && !before.output.contains("21:00"))
    let found = try findings("before.hwtrace")
    #expect(found.contains { $0.place == "swallowed ViewModels.swift:83" })
    let waiting = found.first { $0.place == "waiting ViewModels.swift:97" }
    #expect(waiting?.message.contains("share (ViewModels.swift:57)") == true)
    #expect(found.count <= 4, "\(found)")

    let edits = try headwater(["check", "podcasts", "--level", "note", "--fix", "--apply"], in: folder)
    #expect(edits.output.contains("line 57 [waiting]") && edits.output.contains("line 83 [swallowed]"))

    let after = try run("after.hwtrace")
    #expect(after.output.contains("[mini player] playing: Salt marsh · Mud\n"))
    #expect(after.output.contains("[time] 21:00\n"))
    #expect(try headwater(["check", "after.hwtrace"], in: folder).status == 0)
    let notes = try findings("after.hwtrace")
    #expect(notes.count <= 3 && !notes.contains { ["swallowed", "waiting"].contains($0.rule) }, "\(notes)")
  }

  private func run(_ recording: String) throws -> Result {
    try headwater(["record", "-o", recording, "podcasts"], in: folder)
  }

  private func findings(_ recording: String) throws -> [Report.Finding] {
    let report = try headwater(["check", recording, "--level", "note", "--format", "json"], in: folder)
    return try JSONDecoder().decode(Report.self, from: Data(report.output.utf8)).findings
  }
}
