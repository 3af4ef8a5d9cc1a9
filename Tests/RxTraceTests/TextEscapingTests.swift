import Foundation
import TestSupport
import Testing

@testable import RxTrace
@testable import TraceViews

@Suite("Escaping of text", .oneAtATime)
struct TextEscapingTests {
  private static let everySign = String(String.UnicodeScalarView((0x20...0x7E).map { Unicode.Scalar($0) }))

  /// Every hidden character, with a letter on either side, so that none of them joins two emoji.
  private static let everyHidden = String(
    String.UnicodeScalarView(
      HiddenScalars.ranges.flatMap { range in
        ["a"] + range.compactMap(Unicode.Scalar.init).flatMap { [$0, "z"] }
      }))

  private static func hidden(in text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter(HiddenScalars.contains)
  }

  private static func decodedJSON(_ literal: String) throws -> String? {
    try JSONSerialization.jsonObject(with: Data(literal.utf8), options: .fragmentsAllowed) as? String
  }

  @Test("No notation leaves a hidden character; only HTML keeps line breaks and tabs")
  func hiddenCharacters() {
    for escaping in [TextEscaping.shown, .xml, .json, .script] {
      #expect(Self.hidden(in: escaping.escape(Self.everyHidden)).isEmpty)
    }
    #expect(Set(Self.hidden(in: TextEscaping.html.escape(Self.everyHidden))) == ["\n", "\t"])
    #expect(Set(Self.hidden(in: TextEscaping.wholeJSON.escape(Self.everyHidden))) == ["\n"])
  }

  @Test("Markup escapes the signs that end text, an attribute or a reference, and nothing else that can be seen")
  func markup() {
    let escaped = Self.everySign.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    #expect(TextEscaping.html.escape(Self.everySign) == escaped)
    #expect(TextEscaping.xml.escape(Self.everySign) == escaped)
    #expect(TextEscaping.html.escape("a\n\tb\r") == "a\n\tb\\r")
    #expect(TextEscaping.xml.escape("a\n\tb\r") == #"a\n\tb\r"#)
  }

  @Test("A combining mark after a sign does not hide the sign")
  func combiningMarks() {
    #expect(TextEscaping.html.escape("\"\u{301}<\u{338}") == "&quot;\u{301}&lt;\u{338}")
    #expect(TextEscaping.json.escape("\"\u{301}") == "\\\"\u{301}")
  }

  @Test("A JSON string holds the very text that it was made of")
  func json() throws {
    for text in [Self.everySign, Self.everyHidden, "é 中文 👨\u{200D}👩\u{200D}👧"] {
      #expect(try Self.decodedJSON(TextEscaping.json.quote(text)) == text)
      #expect(try Self.decodedJSON(TextEscaping.script.quote(text)) == text)
    }
  }

  @Test("A string in a script ends no element and begins no comment")
  func script() {
    #expect(TextEscaping.script.quote("</script><!--") == #""\u003C/script>\u003C!--""#)
    #expect(!TextEscaping.script.escape(Self.everySign).contains("<"))
  }

  @Test("The fast way for ASCII gives the JSON that the table gives")
  func asciiJSON() {
    let ascii = String(String.UnicodeScalarView((0...0x7F).map { Unicode.Scalar($0) }))
    let buffer = ByteBuilder()
    buffer.append(json: ascii)
    #expect(String(decoding: buffer.bytes, as: UTF8.self) == TextEscaping.json.escape(ascii))
  }

  @Test("A text cut off within a character is read to its end", arguments: ["a“", "a\u{202E}", "a😀", "a\u{E0001}"])
  func cutOff(whole: String) {
    for count in 0...whole.utf8.count {
      var length = 0
      Array(whole.utf8.prefix(count)).withUnsafeBytes { bytes in
        TextEscaping.json.escape(bytes) { length += $0.count }
      }
      #expect((length > 0) == (count > 0))
    }
  }

  @Test("Plain text shows hidden characters as Swift writes them between quotes, and leaves everything else")
  func plainText() {
    #expect(TextEscaping.shown.escape(Self.everySign + "é中\u{301}") == Self.everySign + "é中\u{301}")
    #expect(TextEscaping.shown.escape("a\u{1B}[31m\u{202E}\n") == #"a\u{1B}[31m\u{202E}\n"#)
  }
}
