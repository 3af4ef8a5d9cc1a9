import RxTrace

/// A table whose lines have a name, a place and figures. The columns that matter less are left out if there is no room.
struct FigureTable {
  struct Column {
    var title: String
    var cells: [String]
    /// The importance of the column. Columns with the highest rank are left out first.
    var rank: Int

    var width: Int { max(title.count, cells.map(\.count).max() ?? 0) }
  }

  static let none = "·"

  var heading: String
  var names: [String]
  var places: [SourceLine?]
  var columns: [Column]
  var width: Int
  var style: TextStyle

  static func percent(_ share: Double) -> String {
    if share == 0 { return none }
    let tenths = Int((share * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
  }

  static func duration(_ nanoseconds: UInt64) -> String { nanoseconds == 0 ? none : ShownText.duration(nanoseconds) }
  static func count(_ count: Int) -> String { count == 0 ? none : "\(count)" }

  private static let longestName = (wide: 28, narrow: 18)
  private static let longestPlace = (wide: 32, narrow: 18)

  var text: String {
    let isNarrow = width < 100
    let names = names.map { oneLine($0) }
    let places = places.map { oneLine($0?.shortDescription ?? "") }
    let nameWidth = Self.width(heading, names, isNarrow ? Self.longestName.narrow : Self.longestName.wide)
    let hasPlaces = places.contains { !$0.isEmpty }
    let placeWidth =
      hasPlaces ? Self.width("place", places, isNarrow ? Self.longestPlace.narrow : Self.longestPlace.wide) : 0
    let gap = isNarrow ? " " : "  "
    let shown = columns(in: width - nameWidth - (hasPlaces ? 2 + placeWidth : 0), gap.count)
    func line(_ name: String, _ place: String, _ cells: [String]) -> String {
      let beginning =
        name + (hasPlaces ? "  " + padded(ShownText.fittedEnd(place, columns: placeWidth), placeWidth) : "")
      let whole = beginning + zip(shown, cells).map { gap + padded($1, $0.width, toRight: true) }.joined()
      return String(whole[...(whole.lastIndex { $0 != " " } ?? whole.startIndex)])
    }
    var lines = [style.faint(line(padded(heading, nameWidth), hasPlaces ? "place" : "", shown.map(\.title)))]
    for row in names.indices {
      let name = style.call(padded(ShownText.fitted(names[row], columns: nameWidth), nameWidth))
      lines.append(line(name, places[row], shown.map { $0.cells[row] }))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func width(_ title: String, _ texts: [String], _ longest: Int) -> Int {
    max(title.count, min(longest, texts.map(ShownText.width).max() ?? 0))
  }

  /// The columns for which there is room, without those that have nothing to say.
  private func columns(in room: Int, _ gap: Int) -> [Column] {
    let telling = columns.filter { $0.cells.contains { $0 != Self.none } }
    var (left, chosen) = (room, Set<Int>())
    for column in telling.sorted(by: { $0.rank < $1.rank }) {
      guard column.width + gap <= left else { break }
      left -= column.width + gap
      chosen.insert(column.rank)
    }
    return telling.filter { chosen.contains($0.rank) }
  }

  private func padded(_ text: String, _ width: Int, toRight: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - ShownText.width(text)))
    return toRight ? space + text : text + space
  }
}
