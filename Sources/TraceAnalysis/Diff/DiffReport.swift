import RxTrace

/// The comparison of two runs as text, JSON or a page with both side by side.
public struct DiffReport {
  private let left: AnalysedRun
  private let right: AnalysedRun
  private let words: (left: StepText, right: StepText)
  private let limit: Int
  public let diff: TraceDiff

  /// - Parameters:
  ///   - ignoringValues: whether calls with other values are alike.
  ///   - ignoringOutput: whether it does not matter what the programs printed.
  ///   - context: how many steps before and after a place are shown.
  ///   - places: how many places are shown after the first.
  public init(
    _ left: AnalysedRun, _ right: AnalysedRun, ignoringValues: Bool = false, ignoringOutput: Bool = false,
    context: Int = 5, places: Int = 5
  ) {
    (self.left, self.right) = (left, right)
    words = (StepText(left), StepText(right))
    limit = places + 1
    diff = TraceDiff(
      left.trace, right.trace, ignoringValues: ignoringValues, ignoringOutput: ignoringOutput, context: context)
  }

  private var shown: ArraySlice<TraceDiff.Place> { diff.places.prefix(limit) }

  private var summary: String {
    diff.isSame ? "the same calls" : DiffPage.summary(diff.placeCount, ofKinds: diff.places.count, shown: shown.count)
  }

  private var remarks: [String] { left.remarks(with: right) }

  // MARK: Text

  public var text: String {
    var lines = [
      "left:  \(left.name) (\(steps(left)))", "right: \(right.name) (\(steps(right)))",
    ]
    for (index, place) in shown.enumerated() { lines += [""] + textLines(of: place, isFirst: index == 0) }
    lines += countLines + [""] + remarks.map { "note: \($0)" } + [summary]
    return lines.map { oneLine($0) + "\n" }.joined()
  }

  private func textLines(of place: TraceDiff.Place, isFirst: Bool) -> [String] {
    var lines = [(isFirst ? "They part " : "Also ") + "at \(location(place)): \(place.reason.rawValue)"]
    lines.append("  \(place.message)")
    lines += made(place).map { "  \($0)" }
    let base = baseDepth(place)
    let width = "\(max(left.trace.steps.count, right.trace.steps.count))".count
    for (index, row) in place.rows.enumerated() {
      lines += textRows(row, base, width)
      if index == lastShown(place) { lines += omitted(place).map { "  … \($0)" } }
    }
    if place.count > 1 { lines.append("  and \(counted(place.count - 1, "more place")) like this one") }
    return lines
  }

  private func location(_ place: TraceDiff.Place) -> String {
    switch (place.left, place.right) {
    case (let left?, let right?): "step \(left + 1) of the left run, step \(right + 1) of the right one"
    case (let left?, nil): "step \(left + 1) of the left run"
    case (nil, let right?): "step \(right + 1) of the right run"
    case (nil, nil): "the end"
    }
  }

  /// The lines of the program's source that made the first objects that differ.
  private func made(_ place: TraceDiff.Place) -> [String] {
    var lines: [String] = []
    if let step = place.left.map({ left.trace.steps[$0] }), let origin = words.left.origin(step.object) {
      lines.append("left: \(left.trace.name(of: step.object)) made at \(origin)")
    }
    if let step = place.right.map({ right.trace.steps[$0] }), let origin = words.right.origin(step.object) {
      lines.append("right: \(right.trace.name(of: step.object)) made at \(origin)")
    }
    return lines
  }

  private func textRows(_ row: TraceDiff.Row, _ base: Int, _ width: Int) -> [String] {
    let one = row.left.map { rowText($0, nil, "-", base, width) }
    let other = row.right.map { rowText(nil, $0, "+", base, width) }
    return row.isAlike ? [rowText(row.left, row.right, " ", base, width)] : [one, other].compactMap(\.self)
  }

  private func rowText(_ one: Int?, _ other: Int?, _ mark: String, _ base: Int, _ width: Int) -> String {
    let numbers = [one, other].map { number in
      let text = number.map { "\($0 + 1)" } ?? ""
      return String(repeating: " ", count: max(width - text.count, 0)) + text
    }
    let (text, place) = one.map { callAndPlace($0, ofLeft: true) } ?? callAndPlace(other ?? 0, ofLeft: false)
    let depth = one.map { left.trace.steps[$0].depth } ?? right.trace.steps[other ?? 0].depth
    let indent = String(repeating: " ", count: min(max(depth - base, 0), 24))
    return "\(mark) \(numbers[0]) \(numbers[1])  \(indent)\(text)" + (place.map { "  \($0)" } ?? "")
  }

  private func callAndPlace(_ index: Int, ofLeft isLeft: Bool) -> (String, String?) {
    let words = isLeft ? self.words.left : self.words.right
    let step = words.trace.steps[index]
    return (words.call(step), words.place(step))
  }

  private func baseDepth(_ place: TraceDiff.Place) -> Int {
    let depths = place.rows.flatMap { row in
      [row.left.map { left.trace.steps[$0].depth }, row.right.map { right.trace.steps[$0].depth }]
    }
    return depths.compactMap(\.self).min() ?? 0
  }

