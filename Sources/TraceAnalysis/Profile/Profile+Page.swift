import RxTrace

extension Profile {
  /// A page with a flame graph and the table. It needs nothing beside itself: no network, no script.
  package var htmlText: String {
    let title = "Profile of \(TextEscaping.html.escape(oneLine(name)))"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <style>\(ProfileStyle.css)</style>
      </head>
      <body>
      <h1>\(title)</h1>
      \(flameGraph)\(table)\(notes.map { "<p>\(TextEscaping.html.escape(oneLine($0)))</p>\n" }.joined())</body>
      </html>

      """
  }

  private var flameGraph: String {
    var graph = FlameGraph()
    for stack in stacks?.timed ?? [] { graph.add([places[stack.place]] + stack.stages.map(title), stack.own) }
    guard !graph.isEmpty else { return "" }
    return """
      <section>
      <h2>Where the time of the closures went</h2>
      <p>A box is as wide as its part of the time, and stands below the stage whose call led to it. A click shows it as wide \
      as the page; <a href="#box0">all closures</a> goes back.</p>
      \(graph.html)</section>

      """
  }

  private var table: String {
    let figures = shownFigures
    let heads = ([grouping.rawValue, "place"] + figures.titles).map { "<th scope=\"col\">\($0)</th>" }.joined()
    let lines = zip(rows, figures.rows).map { row, cells in
      let place = TextEscaping.html.escape(oneLine(row.place?.shortDescription ?? ""))
      let numbers = cells.map { "<td class=\"number\">\($0)</td>" }.joined()
      let name = TextEscaping.html.escape(oneLine(row.name))
      return "<tr><th scope=\"row\">\(name)</th><td>\(place)</td>\(numbers)</tr>\n"
    }
    return """
      <section>
      <h2>The stages</h2>
      <table>
      <thead><tr>\(heads)</tr></thead>
      <tbody>
      \(lines.joined())</tbody>
      </table>
      </section>

      """
  }
}

/// The style of the page, in light and in dark.
private enum ProfileStyle {
  static let css = """

    :root { color-scheme: light dark; --text: #1f2328; --back: #fdfcf9; --faint: #5a6068; --line: #e4e0d6;
      --kind0: #f6d5b8; --kind1: #f3c7c0; --kind2: #f5e2a8; --kind3: #d5e3b5; --kind4: #c5dcec; --kind5: #dcd0ea; }
    @media (prefers-color-scheme: dark) {
      :root { --text: #e2e0da; --back: #16191d; --faint: #a3a9b1; --line: #333a42;
        --kind0: #5e3d1f; --kind1: #5d2e28; --kind2: #57470f; --kind3: #3a4a1c; --kind4: #21425a; --kind5: #443357; } }
    body { margin: 2rem auto; padding: 0 1rem; max-width: 100rem; color: var(--text); background: var(--back);
      font: 1rem/1.5 system-ui, sans-serif; }
    h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
    p { color: var(--faint); margin: 0.3rem 0; } p a { color: inherit; }
    .flame { margin-top: 1rem; font: 0.8rem/1.6 ui-monospace, monospace; }
    .box { flex: none; min-width: 0; } .box > div { display: flex; }
    .box > a { display: block; padding: 0 0.4ch; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
      color: inherit; text-decoration: none; border: 1px solid var(--back); }
    .box > a:hover, .box > a:focus-visible { outline: 1px solid var(--text); outline-offset: -2px; }
    .kind0 > a { background: var(--kind0); } .kind1 > a { background: var(--kind1); }
    .kind2 > a { background: var(--kind2); } .kind3 > a { background: var(--kind3); }
    .kind4 > a { background: var(--kind4); } .kind5 > a { background: var(--kind5); }
    .box:has(:target), .box:target { width: 100% !important; }
    div:has(> .box:target) > .box:not(:target), div:has(> .box :target) > .box:not(:has(:target)) { display: none; }
    table { border-collapse: collapse; margin-top: 1rem; font: 0.85rem/1.5 ui-monospace, monospace; display: block;
      overflow-x: auto; }
    thead th { border-bottom: 1px solid var(--line); } th { text-align: left; font-weight: normal; }
    th, td { padding: 0.1rem 1ch; vertical-align: top; white-space: nowrap; }
    td.number { text-align: right; } td:nth-child(2) { color: var(--faint); }

    """
}
