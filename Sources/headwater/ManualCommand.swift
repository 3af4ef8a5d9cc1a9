import ArgumentParser
import RxTrace

/// `headwater manual`, with which `make install` makes the manual page.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Write the manual page.", shouldDisplay: false)

  func run() {
    if let page = ManualPage(commandTree: Headwater._dumpHelp()) { print(page.text, terminator: "") }
  }
}
