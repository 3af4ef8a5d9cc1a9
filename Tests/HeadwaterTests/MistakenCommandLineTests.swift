import TestSupport
import Testing

@testable import headwater

@Suite("A mistaken command line", .oneAtATime)
struct MistakenCommandLineTests {
  @Test(
    "An unknown command is named with what was probably meant",
    arguments: [
      (["trce", "x"], "there is no command trce; did you mean headwater trace?"),
      (["why-nto", "x"], "there is no command why-nto; did you mean headwater why-not?"),
      (["site", "srve"], "there is no command srve; did you mean headwater site serve?"),
      (["greet.swift"], "there is no command greet.swift; to trace it: headwater trace greet.swift"),
      (
        ["Observable.of(1)"], "there is no command Observable.of(1); to trace it: headwater trace -e 'Observable.of(1)'"
      ),
      (["run.hwtrace"], "there is no command run.hwtrace; to show it: headwater show run.hwtrace"),
    ])
  func unknown(arguments: [String], message: String) {
    #expect(UnknownCommand.complaint(about: arguments) == message)
  }

  @Test("A word that is like no command is answered with the commands there are")
  func list() throws {
    let message = try #require(UnknownCommand.complaint(about: ["bananas"]))
    #expect(message.hasPrefix("there is no command bananas; there are check, diff, ") && !message.contains("manual"))
  }

  @Test(
    "Commands, options and help are no mistake",
    arguments: [[], ["trace", "trce"], ["--version"], ["help", "trace"], ["site", "build"], ["site"], ["manual"]])
  func known(arguments: [String]) { #expect(UnknownCommand.complaint(about: arguments) == nil) }

  @Test(
    "The parser's messages begin as all others do",
    arguments: [
      ("Error: Unknown option '--foo'\nUsage: x", "headwater: unknown option '--foo'\nUsage: x"),
      ("Error: a thing", "headwater: a thing"), ("Error: JSON is missing", "headwater: JSON is missing"),
      ("OVERVIEW: x", "OVERVIEW: x"),
    ])
  func voice(message: String, expected: String) { #expect(CommandLineMessage.inOneVoice(message) == expected) }

  @Test("Swift in place of a file's name", arguments: ["Observable.of(1)", "let a = 1", "{ 1 }"])
  func expression(text: String) throws {
    #expect(RunOptions.isExpression(text))
    let result = try headwater(["trace", text], in: Folder())
    #expect(result.status == 64)
    #expect(
      result.errors.hasPrefix("headwater: there is no file \(text); to run it as an expression, put -e before it: -e '")
    )
  }

  @Test("Names of files are no Swift", arguments: ["greet.swift", "a (1).swift", "folder", "-"])
  func file(name: String) { #expect(!RunOptions.isExpression(name)) }
}

@Suite("The editor that opens source lines", .oneAtATime)
struct SourceEditorTests {
  @Test("A known name, or a command whose words quotation marks keep together")
  func commands() throws {
    #expect(try SourceEditor(named: "code").command(for: "/a b.swift", line: 3) == ["code", "--goto", "/a b.swift:3"])
    #expect(
      try SourceEditor(named: "xed").command(for: "/a.swift", line: 12) == ["xed", "--line", "12", "/a.swift"])
    let own = try SourceEditor(named: #"'/my tools/edit' +{line} "{file}""#)
    #expect(own.command(for: "/a;b $(c).swift", line: 7) == ["/my tools/edit", "+7", "/a;b $(c).swift"])
  }

  @Test(
    "Neither a known name nor a command with a file",
    arguments: ["cod", "vim", "edit {line}", "{file}", "'edit {file}"])
  func mistakes(text: String) {
    #expect(throws: (any Error).self) { try SourceEditor(named: text) }
  }

  @Test("A misspelt name is answered with the nearest")
  func nearest() throws {
    let result = try headwater(["open", "run.hwtrace", "--editor", "cod"], in: Folder())
    #expect(result.status == 64 && result.errors.contains("but is cod; nearest: `code`"))
  }
}
