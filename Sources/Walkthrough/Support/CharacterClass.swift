/// The kinds of characters that separate words.
enum CharacterClass {
  /// Characters that are written without spaces between words: kana and Han.
  static func isUnspaced(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x3005...0x3007, 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
    default: false
    }
  }

  /// Whether a byte is an ASCII letter or digit.
  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}
