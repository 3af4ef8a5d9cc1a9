import RxTrace

/// One line of a tree as pieces. Values among them may be shortened so that the line fits.
struct TreeLine {
  /// A piece of the text of a call.
  struct Piece {
    var text: String
    var style: (String) -> String
    var isValue = false
    /// Whether it is shown even if pieces before it are cut.
    var isKept = false
  }

  var guide: String
  var pieces: [Piece]
  /// The source line at the right.
  var source: String?
  /// Whether the source line stands in the common column.
  var isAligned = true

  /// The columns of the guide and the call.
  var width: Int { ShownText.width(guide) + pieces.reduce(0) { $0 + ShownText.width($1.text) } }

  /// A value is not cut to less than this.
  private static let shortestValue = 8

  /// The line with shorter values and, if needed, a shorter end, so that guide and call take at most `columns`.
  func fitted(_ columns: Int) -> TreeLine {
    var line = self
    for index in line.pieces.indices.reversed() where line.pieces[index].isValue && line.width > columns {
      let width = ShownText.width(line.pieces[index].text)
      let room = max(width - (line.width - columns), Self.shortestValue)
      line.pieces[index].text = ShownText.fitted(line.pieces[index].text, columns: room)
    }
    line.cutEnd(columns)
    return line
  }

  /// The fewest columns to which ``fitted(_:)`` shortens the line without cutting its end.
  var narrowest: Int {
    ShownText.width(guide)
      + pieces.reduce(0) { width, piece in
        let own = ShownText.width(piece.text)
        return width + (piece.isValue ? min(own, Self.shortestValue) : own)
      }
  }

  private mutating func cutEnd(_ columns: Int) {
    var room = columns - ShownText.width(guide)
    guard pieces.reduce(0, { $0 + ShownText.width($1.text) }) > room else { return }
    room -= pieces.reduce(0) { $0 + ($1.isKept ? ShownText.width($1.text) : 0) }
    for index in pieces.indices where !pieces[index].isKept {
      pieces[index].text = room > 1 ? ShownText.fitted(pieces[index].text, columns: room) : room == 1 ? "…" : ""
      room -= ShownText.width(pieces[index].text)
      if pieces[index].text.hasSuffix("…"), !pieces[index].isValue { room = 0 }
    }
  }
}

/// The columns of a stretch of a tree's lines.
struct TreeColumns {
  /// The column at which source lines begin.
  private(set) var source = 0
  private let width: Int?

  /// The rightmost column at which source lines may begin in a text without a width.
  private static let widestCall = 84

  /// - Parameter width: the columns of a line; nil if lines may be of any length.
  init(width: Int?) { self.width = width }

  /// Makes room for lines; the column of source lines never moves to the left.
  mutating func add(_ lines: [TreeLine]) {
    let sources = lines.compactMap { $0.source.map(ShownText.width) }.max() ?? 0
    let calls = lines.lazy.filter { $0.source != nil && $0.isAligned }.map(\.width)
    if let width {
      // At least half of the line is for calls.
      let last = max(width - min(sources, width / 3) - 2, width / 2)
      source = max(source, min((calls.max() ?? 0) + 2, last))
    } else {
      source = max(source, (calls.filter { $0 <= Self.widestCall }.max() ?? 0) + 2)
    }
  }

  /// The line as text.
  func text(_ line: TreeLine, _ style: TextStyle) -> String {
    guard let width else { return joined(line, line.source, style) }
    guard let source = line.source else { return joined(line.fitted(width), nil, style) }
    let sourceWidth = ShownText.width(source)
    // The call is fitted before the common column or before its own source line; else the source line is left out.
    for room in [self.source - 2, width - sourceWidth - 2]
    where line.narrowest <= room && room + 2 + sourceWidth <= width {
      return joined(line.fitted(room), source, style)
    }
    return joined(line.fitted(width), nil, style)
  }

  private func joined(_ line: TreeLine, _ source: String?, _ style: TextStyle) -> String {
    let call = style.faint(line.guide) + line.pieces.map { $0.style($0.text) }.joined()
    guard let source else { return call }
    return call + String(repeating: " ", count: max(self.source - line.width, 2)) + style.faint(source)
  }
}
