import Foundation
import Testing

@testable import RxTrace

@Suite("What to run, as a command line says it")
struct RunRequestTests {
  @Test("Files, standard input, text, a package, a program")
  func subjects() throws {
    #expect(try RunRequest(["a.swift", "b.swift"], afterDashes: ["x"]).subject == .files(["a.swift", "b.swift"]))
    #expect(try RunRequest(["a.swift"], afterDashes: ["x", "-y"]).arguments == ["x", "-y"])
    #expect(try RunRequest(["-"]) == RunRequest(.standardInput))
    #expect(try RunRequest([], text: "1", afterDashes: ["x"]) == RunRequest(.text("1"), arguments: ["x"]))
    #expect(try RunRequest(["/tmp"], product: "app") == RunRequest(.package(folder: "/tmp", product: "app")))
    #expect(try RunRequest([], afterDashes: ["ls", "-l"]) == RunRequest(.program("ls"), arguments: ["-l"]))
  }

  @Test("What contradicts itself")
  func contradictions() {
    #expect(throws: RunRequestError.nothing) { try RunRequest([]) }
    #expect { try RunRequest(["a.swift"], text: "1") } throws: { "\($0)" == "-e takes the place of a.swift" }
    #expect { try RunRequest(["-", "a.swift"]) } throws: { "\($0)".hasPrefix("- stands for standard input") }
    #expect { try RunRequest(["/tmp", "a.swift"]) } throws: { "\($0)".hasPrefix("/tmp is a folder") }
    #expect { try RunRequest(["a.swift"], product: "app") } throws: { "\($0)".hasPrefix("--product chooses") }
  }

  @Test("What stands behind -- is the program's, also where it is the same as what stands before")
  func dashes() {
    let words = RunRequest.words(["a", "a", "--", "a"], of: ["headwater", "trace", "a", "--", "a", "--", "a"])
    #expect(words.before == ["a"] && words.after == ["a", "--", "a"])
    #expect(RunRequest.words(["a"], of: ["headwater", "trace", "a"]).after.isEmpty)
  }
}

@Suite("Options that the environment gives")
struct EnvironmentOptionsTests {
  private static let tree = """
    {"serializationVersion": 0, "command": {"commandName": "headwater", "subcommands": [
      {"commandName": "show", "arguments": [
        {"kind": "option", "names": [{"kind": "short", "name": "o"}, {"kind": "long", "name": "output"}]},
        {"kind": "option", "names": [{"kind": "long", "name": "time-limit"}]},
        {"kind": "flag", "names": [{"kind": "long", "name": "no-fold"}]},
        {"kind": "positional"}]},
      {"commandName": "site", "subcommands": [
        {"commandName": "build", "arguments": [{"kind": "option", "names": [{"kind": "long", "name": "output"}]}]}]}]}}
    """

  @Test(
    "Each option has its variable; what the command line says goes before",
    arguments: [
      (["HEADWATER_TIME_LIMIT": "5"], ["show", "a"], ["show", "--time-limit=5", "a"]),
      (["HEADWATER_TIME_LIMIT": "5"], ["show", "--time-limit", "6"], ["show", "--time-limit", "6"]),
      (["HEADWATER_TIME_LIMIT": "5"], ["show", "--time-limit=6"], ["show", "--time-limit=6"]),
      (["HEADWATER_OUTPUT": "f"], ["show", "-o", "g"], ["show", "-o", "g"]),
      (["HEADWATER_OUTPUT": "f"], ["show", "a", "--", "-o"], ["show", "--output=f", "a", "--", "-o"]),
      (["HEADWATER_NO_FOLD": "1"], ["show"], ["show", "--no-fold"]),
      (["HEADWATER_NO_FOLD": "0"], ["show"], ["show"]), (["HEADWATER_NO_FOLD": ""], ["show"], ["show"]),
      (["HEADWATER_OUTPUT": "f"], ["site", "build"], ["site", "build"]),
      (["HEADWATER_SITE_OUTPUT": "f"], ["site", "build"], ["site", "build", "--output=f"]),
      (["HEADWATER_OUTPUT": "f"], ["--help"], ["--help"]), (["HEADWATER_OUTPUT": "f"], [], []),
      (["HEADWATER_TRACE": "f", "HEADWATER_TRACE_LIMIT": "1"], ["show"], ["show"]),
    ])
  func options(environment: [String: String], given: [String], expected: [String]) {
    #expect(EnvironmentOptions(environment) { Self.tree }.added(to: given).arguments == expected)
  }

