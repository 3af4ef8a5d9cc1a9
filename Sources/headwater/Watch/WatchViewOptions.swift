import ArgumentParser
import Foundation
import RxTrace

/// The options for how a running program is shown.
struct WatchViewOptions: ParsableArguments {
  @Option(help: ArgumentHelp("How often the figures are shown anew.", valueName: "seconds"))
  var every = 1.0

  @Option(help: ArgumentHelp("Colours of the text: auto, always or never.", valueName: "when"))
  var color = ColorChoice.auto

  @Option(
    help: ArgumentHelp(
      "Also send calls as spans, and the figures of the stages as metrics, to this OpenTelemetry collector.",
      valueName: "http://localhost:4318"))
  var otlp: String?

  @Flag(help: "Show it as a page in the browser of this machine instead, until Ctrl-C.")
  var html = false

  @OptionGroup
  var serving: ServingOptions

  private func collector() throws -> Collector? {
    try otlp.map { try Collector($0) }
  }

  func validate() throws {
    _ = try collector()
    guard html || serving.port == 0 && !serving.noBrowser else {
      throw ValidationError("--port and --no-browser belong to --html")
    }
    guard every.isFinite, (0.1...86_400).contains(every) else {
      throw ValidationError("--every takes a number of seconds from 0.1 on, and was given \(every)")
    }
  }

  func session(_ target: WatchSession.Target, trusting trusted: TrustedFolders) throws -> WatchSession {
    var session = WatchSession(target, every: .seconds(every), trusting: trusted)
    session.collector = try collector()
    session.page = html ? serving : nil
    session.isColored = color.isColored(STDOUT_FILENO)
    session.colorsMessages = color.isColored(STDERR_FILENO)
    return session
  }
}
