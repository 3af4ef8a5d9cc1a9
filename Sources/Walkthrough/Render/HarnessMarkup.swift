/// The markup that folds the lines of a program that only build a test around its pipeline. It surrounds the true
/// source, so that the whole program is copied.
struct HarnessMarkup {
  let words: Wording
  /// The numbers of the folded lines, from 1.
  let numbers: Set<Int>

  /// A control that shows the folded lines without a script.
  func control(_ lines: ClosedRange<Int>) -> HTML {
    guard lines.contains(where: numbers.contains) else { return "" }
    return """
       <label class="whole-program"><input type="checkbox" class="unfold-harness"> \(words(.harnessShown))</label>
      """
  }

  /// Folds lines; consecutive folded lines become one part.
  func folding(_ lines: [PageListings.Line]) -> [PageListings.Line] {
    guard !numbers.isEmpty else { return lines }
    return lines.enumerated().map { place, line in
      guard numbers.contains(line.number) else { return line }
      var line = line
      if place == 0 || !numbers.contains(line.number - 1) { line.opening = "<span class=\"harness\">" + line.opening }
      if place == lines.count - 1 || !numbers.contains(line.number + 1) { line.closing += "</span>" }
      return line
    }
  }
}
