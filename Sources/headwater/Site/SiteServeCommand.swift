import ArgumentParser
import Foundation
import RxTrace
import Walkthrough

#if PREVIEW_SERVER
  import SiteServing
#endif

/// `headwater site serve`
struct SiteServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Show the site in a browser while it is being written.",
    discussion: """
      Builds the site into a folder of its own, serves it to this machine alone, and builds again whenever a page, a \
      pipeline, a source or the look changes; open pages load themselves anew. What is wrong is said on the page, where \
      it is wrong, and in the terminal. Ctrl-C ends it.

      Examples:
        headwater site serve
        headwater site serve --content notes --port 9000

      \(SiteCommand.exitStatus)
      """)

  @OptionGroup var folders: SiteOptions

  @Option(help: ArgumentHelp("The port to listen on; 0 for one that the system chooses.", valueName: "number"))
  var port: UInt16 = 8000

  func run() throws {
    #if PREVIEW_SERVER
      let folders = folders
      let output = try UserCache.folder("previews").appendingPathComponent(Self.name(of: folders.content)).path
      let site = LiveSite { try folders.builder(output: output, memory: $0) }
      let server = SiteServer(site: site, port: port)
      try SiteReporting.reporting {
        try Waiting.run {
          try await server.run(
            announce: { Self.say("\($0) shows the site; Ctrl-C ends this") }, report: { Self.say($0) })
        }
      }
    #else
      Self.say("headwater: this build has no preview server; make serve builds it with the server")
      throw ExitCode(69)
    #endif
  }

  private static func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

  /// One folder for each content folder, so that a restarted server has little to do.
  private static func name(of content: String) -> String {
    let path = URL(fileURLWithPath: content).resolvingSymlinksInPath().path
    return ContentName.short(path)
  }
}
