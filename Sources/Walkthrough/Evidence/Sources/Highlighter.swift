import SwiftIDEUtils
import SwiftSyntax

/// A stretch of one line that is of one kind.
struct HighlightedPiece: Equatable, Sendable {
  var text: String
  /// The style class; nil for ordinary text.
  var style: String?
}

/// Colours Swift, as swift-syntax classifies its words.
enum Highlighter {
  /// The lines of a text, each cut into pieces. The text need not be valid Swift.
  static func lines(of source: ParsedSource) -> [[HighlightedPiece]] {
    var lines: [[HighlightedPiece]] = [[]]
    let bytes = Array(source.text.utf8)
    for word in source.tree.classifications {
      let text = bytes[word.range.lowerBound.utf8Offset..<word.range.upperBound.utf8Offset]
      append(text, style(of: word.kind, text), to: &lines)
    }
    return lines
  }

  /// Appends text; adjacent pieces of one style become one piece.
  private static func append(_ text: ArraySlice<UInt8>, _ style: String?, to lines: inout [[HighlightedPiece]]) {
    for (index, part) in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      if index > 0 { lines.append([]) }
      guard !part.isEmpty else { continue }
      let (line, part) = (lines.count - 1, String(decoding: part, as: UTF8.self))
      if let last = lines[line].indices.last, lines[line][last].style == style {
        lines[line][last].text += part
      } else {
        lines[line].append(HighlightedPiece(text: part, style: style))
      }
    }
  }

  private static func style(of kind: SyntaxClassification, _ text: ArraySlice<UInt8>) -> String? {
    switch kind {
    case .keyword: "hl-keyword"
    case .type: "hl-type"
    case .stringLiteral, .regexLiteral: "hl-string"
    case .integerLiteral, .floatLiteral: "hl-number"
    case .lineComment, .blockComment, .docLineComment, .docBlockComment: "hl-comment"
    case .attribute, .ifConfigDirective: "hl-attribute"
    // In an expression such as `PublishSubject()`, only the name tells that it is a type.
    case .identifier: isUppercase(text.first) ? "hl-type" : nil
    default: nil
    }
  }

  private static func isUppercase(_ byte: UInt8?) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte ?? 0)
  }
}
