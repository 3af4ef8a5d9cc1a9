import Foundation
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
    #expect(message.hasPrefix("there is no command bananas; there are attach, check, diff, "))
    #expect(!message.contains("manual"))
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

  @Test("A file that is not Swift is not compiled")
  func notSwift() throws {
    let folder = try Folder()
    try Data("# Read me\n".utf8).write(to: folder.url.appending(path: "README.md"))
    let result = try headwater(["trace", "README.md"], in: folder)
    #expect(result.status == 65)
    #expect(
      result.errors
        == "headwater: README.md: its name ends in .md; Swift source is in a file whose name ends in .swift\n")
  }

  @Test("A name with a slip of the pen has the right one named", arguments: ["trace", "check"])
  func nearestFile(command: String) throws {
    let folder = try Folder()
    try Data("print(1)\n".utf8).write(to: folder.url.appending(path: "pages.swift"))
    let result = try headwater([command, "page.swift"], in: folder)
    #expect(
      result.errors
        == "headwater: page.swift: cannot be read: No such file or directory; did you mean pages.swift?\n")
    #expect(!(try headwater([command, "other.swift"], in: folder).errors.contains("did you mean")))
    let recording = try headwater(["show", "run.hwtrac"], in: folder).errors
    #expect(recording == "headwater: run.hwtrac: cannot be read: No such file or directory\n")
  }

  @Test("Source on standard input that imports nothing is read like the text after -e")
  func standardInput() throws {
    let folder = try Folder()
    let result = try headwater(["trace", "-"], in: folder, input: "Observable.of(1, 2).map { $0 * 2 }\n")
    #expect(result.status == 0 && result.output.hasPrefix("next(2)\nnext(4)\ncompleted\n"), "\(result.errors)")
    let text = try headwater(["trace", "-"], in: folder, input: "let s = PublishSubject<Int>()\ns.onNext(1)\n")
    #expect(text.status == 0 && text.output.contains("s ● 1"), "\(text.output)\(text.errors)")
    let wrong = try headwater(["trace", "-"], in: folder, input: "let s = Missing()\n")
    #expect(wrong.errors.hasPrefix("stdin:1:9: error: cannot find 'Missing' in scope"), "\(wrong.errors)")
  }

  @Test("A file that uses Rx without importing it is told to import it")
  func missingImport() throws {
    let folder = try Folder()
    try Data("import Foundation\n_ = Observable.just(1)\n".utf8).write(to: folder.url.appending(path: "pipeline.swift"))
    let result = try headwater(["trace", "pipeline.swift"], in: folder)
    #expect(result.status == 65)
    #expect(result.errors.hasSuffix("headwater: pipeline.swift: add the line `import RxSwift`\n"), "\(result.errors)")
  }

  @Test("Variables of a text on the command line have their names")
  func names() throws {
    let result = try headwater(["trace", "-e", "let s = PublishSubject<Int>(); s.onNext(1)"], in: Folder())
    #expect(result.output.contains("s ● 1"), "\(result.output)")
  }

  @Test("Warnings about the user's own lines are shown once for each change, by whichever command compiles")
  func warnings() throws {
    let folder = try Folder()
    let file = folder.url.appending(path: "pipeline.swift")
    for text in ["let one = 1", "let two = 2"] {
      try "import RxSwift\nfunc unused() { \(text) }\n_ = Observable.just(1).subscribe()\n"
        .write(to: file, atomically: true, encoding: .utf8)
      let first = try headwater([text.hasSuffix("1") ? "trace" : "check", "pipeline.swift"], in: folder)
      #expect(first.errors.contains("pipeline.swift:2:21: warning: "), "\(first.errors)")
      for command in ["trace", "check"] {
        #expect(try headwater([command, "pipeline.swift"], in: folder).errors == "")
      }
    }
  }

  @Test("No line of help is wider than a terminal, and none of a table begins at its edge")
  func widthOfHelp() throws {
    let folder = try Folder()
    for command in [[], ["trace"], ["show"], ["check"], ["why-not"], ["test"], ["record"]] {
      let help = try headwater(command + ["--help"], in: folder).output.split(separator: "\n")
      #expect(help.allSatisfy { $0.count <= 80 || $0.hasPrefix("USAGE: ") }, "\(command)")
      #expect(!help.contains { $0.hasPrefix(".") }, "\(command)")
    }
    let overview = try headwater([], in: folder).output
    let commands = try #require(overview.range(of: "SUBCOMMANDS:"))
    let environment = try #require(overview.range(of: "\nENVIRONMENT\n"))
    #expect(commands.upperBound < environment.lowerBound)
    for command in ["check", "why", "why-not"] { #expect(overview.contains("\n  headwater \(command) "), "\(command)") }
  }
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
