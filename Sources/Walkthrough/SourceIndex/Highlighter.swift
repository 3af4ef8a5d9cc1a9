import SwiftIDEUtils
import SwiftParser
import SwiftSyntax

/// A stretch of one line that is of one kind.
struct HighlightedPiece: Equatable, Sendable {
  var text: String
  /// The style class; nil for ordinary text.
  var style: String?
}

/// Swift highlighting, by what the compiler's own parser makes of the text.
enum Highlighter {
  /// The lines of a text, each cut into pieces.
  static func lines(of text: String) -> [[HighlightedPiece]] {
    let bytes = Array(text.utf8)
    var lines: [[HighlightedPiece]] = [[]]
    for range in Parser.parse(source: text).classifications {
      let end = min(range.range.upperBound.utf8Offset, bytes.count)
      let piece = String(decoding: bytes[min(range.range.lowerBound.utf8Offset, end)..<end], as: UTF8.self)
      append(piece, style(of: range.kind), to: &lines)
    }
    return lines
  }

  private static func append(_ text: String, _ style: String?, to lines: inout [[HighlightedPiece]]) {
    for (index, part) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { lines.append([]) }
      if !part.isEmpty { lines[lines.count - 1].append(HighlightedPiece(text: String(part), style: style)) }
    }
  }

  private static func style(of kind: SyntaxClassification) -> String? {
    switch kind {
    case .keyword: "hl-keyword"
    case .attribute: "hl-attribute"
    case .type: "hl-type"
    case .stringLiteral, .regexLiteral: "hl-string"
    case .integerLiteral, .floatLiteral: "hl-number"
    case .lineComment, .blockComment, .docLineComment, .docBlockComment: "hl-comment"
    case .ifConfigDirective: "hl-attribute"
    default: nil
    }
  }
}
