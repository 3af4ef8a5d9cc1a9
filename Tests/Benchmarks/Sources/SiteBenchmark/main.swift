import Foundation
import SitePages
import Walkthrough

// Builds a site of generated pages, beside hugo with the same pages in the same run. This program starts itself to be
// measured: `SiteBenchmark build CONTENT OUTPUT LOOK` is what is timed, `SiteBenchmark pages COUNT FOLDER` writes pages.
let arguments = CommandLine.arguments
switch arguments.dropFirst().first {
case "build": try buildOnce(Array(arguments.dropFirst(2)))
case "pages": try writePages(Int(arguments[2]) ?? 0, into: URL(fileURLWithPath: arguments[3]))
default: exit(try SiteFigures(look: arguments.dropFirst().first ?? "site").run() ? 0 : 1)
}

/// Says how long the generator itself took, in milliseconds, and how much memory it had at most, in MiB.
func buildOnce(_ places: [String]) throws {
  let start = ContinuousClock.now
  let urls = places.map { URL(fileURLWithPath: $0) }
  let folders = SiteFolders(
    content: urls[0], output: urls[1], look: urls[2], sources: [],
    cache: urls[1].deletingLastPathComponent().appendingPathComponent("cache"))
  let recorder = PipelineRecorder(
    key: { file, _ in file.path }, record: { _, _ in throw CocoaError(.featureUnsupported) })
  _ = try SiteBuilder(folders: folders, recorder: recorder).build()
  let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
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
