/// A piece of HTML. Text that is interpolated into it is escaped, HTML is not: markup cannot come from content by mistake.
///
///     let name = "<script>"
///     print(("<b>\(name)</b>" as HTML).source)
///     // Prints: <b>&lt;script&gt;</b>
struct HTML: ExpressibleByStringInterpolation, Equatable, Sendable {
  var source: String

  init(stringLiteral source: String) { self.source = source }
  init(stringInterpolation: StringInterpolation) { source = stringInterpolation.source }
  /// Text, shown as it is.
  init(text: some StringProtocol) { source = Self.escape(text) }

  struct StringInterpolation: StringInterpolationProtocol {
    var source = ""

    init(literalCapacity: Int, interpolationCount: Int) { source.reserveCapacity(literalCapacity) }
    mutating func appendLiteral(_ literal: String) { source += literal }
    mutating func appendInterpolation(_ text: some StringProtocol) { source += HTML.escape(text) }
    mutating func appendInterpolation(_ number: Int) { source += "\(number)" }
    mutating func appendInterpolation(_ html: HTML) { source += html.source }
  }

  static func += (left: inout HTML, right: HTML) { left.source += right.source }

  /// Works on scalars: a combining mark after a quotation mark makes one character of both, which would escape notice.
  private static func escape(_ text: some StringProtocol) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
      case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
      case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{7F}"..."\u{9F}": escaped.append("\u{FFFD}")
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}

extension Sequence where Element == HTML {
  func joined(separator: String = "") -> HTML { HTML(stringLiteral: map(\.source).joined(separator: separator)) }
}