  @Test("Which variables were used can be said, where the mistake may be in one of them")
  func note() {
    let options = EnvironmentOptions(["HEADWATER_TIME_LIMIT": "soon"]) { Self.tree }
    #expect(options.added(to: ["show"]).note == "Note: these variables are set: HEADWATER_TIME_LIMIT\n")
    #expect(options.added(to: ["site"]).note == nil)
  }
}

@Suite("The forms that a run is shown in")
struct TraceFormTests {
  @Test(
    "A file's ending says its form",
    arguments: [
      ("a.txt", TraceForm.tree), ("a.JSON", .chrome), ("a.otlp.json", .otlp), ("a.mmd", .mermaid), ("a.gv", .dot),
      ("b/a.sqlite3", .sqlite), ("a.html", .html), ("a.jsonl", .jsonl),
    ])
  func endings(name: String, form: TraceForm) throws {
    #expect(TraceForm(fileName: name) == form)
    #expect(try TraceShowing(file: name).form == form)
  }

  @Test("No two forms share an ending, and each of them leads back to its form")
  func unambiguous() {
    for form in TraceForm.allCases {
      for ending in form.fileExtensions { #expect(TraceForm(fileName: "run.\(ending)") == form) }
    }
  }

  @Test("Where the ending says nothing, or the form is no text, that is said")
  func mistakes() {
    #expect(throws: ShowError.unknownEnding(file: "a.png")) { try TraceShowing(file: "a.png") }
    #expect(throws: ShowError.needsFile(.sqlite)) { try TraceShowing(form: .sqlite) }
    #expect(throws: ShowError.needsFile(.sqlite)) { try TraceShowing(form: .sqlite, file: "-") }
  }

  @Test("--format goes before the ending, and standard output has the tree")
  func choice() throws {
    #expect(try TraceShowing(form: .csv, file: "a.txt").form == .csv)
    #expect(try TraceShowing().form == .tree)
    #expect(try TraceShowing(file: "-").form == .tree)
  }

  @Test("A file is written beside its place: where that fails, what was there stays")
  func replacing() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "calls.txt")
    try Data("before".utf8).write(to: file)
    let run = RecordedRun(trace: try withFile(TraceWriter.hello.file) { try Trace(contentsOf: $0) })
    try TraceShowing(file: file.path).show(run)
    #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("AnonymousObservable#1.subscribe(onNext:)"))
    #expect(throws: PipelineError.self) { try TraceShowing(file: folder.path + "/nowhere/calls.txt").show(run) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["calls.txt"])
  }
}

@Suite("The manual page")
struct ManualPageTests {
  @Test("Commands, their texts and their options, with what troff would take for its own escaped")
  func page() throws {
    let tree = """
      {"command": {"commandName": "headwater", "abstract": "Show steps.", "subcommands": [
        {"commandName": "show", "abstract": "Show a run.", "discussion": "It does.\\n\\n  .a \\\\ table\\n", "arguments": [
          {"kind": "option", "valueName": "form", "abstract": "The form.", "defaultValue": "tree",
           "names": [{"kind": "short", "name": "f"}, {"kind": "long", "name": "the-form"}]}]},
        {"commandName": "hidden", "shouldDisplay": false}]}}
      """
    #expect(
      try #require(ManualPage(commandTree: tree)).text == #"""
        .TH HEADWATER 1
        .SH NAME
        headwater \- Show steps.
        .SH SYNOPSIS
        .B headwater show
        [options] ...
        .br
        .SH HEADWATER SHOW
        Show a run.
        .PP
        It does.
        .PP
        .nf
          .a \e table
        .fi
        .PP
        .SS Options
        .TP
        .B \-f, \-\-the\-form <form>
        The form. (tree)

        """#)
    #expect(ManualPage(commandTree: "{}") == nil)
  }
}

@Suite("A recorded run")
struct RecordedRunTests {
  @Test("Lines of a program that is gone, or was built anew since, are not known, and that is said")
  func program() throws {
    let gone = try withFile(TraceWriter.hello.file) { path in
      let notes = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: notes) }
      let own = OwnRecordings(folder: notes)
      own.remember(path)
      return try RecordedRun(contentsOf: path, trusting: TrustedFolders(), own: own)
    }
    #expect(gone.origins.isEmpty && gone.stepsInRun == 11)
    #expect(gone.remark == "/tmp/hello is gone; the lines of its source are not known")
  }
}
