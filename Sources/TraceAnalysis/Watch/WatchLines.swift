import RxTrace

/// The rows of a program that is watched, as lines for a file or a pipe.
///
///     time     open    in/s   out/s  err   busy  stage
///     12.0 s      1      24       3    .  3.4 %  search.swift:12 debounce    "rx"
package struct WatchLines {
  private let style: TextStyle
  private var hasHeading = false
  private var widest = 24

  private static let heading = "time       open     in/s    out/s    err     busy  stage, and its last value"
  private static let longestTitle = 40
  private static let longestValue = 60

  package init(isColored: Bool) { style = TextStyle(isColored: isColored) }

  /// The lines of the rows that have changed.
  package mutating func lines(of rows: [WatchRow], at now: UInt64) -> [String] {
    let changed = rows.filter(\.hasChanged)
    guard !changed.isEmpty else { return [] }
    widest = min(Self.longestTitle, max(widest, changed.map { ShownText.width($0.title) }.max() ?? 0))
    let heading = hasHeading ? [] : [style.faint(Self.heading)]
    hasHeading = true
    return heading + changed.map { line($0, at: now) }
  }

  private func line(_ row: WatchRow, at now: UInt64) -> String {
    let counts = [
      WatchText.right(WatchText.count(row.open), 5), WatchText.right(WatchText.rate(row.takenRate), 9),
      WatchText.right(WatchText.rate(row.sentRate), 9), WatchText.right(WatchText.count(row.errors), 7),
      WatchText.right(WatchText.share(row.busy), 9),
    ]
    let title = WatchText.left(ShownText.printable(row.title), row.value == nil ? 0 : widest)
    let value = row.value.map { "  " + style.value(WatchText.value($0, columns: Self.longestValue)) } ?? ""
    return style.faint(WatchText.left(WatchText.time(now), 10)) + counts.joined() + "  " + style.call(title) + value
  }

  /// A line about the run as a whole.
  package func note(_ text: String, at now: UInt64) -> String {
    style.faint(WatchText.left(WatchText.time(now), 10)) + text
  }
}
