import RxTrace
import TestSupport
import Testing

@Suite("The words of a command line", .oneAtATime)
struct ShellWordsTests {
  @Test(
    "Spaces separate them, quotation marks keep them together, and a backslash keeps the next sign",
    arguments: [
      ("", []), ("a  b ", ["a", "b"]), ("'a b' \"c d\"e", ["a b", "c de"]), ("''", [""]), (#"a\ b"#, ["a b"]),
      (#"'a\' b"#, [#"a\"#, "b"]), (#""a\"b\\" "\d""#, [#"a"b\"#, #"\d"#]), ("\"it's\"", ["it's"]),
    ] as [(String, [String])])
  func words(line: String, words: [String]) {
    #expect(shellWords(of: line) == words)
  }

  @Test("A line with a quotation mark that is not closed has none", arguments: ["'a", "a \"b", #""a\""#])
  func open(line: String) {
    #expect(shellWords(of: line) == nil)
  }
}
