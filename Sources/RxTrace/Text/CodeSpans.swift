/// The sentences of tools, in which backticks mark code.
///
///     CodeSpans.parts(of: "Use `map`.")  // [("Use ", false), ("map", true), (".", false)]
package enum CodeSpans {
  /// The parts of the sentence in turn. A text whose backticks do not come in pairs is one part that is not code, because
  /// a value of a program may hold one.
  package static func parts(of text: String) -> [(text: Substring, isCode: Bool)] {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    guard !parts.count.isMultiple(of: 2) else { return [(text[...], false)] }
    return parts.enumerated().map { ($1, !$0.isMultiple(of: 2)) }.filter { !$0.text.isEmpty }
  }

  /// The sentence as HTML.
  package static func html(_ text: String) -> String {
    parts(of: text).map { part in
      let escaped = TextEscaping.html.escape(String(part.text))
      return part.isCode ? "<code>\(escaped)</code>" : escaped
    }.joined()
  }
}
