import RxTrace
import TraceAnalysis
import TraceViews

/// Shows two runs side by side where they differ, and how much of them is the same.
///
/// The body, if there is one, claims the differences: a line for each place in order, with the reason and a note.
struct CompareDirective: Directive {
  static let name = "compare"
  static let hasBody = true
  static let keys = DirectiveKeys(required: ["left", "right"], optional: ["values", "caption"])

  let block: DirectiveBlock
  let page: DirectivePage

  func render() throws(Problem) -> HTML {
    let isValueIgnored = try isValueIgnored()
    let claims = CompareClaims(block.body)
    claims.problems.forEach(context.report)
    let left = try page.run(of: attribute("left")!)
    let right = try page.run(of: attribute("right")!)
    guard let left, let right else { return "" }
    let diff = TraceDiff(left.trace, right.trace, ignoringValues: isValueIgnored, context: 3)
    if claims.problems.isEmpty { try claims.check(diff, at: block.info.place) }
    let renderer = CompareRenderer(
      context: context, left: left, right: right, diff: diff,
      notes: claims.lines.map { line in line.note.map { page.markdown.note($0, line: line.place.line) } })
    return renderer.render(id: context.numbered("compare"), caption: caption)
  }

  private func isValueIgnored() throws(Problem) -> Bool {
    guard let values = attribute("values") else { return false }
    guard values.value == "ignored" else {
      throw Problem(values.valuePlace, "`values` is left out or `ignored`, not `\(values.value)`")
    }
    return true
  }
}

/// The lines of a `compare`: `thread | a note`, or only `same`.
struct CompareClaims {
  struct Line {
    /// The reason; nil for `same`.
    var reason: TraceDiff.Reason?
    var text: String
    var note: String?
    var place: Place
  }

  private(set) var lines: [Line] = []
  private(set) var problems: [Problem] = []

  private static let same = "same"
  private static let reasons: [TraceDiff.Reason] = [
    .operatorMissing, .operatorAdded, .operatorReplaced, .order, .count, .thread, .value, .event, .nesting,
  ]

  init(_ body: ClaimBody) {
    for (text, place) in body.lines where !text.trimmingSpaces().isEmpty {
      let indentation = text.prefix { $0 == " " }.count
      let parts = text.split(separator: "|", maxSplits: 1).map { $0.trimmingSpaces() }
      let word = parts.first ?? ""
      let place = Place(line: place.line, column: place.column + indentation)
      let reason = Self.reasons.first { $0.rawValue == word }
      guard reason != nil || word == Self.same else {
        let known = Self.reasons.map(\.rawValue) + [Self.same]
        problems.append(Problem(place, "unknown difference `\(word)`" + Nearest.suggestion(for: word, among: known)))
        continue
      }
      lines.append(Line(reason: reason, text: word, note: parts.count > 1 ? parts[1] : nil, place: place))
    }
  }

  /// - Throws: ``Problem`` at the first line that the comparison contradicts; a comparison without lines makes no
  ///   claim.
  func check(_ diff: TraceDiff, at opening: Place) throws(Problem) {
    guard !lines.isEmpty else { return }
    let found = diff.places.map(\.reason.rawValue)
    let more = found.count > 8 ? ", … (\(found.count) places)" : ""
    let recorded = found.isEmpty ? "two runs that are the same" : found.prefix(8).joined(separator: ", ") + more
    for (number, line) in lines.enumerated() where line.reason != nil || !found.isEmpty {
      guard number < diff.places.count, diff.places[number].reason == line.reason else {
        throw Problem(line.place, "claimed \(line.text), recorded \(recorded)")
      }
    }
    guard lines.count >= diff.places.count else {
      let message = diff.places[lines.count].message
      throw Problem(
        lines.last!.place, "claimed no difference after \(lines.last!.text), recorded \(found[lines.count]): \(message)"
      )
    }
  }
}

/// The HTML of a comparison.
struct CompareRenderer {
  let context: PageContext
  let left: Evidence
  let right: Evidence
  let diff: TraceDiff
  /// The author's note on each place.
  let notes: [HTML?]

  private var words: Wording { context.words }

  /// Names for the two runs, instead of the names of their files.
  var givenNames: (left: String, right: String)?
  /// Whether only the first place is shown, without the list of calls that were made more often.
  var showsFirstOnly = false

  /// The names of the runs, without folders unless only the folders differ.
  private var names: (left: String, right: String) {
    if let givenNames { return givenNames }
    return left.fileName == right.fileName ? (left.name, right.name) : (left.fileName, right.fileName)
  }

