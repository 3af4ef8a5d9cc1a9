/// The difference between two texts, line by line: `-` for removed lines, `+` for new ones, with a few lines around
/// them.
///
///     print(LineDifference(["a", "b"], ["a", "c"]).text)
///     // Prints:       a
///     //             - b
///     //             + c
struct LineDifference {
  private let rows: [(mark: Character, text: String)]

  private static let around = 2
  private static let most = 40

  init(_ before: [String], _ after: [String]) {
    let difference = after.difference(from: before)
    var (removed, inserted) = (Set<Int>(), Set<Int>())
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var rows: [(Character, String)] = []
    var (old, new) = (0, 0)
    while old < before.count || new < after.count {
      if removed.contains(old) {
        rows.append(("-", before[old]))
        old += 1
      } else if inserted.contains(new) {
        rows.append(("+", after[new]))
        new += 1
      } else {
        rows.append((" ", after[new]))
        (old, new) = (old + 1, new + 1)
      }
    }
    self.rows = rows
  }

  var text: String {
    let changed = rows.indices.filter { rows[$0].mark != " " }
    let shown = rows.indices.filter { row in changed.contains { abs($0 - row) <= Self.around } }
    var lines: [String] = []
    var last = -1
    for row in shown.prefix(Self.most) {
      if row > last + 1 { lines.append("      …") }
      lines.append("    \(rows[row].mark) \(rows[row].text)")
      last = row
    }
    if shown.count > Self.most { lines.append("      … and \(shown.count - Self.most) more lines") }
    return lines.joined(separator: "\n")
  }
}
