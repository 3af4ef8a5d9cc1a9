import RxTrace

/// The page of a program that is watched. Its script asks for the figures at the address `state`, beside the page.
package struct WatchPage {
  private let title: String
  private let milliseconds: Int

  /// - Parameters:
  ///   - title: what is watched.
  ///   - milliseconds: how long the page waits before it asks again.
  package init(title: String, askingEvery milliseconds: Int) { (self.title, self.milliseconds) = (title, milliseconds) }

  package static let statePath = "state"

  package var html: String {
    let body = "<main class=\"overview watching\" data-every=\"\(milliseconds)\">\n\(PageAssets.watchShell)</main>\n"
    return ViewPage(title: ShownText.printable(title), body: body, neighbours: nil, script: .watch).html
  }
}