  func render(id: String, caption: HTML?) -> HTML {
    let title = HTML(text: words(.compareRuns).filled(names.left, names.right))
    let summary = diff.isSame ? words(.compareSame) : words(.comparePlacesOne, .comparePlaces, count: diff.placeCount)
    let shown = diff.places.prefix(showsFirstOnly ? 1 : diff.places.count)
    let places = shown.enumerated().map { place($1, note: $0 < notes.count ? notes[$0] : nil) }
    let samenessNote: HTML = diff.isSame ? notes.first.flatMap { $0 }.map { "<p>\($0)</p>\n" } ?? "" : ""
    return """
      <figure class="compare" id="\(id)">
      <figcaption>\(caption ?? title)</figcaption>
      <p class="compare-summary">\(words(.compareAlikeOne, .compareAlike, count: alike))\(summary)</p>
      \(samenessNote)\(places.joined())\(showsFirstOnly ? "" : counts)</figure>
      """
  }

  /// The number of steps of the left run that the right one also has.
  private var alike: Int { diff.alikeCount }

  private func place(_ place: TraceDiff.Place, note: HTML?) -> HTML {
    let message: HTML = "<p>\(words.findingLanguage.told(place.message))</p>\n"
    let explained: HTML = note.map { "<div class=\"step-note\">\($0)</div>\n" } ?? message
    let more: HTML =
      place.count > 1
      ? "<p class=\"compare-more\">\(words(.compareMoreOne, .compareMore, count: place.count - 1))</p>\n" : ""
    return """
      <div class="compare-place">
      <p class="compare-reason">\(words(place.reason.word))</p>
      \(explained)<div class="table diagram-scroll" role="group" aria-label="\(words(place.reason.word))" tabindex="0"><table>
      <thead><tr><th scope="col">\(names.left)</th><th scope="col">\(names.right)</th></tr></thead>
      <tbody>
      \(rows(place))
      </tbody>
      </table></div>
      \(more)</div>

      """
  }

  private func rows(_ place: TraceDiff.Place) -> HTML {
    let depths = place.rows.flatMap { row in
      [row.left.map { left.trace.steps[$0].depth }, row.right.map { right.trace.steps[$0].depth }].compactMap(\.self)
    }
    let base = depths.min() ?? 0
    var rows = place.rows.map { row -> HTML in
      let style = row.isAlike ? "alike" : row.left == nil ? "added" : row.right == nil ? "missing" : "changed"
      return """
        <tr class="\(style)">\(cell(row.left, left, base, differs: style == "changed" || style == "missing"))\
        \(cell(row.right, right, base, differs: style == "changed" || style == "added"))</tr>
        """
    }
    if place.omittedLeft + place.omittedRight > 0 {
      let end = place.rows.lastIndex { !$0.isAlike }.map { $0 + 1 } ?? rows.count
      rows.insert("<tr class=\"left-out\">\(omitted(place.omittedLeft))\(omitted(place.omittedRight))</tr>", at: end)
    }
    return rows.joined(separator: "\n")
  }

  private func omitted(_ count: Int) -> HTML {
    count == 0 ? "<td></td>" : "<td>\(words(.oneStepLeftOut, .stepsLeftOut, count: count))</td>"
  }

  private func cell(_ index: Int?, _ run: Evidence, _ base: Int, differs: Bool) -> HTML {
    guard let index else { return "<td></td>" }
    let step = run.trace.steps[index]
    let line = StepFacts(run: run, words: words).line(step)
    let depth = min(step.depth - base, 12)
    let marked: HTML = differs ? "<mark>\(line)</mark>" : line
    return "<td class=\"depth-\(depth)\">\(marked)</td>"
  }

  private var counts: HTML {
    guard !diff.counts.isEmpty else { return "" }
    let rows = diff.counts.map { count -> HTML in
      """
      <tr><th scope="row"><code>\(count.call)</code></th><td class="align-right">\(count.left)</td>\
      <td class="align-right">\(count.right)</td></tr>
      """
    }
    return """
      <details class="compare-counts"><summary>\(words(.compareCalls))</summary>
      <div class="table"><table>
      <thead><tr><td></td><th scope="col" class="align-right">\(names.left)</th>\
      <th scope="col" class="align-right">\(names.right)</th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table></div>
      </details>

      """
  }
}

extension TraceDiff.Reason {
  fileprivate var word: Word {
    switch self {
    case .operatorMissing: .reasonOperatorMissing
    case .operatorAdded: .reasonOperatorAdded
    case .operatorReplaced: .reasonOperatorReplaced
    case .order: .reasonOrder
    case .count: .reasonCount
    case .thread: .reasonThread
    case .value: .reasonValue
    case .event: .reasonEvent
    case .nesting: .reasonNesting
    }
  }
}
