/// The text for use in HTML, in elements and in quoted attributes, with what cannot be seen made visible.
///
/// Works on scalars: a combining mark after a quotation mark makes one character of both, which would escape notice.
///
///     print(escapedHTML("<b>\u{0}"))
///     // Prints: &lt;b&gt;\0
func escapedHTML(_ text: some StringProtocol) -> String {
  if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && !htmlSpecials.contains($0) }) { return String(text) }
  var escaped = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
    case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
    case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
    case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
    case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
    case "\n", "\t": escaped.append(scalar)
    default:
      if scalar.isUnseen {
        escaped.append(contentsOf: scalar.escaped(asASCII: true).unicodeScalars)
      } else {
        escaped.append(scalar)
      }
    }
  }
  return String(escaped)
}

private let htmlSpecials = Array("&<>\"'".utf8)

/// The text as a JSON string that may stand in a script element: it ends no element, begins no comment, and holds
/// nothing that could rearrange a line of the file for whoever looks at it.
///
///     print(jsonString("</script>"))
///     // Prints: "\u003C/script>"
func jsonString(_ text: String) -> String {
  if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && !jsonSpecials.contains($0) }) { return "\"\(text)\"" }
  var escaped = "\"".unicodeScalars
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": escaped.append(contentsOf: "\\\"".unicodeScalars)
    case "\\": escaped.append(contentsOf: "\\\\".unicodeScalars)
    case "\n": escaped.append(contentsOf: "\\n".unicodeScalars)
    default:
      if scalar == "<" || scalar.isUnseen {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16, uppercase: true)
          escaped.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
        }
      } else {
        escaped.append(scalar)
      }
    }
  }
  escaped.append("\"")
  return String(escaped)
}

private let jsonSpecials = Array("\"\\<".utf8)

extension Unicode.Scalar {
  /// Whether it is a control character, a line separator, or one that turns the direction of what follows.
  fileprivate var isUnseen: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
