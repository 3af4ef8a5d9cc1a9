import ArgumentParser
import Foundation
import RxTrace

/// How a running program is shown.
struct WatchViewOptions: ParsableArguments {
  @Option(help: ArgumentHelp("How often lines are written.", valueName: "seconds"))
  var every = 1.0

  @Option(help: ArgumentHelp("Colours of the text: auto, always or never.", valueName: "when"))
  var color = ColorChoice.auto

  func validate() throws {
    guard every.isFinite, (0.1...86_400).contains(every) else {
      throw ValidationError("--every takes a number of seconds from 0.1 on, and was given \(every)")
    }
  }

  func session(_ target: WatchSession.Target, trusting trusted: TrustedFolders) -> WatchSession {
    var session = WatchSession(target, every: .seconds(every), trusting: trusted)
    session.isColored = color.isColored(STDOUT_FILENO)
    session.colorsMessages = color.isColored(STDERR_FILENO)
    return session
  }
}
