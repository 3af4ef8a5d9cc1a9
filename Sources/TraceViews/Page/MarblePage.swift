import RxTrace

/// The marbles of a whole run: a row for each stage, an axis that can be zoomed, and a map of the whole run. The page's
/// script draws what is in view; without scripts, a picture shows the beginning.
package struct MarblePage {
  private let chart: MarbleChart
  private let run: LocatedTrace

  package init(_ run: LocatedTrace) {
    self.run = run
    chart = MarbleChart(run, names: run.programNames, foldsRepeats: true, isWhole: true)
  }

  /// - Parameters:
  ///   - picture: the address of a picture of the beginning, for browsers without scripts.
  ///   - remark: how much of the run the picture shows, if it is a part.
  package func body(picture: String, remark: String?) -> String {
    var data = MarbleData(chart, of: run)
    return """
      \(PageAssets.marbleShell)<script type="application/json" id="marbles">\(data.json())</script>
      <template id="lanes"><ol>
      \(chart.rows.map(lane).joined())</ol></template>
      <noscript>
      \(ViewPage.picture(picture, "Marble diagrams of the run", remark: remark))</noscript>

      """
  }

  /// The name of a row, with its line and the stage that got its events.
  private func lane(_ row: MarbleChart.Row) -> String {
    var name = row.name
    if let place = row.origin?.shortDescription, name.hasSuffix(" (\(place))") { name.removeLast(place.count + 3) }
    let count = row.count > 1 ? " ×\(row.count)" : ""
    let place = row.origin.map { EditorButton.html($0) } ?? ""
    let receiver = row.receiver.isEmpty ? "" : " <small>→ \(shown(row.receiver))</small>"
    return "<li class=\"lane\"><b>\(shown(name))\(count)</b>\(place)\(receiver)</li>\n"
  }

  private func shown(_ text: String) -> String { TextEscaping.html.escape(ShownText.printable(text)) }
}
