/// Finds the spellings of terms in a text.
struct TermForms: Sendable {
  /// The forms by their first byte in lowercase, the longest first.
  private var byFirstByte: [UInt8: [Form]] = [:]

  private struct Form: Sendable {
    /// The form in lowercase.
    var bytes: [UInt8]
    /// The position of the form's term in the glossary.
    var term: Int
  }

  /// A spelling in a text.
  struct Match: Equatable {
    /// The range in the text's UTF-8.
    var range: Range<Int>
    /// The position of the term in the glossary.
    var term: Int
  }

  /// The forms in a language; nil if no term has any.
  init?(_ terms: [Glossary.Term], language: String) {
    for (position, term) in terms.enumerated() {
      for form in term.forms[language] ?? [] {
        let bytes = Array(form.lowercased().utf8)
        byFirstByte[bytes[0], default: []].append(Form(bytes: bytes, term: position))
      }
    }
    guard !byFirstByte.isEmpty else { return nil }
    for byte in byFirstByte.keys { byFirstByte[byte]?.sort { $0.bytes.count > $1.bytes.count } }
  }

  /// The first spelling from a position on whose term is not in `known`. Case does not matter; a form that begins or
  /// ends with a Latin letter must be a whole word.
  func first(in text: [UInt8], from start: Int, except known: Set<Int>) -> Match? {
    for position in start..<max(start, text.count) {
      guard let forms = byFirstByte[Self.lowercased(text[position])] else { continue }
      for form in forms where !known.contains(form.term) && Self.stands(form.bytes, in: text, at: position) {
        return Match(range: position..<position + form.bytes.count, term: form.term)
      }
    }
    return nil
  }

  private static func stands(_ form: [UInt8], in text: [UInt8], at start: Int) -> Bool {
    let end = start + form.count
    guard end <= text.count, zip(form, text[start..<end]).allSatisfy({ $0 == lowercased($1) }) else { return false }
    let beginsInWord = start > 0 && isWord(text[start - 1]) && isWord(form[0])
    let endsInWord = end < text.count && isWord(text[end]) && isWord(form[form.count - 1])
    return !beginsInWord && !endsInWord
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }

  /// A Latin letter, a digit, or a sign that joins words.
  private static func isWord(_ byte: UInt8) -> Bool {
    byte < 0x80 && CharacterClass.isLetterOrDigit(byte) || byte == UInt8(ascii: "-")
  }
}
