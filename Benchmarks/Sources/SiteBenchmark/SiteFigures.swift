import Foundation
import SitePages

/// How fast a site of generated pages is built: 1,000 pages with five listings of 3,000 characters each, and 10,000.
struct SiteFigures {
  let look: String
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("site-bench-\(getpid())")

  /// A child process, from its start to its end.
  struct Run {
    var seconds: Double
    var output: String

    /// The time that the generator reports, in milliseconds.
    var own: Double { figure(0) }
    /// The most memory that it says it had, in MiB.
    var memory: Double { figure(1) }

    private func figure(_ place: Int) -> Double {
      let words = output.split(whereSeparator: \.isWhitespace)
      return words.indices.contains(place) ? Double(words[place]) ?? .nan : .nan
    }
  }

  private struct Row {
    var name: String
    var value: Double
    var unit: String
    var limit: Double?
  }

  /// - Returns: whether every goal is reached.
  func run() throws -> Bool {
    defer { try? FileManager.default.removeItem(at: folder) }
    try writePages(1_000, into: folder.appendingPathComponent("content"))
    let clean = try best { try build("content", fresh: true) }
    let unchanged = try best { try build("content", fresh: false) }
    let edited = try best {
      try edit("content/part-4/page-444.md")
      return try build("content", fresh: false)
    }
    let live = try run(
      CommandLine.arguments[0],
      ["live", path("content"), path("dist-content"), look, "part-4/page-444.md"])
    var rows = [
      Row(name: "1,000 pages, from nothing", value: clean.seconds, unit: "s"),
      Row(name: "memory for 1,000 pages", value: clean.memory, unit: "MiB"),
      Row(name: "1,000 pages, nothing changed", value: unchanged.own, unit: "ms", limit: 150),
      Row(name: "1,000 pages, one edited", value: edited.own, unit: "ms", limit: 250),
      Row(name: "1,000 pages served, one edited until it is seen", value: live.own, unit: "ms", limit: 200),
    ]
    rows += try hugo(besides: clean)
    try writePages(10_000, into: folder.appendingPathComponent("many"))
    let many = try build("many", fresh: true)
    rows += [
      Row(name: "10,000 pages, times 1,000 pages", value: many.seconds / clean.seconds, unit: "", limit: 14),
      Row(name: "memory for 10,000 pages", value: many.memory, unit: "MiB"),
    ]
    for row in rows { print(describe(row)) }
    return rows.allSatisfy { row in row.limit.map { row.value <= $0 } ?? true }
  }

  private func describe(_ row: Row) -> String {
    let number = String(format: "%.2f %@", row.value, row.unit)
    let goal = row.limit.map { row.value <= $0 ? "  (goal \($0))" : "  (goal \($0), MISSED)" } ?? ""
    return row.name.padding(toLength: 48, withPad: " ", startingAt: 0) + number + goal
  }

  /// The fastest of some runs: what else the machine does makes them slower, never faster.
  private func best(_ body: () throws -> Run) throws -> Run {
    try (0..<5).map { _ in try body() }.min { $0.seconds < $1.seconds }!
  }

  // MARK: Ours

  private func build(_ content: String, fresh: Bool) throws -> Run {
    let output = folder.appendingPathComponent("dist-\(content)")
    if fresh {
      try? FileManager.default.removeItem(at: output)
      try? FileManager.default.removeItem(at: folder.appendingPathComponent("cache"))
    }
    return try run(CommandLine.arguments[0], ["build", path(content), output.path, look])
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func edit(_ page: String) throws {
    let file = folder.appendingPathComponent(page)
    try Data((String(contentsOf: file, encoding: .utf8) + "\nMore, \(UInt32.random(in: 0 ... .max)).\n").utf8).write(
      to: file)
  }

  // MARK: Theirs

  /// Hugo with templates that do no more than show the page, and with classes for its highlighting, as ours.
  private func hugo(besides ours: Run) throws -> [Row] {
    guard let hugo = ["/usr/bin/hugo", "/opt/homebrew/bin/hugo"].first(where: FileManager.default.isExecutableFile)
    else {
      print("hugo is not installed, so nothing is held against it")
      return []
    }
    let layouts = folder.appendingPathComponent("layouts/_default")
    try FileManager.default.createDirectory(at: layouts, withIntermediateDirectories: true)
    let files = [
      "layouts/_default/single.html":
        "<!DOCTYPE html><title>{{ .Title }}</title><h1>{{ .Title }}</h1>{{ .TableOfContents }}{{ .Content }}",
      "layouts/_default/list.html":
        "<!DOCTYPE html>{{ range .Pages }}<a href=\"{{ .RelPermalink }}\">{{ .Title }}</a>{{ end }}",
      "config.toml": """
      baseURL = "https://example.org/"
      disableKinds = ["taxonomy", "term", "RSS", "sitemap"]
      [markup.highlight]
      noClasses = false
      """,
    ]
    for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
    let theirs = try run(hugo, ["--quiet", "--source", folder.path, "--destination", folder.path + "/hugo"])
    return [
      Row(name: "hugo with the same pages", value: theirs.seconds, unit: "s"),
      Row(name: "ours, part of hugo's time", value: ours.seconds / theirs.seconds, unit: "", limit: 0.25),
    ]
  }

  private func run(_ program: String, _ arguments: [String]) throws -> Run {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardOutput = output
    let start = ContinuousClock.now
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    guard process.terminationStatus == 0 else {
      fatalError("\(program) ended with status \(process.terminationStatus)")
    }
    return Run(seconds: seconds, output: text)
  }
}
