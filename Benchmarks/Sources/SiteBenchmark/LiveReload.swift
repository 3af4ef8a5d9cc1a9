import Foundation
import SiteServing
import Walkthrough

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How long it takes from the writing of a page until those who look at it are told that it is there anew.
struct LiveReload {
  let folders: SiteFolders
  let recorder: PipelineRecorder
  /// The page that is written again and again.
  let page: URL
  private let port = UInt16(18_000 + getpid() % 1_000)

  private static let edits = 15

  /// - Returns: milliseconds, the middle one of some edits.
  func run() async throws -> Double {
    let site = LiveSite { [folders, recorder] in SiteBuilder(folders: folders, recorder: recorder, memory: $0) }
    let server = SiteServer(site: site, port: port)
    let serving = Task { try await server.run(announce: { _ in }, report: { _ in }) }
    defer { serving.cancel() }
    var version = try await firstVersion()
    var times: [Double] = []
    for number in 1...Self.edits {
      let start = ContinuousClock.now
      try Data((String(contentsOf: page, encoding: .utf8) + "\nLine \(number).\n").utf8).write(to: page)
      version = try await self.version(after: version)
      times.append((ContinuousClock.now - start) / .milliseconds(1))
      try await Task.sleep(for: .milliseconds(200))
    }
    return times.sorted()[times.count / 2]
  }

  private struct Status: Decodable { var version: Int }

  /// Waits for the server, then for the first build.
  private func firstVersion() async throws -> Int {
    for _ in 0..<100 {
      if let version = try? await version(after: 0), version > 0 { return version }
      try await Task.sleep(for: .milliseconds(100))
    }
    fatalError("the site is not served")
  }

  private func version(after version: Int) async throws -> Int {
    let address = URL(string: "http://127.0.0.1:\(port)/_live?after=\(version)")!
    let (data, _) = try await URLSession.shared.data(from: address)
    return try JSONDecoder().decode(Status.self, from: data).version
  }
}
