import RxTrace

extension ProgramDiffReport {
  /// A page that needs nothing beside itself: no network, no script.
  /// - Parameter links: other pages, if this one is served.
  public func html(links: [(title: String, address: String)] = []) -> String {
    let title = "\(left.run.name) and \(right.run.name)"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      \(links.isEmpty ? "" : "<link rel=\"icon\" href=\"data:,\">\n")<title>\(escaped(title))</title>
      <style>\(DiffStyle.css)</style>
      </head>
      <body>
      \(DiffReport.navigation(links))<h1>\(escaped(summary))</h1>
      <p class="runs"><span>left: \(escaped(left.run.name)), \(counted(left.rows.count, "line"))</span>
      <span>right: \(escaped(right.run.name)), \(counted(right.rows.count, "line"))</span></p>
      \(shown.enumerated().map { section($1, isFirst: $0 == 0) }.joined())\(countTable)\(remarkLines)</body>
      </html>

      """
  }

  private var remarkLines: String { remarks.map { "<p class=\"remark\">\(escaped($0))</p>\n" }.joined() }

  private func section(_ place: ProgramDiff.Place, isFirst: Bool) -> String {
    let more = place.count > 1 ? "<p>and \(counted(place.count - 1, "more place")) like this one</p>\n" : ""
    let omitted =
      place.omitted > 0
      ? "<tr class=\"omitted\"><td colspan=\"4\">… \(counted(place.omitted, "more line"))</td></tr>\n" : ""
    return """
      <section>
      <h2>\(escaped(heading(place, isFirst: isFirst)))</h2>
      \(message(place).map { "<p class=\"made\">\(escaped($0))</p>\n" }.joined())<table>
      <colgroup><col class="number"><col><col class="number"><col></colgroup>
      <thead><tr><th scope="col" colspan="2">left</th><th scope="col" colspan="2">right</th></tr></thead>
      <tbody>
      \(place.rows.map(pageRow).joined())\(omitted)</tbody>
      </table>
      \(more)</section>

      """
  }

  private func pageRow(_ row: ProgramDiff.Row) -> String {
    let kind = row.isAlike ? "alike" : row.left == nil ? "added" : row.right == nil ? "missing" : "changed"
    return "<tr class=\"\(kind)\">\(cells(row.left, left))\(cells(row.right, right))</tr>\n"
  }

  private func cells(_ index: Int?, _ run: ComparedRun) -> String {
    guard let index else { return "<td></td><td></td>" }
    let row = run.rows[index]
    return "<td class=\"number\">\(row.step)</td>"
      + "<td style=\"padding-left:\(2 * min(row.level, 12) + 1)ch\">\(escaped(line(row))) "
      + "<small>\(escaped(notes(row)))</small></td>"
  }

  private var countTable: String {
    guard !counts.rows.isEmpty else { return "" }
    let rows = counts.rows.map { "<tr><td>\(escaped($0.name))</td><td>\(escaped(StageCounts.text($0)))</td></tr>\n" }
    return """
      <section>
      <h2>Stages that did more in one run</h2>
      <table class="counts">
      <thead><tr><th scope="col">stage</th><th scope="col">left, right</th></tr></thead>
      <tbody>
      \(rows.joined())</tbody>
      </table>
      </section>

      """
  }

  private func escaped(_ text: String) -> String { TextEscaping.xml.escape(text) }
}
