import Foundation
import SitePages
import Walkthrough

// Builds a site of generated pages, beside hugo with the same pages in the same run. This program starts itself to be
// measured: `SiteBenchmark build CONTENT OUTPUT LOOK` is what is timed, `SiteBenchmark live CONTENT OUTPUT LOOK PAGE`
// serves the site and edits a page, `SiteBenchmark pages COUNT FOLDER` writes pages.
let arguments = CommandLine.arguments
switch arguments.dropFirst().first {
case "build": try buildOnce(Array(arguments.dropFirst(2)))
case "live": try await serve(Array(arguments.dropFirst(2)))
case "pages": try writePages(Int(arguments[2]) ?? 0, into: URL(fileURLWithPath: arguments[3]))
default: exit(try SiteFigures(look: arguments.dropFirst().first ?? "site").run() ? 0 : 1)
}

/// Says how long the generator itself took, in milliseconds, and how much memory it had at most, in MiB.
func buildOnce(_ places: [String]) throws {
  let start = ContinuousClock.now
  _ = try SiteBuilder(folders: folders(places), recorder: noPipelines()).build()
  tell((ContinuousClock.now - start) / .milliseconds(1))
}

/// Says how long after an edit a page is there anew, and how much memory that took at most.
func serve(_ places: [String]) async throws {
  let live = LiveReload(
    folders: folders(places), recorder: noPipelines(), page: URL(fileURLWithPath: places[0] + "/" + places[3]))
  tell(try await live.run())
}

func folders(_ places: [String]) -> SiteFolders {
  let urls = places.map { URL(fileURLWithPath: $0) }
  return SiteFolders(
    content: urls[0], output: urls[1], look: urls[2], sources: [],
    cache: urls[1].deletingLastPathComponent().appendingPathComponent("cache"))
}

/// The pages name none.
func noPipelines() -> PipelineRecorder {
  PipelineRecorder(key: { file, _ in file.path }, record: { _, _ in throw CocoaError(.featureUnsupported) })
}

func tell(_ milliseconds: Double) {
  var usage = rusage()
  #if canImport(Darwin)
    getrusage(RUSAGE_SELF, &usage)
    let unit = 1.0
  #else
    getrusage(RUSAGE_SELF.rawValue, &usage)
    let unit = 1_024.0
  #endif
  print(milliseconds, Double(usage.ru_maxrss) * unit / 1_048_576)
}

func writePages(_ count: Int, into folder: URL) throws {
  for number in 1...count {
    let place = folder.appendingPathComponent("part-\((number - 1) / 100)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try Data(PageWriter(number: number).page().utf8).write(to: place.appendingPathComponent("page-\(number).md"))
  }
}
