/// The words of a command line, as a shell reads them: separated by spaces, unless quotation marks keep them together.
/// A backslash keeps the character after it, except between single marks.
/// - Returns: nil if a quotation mark is not closed.
package func shellWords(of line: some StringProtocol) -> [String]? {
  var words: [String] = []
  var word: String?
  var quote: Character?
  var isEscaped = false
  for character in line {
    switch character {
    case _ where isEscaped:
      // Between double marks, a backslash before any other character stands for itself.
      let backslash = quote == nil || "\"\\$`".contains(character) ? "" : "\\"
      (word, isEscaped) = ((word ?? "") + backslash + String(character), false)
    case "\\" where quote != "'": isEscaped = true
    case quote: quote = nil
    case "'" where quote == nil, "\"" where quote == nil: (quote, word) = (character, word ?? "")
    case " " where quote == nil:
      words += [word].compactMap(\.self)
      word = nil
    default: word = (word ?? "") + String(character)
    }
  }
  return quote == nil ? words + [word].compactMap(\.self) : nil
}