  private func lastShown(_ place: TraceDiff.Place) -> Int? { place.rows.lastIndex { !$0.isAlike } }

  private func omitted(_ place: TraceDiff.Place) -> [String] {
    var lines: [String] = []
    if place.omittedLeft > 0 { lines.append("\(counted(place.omittedLeft, "more step")) of the left run") }
    if place.omittedRight > 0 { lines.append("\(counted(place.omittedRight, "more step")) of the right run") }
    return lines
  }

  private var countLines: [String] {
    guard !diff.counts.isEmpty else { return [] }
    let width = min(diff.counts.map(\.call.count).max() ?? 0, 100)
    return ["", "calls that one run has more of (left, right)"]
      + diff.counts.map { count in
        "  \(count.call)\(String(repeating: " ", count: max(width - count.call.count, 0)))  \(count.left)  \(count.right)"
      }
  }

  // MARK: JSON

  public func jsonText() throws -> String {
    let times = (left: left.located.virtualTimes, right: right.located.virtualTimes)
    return try json(
      DiffJSON(
        same: diff.isSame, left: RunJSON(left), right: RunJSON(right), places: shown.map { placeJSON($0, times) },
        kindsNotShown: diff.places.count - shown.count, placeCount: diff.placeCount,
        counts: diff.counts.map { CountJSON(call: $0.call, left: $0.left, right: $0.right) }, remarks: remarks))
  }

  private func placeJSON(
    _ place: TraceDiff.Place, _ times: (left: VirtualTimes, right: VirtualTimes)
  ) -> PlaceJSON {
    PlaceJSON(
      reason: place.reason.rawValue, message: place.message, left: place.left.map { $0 + 1 },
      right: place.right.map { $0 + 1 }, count: place.count,
      rows: place.rows.map { row in
        RowJSON(
          left: row.left.map { StepJSON(left.trace.steps[$0], words.left, times.left) },
          right: row.right.map { StepJSON(right.trace.steps[$0], words.right, times.right) }, alike: row.isAlike)
      }, omittedLeft: place.omittedLeft, omittedRight: place.omittedRight)
  }

  // MARK: Page

  /// A page that needs nothing beside itself: no network, no script.
  public var html: String { html(links: []) }

  /// - Parameter links: other pages, if this one is served.
  public func html(links: [(title: String, address: String)]) -> String {
    let sections = shown.enumerated().map { section($1, isFirst: $0 == 0) }.joined()
    return DiffPage(left: (left.name, steps(left)), right: (right.name, steps(right)), links: links)
      .html(summary, sections + countTable, remarks)
  }

  private func steps(_ run: AnalysedRun) -> String { counted(run.trace.steps.count, "step") }

  private func section(_ place: TraceDiff.Place, isFirst: Bool) -> String {
    let base = baseDepth(place)
    let rows = place.rows.enumerated().map { index, row in
      pageRow(row, base) + (index == lastShown(place) ? omitted(place).map(DiffPage.omitted).joined() : "")
    }
    return DiffPage.section(
      "\(isFirst ? "They part" : "Also") at \(location(place)): \(place.reason.rawValue)",
      "<p>\(DiffPage.escaped(place.message))</p>\n" + DiffPage.paragraphs(made(place), "made"), rows: rows.joined(),
      count: place.count)
  }

  private func pageRow(_ row: TraceDiff.Row, _ base: Int) -> String {
    DiffPage.row(
      isAlike: row.isAlike, row.left.map { cells($0, words.left, base) }, row.right.map { cells($0, words.right, base) }
    )
  }

  private func cells(_ index: Int, _ words: StepText, _ base: Int) -> String {
    let step = words.trace.steps[index]
    let indent = min(max(step.depth - base, 0), 24)
    let place = words.place(step).map { " <small>\(DiffPage.escaped($0))</small>" } ?? ""
    return "<td class=\"number\">\(index + 1)</td>"
      + "<td style=\"padding-left:\(indent + 1)ch\">\(DiffPage.escaped(words.call(step)))\(place)</td>"
  }

  private var countTable: String {
    let rows = diff.counts.map { count in
      "<tr><td>\(DiffPage.escaped(count.call))</td><td class=\"number\">\(count.left)</td><td class=\"number\">\(count.right)</td></tr>\n"
    }
    return DiffPage.counts("Calls that one run has more of", columns: ["call", "left", "right"], rows: rows)
  }
}

private struct DiffJSON: Encodable {
  let same: Bool
  let left: RunJSON
  let right: RunJSON
  let places: [PlaceJSON]
  let kindsNotShown: Int
  let placeCount: Int
  let counts: [CountJSON]
  let remarks: [String]
}

private struct RunJSON: Encodable {
  let name: String
  let steps: Int

  init(_ run: AnalysedRun) {
    (name, steps) = (run.name, run.trace.steps.count)
  }
}

private struct PlaceJSON: Encodable {
  let reason: String
  let message: String
  let left: Int?
  let right: Int?
  let count: Int
  let rows: [RowJSON]
  let omittedLeft: Int
  let omittedRight: Int
}

private struct RowJSON: Encodable {
  let left: StepJSON?
  let right: StepJSON?
  let alike: Bool
}

private struct CountJSON: Encodable {
  let call: String
  let left: Int
  let right: Int
}
