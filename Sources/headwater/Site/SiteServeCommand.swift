import ArgumentParser
import Foundation
import PipelineRunning
import RxTrace
import SiteServing
import Synchronization
import Walkthrough

/// `headwater site serve`
struct SiteServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Show the site in a browser while it is being written.",
    discussion: """
      Builds the site into a folder of its own, serves it to this machine only, and builds again whenever a page, a \
      pipeline, a source or the look changes; open pages load themselves anew. A problem is shown on the page, at its \
      place, and in the terminal. Ctrl-C ends it.

      Readers can edit the programs of the pages and run them. Programs run with your rights, so only pages of this \
      server in a browser of yours on this machine can have them run, whatever --host says. Each run is stopped after \
      10 s, 512 MiB of memory, 1 MiB of output or about 16 processes at a time, and when its page goes. These limits \
      guard against mistakes; they are not a sandbox.

      The button beside each block of a page opens its line in the editor, also only for a browser of yours on this \
      machine. \(EditorOption.discussion)

      Examples:
        headwater site serve
        headwater site serve --content notes --port 9000
        headwater site serve --host 192.168.1.20    # others may read
        headwater site serve --no-run
        headwater site serve --editor code

      \(SiteCommand.exitStatus)
      """)

  @OptionGroup var folders: SiteOptions

  @Option(help: ArgumentHelp("The port to listen on; 0 for one that the system chooses.", valueName: "number"))
  var port: UInt16 = 8000

  @Option(
    help: ArgumentHelp(
      "An address or a name of this machine at which others may read the site, 0.0.0.0 for all of its addresses (none).",
      valueName: "address"))
  var host: String?

  @Flag(help: "Run no programs for readers.")
  var noRun = false

  @Flag(
    help: """
      Run programs, with your rights, for everyone who can reach the port: who can reach it can read and change all your \
      files.
      """)
  var runCodeForAnyone = false

  @OptionGroup var editor: EditorOption

  func validate() throws {
    if noRun && runCodeForAnyone { throw ValidationError("--no-run and --run-code-for-anyone exclude each other") }
  }

  func run() throws {
    let folders = folders
    let output = try UserCache.folder("previews").appendingPathComponent(Self.name(of: folders.content)).path
    let site = LiveSite { try folders.builder(output: output, memory: $0) }
    let editor = try editor.chosen()
    let server = SiteServer(site: site, port: port, host: host, runs: programRuns()) { file, line in
      guard let editor else { throw SourceEditor.noEditor }
      try editor.open(file.path, line: line)
    }
    try SiteReporting.reporting {
      try Waiting.run {
        try await server.run(
          announce: { Self.say("\($0) shows the site; Ctrl-C ends this") }, report: { Self.say($0) })
      }
    }
  }

  /// Nil if no programs are run. A program that imports a package would need a build of it, which has no limits.
  private func programRuns() -> ProgramRuns? {
    guard !noRun, folders.package == nil else { return nil }
    let runs = FirstUse { try RunCache(runner: PipelineRunner(mode: .captured())) }
    return ProgramRuns(isForAnyone: runCodeForAnyone) { trial, supervision, report in
      try runs.value().tryOut(
        trial.text, as: trial.path, arguments: trial.arguments, supervision: supervision, reporting: report)
    }
  }

  private static func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

  /// The name of the folder for a content folder. It stays the same, so that a restarted server has little to do.
  private static func name(of content: String) -> String {
    let path = URL(fileURLWithPath: content).resolvingSymlinksInPath().path
    return ContentName.short(path)
  }
}

/// Something that is made when it is first used, and tried again if that failed. A site without programs is served
/// without a compiler.
private final class FirstUse<Value: Sendable>: Sendable {
  private let made = Mutex<Value?>(nil)
  private let make: @Sendable () throws -> Value

  init(_ make: @escaping @Sendable () throws -> Value) { self.make = make }

  func value() throws -> Value {
    try made.withLock { made in
      if let made { return made }
      let value = try make()
      made = value
      return value
    }
  }
}
