/// Renders a table whose cells are Markdown.
struct TableRenderer {
  let inline: (_ markdown: String, _ line: Int) -> HTML

  func render(_ table: PipeTable, firstLine: Int) -> HTML {
    let head = row(table.header, "th", table, line: firstLine)
    let body = table.rows.enumerated().map { row($1, "td", table, line: firstLine + 2 + $0) }.joined(separator: "\n")
    return """
      <div class="table"><table>
      <thead>\(head)</thead>
      <tbody>
      \(body)
      </tbody>
      </table></div>
      """
  }

  /// A row of cells. An empty heading, as over a column of row names, becomes an ordinary cell.
  private func row(_ cells: [String], _ tag: HTML, _ table: PipeTable, line: Int) -> HTML {
    let cells = zip(cells, table.alignments).map { text, alignment -> HTML in
      let tag: HTML = text.isEmpty ? "td" : tag
      let scope: HTML = tag == "th" ? " scope=\"col\"" : ""
      let style: HTML = alignment == .none ? "" : " class=\"align-\(alignment.rawValue)\""
      return "<\(tag)\(scope)\(style)>\(inline(text, line))</\(tag)>"
    }
    return "<tr>\(cells.joined())</tr>"
  }
}
