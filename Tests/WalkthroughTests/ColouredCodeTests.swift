import Testing

@testable import Walkthrough

/// Swift in, its words with their styles out.
@Suite struct ColouredCodeTests {
  /// Each line with its coloured words in brackets: `k[let] a = n[1]`.
  private func coloured(_ code: String) -> String {
    Highlighter.lines(of: ParsedSource(code)).map { line in
      line.map { piece in
        guard let style = piece.style else { return piece.text }
        return "\(style.dropFirst("hl-".count).first!)[\(piece.text)]"
      }.joined()
    }.joined(separator: "\n")
  }

  @Test func `Each word has the style of its kind`() {
    #expect(coloured("let a = Subject(1.5, true) // now") == "k[let] a = t[Subject](n[1.5], k[true]) c[// now]")
    #expect(coloured("@main struct S: P {}") == "a[@main] k[struct] t[S]: t[P] {}")
  }

  @Test func `A word that is a keyword elsewhere is a name where it names something`() {
    #expect(coloured("source.first(open: get)") == "source.first(open: get)")
  }

  @Test func `Code in a string is coloured as code`() {
    #expect(coloured(#""a\(nil)b""#) == #"s["a]\(k[nil])s[b"]"#)
    #expect(coloured(##"#"a\(b)"#"##) == ##"#s["a\(b)"]#"##)
  }

  @Test func `A comment over several lines is a comment in each of them`() {
    #expect(coloured("/* a\n\n b */ c") == "c[/* a]\n\nc[ b */] c")
  }

  @Test(arguments: ["", "\n", "¿que?", "\"open", "/* open", "\\(", "a\u{0}b", "\r\nlet", "<<<<<<< HEAD\n=======\n}"])
  func `A text that is not Swift keeps all that it has`(text: String) {
    let lines = Highlighter.lines(of: ParsedSource(text)).map { line in line.map(\.text).joined() }
    #expect(lines.joined(separator: "\n") == text)
  }
}
