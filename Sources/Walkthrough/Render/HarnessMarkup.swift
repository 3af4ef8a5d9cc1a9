/// How listings fold the lines of a program that only build a test around its pipeline. It is markup around the true
/// source, so that the whole program is copied.
struct HarnessMarkup {
  let words: Wording
  /// From 1.
  let numbers: Set<Int>

  /// Shows the folded lines; it needs no script.
  func control(_ lines: ClosedRange<Int>) -> HTML {
    guard lines.contains(where: numbers.contains) else { return "" }
    return """
       <label class="whole-program"><input type="checkbox" class="unfold-harness"> \(words(.harnessShown))</label>
      """
  }

  /// Consecutive folded lines make one part.
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
