import RxTrace

extension ProgramDiffReport {
  /// A page that needs nothing beside itself: no network, no script.
  /// - Parameter links: other pages, if this one is served.
  public func html(links: [(title: String, address: String)] = []) -> String {
    let sections = shown.enumerated().map { section($1, isFirst: $0 == 0) }.joined()
    return DiffPage(left: (left.run.name, size(of: left)), right: (right.run.name, size(of: right)), links: links)
      .html(summary, sections + countTable, remarks)
  }

  private func section(_ place: ProgramDiff.Place, isFirst: Bool) -> String {
    let omitted = place.omitted > 0 ? DiffPage.omitted(counted(place.omitted, "more line")) : ""
    return DiffPage.section(
      heading(place, isFirst: isFirst), DiffPage.paragraphs(message(place), "made"),
      rows: place.rows.map(pageRow).joined() + omitted, count: place.count)
  }

  private func pageRow(_ row: ProgramDiff.Row) -> String {
    DiffPage.row(
      isAlike: row.isAlike, row.left.map { cells(left.rows[$0]) }, row.right.map { cells(right.rows[$0]) })
  }

  private func cells(_ row: ProgramRow) -> String {
    "<td class=\"number\">\(row.step)</td>"
      + "<td style=\"padding-left:\(2 * min(row.level, 12) + 1)ch\">\(DiffPage.escaped(line(row))) "
      + "<small>\(DiffPage.escaped(notes(row)))</small></td>"
  }

  private var countTable: String {
    let rows = counts.rows.map { row in
      "<tr><td>\(DiffPage.escaped(row.name))</td><td>\(DiffPage.escaped(StageCounts.text(row)))</td></tr>\n"
    }
    return DiffPage.counts("Stages that did more in one run", columns: ["stage", "left, right"], rows: rows)
  }
}
