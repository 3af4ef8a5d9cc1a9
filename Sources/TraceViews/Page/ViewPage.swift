import RxTrace

/// A page of a view besides the steps: a picture, or a body that a caller has made. Only a server shows it.
package struct ViewPage {
  /// The actions that the page offers.
  package enum Script: Sendable {
    /// Source lines open in an editor.
    case editor
    /// Source lines open in an editor, and parts of the page are fetched when their places come into view.
    case overview
    /// Source lines open in an editor, and marbles are drawn.
    case marbles
    /// The page shows what a program does now, which it asks the server for.
    case watch

    fileprivate var text: String {
      switch self {
      case .editor: PageAssets.editorScript
      case .overview: PageAssets.overviewScript
      case .marbles: PageAssets.marbleScript
      case .watch: PageAssets.watchScript
      }
    }
  }

  private let title: String
  private let body: String
  private let neighbours: PageNeighbours?
  private let script: Script

  /// - Parameters:
  ///   - body: HTML, in which nothing is left to escape. An element with `data-file` and `data-line` opens the editor there.
  ///   - neighbours: nil for a page that stands alone.
  package init(title: String, body: String, neighbours: PageNeighbours?, script: Script = .editor) {
    (self.title, self.body, self.neighbours, self.script) = (title, body, neighbours, script)
  }

  package var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' data:; connect-src 'self'; \
    script-src 'sha256-\(PageAssets.hash(of: script.text))'; style-src 'sha256-\(PageAssets.styleHash)'; \
    base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <link rel="icon" href="data:,">
    <title>\(TextEscaping.html.escape(title)) – Headwater</title>
    <style>\(PageAssets.style)</style>
    </head>
    <body class="view view-\(script)">
    <header class="run">
    <h1>\(TextEscaping.html.escape(title))</h1>
    \(neighbours?.html ?? "")</header>
    \(body)<script>\(script.text)</script>
    </body>
    </html>

    """
  }

  /// A picture, with its name for readers who do not see it.
  /// - Parameter next: what follows, as HTML.
  package static func picture(
    _ address: String, _ description: String, remark: String? = nil, next: String = ""
  ) -> String {
    let note = remark.map { "<p class=\"remark\">\(TextEscaping.html.escape($0))</p>\n" } ?? ""
    return """
      \(note)<div class="picture" tabindex="0" role="region" aria-label="Picture"><img src="\(TextEscaping.html.escape(address))" alt="\(TextEscaping.html.escape(description))"></div>
      \(next)
      """
  }
}
