/// A stretch of one line that is of one kind.
struct HighlightedPiece: Equatable, Sendable {
  var text: String
  /// The style class; nil for ordinary text.
  var style: String?
}

/// Colours Swift.
enum Highlighter {
  /// The lines of a text, each cut into pieces.
  static func lines(of text: String) -> [[HighlightedPiece]] {
    var lines: [[HighlightedPiece]] = [[]]
    var text = text
    text.withUTF8 { bytes in
      SwiftLexer.read(bytes) { range, style in
        append(String(decoding: bytes[range], as: UTF8.self), style.name, to: &lines)
      }
    }
    return lines
  }

  private static func append(_ text: String, _ style: String?, to lines: inout [[HighlightedPiece]]) {
    for (index, part) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      if index > 0 { lines.append([]) }
      if !part.isEmpty { lines[lines.count - 1].append(HighlightedPiece(text: String(Substring(part)), style: style)) }
    }
  }

  /// A text as it stands, its words marked.
  static func html(_ text: String) -> HTML {
    var html: HTML = ""
    html.reserveCapacity(text.utf8.count * 3)
    var text = text
    text.withUTF8 { bytes in
      SwiftLexer.read(bytes) { range, style in
        let piece = UnsafeBufferPointer(rebasing: bytes[range])
        guard style != .plain else { return html.append(text: piece) }
        html += openings[Int(style.rawValue)]
        html.append(text: piece)
        html += closing
      }
    }
    return html
  }

  private static let openings: [HTML] = (0...6).map { number in
    SwiftLexer.Style(rawValue: number)?.name.map { "<span class=\"\($0)\">" } ?? ""
  }
  private static let closing: HTML = "</span>"
}
