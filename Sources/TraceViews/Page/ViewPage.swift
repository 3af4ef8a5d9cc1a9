import RxTrace

/// A page of a view besides the steps: a picture, or a list that a caller has made. Only a server shows it.
public struct ViewPage {
  private let title: String
  private let body: String
  private let neighbours: PageNeighbours

  /// - Parameter body: HTML, in which nothing is left to escape. An element with `data-file` and `data-line` opens the
  ///   editor there.
  public init(title: String, body: String, neighbours: PageNeighbours) {
    (self.title, self.body, self.neighbours) = (title, body, neighbours)
  }

  public var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' data:; connect-src 'self'; \
    script-src 'sha256-\(PageAssets.editorScriptHash)'; style-src 'sha256-\(PageAssets.styleHash)'; \
    base-uri 'none'; form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <link rel="icon" href="data:,">
    <title>\(TextEscaping.html.escape(title)) – Headwater</title>
    <style>\(PageAssets.style)</style>
    </head>
    <body class="view">
    <header class="run">
    <h1>\(TextEscaping.html.escape(title))</h1>
    \(neighbours.html)</header>
    \(body)<script>\(PageAssets.editorScript)</script>
    </body>
    </html>

    """
  }

  /// A picture, with its name for readers who do not see it.
  public static func picture(_ address: String, _ description: String, remark: String? = nil) -> String {
    let note = remark.map { "<p class=\"remark\">\(TextEscaping.html.escape($0))</p>\n" } ?? ""
    return """
      <main>
      \(note)<div class="picture" tabindex="0" role="region" aria-label="Picture"><img src="\(TextEscaping.html.escape(address))" alt="\(TextEscaping.html.escape(description))"></div>
      </main>

      """
  }
}
