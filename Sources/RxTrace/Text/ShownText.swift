/// Text from a traced program, made safe to show.
package enum ShownText {
  /// The text with escapes for the characters that ``HiddenScalars`` names: those that break a line, control a terminal,
  /// change the direction of writing or have no width.
  ///
  ///     ShownText.printable("a\nb\u{202E}c")  // a\nb\u{202E}c, in which both backslashes are really there
  package static func printable(_ text: some StringProtocol) -> String {
    TextEscaping.shown.escape(String(text))
  }

  /// The escaped text of a message of several lines, whose line breaks stay.
  package static func message(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(printable).joined(separator: "\n")
  }

  /// The number of columns that the text takes on a terminal: two for a Chinese character or an emoji.
  package static func width(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + width($1) }
  }

  private static func width(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if character.unicodeScalars.contains("\u{FE0F}") || first.properties.isEmojiPresentation { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return wideRanges.contains { $0.contains(first.value) } ? 2 : 1
    }
  }

  /// The blocks of Unicode whose characters are two columns wide.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]

  /// The beginning of a text, as much as fits into `columns`, with an ellipsis if something is left out.
  package static func fitted(_ text: String, columns: Int) -> String {
    guard width(text) > columns else { return text }
    guard columns > 0 else { return "" }
    var result = ""
    var used = 1
    for character in text {
      used += width(character)
      if used > columns { break }
      result.append(character)
    }
    return result + "…"
  }

  /// The end of a text, as much as fits into `columns`, with an ellipsis if something is left out.
  package static func fittedEnd(_ text: String, columns: Int) -> String {
    guard width(text) > columns else { return text }
    guard columns > 0 else { return "" }
    var result: [Character] = []
    var used = 1
    for character in text.reversed() {
      used += width(character)
      if used > columns { break }
      result.append(character)
    }
    return "…" + String(result.reversed())
  }

  /// The text in lines of at most `columns`, broken at spaces if there are any.
  package static func wrapped(_ text: String, columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    var afterSpace: (index: String.Index, used: Int)?
    for character in text {
      let wide = width(character)
      if used + wide > columns, !line.isEmpty {
        let cut = afterSpace ?? (line.endIndex, used)
        lines.append(String(line[..<cut.index]))
        line = String(line[cut.index...])
        used -= cut.used
        afterSpace = nil
      }
      line.append(character)
      used += wide
      if character == " " { afterSpace = (line.endIndex, used) }
    }
    return lines + [line]
  }

  /// Parts one after another, in as few lines of at most `columns` as possible. No part is broken.
  package static func filled(_ parts: [String], columns: Int, separator: String) -> [String] {
    parts.reduce(into: []) { lines, part in
      if let last = lines.last, width(last) + width(separator) + width(part) <= columns {
        lines[lines.count - 1] = last + separator + part
      } else {
        lines.append(part)
      }
    }
  }
}

/// `1 step`, `2 steps`
package func counted(_ number: some BinaryInteger, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}
