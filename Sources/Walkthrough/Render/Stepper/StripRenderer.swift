import RxTrace
import TraceViews

/// Draws the pipeline of a chain above its steps: `of ─ map ─ subscribe`, and a lane for each thread if there are
/// several. A script moves a dot along the strip; without scripts, the strip shows the stages.
struct StripRenderer {
  let stages: ChainStages
  /// The threads of the chain's steps, if there are several.
  let lanes: [String]
  let words: Wording

  private static let (letterWidth, gap, boxHeight, rowHeight, laneHeight) = (7.5, 30.0, 26.0, 50.0, 26.0)
  private static let margin = 8.0

  func render() -> HTML {
    guard stages.stages.count > 1 else { return "" }
    let names = stages.stages.map(\.name).joined(separator: ", ")
    let (width, height) = (SVG.number(right + Self.margin), SVG.number(top + boxesHeight + lanesHeight))
    return """
      <div class="strip" tabindex="0">
      <svg viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" role="img" \
      aria-label="\(words(.pipelineOfChain)): \(names)">
      \(laneLines())\(stages.edges.map(line).joined())
      \(stages.stages.indices.map(box).joined(separator: "\n"))
      </svg>
      </div>
      """
  }

  // MARK: Places

  private var top: Double { 2 }
  private var rows: Int { (stages.stages.map(\.row).max() ?? 0) + 1 }
  private var boxesHeight: Double { Double(rows) * Self.rowHeight - (lanes.isEmpty ? 4 : 18) }
  private var lanesHeight: Double { lanes.isEmpty ? 0 : Double(lanes.count) * Self.laneHeight + 6 }
  /// The room for the names of lanes, at the left.
  private var left: Double {
    lanes.isEmpty ? 2 : Double(lanes.map(\.count).max() ?? 0) * 6.2 + 16
  }
  private var right: Double { left + (0...lastColumn).map { columnWidth($0) + Self.gap }.reduce(0, +) - Self.gap }
  private var lastColumn: Int { stages.stages.map(\.column).max() ?? 0 }

  private func width(_ stage: ChainStages.Stage) -> Double { Double(stage.name.count) * Self.letterWidth + 18 }

  private func columnWidth(_ column: Int) -> Double {
    stages.stages.filter { $0.column == column }.map(width).max() ?? 0
  }

  private func center(_ place: Int) -> (x: Double, y: Double) {
    let stage = stages.stages[place]
    let before = (0..<stage.column).map { columnWidth($0) + Self.gap }.reduce(left, +)
    let inColumn = stages.stages.filter { $0.column == stage.column }.count
    let shift = Double(rows - inColumn) * Self.rowHeight / 2
    let y = top + Self.boxHeight / 2 + Double(stage.row) * Self.rowHeight + shift
    return (before + columnWidth(stage.column) / 2, y)
  }

  // MARK: Shapes

  private func box(_ place: Int) -> HTML {
    let stage = stages.stages[place]
    let (x, y) = center(place)
    let gone: HTML = stage.gone.map { " data-gone=\"\($0)\"" } ?? ""
    let title: HTML = stage.title == stage.name ? "" : "<title>\(stage.title)</title>"
    let width = width(stage)
    return """
      <g\(gone)>\(title)<rect x="\(SVG.number(x - width / 2))" y="\(SVG.number(y - Self.boxHeight / 2))" \
      width="\(SVG.number(width))" height="26" rx="5"/><text x="\(SVG.number(x))" y="\(SVG.number(y + 4))">\
      \(stage.name)</text></g>
      """
  }

  private func line(_ edge: (from: Int, to: Int)) -> HTML {
    let (start, end) = (center(edge.from), center(edge.to))
    let x = (start.x + width(stages.stages[edge.from]) / 2, end.x - width(stages.stages[edge.to]) / 2)
    let (from, to) = ("\(SVG.number(x.0)) \(SVG.number(start.y))", "\(SVG.number(x.1)) \(SVG.number(end.y))")
    guard start.y != end.y else { return "<path d=\"M\(from)H\(SVG.number(x.1))\"/>" }
    let middle = SVG.number((x.0 + x.1) / 2)
    return "<path d=\"M\(from)C\(middle) \(SVG.number(start.y)) \(middle) \(SVG.number(end.y)) \(to)\"/>"
  }

  private func laneLines() -> HTML {
    lanes.enumerated().map { place, name -> HTML in
      let y = top + boxesHeight + Double(place) * Self.laneHeight + Self.laneHeight / 2
      return """
        <g class="lane"><path d="M\(SVG.number(left - 6)) \(SVG.number(y))H\(SVG.number(right))"/>\
        <text x="2" y="\(SVG.number(y + 4))">\(name)</text></g>

        """
    }.joined()
  }
}
