/// The words of a text, and its pairs of characters that are written without spaces, for the search.
///
/// The same ranges are in `site/scripts/search-index.js`, which takes questions apart in the same way.
enum CharacterClass {
  /// Characters that are written without spaces between words: kana and Han.
  static func isUnspaced(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x3005...0x3007, 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
    default: false
    }
  }

  /// Beyond ASCII: punctuation, symbols, arrows, lines of boxes, pictures.
  static func isSeparator(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x80...0xA9, 0xAB...0xB4, 0xB6...0xB9, 0xBB...0xBF, 0xD7, 0xF7: true
    case 0x2000...0x206F, 0x20A0...0x20FF, 0x2190...0x245F, 0x2500...0x2BFF, 0x2E00...0x303F, 0xD800...0xF8FF: true
    case 0xFE00...0xFE0F, 0xFE30...0xFE6F, 0xFEFF...0xFF0F, 0xFF1A...0xFF20, 0xFF3B...0xFF40, 0xFF5B...0xFF65: true
    case 0xFFE0...0xFFFF, 0x1F000...0x1FAFF, 0xE0000...0x10FFFF: true
    default: false
    }
  }

  /// True for ASCII's letters and digits.
  static func isLetterOrDigit(_ byte: UInt8) -> Bool { counts[Int(byte)] & 0xFFFF_FFFF_FFFF != 0 }

  /// The amount that each byte adds to the counts of a word's characters, sixteen bits for each class; zero for bytes
  /// that end a word.
  static let counts: [UInt64] = (0...255).map { (byte: UInt8) -> UInt64 in
    switch byte {
    case 0x61...0x7A: 1
    case 0x41...0x5A: 1 << 16
    case 0x30...0x39: 1 << 32
    case 0x5F: 1 << 48
    default: 0
    }
  }
}
